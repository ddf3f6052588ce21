// Reads clock times, and ranges of them, before a time zone or alone. Must not know dates.
import { foldDateText } from '../fold.ts';
import { clockUnitWords, oneOf } from './words.ts';
import { type FinalZone, longestTime, withoutZone } from './zone.ts';

/** Clock times, and the time zone after them. */
export interface ZonedClocks {
  /** `HH:MM:SS` with any fraction. */
  readonly clocks: { readonly start: string; readonly end?: string | undefined };
  readonly zone: FinalZone | undefined;
}

/**
 * `9:00`, `9.30`, `9h30`, `2.30 pm`, `9 Uhr`, or a range of two, `9:00–9:45`.
 * After it may be a time zone.
 */
export function readZonedClocks(text: string): ZonedClocks | undefined {
  const clocks = readClocks(text);
  if (clocks !== undefined) return { clocks, zone: undefined };
  const zoned = withoutZone(text);
  const zonedClocks = zoned && readClocks(zoned.text);
  // `9:00-9:45-10:00` are not two times with an offset.
  return zonedClocks === undefined || (zonedClocks.end !== undefined && zoned?.isBareMinus)
    ? undefined
    : { zone: zoned?.zone, clocks: zonedClocks };
}

/** The same without a time zone. */
export function readClocks(text: string): ZonedClocks['clocks'] | undefined {
  if (text.length > longestTime) return undefined;
  const plain = foldDateText(text).replace(wordBetween, '-');
  const [, from, to] = range.exec(plain) ?? [];
  if (from === undefined || to === undefined) {
    const start = readClock(plain);
    return start && { start: start.clock };
  }
  const times = [from, to.replace(/^24(?=[:.]00$)/, '0')] as const;
  const [first, last] = mayBeOffset.test(plain) ? times : shareHalf(...times);
  const [start, end] = [readClock(first), readClock(last)];
  return start && end && start.hasHalf === end.hasHalf
    ? { start: start.clock, end: end.clock }
    : undefined;
}

/**
 * If only the start or only the end has a.m. or p.m., the other gets the one with which less
 * than twelve hours are between them. Of `11:00` and `1:00 pm`, the first is a.m.
 */
export function shareHalf(start: string, end: string): readonly [string, string] {
  const [from, to] = [twelveHours.exec(start)?.groups, twelveHours.exec(end)?.groups];
  if (from === undefined || to === undefined) return [start, end];
  const isAlone = (from.half === undefined) !== (to.half === undefined);
  const bare = from.half === undefined ? from : to;
  const isHour = bare.minute !== undefined || (from.minute ?? to.minute) === undefined;
  const [before, after] = [minutesOf(from), minutesOf(to)];
  if (!isAlone || !isHour || before === after) return [start, end];
  const written = (from.half ?? to.half ?? '').toLowerCase();
  const other = written === 'a' ? 'p' : 'a';
  const half = `${before < after ? written : other}m`;
  return from.half === undefined ? [`${start} ${half}`, end] : [start, `${end} ${half}`];
}

function minutesOf({ hour, minute = '0' }: Readonly<Record<string, string>>): number {
  return (Number(hour) % 12) * 60 + Number(minute);
}

/** A clock time of twelve hours, alone or after a date. An hour alone is none after a date. */
const twelveHours = new RegExp(
  '^(?:|.*[ ,|@](?=[\\d]+[:.]))(?<hour>0?[1-9]|1[0-2])(?:[:.](?<minute>[0-5]\\d))?' +
    '(?: ?(?<half>[ap])\\.? ?m\\.?)?$',
  'iu',
);

/** `9:00 to 9:45` */
const wordBetween = / (?:to|until|till|bis|tot) /;

/** `9:00 am -05:00` */
const mayBeOffset = /m\.? ?-\d\d:?\d\d$/;

const range = /^([^-‐–—−〜~]+?) ?[-‐–—−〜~] ?([^-‐–—−〜~]+)$/u;
const units = oneOf(clockUnitWords);

// 9:30, 9.30, 9:30:15, 9h30, 9 h 30, 2.30 pm, 9:30 Uhr, 9 am, 9 Uhr, 9 Uhr 30
const form = new RegExp(
  '^(?<hour>\\d{1,2})' +
    `(?:(?:[:.]| ?${units} ?)(?<minute>[0-5]\\d)(?<rest>(?<=:\\d\\d):[0-5]\\d(?:\\.\\d+)?)?)?` +
    `(?: ?(?<half>[ap])\\.? ?m\\.?)?(?<unit> ?${units}\\.?)?$`,
  'u',
);

/** An hour alone is a time only with a mark: `9 am`, `9h`. */
function readClock(
  text: string,
): { readonly clock: string; readonly hasHalf: boolean } | undefined {
  const { hour = '', minute, rest = ':00', half, unit } = form.exec(text)?.groups ?? {};
  if (hour === '' || (minute ?? half ?? unit) === undefined) return undefined;
  const written = Number(hour);
  if (half === undefined ? written > 23 : written < 1 || written > 12) return undefined;
  const inHalf = (written % 12) + (half === 'p' ? 12 : 0);
  const hours = half === undefined ? written : inHalf;
  return {
    clock: `${String(hours).padStart(2, '0')}:${minute ?? '00'}${rest}`,
    hasHalf: half !== undefined,
  };
}
