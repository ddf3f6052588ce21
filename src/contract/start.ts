// Reads the text of a session's start as one instant with an offset. Must not know the session or
// the event.
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from './time-zone.ts';

export type StartProblem =
  | 'format'
  | 'year'
  | 'no_time_zone'
  | 'unknown_time_zone'
  | 'gap'
  | 'ambiguous';

/** `value` is RFC 3339 with a numeric offset; `message` is a clause that can follow "start: ". */
export type ReadStart =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: StartProblem; readonly message: string };

/**
 * Reads RFC 3339, with its own offset (`Z` becomes `+00:00`), or a local `YYYY-MM-DD HH:MM[:SS]` in
 * `timeZone`. A local time that the zone's clocks skip or show twice is refused, because it names
 * no single instant.
 */
export function readStart(text: string, timeZone: string | undefined): ReadStart {
  const parts = split(text.trim());
  if (parts === undefined) return refuse('format', expected);
  const { local, fraction, offset } = parts;
  if (!isUsualYear(Number(local.slice(0, 4)))) {
    return refuse('year', `the year ${local.slice(0, 4)} is not one of ${usualYears}`);
  }
  if (offset !== undefined) return { ok: true, value: `${local}${fraction}${offset}` };
  if (timeZone === undefined)
    return refuse('no_time_zone', 'a local time needs a time zone, and none is set');
  if (!isTimeZone(timeZone))
    return refuse('unknown_time_zone', `unknown time zone ${JSON.stringify(timeZone)}`);
  return readLocal(local, fraction, timeZone);
}

const [firstYear, lastYear] = [1900, 2199];

/** For messages. */
export const usualYears = `${firstYear} to ${lastYear}`;

/**
 * Whether a session can be in this year; another one is a mistake. Far beyond these years, a time
 * in another zone leaves those that have four digits.
 */
export function isUsualYear(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}

/**
 * `HH:MM`. An earlier clock time is at night: it may belong to the evening before, or be meant as
 * p.m.
 */
export const morning = '06:00';

/** Whether a time ends with its offset, as in RFC 3339 or an HTTP date. */
export function hasOffset(time: string): boolean {
  return /(Z|GMT|[+-]\d\d:?\d\d)$/i.test(time);
}

const expected =
  'expected a date and time such as 2026-05-02T09:00:00+02:00 (RFC 3339) or 2026-05-02 09:00 ' +
  '(local)';

// Seconds default to 00. A fraction and an offset are optional.
const form =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:[0-5]\d)?(\.\d+)?(Z|z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** `local`: `YYYY-MM-DDTHH:MM:SS`; `fraction`: with its decimal point, or empty. */
function split(text: string) {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, date, time, seconds, fraction = '', offset] = match;
  if (fraction !== '' && seconds === undefined) return undefined;
  const local = `${date}T${time}${seconds ?? ':00'}`;
  try {
    Temporal.PlainDateTime.from(local);
  } catch {
    return undefined;
  }
  return { local, fraction, offset: offset === undefined ? undefined : numeric(offset) };
}

function numeric(offset: string): string {
  return /^z$|^-00:00$/i.test(offset) ? '+00:00' : offset;
}

function readLocal(local: string, fraction: string, timeZone: string): ReadStart {
  const clock = Temporal.PlainDateTime.from(local);
  const earlier = clock.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = clock.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) {
    return { ok: true, value: `${local}${fraction}${earlier.offset}` };
  }
  const at = `${local.slice(11)} on ${local.slice(0, 10)}`;
  if (!earlier.toPlainDateTime().equals(clock)) {
    return refuse('gap', `${at} does not exist in ${timeZone}, because the clocks go forward then`);
  }
  const offsets = `${earlier.offset} or ${later.offset}`;
  return refuse('ambiguous', `${at} happens twice in ${timeZone}; write its offset, ${offsets}`);
}

function refuse(problem: StartProblem, message: string): ReadStart {
  return { ok: false, problem, message };
}
