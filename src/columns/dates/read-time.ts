// Reads the times of a schedule file's cells: a date with a clock time, ranges, ends.
// Must not know sessions or columns.

import { normalForm } from '../../contract/normal-form.ts';
import { readStart } from '../../contract/start.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { plainForm } from '../fold.ts';
import { quoteCell } from '../quote.ts';
import { dayAfter, readDate } from './calendar-date.ts';
import { readClocks, readZonedClocks, type ZonedClocks } from './clock.ts';
import {
  type DateOptions,
  type DateReading,
  type ReadInstant,
  refuse,
  type TimeOptions,
  type TimeReading,
} from './time-reading.ts';
import {
  isSameClock,
  longestTime,
  severalMeanings,
  withOneZone,
  withoutZone,
  type ZoneSuffix,
  zoneText,
} from './zone.ts';
import { firstMoment, localText, offsetOf, toRfc3339 } from './zoned-time.ts';

/**
 * The instant of a date and a time, in milliseconds since 1970: RFC 3339, or a date before a clock
 * time or a range of two. A text with several meanings is refused, and a local time that the
 * clocks skip or show twice.
 */
export function readTime(text: string, options: TimeOptions): TimeReading {
  const compatible = compatibilityForm(text);
  const iso = compatible.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?!\d))?/i,
    (_, y, m, d, hour, minute, second = '00') => `${y}-${m}-${d}T${hour}:${minute}:${second}`,
  );
  if (machineTime.test(iso)) return readMachineTime(text, iso, options);
  const zoned = withoutZone(compatible);
  const whole = divide(compatible);
  const signed = zoned && divide(zoned.text);
  if (whole !== undefined && zoned !== undefined && signed !== undefined) {
    const { zone } = zoned;
    const offset = zone.kind === 'offset' ? ` UTC${zone.offset}` : '';
    const meanings = 'can be a range, or a time with the offset of a time zone';
    const advice = `write spaces around the dash of a range, or write${offset} for the offset`;
    return refuse('unclear_time', `${quoteCell(text)} ${meanings}: ${advice}`);
  }
  const moment = whole ?? signed;
  if (moment === undefined || (zoned?.isBareMinus && moment.clocks.end !== undefined)) {
    return unreadable(text);
  }
  const date = readDate(moment.date, options);
  if (!date.ok) return date.problem === 'format' ? unreadable(text) : date;
  const zone = whole === undefined ? zoned?.zone : undefined;
  return instantOf(text, { day: date.day, clocks: moment.clocks, zone }, options);
}

function readMachineTime(text: string, iso: string, options: TimeOptions): TimeReading {
  const hasZone = /[z+-]/i.test(iso.slice('YYYY-MM-DD'.length));
  const { offset, timeZone } = wallOf(hasZone ? undefined : options.zone, options);
  const zoned = hasZone ? iso.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${iso}${offset}`;
  const start = started(readStart(zoned, timeZone), text);
  if (!start.ok || !hasZone) return start;
  const zone: ZoneSuffix = { kind: 'offset', offset: offsetOf(start.text ?? '') ?? 'Z' };
  // It is exact, and in no zone of its own.
  if (/z$/i.test(iso)) return { ...start, zone };
  return withZone(start, zone, { text, options });
}

/** As programs write it. After a space, seconds show that a minus is the sign of an offset. */
const machineTime = new RegExp(
  '^\\d{4}-\\d\\d-\\d\\d' +
    '(?:T\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?' +
    '| \\d\\d:\\d\\d(?::\\d\\d(?:Z|[+-]\\d\\d:?\\d\\d)?)?)$',
  'i',
);

/** The date and the clock times of a text, which meet where all that follows is clock times. */
function divide(text: string) {
  for (const joint of text.length > longestTime
    ? []
    : text.matchAll(/(?<=\d)T(?=\d)| at | ?[ ,|@] ?/gi)) {
    const clocks = readClocks(text.slice(joint.index + joint[0].length));
    if (clocks !== undefined) return { date: text.slice(0, joint.index).replace(/,$/, ''), clocks };
  }
  return undefined;
}

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
    ? (zonedTimes(text) ?? refuse('format', `${quoteCell(text)}: write the time as 09:00`))
    : instantOf(text, { day, ...moment }, options);
}

/**
 * The first moment of a day, which need not be a midnight: clocks may go forward or back then.
 */
export function readDayStart(day: string, options: TimeOptions): TimeReading {
  const { offset, timeZone } = wallOf(options.zone, options);
  const hasClocks = offset === '' && timeZone !== undefined && isTimeZone(timeZone);
  if (!hasClocks) return readClockOn(day, '00:00', options);
  const ms = firstMoment(day, '00:00', timeZone);
  return { ok: true, ms, text: toRfc3339(ms, timeZone) };
}

/**
 * The instant of an end after a start: what `readTime` reads, or a clock time alone, which is the
 * first one after the start. It may be on the next day up to 12 hours after the start; a later one
 * is a confusion of a.m. and p.m.
 * @param start without another zone, the end is on its clocks
 */
export function readEnd(
  text: string,
  start: Pick<ReadInstant, 'ms' | 'zone'>,
  options: TimeOptions,
): TimeReading {
  const moment = readZonedClocks(compatibilityForm(text).replace(/^24:00$/, '0:00'));
  const end = moment === undefined ? readTime(text, options) : clockAfterStart(moment);
  if ((end.ok && end.endMs !== undefined) || moment?.clocks.end !== undefined) {
    return refuse('format', `${quoteCell(text)}: expected one time, not two`);
  }
  return end.ok && end.ms <= start.ms ? notAfterStart : end;

  function clockAfterStart({ clocks, zone }: ZonedClocks): TimeReading {
    if (zone?.kind === 'word') return refuse('unknown_time_zone', severalMeanings(text));
    const used = zone ?? foreign(start.zone, start.ms, options) ?? options.zone;
    const first = firstAfter(start.ms, clocks.start, wallOf(used, options));
    return first.ok ? withZone(first, zone, { text, options }) : first;
  }
}

/**
 * Whether it is a clock time without a date, such as `09:00`, or a range of two. It may have a time
 * zone, also one that is refused.
 */
export function isClockTime(text: string): boolean {
  return readZonedClocks(compatibilityForm(text)) !== undefined;
}

function instantOf(
  text: string,
  { day, clocks, zone }: ZonedClocks & { readonly day: string },
  options: TimeOptions,
): TimeReading {
  if (zone?.kind === 'word') return refuse('unknown_time_zone', severalMeanings(text));
  const wall = wallOf(zone ?? options.zone, options);
  const first = started(readStart(`${day}T${clocks.start}${wall.offset}`, wall.timeZone), text);
  const start = first.ok ? withZone(first, zone, { text, options }) : first;
  if (!start.ok || clocks.end === undefined) return start;
  const end = firstAfter(start.ms, clocks.end, wall);
  return end.ok ? { ...start, endMs: end.ms } : end;
}

/** An instant with the zone of its own text, whose clocks must be those of the row's zone. */
function withZone(
  instant: ReadInstant,
  zone: ZoneSuffix | undefined,
  { text, options }: { readonly text: string; readonly options: TimeOptions },
): TimeReading {
  const { zone: ofRow } = options;
  const agrees = zone === undefined || ofRow === undefined || isSameClock(zone, ofRow, instant.ms);
  if (agrees) return { ...instant, zone };
  const message = `${quoteCell(text)} contradicts the time zone ${zoneText(ofRow)} of its row`;
  return refuse('contradiction', message);
}

/** A zone with other clocks than the row's: an offset alone has no daylight saving time. */
function foreign(
  zone: ZoneSuffix | undefined,
  ms: number,
  { zone: ofRow, timeZone }: TimeOptions,
): ZoneSuffix | undefined {
  const isKnown = timeZone !== undefined && isTimeZone(timeZone);
  const ofEvent: ZoneSuffix | undefined = isKnown ? { kind: 'name', name: timeZone } : undefined;
  const home = ofRow ?? ofEvent;
  if (zone?.kind !== 'offset' || home === undefined) return zone;
  return isSameClock(zone, home, ms) ? undefined : zone;
}

function started(start: ReturnType<typeof readStart>, text: string): TimeReading {
  if (start.ok) return { ok: true, ms: Date.parse(start.value), text: start.value };
  if (start.problem === 'format') return unreadable(text);
  return refuse(start.problem, start.problem === 'no_time_zone' ? zoneWanted : start.message);
}

/**
 * The clocks on which a time is written: at an offset, or else, if that is empty, in a time zone.
 */
function wallOf(zone: ZoneSuffix | undefined, { timeZone }: Pick<TimeOptions, 'timeZone'>) {
  if (zone?.kind === 'offset') return { offset: zone.offset, timeZone };
  return { offset: '', timeZone: zone?.name ?? timeZone };
}

function unreadable(text: string): TimeReading {
  return (
    zonedTimes(text) ??
    refuse('format', `${quoteCell(text)} is no date and time; write one such as 2026-05-02 09:00`)
  );
}

/** Why `9:00 PT / 12:00 ET` is refused; undefined for a text without several times. */
function zonedTimes(text: string): TimeReading | undefined {
  if (text.length > longestTime) return undefined;
  const times = normalForm(text, 'NFKC').split(/[/|;,(\n]\s*(?=\d)/);
  const zones = times.flatMap((time) => readZonedClocks(lastTime(time))?.zone ?? []);
  if (times.length === 1 || zones.length === 0) return undefined;
  if (zones.some(({ kind }) => kind === 'word')) {
    return refuse('unknown_time_zone', severalMeanings(text));
  }
  return refuse('unclear_time', `${quoteCell(text)}: write one time, with its zone`);
}

/** Without the date before it and the end of a parenthesis. */
function lastTime(text: string): string {
  const plain = compatibilityForm(text).replace(/(?<!\([^)]*)\)$/, '');
  return plain.replace(/^.*\d[ T](?=\d)/i, '');
}

const zoneWanted = 'a local time needs a time zone or an offset';

/** Spreadsheets write narrow and non-breaking spaces, and Japanese keyboards wide digits. */
function compatibilityForm(text: string): string {
  return withOneZone(plainForm(text));
}

const notAfterStart = refuse('not_after_start', 'the end is not after the start');
const dayMs = 24 * 3_600_000;

/** The first time of a clock after a start. @param clock `HH:MM:SS` */
function firstAfter(
  startMs: number,
  clock: string,
  { offset, timeZone }: ReturnType<typeof wallOf>,
): TimeReading {
  const on = (day: string) => started(readStart(`${day}T${clock}${offset}`, timeZone), clock);
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
  const written = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const shift = written * (sign === '-' ? -60_000 : 60_000);
  return new Date(ms + shift).toISOString().slice(0, -1);
}
