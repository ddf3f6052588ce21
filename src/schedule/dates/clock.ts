// Reads clock times, ranges of them, and the time zones after them, as people write them. Must not know dates.
import { foldDateText } from '../../columns/fold.ts';
import { clockLeadWords, clockUnitWords, rangeSeparatorWords } from './words.ts';

/** Clock times: `HH:MM:SS` with any fraction; an end may be `24:00:00`. */
export interface ClockTimes {
  readonly start: string;
  readonly end?: string | undefined;
}

/** What a text says about its time zone: an offset (`+02:00`, `Z`), a name of the IANA database, or an abbreviation. */
export type ZoneSuffix =
  /** `isBareMinus`: its minus may also be the dash of a range. */
  | { readonly kind: 'offset'; readonly offset: string; readonly isBareMinus?: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'abbreviation'; readonly name: string };

/** A text without the time zone at its end. */
export interface Zoned {
  readonly text: string;
  readonly zone?: ZoneSuffix;
}

/** `9:00`, `9h30`, `2.30 pm`, `0930`, `9 Uhr`, `午後2時30分`, or a range of two: `9:00–9:45`, `from 9 to 10 am`. */
export function readClocks(text: string): ClockTimes | undefined {
  const plain = foldDateText(text).replace(leads, '');
  const single = partsOf(plain);
  if (single !== undefined) return isWhole(single) ? { start: clockOf(single) } : undefined;
  for (const separator of plain.matchAll(rangeSeparators)) {
    const start = partsOf(plain.slice(0, separator.index));
    const end = partsOf(plain.slice(separator.index + separator[0].length));
    const range = start && end && rangeOf(start, end);
    if (range !== undefined) return range;
  }
  return undefined;
}

/** The halves of a text around each mark that may be between two times; a plain hyphen only if it has spaces around it. */
export function splitRange(text: string): readonly (readonly [first: string, second: string])[] {
  if (text.length > longestText) return [];
  return [...text.toLowerCase().matchAll(rangeSeparators)].flatMap(({ 0: mark, index }) =>
    mark === '-' ? [] : [[text.slice(0, index), text.slice(index + mark.length)] as const],
  );
}

/** Whether a time without a mark, as in `2026`, could also be the year of a date before it. */
export function looksLikeYear(text: string): boolean {
  return /(?<!\d)(?:19|20|21)\d\d(?!\d)/.test(text);
}

/** Whether a text says a.m. or p.m. */
export function marksHalf(text: string): boolean {
  return /\d ?[ap]\.? ?m(?!\p{L})|午前|午後|上午|下午/u.test(foldDateText(text));
}

/** Every way in which the end of a text can be a time zone, and the whole text as it is. */
export function zoneReadings(text: string): readonly Zoned[] {
  if (text.length > longestText) return [];
  const offset = offsetAtEnd.exec(text)?.groups;
  const universal = /^(.*?\S) ?[([]?(?:UTC|GMT|(?<=[\d ])Z)[)\]]?$/isu.exec(text);
  const named = /^(.*?\S) ?[([]?(?<!\p{L})(\p{L}[\p{L}_]+(?:\/[\p{L}\d_+-]+)+)[)\]]?$/su.exec(text);
  const abbreviation = /^(.*?\S) ?[([]?(?<!\p{L})(\p{Lu}{2,5})[)\]]?$/su.exec(text);
  const found: Zoned[] = [{ text }];
  if (offset !== undefined) {
    const { before = '', prefix, sign, hours = '', minutes } = offset;
    const isPlain = hours.length === 2 && (minutes !== undefined || sign === '+');
    const isBareMinus = prefix === undefined && sign === '-';
    const value = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes ?? '00'}`;
    if (prefix !== undefined || isPlain) {
      found.push({ text: before, zone: { kind: 'offset', offset: value, isBareMinus } });
    }
  }
  if (universal?.[1] !== undefined) found.push({ text: universal[1], zone: { kind: 'offset', offset: 'Z' } });
  if (named?.[1] !== undefined) found.push({ text: named[1], zone: { kind: 'name', name: named[2] ?? '' } });
  const name = abbreviation?.[2] ?? '';
  if (abbreviation?.[1] !== undefined && !/^(?:UTC|GMT|AM|PM|UHR|H)$/.test(name)) {
    found.push({ text: abbreviation[1], zone: { kind: 'abbreviation', name } });
  }
  return found;
}

/** No time is longer; the text of another column may be very long. */
const longestText = 150;

/** The numbers of a clock time, before the halves of the day are known. */
interface ClockParts {
  readonly hour: number;
  /** Undefined for an hour alone, which is a time only with a mark: `9 am`, `9h`, or as a part of a range. */
  readonly minute: string | undefined;
  readonly rest: string;
  readonly half: 'am' | 'pm' | undefined;
  readonly hasUnit: boolean;
  /** Whether the hour has a leading zero, as in `09`: 12-hour clocks are written without one. */
  readonly isPadded: boolean;
  /** `0930`, which may also be a year. */
  readonly isCompact: boolean;
}

/** `+02:00`, `-0530`, `UTC+2`, `(GMT-5)`; after it may be the name of the zone: `+02:00[Europe/Berlin]`, `GMT+0200 (Central European Time)`. */
const offsetAtEnd =
  /^(?<before>.*?) ?[([]?(?:(?<prefix>UTC|GMT) ?)?(?<sign>[+\u2212-])(?<hours>\d{1,2})(?::?(?<minutes>\d\d))?(?:[)\]]| ?\([^()\d]*\)|\[[^[\]\d]*\])?$/isu;

const words = (list: readonly string[]) => [...list].sort((a, b) => b.length - a.length).join('|');

const leads = new RegExp(`^(?:(?:${words(clockLeadWords)})\\.? |[-–—] )+`, 'u');
const rangeSeparators = new RegExp(` ?[-‐–—−〜~] ?| (?:${words(rangeSeparatorWords)}) |から|[至到]`, 'gu');
const units = `(?:${words(clockUnitWords)})`;

const clockForms = [
  // 9:30, 9.30, 9:30:15, 9h30, 9 h 30, 2.30 pm, 9:30 Uhr, 9 am, 9 Uhr, 9 Uhr 30, 14h30min
  new RegExp(
    `^(?<hour>\\d{1,2})(?:(?::|\\.| ?${units} ?)(?<minute>\\d\\d)(?:(?<=:\\d\\d):(?<second>\\d\\d)(?<fraction>\\.\\d+)?)?(?: ?min)?)?(?: ?(?<half>[ap])\\.? ?m\\.?)?(?<unit> ?${units}\\.?)?$`,
    'u',
  ),
  // 0930, 093015, 0930h
  new RegExp(`^(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?(?<unit> ?${units}\\.?)?$`, 'u'),
  // 午後2時30分, 上午9:00, 9時半
  /^(?<east>午前|午後|上午|下午)? ?(?<hour>\d{1,2})(?: ?(?<unit>[時时点點]) ?(?:(?<minute>\d{1,2}) ?分?|(?<thirty>半))?|:(?<minutes>\d\d)(?::(?<second>\d\d))?)$/u,
];

function partsOf(text: string): ClockParts | undefined {
  const folded = text.trim().replace(/^12(?::00)? ?noon$/, '12 pm');
  const isCompact = /^\d{4}/.test(folded);
  const groups = clockForms.map((form) => form.exec(folded)?.groups).find((each) => each !== undefined);
  if (groups === undefined) return undefined;
  const { second = '00', fraction = '', east, thirty, unit } = groups;
  const hour = Number(groups.hour);
  const minute = thirty === undefined ? (groups.minute ?? groups.minutes) : '30';
  const half = groups.half === undefined ? eastern(east) : groups.half === 'p' ? 'pm' : 'am';
  // 午前12時 is noon by law and midnight by custom.
  const isUnclear = east !== undefined && hour === 12 && half === 'am';
  const isHour = half === undefined ? hour <= 24 : hour <= 12 && (hour > 0 || east !== undefined);
  if (isUnclear || !isHour || Number(minute ?? 0) > 59 || Number(second) > 59) return undefined;
  return {
    hour,
    minute: minute?.padStart(2, '0'),
    rest: `:${second}${fraction}`,
    half,
    hasUnit: unit !== undefined,
    isCompact,
    isPadded: folded.startsWith('0'),
  };
}

function eastern(half: string | undefined): ClockParts['half'] {
  if (half === undefined) return undefined;
  return half === '午後' || half === '下午' ? 'pm' : 'am';
}

/** Whether it is a time by itself. */
function isWhole({ hour, minute, half, hasUnit }: ClockParts): boolean {
  return hour < 24 && (minute !== undefined || half !== undefined || hasUnit);
}

function clockOf({ hour, minute = '00', rest, half }: ClockParts): string {
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}${rest}`;
}

/** One mark is enough for both: `9–10 Uhr`, `1:00–2:30 pm`, `11 am – 1`. With a.m. or p.m., a range is shorter than 12 hours. */
function rangeOf(start: ClockParts, end: ClockParts): ClockTimes | undefined {
  const ends = [start, end];
  const isMarked = ends.some(({ isCompact }) => isCompact) ? ends.every(isWhole) : ends.some(isWhole);
  if (!isMarked || start.hour === 24) return undefined;
  const isMidnight = end.hour === 24 && Number(end.minute ?? 0) === 0;
  if (end.hour === 24 && !isMidnight) return undefined;
  const isOpen = ({ half, hour }: ClockParts) => half === undefined && hour > 0 && hour < 13;
  if (start.half === undefined && end.half !== undefined && isOpen(start)) {
    return range(
      nearer(start, (each) => range(each, end)),
      end,
    );
  }
  if (start.half !== undefined && isOpen(end)) {
    if (end.isPadded) return undefined;
    return range(
      start,
      nearer(end, (each) => range(start, each)),
    );
  }
  return range(start, end);
}

function range(start: ClockParts, end: ClockParts): ClockTimes {
  return { start: clockOf(start), end: clockOf(end) };
}

/** The half of the day in which a range is shorter than 12 hours. */
function nearer(clock: ClockParts, rangeWith: (clock: ClockParts) => ClockTimes): ClockParts {
  const morning: ClockParts = { ...clock, half: 'am' };
  return isShort(rangeWith(morning)) ? morning : { ...clock, half: 'pm' };
}

/** Whether a range is shorter than 12 hours. */
export function isShort({ start, end = start }: ClockTimes): boolean {
  const hours = (clock: string) => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;
  const length = (hours(end) - hours(start) + 24) % 24;
  return length > 0 && length < 12;
}
