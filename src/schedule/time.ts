// Owns times: reads them from a schedule file's cells and writes them in a time zone. Must not know sessions.
import { Temporal } from 'temporal-polyfill';
import { quoteCell } from '../columns/cell.ts';
import { readStart, type StartProblem } from '../contract/start.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { type DateOrder, readDates } from './calendar-date.ts';

export interface TimeOptions {
  /** The zone of local times. */
  readonly timeZone: string | undefined;
  readonly dateOrder: DateOrder | undefined;
}

export type TimeProblem = StartProblem | 'date_order' | 'not_after_start' | 'duration';

/** `message` starts in lower case, so that it can follow "start: ". */
export type Reading =
  /** `text` is RFC 3339, of an instant. */
  | { readonly ok: true; readonly ms: number; readonly text?: string }
  | { readonly ok: false; readonly problem: TimeProblem; readonly message: string };

/**
 * The instant of a date and a time, in milliseconds since 1970: RFC 3339, or a local time as people write it. Join date
 * and time by a space if they have a column each. A local time that the clocks skip or show twice is refused.
 */
export function readTime(text: string, { timeZone, dateOrder }: TimeOptions): Reading {
  const [, date = '', hour, minute, second, fraction, half, offset = ''] = dateAndClock.exec(tidy(text)) ?? [];
  const clock = clockOf(hour, minute, second, fraction, half);
  const days = readDates(date, dateOrder);
  const [day] = days;
  if (clock === undefined || day === undefined) return unreadable(text);
  if (days.length > 1) {
    return refuse('date_order', `${date} can be ${days.join(' or ')}`);
  }
  const start = readStart(`${day}T${clock}${offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`, timeZone);
  if (start.ok) return { ok: true, ms: Date.parse(start.value), text: start.value };
  if (start.problem === 'format') return unreadable(text);
  return refuse(start.problem, start.problem === 'no_time_zone' ? zoneWanted : start.message);
}

/**
 * The instant of an end after `startMs`: what `readTime` reads, or a clock time alone, which is the first one after the
 * start. It may be on the next day up to 12 hours after the start; a later one is a confusion of a.m. and p.m.
 */
export function readEnd(text: string, startMs: number, options: TimeOptions): Reading {
  const [, hour, minute, second, fraction, half] = clockAlone.exec(tidy(text)) ?? [];
  const clock = clockOf(hour, minute, second, fraction, half);
  const end = clock === undefined ? readTime(text, options) : readClockAfter(startMs, clock, options);
  return end.ok && end.ms <= startMs ? notAfterStart : end;
}

/** Whether it is a clock time without a date, such as `09:00` or `9 am`. */
export function isClockTime(text: string): boolean {
  const [, hour, minute, second, fraction, half] = clockAlone.exec(tidy(text)) ?? [];
  return clockOf(hour, minute, second, fraction, half) !== undefined;
}

/** Milliseconds, more than 0, in `45`, `45 min`, `1h 30m`, `1:30` or `PT45M`; a bare number is minutes. */
export function readDuration(text: string): Reading {
  const parts = durations.map((form) => form.exec(tidy(text))?.groups).find((groups) => groups !== undefined);
  const minutes = Number(parts?.hours ?? 0) * 60 + Number(parts?.minutes ?? 0);
  if (minutes > 0) return { ok: true, ms: minutes * 60_000 };
  return refuse('duration', `${quoteCell(text)}: expected a duration such as 45, 45 min, 1h 30m, 1:30 or PT45M`);
}

/** RFC 3339 with the zone's numeric offset at that instant: `2026-05-02T09:00:00+02:00`. */
export function toRfc3339(ms: number, timeZone: string): string {
  const offset = Math.round(offsetMs(ms, timeZone) / 60_000);
  const hours = pad(Math.trunc(Math.abs(offset) / 60));
  const local = localText(ms, timeZone).replace('.000', '');
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${pad(Math.abs(offset) % 60)}`;
}

/** The offset of a start, such as `+02:00`; undefined for `Z`, and for a start without an offset. */
export function offsetOf(start: string): string | undefined {
  return /[+-]\d\d:\d\d$/.exec(start)?.[0];
}

/** `2026-05-02`. */
export function localDay(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(0, 10);
}

/** `09:00`, in 24 hours. */
export function clockTime(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(11, 16);
}

/** An instant on the clocks of a time zone, for calculations. */
export function zonedTime(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}

function unreadable(text: string): Reading {
  return refuse(
    'format',
    `${quoteCell(text)}: expected a date and a time such as 2026-05-02 09:00, 18 Jul 2025 10:00 AM or 2026-05-02T09:00:00+02:00`,
  );
}

const zoneWanted = 'a local time needs a time zone or an offset';

const clockForm = String.raw`(\d{1,2})(?::(\d\d)(?::(\d\d)(\.\d+)?)?)?(?: ?([ap])\.?m\.?)?`;
const clockAlone = new RegExp(`^${clockForm}$`, 'i');
const dateAndClock = new RegExp(String.raw`^(.+?)(?:,? |T)${clockForm}(?: ?(Z|[+-]\d\d:?\d\d))?$`, 'i');

const durations = [
  /^(?<minutes>\d{1,4}) ?(?:m|mins?|minutes?)?$/i,
  /^(?<hours>\d{1,2}) ?(?:h|hrs?|hours?)(?: ?(?<minutes>\d{1,2}) ?(?:m|mins?|minutes?)?)?$/i,
  // Hours up to 23, because 45:00 may be minutes and seconds.
  /^(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::00)?$/,
  /^PT(?:(?<hours>\d{1,2})H)?(?:(?<minutes>\d{1,4})M)?(?:0S)?$/i,
];

/** Spreadsheets write narrow and non-breaking spaces into times. */
function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** `HH:MM:SS` with any fraction; undefined for other texts, such as an hour without minutes and without a.m. or p.m. */
function clockOf(hour = '', minute?: string, second = '00', fraction = '', half?: string): string | undefined {
  const rest = `:${minute ?? '00'}:${second}${fraction}`;
  if (half === undefined) return minute === undefined ? undefined : pad(hour) + rest;
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  return pad((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) + rest;
}

const notAfterStart = refuse('not_after_start', 'the end is not after the start');
const dayMs = 24 * 3_600_000;

function readClockAfter(startMs: number, clock: string, options: TimeOptions): Reading {
  const { timeZone } = options;
  // On any day, this reports what is wrong with the zone.
  if (timeZone === undefined || !isTimeZone(timeZone)) return readTime(`2000-01-01 ${clock}`, options);
  const start = localText(startMs, timeZone);
  const day = start.slice(0, 10);
  if (clock > start.slice(11)) return readTime(`${day} ${clock}`, options);
  const nextDay = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  const end = readTime(`${nextDay} ${clock}`, options);
  return end.ok && end.ms - startMs >= dayMs / 2 ? notAfterStart : end;
}

/** `YYYY-MM-DDTHH:MM:SS.sss` on the zone's clocks. */
function localText(ms: number, timeZone: string): string {
  return new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, -1);
}

// A cache by zone and instant: most of a hundred thousand sessions share their times with others.
const offsets = new Map<string, Map<number, number>>();

function offsetMs(ms: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const offset = known.get(ms) ?? zonedTime(ms, timeZone).offsetNanoseconds / 1e6;
  known.set(ms, offset);
  return offset;
}

function pad(number: number | string): string {
  return String(number).padStart(2, '0');
}

function refuse(problem: TimeProblem, message: string): Reading {
  return { ok: false, problem, message };
}
