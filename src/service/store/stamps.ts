// How a record gets its id and its times, and how it changes. Pure.
import type { Stored, Timestamp } from './record-fields.ts';

/** The id and the time of a new record. With the request's fields, they determine the record. */
export interface Stamp {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** @param at milliseconds since 1970 */
export function timestamp(at: number): Timestamp {
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() };
  return latest.text;
}

// Many records and log lines have the time of the one before.
let latest = { at: 0, text: '1970-01-01T00:00:00.000Z' };

export function newRecord<Fields>({ id, at }: Stamp, eventId: string, fields: Fields): Stored & Fields {
  const time = timestamp(at);
  return { id, event_id: eventId, ...fields, created_at: time, updated_at: time };
}

/** A field that is undefined or left out keeps its value. */
export type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export function withChanges<Fields extends object>(fields: Fields, changes: Changes<NoInfer<Fields>>): Fields {
  // Building an object from entries would take six times as long.
  const changed = { ...fields };
  for (const name in fields) {
    const value = changes[name];
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

/** The record after an update; the same record if the changes are empty. @param at milliseconds since 1970 */
export function changedRecord<Fields>(
  record: Stored & Fields,
  changes: Changes<NoInfer<Fields>>,
  at: number,
): Stored & Fields {
  const values = given(changes);
  return values.length === 0 ? record : { ...record, ...Object.fromEntries(values), updated_at: timestamp(at) };
}

function given(changes: object): [string, unknown][] {
  return Object.entries(changes).filter(([, value]) => value !== undefined);
}
