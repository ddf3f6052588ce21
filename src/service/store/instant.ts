// Owns the times of sessions: how the API reads them, and their texts in UTC. Must not know
// sessions.

/**
 * A time in UTC, such as `2027-05-20T07:00:00+00:00`. The fraction of a second has no trailing
 * zeros, so that the order of texts is that of times.
 */
export type Instant = string;

/**
 * Reads ISO 8601 as Python 3.11 does, except for weeks: a date alone is midnight, any character
 * separates it from the time, and a time without an offset is UTC.
 * @returns undefined for any other text
 */
export function readInstant(text: string): Instant | undefined {
  const groups = form.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { year, month, day, hour = '00', minute = '00', second = '00', fraction = '' } = groups;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${local}Z`);
  // JavaScript reads the 30th of February, and 24 o'clock, as times of the next day.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== local) return undefined;
  const offset = offsetMs(groups);
  return offset === undefined ? undefined : textOf(time - offset, fraction.slice(0, 6));
}

/** @returns undefined after the year 9999 */
export function laterBy(minutes: number, instant: Instant): Instant | undefined {
  return textOf(wholeSeconds(instant) + minutes * minuteMs, instant.slice(20, -6));
}

/** How many whole minutes are between two times. */
export function minutesBetween(start: Instant, end: Instant): number {
  return Math.floor((wholeSeconds(end) - wholeSeconds(start)) / minuteMs);
}

const minuteMs = 60_000;

const date = /(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)/;
const second = /(?<second>\d\d)(?:[.,](?<fraction>\d+))?/;
const clock = `(?<hour>\\d\\d)(?:(?<colon>:?)(?<minute>\\d\\d)(?:\\k<colon>${second.source})?)?`;
const offset = '(?<sign>[+-])(?<hours>\\d\\d)(?::?(?<minutes>\\d\\d)(?::?(?<seconds>\\d\\d))?)?';
const form = new RegExp(`^${date.source}(?:.${clock}(?:Z|${offset})?)?$`, 'su');

/** East of Greenwich; undefined for one that no clock has. */
function offsetMs({
  sign,
  hours,
  minutes,
  seconds,
}: Readonly<Record<string, string | undefined>>): number | undefined {
  const [hour, minute, second] = [hours, minutes, seconds].map((digits) => Number(digits ?? 0));
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const size = ((hour * 60 + minute) * 60 + second) * 1000;
  return sign === '-' ? -size : size;
}

/** Milliseconds since 1970, without the fraction. */
function wholeSeconds(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 19)}Z`);
}

function textOf(time: number, fraction: string): Instant | undefined {
  const text = new Date(time).toISOString();
  const isYear = /^\d{4}-/.test(text) && !text.startsWith('0000');
  if (!isYear) return undefined;
  const digits = fraction.replace(/0+$/, '');
  return `${text.slice(0, 19)}${digits === '' ? '' : `.${digits}`}+00:00`;
}
