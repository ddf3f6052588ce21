// Reads the text of a session's start as one instant with an offset; it does not know which session or event it is.
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from './time-zone.ts';

export type StartProblem = 'format' | 'no_time_zone' | 'unknown_time_zone' | 'gap' | 'ambiguous';

/** `value` is RFC 3339 with a numeric offset; `message` is a clause without a capital, fit to follow "start: ". */
export type ReadStart =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: StartProblem; readonly message: string };

/**
 * Reads RFC 3339, whose offset is kept (`Z` becomes `+00:00`), or a local `YYYY-MM-DD HH:MM[:SS]`, which is read in
 * `timeZone`. A local time that the zone's clocks skip or show twice is refused: nobody can tell which was meant.
 */
export function readStart(text: string, timeZone: string | undefined): ReadStart {
  const written = read(text.trim());
  if (written === undefined) return refuse('format', expected);
  const { local, fraction, offset } = written;
  if (offset !== undefined) return { ok: true, value: `${local}${fraction}${offset}` };
  if (timeZone === undefined) return refuse('no_time_zone', 'a local time needs a time zone, and none is known');
  if (!isTimeZone(timeZone)) return refuse('unknown_time_zone', `there is no time zone ${JSON.stringify(timeZone)}`);
  return readLocal(local, fraction, timeZone);
}

const expected =
  'expected an RFC 3339 date-time such as 2026-05-02T09:00:00+02:00, or a local one such as 2026-05-02 09:00';

// Year to minute are needed, seconds default to 00; then a fraction and an offset where given.
const form = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:[0-5]\d)?(\.\d+)?(Z|z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

interface Written {
  /** `YYYY-MM-DDTHH:MM:SS` */
  readonly local: string;
  /** With its point, or empty. */
  readonly fraction: string;
  readonly offset: string | undefined;
}

function read(text: string): Written | undefined {
  const parts = form.exec(text);
  if (parts === null) return undefined;
  const [, date, time, seconds, fraction = '', offset] = parts;
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
    return refuse('gap', `${at} does not exist in ${timeZone}, where the clocks skip it`);
  }
  const offsets = `${earlier.offset} or ${later.offset}`;
  return refuse('ambiguous', `${at} happens twice in ${timeZone}; write its offset, ${offsets}`);
}

function refuse(problem: StartProblem, message: string): ReadStart {
  return { ok: false, problem, message };
}
