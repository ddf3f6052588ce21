// The times of records, and how a record changes. Pure.
import type { Timestamp } from './record-fields.ts';

/** @param at milliseconds since 1970 */
export function timestamp(at: number): Timestamp {
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() };
  return latest.text;
}

// Many records and log lines have the time of the one before.
let latest = { at: 0, text: '1970-01-01T00:00:00.000Z' };

/** A field that is undefined or left out keeps its value. */
export type Changes<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export function withChanges<Fields extends object>(
  fields: Fields,
  changes: Changes<NoInfer<Fields>>,
): Fields {
  // Building an object from entries would take six times as long.
  const changed = { ...fields };
  for (const name in fields) {
    const value = changes[name];
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}
