// Owns the requests of the rows of a part: their paths, their bodies, and what they replace. Must
// not know what becomes of them.
import { hash } from 'node:crypto';
import { creationBody } from '../changes/change.ts';
import { type Endpoint, type Operation, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { foldKey, keyOf } from '../contract/key.ts';
import { isAddressField } from '../contract/private-fields.ts';
import type { OrderedUpdate, Part } from './part.ts';
import type { RunRow } from './row.ts';
import type { Step } from './send.ts';

export function* creations(part: Part, rows: Iterable<RunRow>): IterableIterator<Step> {
  const { event, resource, endpoint, updateOnly } = part;
  const path = { event_id: event };
  for (const row of rows) {
    const body = creationBody(row, updateOnly);
    const key = keyOf(endpoint ?? {}, body);
    // A hash, because a title may be longer than a key of the service.
    const idempotencyKey = key && hash('sha256', JSON.stringify([event, resource, key]));
    yield { row, path, body, idempotencyKey, alone: addressOf(endpoint, body) };
  }
}

/** Whether a row takes its record out of something, by an operation of its own. */
export function isRemoval({ removal }: Part, { note }: RunRow): boolean {
  return removal !== undefined && Object.values(note.changes ?? {}).every(({ to }) => to === null);
}

export function* removals(removal: Operation, rows: Iterable<RunRow>): IterableIterator<Step> {
  for (const row of rows) {
    const id = idOf(row);
    const { resource } = removal;
    const { changes: fields = {} } = row.note;
    yield { row, path: pathOf(removal, id), change: { row: row.number, resource, id, fields } };
  }
}

/** Of a request about a record. */
function pathOf(operation: Operation, id: string): Step['path'] {
  const [parameter] = recordParameters(operation);
  if (parameter === undefined) throw new TypeError(`${operation.path} names no record`);
  return { [parameter]: id };
}

function idOf({ number, note: { id } }: RunRow): string {
  if (id === undefined) throw new TypeError(`row ${number} has no record that it could change`);
  return id;
}

export function* changes({ rows, update }: Part): IterableIterator<Step> {
  const nullable = fieldsOf(update.body)
    .filter((field) => field.nullable)
    .map(({ name }) => name);
  for (const row of rows.in('update')) {
    // A field that cannot be null is cleared by an empty string.
    const values = Object.entries(row.note.changes ?? {}).map(([field, { to }]) => {
      return [field, to ?? (nullable.includes(field) ? null : '')] as const;
    });
    yield updateStep(update, row, Object.fromEntries(values));
  }
}

/** The requests of updates, with the order of their part. */
export function* orderedSteps(
  { update }: Part,
  updates: Iterable<OrderedUpdate>,
): IterableIterator<Step> {
  for (const { row, fields, isInterim } of updates) {
    const { change, ...step } = updateStep(update, row, fields);
    yield { ...step, change: isInterim ? { ...change, isInterim } : change };
  }
}

function updateStep(update: Endpoint, row: RunRow, body: NonNullable<Step['body']>) {
  const id = idOf(row);
  const { changes = {} } = row.note;
  const fields = Object.entries(body).map(([field, to]) => {
    return [field, { from: changes[field]?.from, to }] as const;
  });
  const change = {
    row: row.number,
    resource: update.resource,
    id,
    fields: Object.fromEntries(fields),
  };
  return { row, path: pathOf(update, id), body, change };
}

/** The address of the person for whom a creation may create a record. */
function addressOf(
  { key = [] }: Pick<Endpoint, 'key'> = {},
  body: Readonly<Record<string, string>>,
): string | undefined {
  const field = key.find(isAddressField);
  return field === undefined ? undefined : foldKey(body[field] ?? '');
}
