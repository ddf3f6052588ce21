// Reads the times of a schedule file's cells: dates, clock times, ranges, ends. Must not know sessions or columns.
import { quoteCell } from '../../columns/quote.ts';
import { readStart, type StartProblem } from '../../contract/start.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { type DateOptions, type DateProblem, type DateReading, dayAfter, readDate } from './calendar-date.ts';
import { readClocks, splitRange, type ZoneSuffix, zoneReadings } from './clock.ts';
import { type DatedMoment, isOffsetOfRange, type Moment, momentsIn, plausible } from './moments.ts';
import { localText, offsetOf, toRfc3339 } from './zoned-time.ts';

export interface TimeOptions extends DateOptions {
  /** The zone of local times. */
  readonly timeZone: string | undefined;
}

export type TimeProblem =
  | StartProblem
  | DateProblem
  | 'unclear_time'
  | 'zone_abbreviation'
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
 * The instant of a date and a time, in milliseconds since 1970: RFC 3339, or a local time as people write it, also a range
 * of two times. A text with several meanings is refused, and a local time that the clocks skip or show twice.
 */
export function readTime(text: string, options: TimeOptions): TimeReading {
  return readings([text, ...keyOf(options)], () => readMoment(compatibilityForm(text), options));
}

/** The day of a cell that has a column of its own; spreadsheets add midnight to it. */
export function readDay(text: string, options: DateOptions): DateReading {
  return days([text, ...keyOf({ ...options, timeZone: undefined })], () =>
    readDate(compatibilityForm(text).replace(/[T ](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM)$/i, ''), options),
  );
}

/** The instant of a clock time, or of a range of two, on a day. Spreadsheets may write a time as one on their first day. */
export function readClockOn(day: string, text: string, options: TimeOptions): TimeReading {
  return clockReadings([day, text, ...keyOf(options)], () => readClock(day, text, options));
}

/**
 * The instant of an end after `startMs`: what `readTime` reads, or a clock time alone, which is the first one after the
 * start. It may be on the next day up to 12 hours after the start; a later one is a confusion of a.m. and p.m.
 * @param startZone of the start's own text: without another zone, the end is on the same clocks
 */
export function readEnd(text: string, startMs: number, options: TimeOptions, startZone?: ZoneSuffix): TimeReading {
  const [clock] = zoneReadings(compatibilityForm(text)).flatMap(({ text: clockText, zone }) => {
    const clocks = readClocks(clockText === '24:00' ? '00:00' : clockText);
    return clocks === undefined || clocks.end !== undefined
      ? []
      : [{ at: clocks.start, zone: zone ?? foreign(startZone, startMs, options) }];
  });
  const end = clock === undefined ? readTime(text, options) : readClockAfter(startMs, clock.at, clock.zone, options);
  if (end.ok && end.endMs !== undefined) return refuse('format', `${quoteCell(text)}: expected one time, not two`);
  return end.ok && end.ms <= startMs ? notAfterStart : end;
}

/** A zone whose clocks differ from those of the conference: an offset alone has no daylight saving time. */
function foreign(zone: ZoneSuffix | undefined, ms: number, { timeZone }: TimeOptions): ZoneSuffix | undefined {
  if (zone?.kind !== 'offset' || timeZone === undefined || !isTimeZone(timeZone)) return zone;
  return toRfc3339(ms, timeZone).endsWith(zone.offset.replace('Z', '+00:00')) ? undefined : zone;
}

/** Whether it is a clock time without a date, such as `09:00`, or a range of two. */
export function isClockTime(text: string): boolean {
  return zoneReadings(compatibilityForm(text)).some(({ text: clockText }) => readClocks(clockText) !== undefined);
}

// Most sessions of a schedule share their times with others.
const readings = memory<TimeReading>();
const days = memory<DateReading>();
const clockReadings = memory<TimeReading>();

function keyOf({ timeZone, dateOrder, firstDay, languages }: TimeOptions): readonly unknown[] {
  return [timeZone, dateOrder, firstDay, ...(languages ?? [])];
}

function memory<Value>() {
  const known = new Map<string, Value>();
  return (key: readonly unknown[], read: () => Value): Value => {
    const text = JSON.stringify(key);
    const value = known.get(text) ?? read();
    if (known.size >= 10_000) known.clear();
    known.set(text, value);
    return value;
  };
}

function readClock(day: string, text: string, options: TimeOptions): TimeReading {
  const own = compatibilityForm(text).replace(/^(?:1899-12-3[01]|1900-01-0[01])[T ]/, '');
  const found = zoneReadings(own).flatMap(({ text: clockText, zone }): readonly Moment[] => {
    const clocks = readClocks(clockText);
    return clocks === undefined || isOffsetOfRange({ clocks, zone })
      ? []
      : [{ dateText: day, clocks, zone, isExact: false }];
  });
  // A dash between two times is not the sign of an offset if there is no date before them.
  const [moment] = found.filter(({ clocks }) => clocks.end !== undefined).concat(found);
  if (moment === undefined)
    return refuse('format', `${quoteCell(text)}: expected a time such as 09:00 or 10:00 AM${probableClock(own)}`);
  return finish(text, day, moment, options);
}

/** Without a minus that could be the dash of a range. */
const machineTime =
  /^(?:19|20|21)\d\d-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?| \d\d:\d\d(?::\d\d)?)$/i;

function readMoment(text: string, options: TimeOptions): TimeReading {
  if (machineTime.test(text)) {
    const start = started(readStart(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'), options.timeZone), text);
    if (!start.ok || !/[z+-]/i.test(text.slice(11))) return start;
    return { ...start, zone: { kind: 'offset', offset: offsetOf(start.text ?? '') ?? 'Z' } };
  }
  const found = zoneReadings(text).flatMap(({ text: rest, zone }) => momentsIn(rest, zone));
  const dated = found.map((moment) => ({ moment, date: readDate(moment.dateText, options) }));
  const real = plausible(dated.flatMap(({ moment, date }) => (date.ok ? [{ ...moment, day: date.day }] : [])));
  const [one] = real;
  if (one !== undefined) {
    const meanings = new Set(real.map(({ day, clocks, zone }) => JSON.stringify([day, clocks, zone])));
    return meanings.size === 1 ? finish(text, one.day, one, options) : unclear(text, real);
  }
  const refusals = dated.flatMap(({ date }) => (date.ok || date.problem === 'format' ? [] : [date]));
  return refusals[0] ?? readTwoMoments(text, options) ?? unreadable(text, options);
}

function unclear(text: string, moments: readonly DatedMoment[]): TimeReading {
  const texts = moments.map(({ day, clocks: { start, end }, zone }) => {
    const until = end === undefined ? '' : ` to ${end.slice(0, 5)}`;
    return `${day} ${start.slice(0, 5)}${until}${zone?.kind === 'offset' ? ` at the offset ${zone.offset}` : ''}`;
  });
  return refuse('unclear_time', `${text} can be ${[...new Set(texts)].join(' or ')}`);
}

/** `2026-05-02 09:00 – 2026-05-02 09:45` */
function readTwoMoments(text: string, options: TimeOptions): TimeReading | undefined {
  let refusal: TimeReading | undefined;
  for (const [first, second] of splitRange(text)) {
    const start = readMoment(first, options);
    const end = start.ok ? readMoment(second, options) : start;
    if (!end.ok && end.problem !== 'format') refusal ??= end;
    if (!start.ok || !end.ok || start.endMs !== undefined || end.endMs !== undefined) continue;
    return end.ms > start.ms ? { ...start, endMs: end.ms } : notAfterStart;
  }
  return refusal;
}

function finish(text: string, day: string, { clocks, zone }: Moment, options: TimeOptions): TimeReading {
  if (zone?.kind === 'abbreviation') {
    return refuse(
      'zone_abbreviation',
      `${quoteCell(text)}: the abbreviation ${zone.name} does not specify a time zone`,
    );
  }
  const { offset, timeZone } = zoneOf(zone, options);
  const start = started(readStart(`${day}T${clocks.start}${offset}`, timeZone), text);
  if (!start.ok) return start;
  if (clocks.end === undefined) return { ...start, zone };
  const end = readClockAfter(start.ms, clocks.end, zone, options);
  return end.ok ? { ...start, zone, endMs: end.ms } : end;
}

function started(start: ReturnType<typeof readStart>, text: string): TimeReading {
  if (start.ok) return { ok: true, ms: Date.parse(start.value), text: start.value };
  if (start.problem === 'format') return unreadable(text, {});
  return refuse(start.problem, start.problem === 'no_time_zone' ? zoneWanted : start.message);
}

function zoneOf(zone: ZoneSuffix | undefined, { timeZone }: Pick<TimeOptions, 'timeZone'>) {
  if (zone?.kind === 'offset') return { offset: zone.offset, timeZone };
  return { offset: '', timeZone: zone?.name ?? timeZone };
}

function unreadable(text: string, options: DateOptions): TimeReading {
  const date = readDate(text, options);
  if (!date.ok && date.problem === 'serial_number') return date;
  return refuse(
    'format',
    `${quoteCell(text)}: expected a date and a time such as 2026-05-02 09:00, 18 Jul 2025 10:00 AM or 2026-05-02T09:00:00+02:00`,
  );
}

/** Spreadsheets count the time of a day as its fraction. */
function probableClock(text: string): string {
  const [, digits] = /^0[.,](\d+)$/.exec(text) ?? [];
  if (digits === undefined) return '';
  const clock = new Date(Math.round(Number(`0.${digits}`) * 1440) * 60_000).toISOString().slice(11, 16);
  return `; as a spreadsheet's number, it is probably ${clock}`;
}

const zoneWanted = 'a local time needs a time zone or an offset';

/** Spreadsheets write narrow and non-breaking spaces into times, and Japanese keyboards wide digits. */
function compatibilityForm(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

const notAfterStart = refuse('not_after_start', 'the end is not after the start');
const dayMs = 24 * 3_600_000;

/** The first time of a clock after a start. @param clock `HH:MM:SS`; `24:00:00` is the end of the day */
function readClockAfter(
  startMs: number,
  clock: string,
  zone: ZoneSuffix | undefined,
  options: TimeOptions,
): TimeReading {
  if (clock.startsWith('24')) return readClockAfter(startMs, clock.replace('24', '00'), zone, options);
  const { offset, timeZone } = zoneOf(zone, options);
  const on = (day: string) =>
    finish(clock, day, { dateText: day, clocks: { start: clock }, zone, isExact: true }, options);
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
  const shift = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -60_000 : 60_000);
  return new Date(ms + shift).toISOString().slice(0, -1);
}

function refuse(problem: TimeProblem, message: string): TimeReading {
  return { ok: false, problem, message };
}
