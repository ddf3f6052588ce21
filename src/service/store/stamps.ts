// The times at which something was created or changed, as texts. Pure.

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string;

/** @param at milliseconds since 1970 */
export function timestamp(at: number): Timestamp {
  if (at !== latest.at) latest = { at, text: new Date(at).toISOString() };
  return latest.text;
}

// Many records and log lines have the time of the one before.
let latest = { at: 0, text: '1970-01-01T00:00:00.000Z' };
