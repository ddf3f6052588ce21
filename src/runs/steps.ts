// Owns the requests of the rows of a part: their paths, their bodies, and what they replace. Must
// not know what becomes of them.
import { hash } from 'node:crypto';
import { type Endpoint, type Operation, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { foldKey, isAddressField, keyOf } from '../contract/key.ts';
import type { OrderedUpdate, Part } from './part.ts';
import { creationOf, type RunRow } from './row.ts';
import type { Step } from './send.ts';

export function* creations(part: Part, rows: Iterable<RunRow>): IterableIterator<Step> {
  const { event, resource, endpoint, updateOnly } = part;
  const path = { event_id: event };
  for (const row of rows) {
    const body = creationOf(row, updateOnly);
    const key = keyOf(endpoint ?? {}, body);
    // A hash, because a title may be longer than a key of the service.
    const idempotencyKey = key && hash('sha256', JSON.stringify([event, resource, key]));
    yield { row, path, body, idempotencyKey, alone: addressOf(endpoint, body) };
  }
}

/** Whether a row takes its record out of something, by an operation of its own. */
export function isRemoval({ removal }: Part, { note }: RunRow): boolean {
  return (
    removal !== undefined && Object.values(note.changes ?? {}).every((value) => value === null)
  );
}

export function* removals(removal: Operation, rows: Iterable<RunRow>): IterableIterator<Step> {
  for (const row of rows) {
    const id = idOf(row);
    const { changes: wanted = {}, before = {} } = row.note;
    const named = Object.entries(wanted).map(([field, to]) => [field, { from: before[field], to }]);
    const fields = Object.fromEntries(named);
    yield { row, path: pathOf(removal, id), before: { resource: removal.resource, id, fields } };
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
    const { changes: wanted = {} } = row.note;
    // A field that cannot be null is cleared by an empty string.
    const body = Object.fromEntries(
      Object.entries(wanted).map(([field, value]) => [
        field,
        value ?? (nullable.includes(field) ? null : ''),
      ]),
    );
    yield updateStep(update, row, body);
  }
}

/** The requests of updates, with the order of their part. */
export function* orderedSteps(
  { update }: Part,
  updates: Iterable<OrderedUpdate>,
): IterableIterator<Step> {
  for (const { row, fields, isInterim } of updates) {
    const { before, ...step } = updateStep(update, row, fields);
    yield { ...step, before: isInterim ? { ...before, isInterim } : before };
  }
}

function updateStep(update: Endpoint, row: RunRow, body: NonNullable<Step['body']>) {
  const id = idOf(row);
  const { before = {} } = row.note;
  const changed = Object.entries(body).map(([field, to]) => [field, { from: before[field], to }]);
  return {
    row,
    path: pathOf(update, id),
    body,
    before: {
      resource: update.resource,
      id,
      fields: Object.fromEntries(changed),
    },
  };
}

/** The address of the person for whom a creation may create a record. */
function addressOf(
  { key = [] }: Pick<Endpoint, 'key'> = {},
  body: Readonly<Record<string, string>>,
): string | undefined {
  const field = key.find(isAddressField);
  return field === undefined ? undefined : foldKey(body[field] ?? '');
}
