// Owns which fields of a record or a run a table shows by default, and the field names that
// --fields lists. Must not print.
import type { Resource } from '../../contract/endpoint.ts';
import { writtenFields } from '../../contract/index.ts';

/**
 * In order, without ids: commands take addresses, names and titles. A field that no record has is
 * left out; if no record has any of them, the first fields of the records are shown.
 */
export const defaultFields: Readonly<Record<Resource, readonly string[]>> = {
  speakers: ['first_name', 'last_name', 'email', 'company_name', 'speaker_status'],
  submissions: ['title', 'status', 'track', 'room', 'start'],
  sessions: ['title', 'room', 'start', 'end', 'track', 'status'],
  contacts: ['name', 'email'],
  'content-items': ['speaker', 'title', 'type', 'status', 'due_at'],
};

/** How many fields are shown of records without any default field. */
const fallbackFields = 6;

/** The fields to show of these records. */
export function chooseFields(
  records: readonly object[],
  preferred: readonly string[],
): readonly string[] {
  const present = new Set(records.flatMap((record) => Object.keys(record)));
  const shown = preferred.filter((name) => present.has(name));
  return shown.length > 0 ? shown : [...present].slice(0, fallbackFields);
}

/** The id, and the fields that the specification names for a resource; a service may serve more. */
export function knownFields(resource: Resource): readonly string[] {
  return [...new Set(['id', ...defaultFields[resource], ...writtenFields(resource)])];
}

/** Of the records that `runs list` prints. */
export const runFields = [
  'run',
  'state',
  'action',
  'kind',
  'baseUrl',
  'event',
  'file',
  'counts',
  'rows',
  'created',
  'updated',
  'placed',
  'moved',
  'unplaced',
  'failed',
  'undoable',
  'startedAt',
];

/** Of the events that `events list` prints. */
export const eventFields = ['id', 'name', 'slug', 'starts_at', 'ends_at', 'timezone'] as const;
