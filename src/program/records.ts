// Owns the records of an event as the files of a program can hold them: how they are read, found
// and ordered. Must not know files of the user.

import { comparedKey, keyMark } from '../changes/names.ts';
import type { Client } from '../client/client.ts';
import { shownValue } from '../client/records.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { toRfc3339 } from '../columns/dates/zoned-time.ts';
import { byResource, type FileResource } from '../contract/endpoint.ts';
import { groupFields } from '../contract/id.ts';
import { endpoints } from '../contract/index.ts';
import { comparedTitle, keyText } from '../contract/key.ts';
import { InvalidInputError } from '../errors.ts';
import { withoutId, withPlaces } from '../schedule/submissions.ts';
import { knownFields, programFiles } from './files.ts';
import { textOf, type Values } from './merge.ts';

export interface ProgramRecord {
  readonly values: Values;
  /** When the service last changed it, as it reports it. */
  readonly changedAt?: string | undefined;
  /** In a snapshot: whether the user has removed its row, and knows that the record remains. */
  readonly isRemoved?: boolean | undefined;
  /** In a snapshot: whether a run has created it, and its values are only those that were sent. */
  readonly isUnseen?: boolean | undefined;
  /** The values of such a record that were sent: an empty cell of theirs is an edit. */
  readonly sent?: Values | undefined;
}

/** The records of one kind, by id. */
export type Records = ReadonlyMap<string, ProgramRecord>;

/** A start as people of the event read it; as it is served, if the zone is unknown. */
function onClocksOf(timeZone: string | undefined, start: string): string {
  const ms = Date.parse(start);
  if (timeZone === undefined || Number.isNaN(ms)) return start;
  const local = toRfc3339(ms, timeZone);
  // Fractions of seconds are not written.
  return Date.parse(local) === ms ? local : start;
}

/** Where a record is in a new file: sessions by time and room, others by id. */
export function orderOf(
  resource: FileResource,
  id: string,
  { title = '', room = '', start = '' }: Values,
): string {
  // Numbers in numerical order.
  const sortable = /^\d{1,20}$/.test(id) ? id.padStart(20, '0') : id;
  if (resource !== 'sessions') return sortable;
  const ms = Date.parse(start);
  return [Number.isNaN(ms) ? '' : new Date(ms).toISOString(), room, title, sortable].join('\0');
}

/** The ids of records that this computer has created, by the mark of the key of their row. */
export type CreatedIds = ReadonlyMap<string, string>;

/**
 * Finds the id of the only record with the key of a row: of speakers the address, of sessions the
 * title. Of a submission whose submitter the service does not show, the key is known if this
 * computer has created it; else the title is the key, of a row that is the only one with it.
 */
export function finderByKey(
  resource: FileResource,
  records: Records,
  created: CreatedIds,
): (values: Values, isOnlyOne: boolean) => string | undefined {
  const { key } = programFiles[resource];
  const owned = new Set(created.values());
  const ids = new Map<string, string | undefined>();
  const titles = new Map<string, string | undefined>();
  const add = (known: Map<string, string | undefined>, text: string | undefined, id: string) => {
    if (text !== undefined) known.set(text, known.has(text) ? undefined : id);
  };
  for (const [id, { values }] of records) {
    if (isKeyShown(resource, values)) add(ids, comparedKey({ key }, values), id);
    else if (resource === 'submissions' && !owned.has(id)) {
      add(titles, comparedTitle(values.title), id);
    }
  }
  return (values, isOnlyOne) => {
    const text = comparedKey({ key }, values);
    const own = text === undefined ? undefined : created.get(keyMark(text));
    if (own !== undefined && records.has(own)) return own;
    const byKey = ids.get(text ?? '');
    if (byKey !== undefined || !isOnlyOne) return byKey;
    return titles.get(comparedTitle(values.title) ?? '');
  };
}

/** Whether a record has each field of its key. */
export function isKeyShown(resource: FileResource, values: Values): boolean {
  return programFiles[resource].key.every((field) => values[field] !== undefined);
}

/** How many records of a kind a program can have. */
const mostRecords = 20_000;

/** @throws {InvalidInputError} */
export function refuseMore(count: number, what: string): void {
  if (count <= mostRecords) return;
  throw new InvalidInputError(
    `${what} has more than ${mostRecords} records of a kind, which is the limit of a program`,
    {
      fix:
        'use `plenary speakers apply`, `plenary submissions apply` and `plenary sessions ' +
        'apply` with files of fewer rows',
    },
  );
}

export interface ListedProgram {
  readonly records: Readonly<Record<FileResource, Records>>;
  /** The names of the tracks and formats that records show, by id. */
  readonly groupNames: Readonly<Record<(typeof groupFields)[number], ReadonlyMap<string, string>>>;
  /** Fields that the API returns and cannot write, and those that are no text. */
  readonly otherFields: Readonly<Record<FileResource, ReadonlySet<string>>>;
}

/**
 * Reads all records of an event.
 * @throws {MalformedResponseError} for a record without an id
 * @throws {InvalidInputError} for more records than a program can have
 * @throws the signal's reason
 */
export async function readListedProgram(options: {
  readonly client: Pick<Client, 'pages'>;
  readonly event: string;
  readonly timeZone: string | undefined;
  readonly signal?: AbortSignal | undefined;
}): Promise<ListedProgram> {
  const { client, event, timeZone, signal } = options;
  const found = byResource(() => new Map<string, ProgramRecord>());
  const talks: RecordData[] = [];
  const groupNames = {
    track_id: new Map<string, string>(),
    format_id: new Map<string, string>(),
  };
  const otherFields = byResource(() => new Set<string>());
  for (const resource of ['speakers', 'submissions'] as const) {
    const list = resource === 'speakers' ? endpoints.listSpeakers : endpoints.listSubmissions;
    const { fields } = programFiles[resource];
    const known = new Set([...fields, ...knownFields]);
    for await (const { records } of client.pages(list, { path: { event_id: event } })) {
      signal?.throwIfAborted();
      for (const record of records) {
        const id = recordId(record, resource);
        if (id === undefined) throw withoutId(resource, record);
        const values: Record<string, string> = {};
        for (const field of Object.keys(record))
          if (!known.has(field)) otherFields[resource].add(field);
        for (const field of fields) {
          const shown = shownValue(record, field);
          if (shown === undefined) continue;
          const value = textOf(shown);
          if (value === undefined) otherFields[resource].add(field);
          else values[field] = value;
        }
        for (const field of groupFields) {
          const [groupId, name] = [keyText(record[field]), values[field]];
          if (groupId !== undefined && name !== undefined) groupNames[field].set(groupId, name);
        }
        found[resource].set(id, { values, changedAt: textOf(record.updated_at) || undefined });
        if (resource === 'submissions') talks.push(record);
      }
      refuseMore(found[resource].size, `event ${event}`);
    }
  }
  for (const { id, title, placement } of await withPlaces(client, talks, { event, timeZone })) {
    if (placement === undefined) continue;
    const { changedAt } = found.submissions.get(id) ?? {};
    const start = onClocksOf(timeZone, placement.start);
    const values = { title: textOf(title) ?? '', room: placement.room, start };
    found.sessions.set(id, { values, changedAt });
  }
  return { records: found, groupNames, otherFields };
}
