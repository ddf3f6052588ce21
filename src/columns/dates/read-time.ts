// Reads the times of a schedule file's cells: dates, clock times, ranges, ends, durations. Must not know sessions or columns.

import { readStart, type StartProblem } from '../../contract/start.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { foldDateText } from '../fold.ts';
import { quoteCell } from '../quote.ts';
import { andWords } from '../vocabulary/conjunctions.ts';
import {
  type DateOptions,
  type DateProblem,
  type DateReading,
  dayAfter,
  readDate,
} from './calendar-date.ts';
import {
  readClocks,
  readZonedClocks,
  withoutZone,
  type ZonedClocks,
  type ZoneSuffix,
} from './clock.ts';
import { hourWords, minuteWords } from './words.ts';
import { localText, offsetOf, toRfc3339 } from './zoned-time.ts';

export interface TimeOptions extends DateOptions {
  /** The zone of local times. */
  readonly timeZone: string | undefined;
}

export type TimeProblem =
  | StartProblem
  | DateProblem
  | 'unclear_time'
  | 'not_after_start'
  | 'contradiction'
  | 'duration';

/** `message` starts in lower case or with the text itself, so that it can follow "start: ". */
export type TimeReading =
  /** `text` is RFC 3339, of an instant. A range has an end. */
  | {
      readonly ok: true;
      readonly ms: number;
      readonly text?: string;
      readonly endMs?: number;
      /** The zone or offset in the text itself. */
      readonly zone?: ZoneSuffix | undefined;
    }
  | { readonly ok: false; readonly problem: TimeProblem; readonly message: string };

/**
 * The instant of a date and a time, in milliseconds since 1970: RFC 3339, or a date before a clock time or a range of two. A
 * text with several meanings is refused, and a local time that the clocks skip or show twice.
 */
export function readTime(text: string, options: TimeOptions): TimeReading {
  const own = compatibilityForm(text);
  const iso = own.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?!\d))?/i,
    (_, y, m, d, hour, minute, second = '00') => `${y}-${m}-${d}T${hour}:${minute}:${second}`,
  );
  if (machineTime.test(iso)) {
    const start = started(
      readStart(iso.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'), options.timeZone),
      text,
    );
    if (!start.ok || !/[z+-]/i.test(iso.slice(11))) return start;
    return { ...start, zone: { kind: 'offset', offset: offsetOf(start.text ?? '') ?? 'Z' } };
  }
  const zoned = withoutZone(own);
  const found = divide(own);
  const signed = zoned && divide(zoned.text);
  if (found !== undefined && signed !== undefined) {
    const message = `${quoteCell(text)} can be a range, or a time with the offset of a time zone: write spaces around the dash of a range`;
    return refuse('unclear_time', message);
  }
  const moment = found ?? signed;
  if (moment === undefined || (zoned?.isBareMinus && moment.clocks.end !== undefined))
    return unreadable(text);
  const date = readDate(moment.date, options);
  if (date.ok)
    return finish(
      text,
      date.day,
      { clocks: moment.clocks, zone: found ? undefined : zoned?.zone },
      options,
    );
  return date.problem === 'format' ? unreadable(text) : date;
}

/** As programs write it. After a space, seconds show that a minus is the sign of an offset. */
const machineTime =
  /^(?:19|20|21)\d\d-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?| \d\d:\d\d(?::\d\d(?:Z|[+-]\d\d:?\d\d)?)?)$/i;

/** The date and the clock times of a text, which meet where all that follows is clock times. */
function divide(text: string) {
  for (const joint of text.length > longestText
    ? []
    : text.matchAll(/(?<=\d)T(?=\d)| ?[ ,|@] ?/gi)) {
    const clocks = readClocks(text.slice(joint.index + joint[0].length));
    if (clocks !== undefined) return { date: text.slice(0, joint.index).replace(/,$/, ''), clocks };
  }
  return undefined;
}

/** No time is longer; the text of another column may be very long. */
const longestText = 150;

/** The day of a cell that has a column of its own; spreadsheets add midnight to it. */
export function readDay(text: string, options: DateOptions): DateReading {
  return readDate(
    compatibilityForm(text).replace(/[T ](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM)$/i, ''),
    options,
  );
}

/** The instant of a clock time, or of a range of two, on a day. */
export function readClockOn(day: string, text: string, options: TimeOptions): TimeReading {
  const moment = readZonedClocks(compatibilityForm(text));
  return moment === undefined
    ? refuse('format', `${quoteCell(text)}: write the time as 09:00`)
    : finish(text, day, moment, options);
}

/**
 * The instant of an end after `startMs`: what `readTime` reads, or a clock time alone, which is the first one after the
 * start. It may be on the next day up to 12 hours after the start; a later one is a confusion of a.m. and p.m.
 * @param startZone of the start's own text: without another zone, the end is on the same clocks
 */
export function readEnd(
  text: string,
  startMs: number,
  options: TimeOptions,
  startZone?: ZoneSuffix,
): TimeReading {
  const found = readZonedClocks(compatibilityForm(text).replace(/^24:00$/, '0:00'));
  const zone = found?.zone ?? foreign(startZone, startMs, options);
  const end =
    found === undefined
      ? readTime(text, options)
      : readClockAfter(startMs, found.clocks.start, zone, options);
  if ((end.ok && end.endMs !== undefined) || found?.clocks.end !== undefined) {
    return refuse('format', `${quoteCell(text)}: expected one time, not two`);
  }
  return end.ok && end.ms <= startMs ? notAfterStart : end;
}

/** A zone whose clocks differ from those of the conference: an offset alone has no daylight saving time. */
function foreign(
  zone: ZoneSuffix | undefined,
  ms: number,
  { timeZone }: TimeOptions,
): ZoneSuffix | undefined {
  if (zone?.kind !== 'offset' || timeZone === undefined || !isTimeZone(timeZone)) return zone;
  return toRfc3339(ms, timeZone).endsWith(zone.offset.replace('Z', '+00:00')) ? undefined : zone;
}

/** Whether it is a clock time without a date, such as `09:00`, or a range of two. */
export function isClockTime(text: string): boolean {
  return readZonedClocks(compatibilityForm(text)) !== undefined;
}

function finish(
  text: string,
  day: string,
  { clocks, zone }: ZonedClocks,
  options: TimeOptions,
): TimeReading {
  const { offset, timeZone } = zoneOf(zone, options);
  const start = started(readStart(`${day}T${clocks.start}${offset}`, timeZone), text);
  if (!start.ok) return start;
  if (clocks.end === undefined) return { ...start, zone };
  const end = readClockAfter(start.ms, clocks.end, zone, options);
  return end.ok ? { ...start, zone, endMs: end.ms } : end;
}

function started(start: ReturnType<typeof readStart>, text: string): TimeReading {
  if (start.ok) return { ok: true, ms: Date.parse(start.value), text: start.value };
  if (start.problem === 'format') return unreadable(text);
  return refuse(start.problem, start.problem === 'no_time_zone' ? zoneWanted : start.message);
}

function zoneOf(zone: ZoneSuffix | undefined, { timeZone }: Pick<TimeOptions, 'timeZone'>) {
  if (zone?.kind === 'offset') return { offset: zone.offset, timeZone };
  return { offset: '', timeZone: zone?.name ?? timeZone };
}

function unreadable(text: string): TimeReading {
  return refuse('format', `${quoteCell(text)}: write 2026-05-02 09:00`);
}

const zoneWanted = 'a local time needs a time zone or an offset';

/** Spreadsheets write narrow and non-breaking spaces into times, and Japanese keyboards wide digits. */
function compatibilityForm(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

const notAfterStart = refuse('not_after_start', 'the end is not after the start');
const dayMs = 24 * 3_600_000;

/** The first time of a clock after a start. @param clock `HH:MM:SS` */
function readClockAfter(
  startMs: number,
  clock: string,
  zone: ZoneSuffix | undefined,
  options: TimeOptions,
): TimeReading {
  const { offset, timeZone } = zoneOf(zone, options);
  const on = (day: string) => finish(clock, day, { clocks: { start: clock }, zone }, options);
  // On any day, this reports what is wrong with the zone.
  if (offset === '' && (timeZone === undefined || !isTimeZone(timeZone))) return on('2000-01-01');
  const start = offset === '' ? localText(startMs, timeZone ?? '') : atOffset(startMs, offset);
  const day = start.slice(0, 10);
  if (clock > start.slice(11)) return on(day);
  const end = on(dayAfter(day));
  return end.ok && end.ms - startMs >= dayMs / 2 ? notAfterStart : end;
}

function atOffset(ms: number, offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const shift =
    (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -60_000 : 60_000);
  return new Date(ms + shift).toISOString().slice(0, -1);
}

function refuse(problem: TimeProblem, message: string): TimeReading {
  return { ok: false, problem, message };
}

/** Milliseconds, more than 0, in `45`, `45 min`, `1h 30m`, `1,5 h`, `1:30` or `PT45M`; a bare number is minutes. */
export function readDuration(text: string): TimeReading {
  const plain = foldDateText(text);
  const parts = forms
    .map((form) => form.exec(plain)?.groups)
    .find((groups) => groups !== undefined);
  const hours = Number((parts?.hours ?? '0').replace(',', '.'));
  const minutes = hours * 60 + Number(parts?.minutes ?? 0);
  if (minutes > 0) return { ok: true, ms: Math.round(minutes * 60_000) };
  const message = `${quoteCell(text)}: expected a duration such as 45, 45 min, 1h 30m, 1:30 or PT45M`;
  return { ok: false, problem: 'duration', message };
}

const anyOf = (words: readonly string[]) =>
  `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})\\.?`;
const hourUnit = anyOf(hourWords);
const minuteUnit = anyOf(minuteWords);

const and = andWords.map(foldDateText).join('|');

const forms = [
  new RegExp(`^(?<minutes>\\d{1,4}) ?(?:${minuteUnit})?$`, 'u'),
  new RegExp(
    `^(?<hours>\\d{1,2}) ?${hourUnit}(?:,? ?(?:(?:${and}) )?(?<minutes>\\d{1,2}) ?(?:${minuteUnit})?)?$`,
    'u',
  ),
  // One digit after the point: 1.30 h may be an hour and 30 minutes.
  new RegExp(`^(?<hours>\\d{1,2}[.,]\\d) ?${hourUnit}$`, 'u'),
  // Hours up to 23, because 45:00 may be minutes and seconds.
  /^(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::00)?$/,
  /^pt(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,4})m)?(?:0s)?$/,
];
