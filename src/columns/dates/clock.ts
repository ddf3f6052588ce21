// Reads clock times, ranges of them, and the time zones after them, as people write them. Must not know dates.
import { foldDateText } from '../fold.ts';
import { clockUnitWords } from './words.ts';

/** Clock times: `HH:MM:SS` with any fraction. */
export interface ClockTimes {
  readonly start: string;
  readonly end?: string | undefined;
}

/** What a text says about its time zone: an offset (`+02:00`, `Z`), or a name of the IANA database. */
export type ZoneSuffix =
  | { readonly kind: 'offset'; readonly offset: string }
  | { readonly kind: 'name'; readonly name: string };

/** Clock times, and the time zone after them. */
export interface ZonedClocks {
  readonly clocks: ClockTimes;
  readonly zone: ZoneSuffix | undefined;
}

/** `9:00`, `9.30`, `9h30`, `2.30 pm`, `9 Uhr`, or a range of two, `9:00–9:45`; after it may be a time zone. */
export function readZonedClocks(text: string): ZonedClocks | undefined {
  const clocks = readClocks(text);
  if (clocks !== undefined) return { clocks, zone: undefined };
  const zoned = withoutZone(text);
  const own = readClocks(zoned?.text ?? '');
  // `9:00-9:45-10:00` are not two times with an offset.
  return own === undefined || (own.end !== undefined && zoned?.isBareMinus)
    ? undefined
    : { zone: zoned?.zone, clocks: own };
}

export function readClocks(text: string): ClockTimes | undefined {
  if (text.length > longestText) return undefined;
  const plain = foldDateText(text);
  const [, from, to] = range.exec(plain) ?? [];
  if (from === undefined || to === undefined) {
    const start = readClock(plain);
    return start && { start: start.clock };
  }
  const [start, end] = [readClock(from), readClock(to.replace(/^24(?=[:.]00$)/, '0'))];
  // With one a.m. or p.m. for two times, the other is unknown.
  return start && end && start.hasHalf === end.hasHalf ? { start: start.clock, end: end.clock } : undefined;
}

/** A text without the time zone at its end; undefined if it has none. */
export interface Unzoned {
  readonly text: string;
  readonly zone: ZoneSuffix;
  /** The minus of its offset may also be the dash of a range. */
  readonly isBareMinus: boolean;
}

export function withoutZone(text: string): Unzoned | undefined {
  if (text.length > longestText) return undefined;
  const [, universal] = /^(.*?\S) ?[([]?(?:UTC|GMT|(?<=[\d ])Z)[)\]]?$/iu.exec(text) ?? [];
  if (universal !== undefined) return { text: universal, zone: { kind: 'offset', offset: 'Z' }, isBareMinus: false };
  const [, before, name = ''] =
    /^(.*?\S) ?[([]?(?<!\p{L})(\p{L}[\p{L}_]+(?:\/[\p{L}\d_+-]+)+)[)\]]?$/u.exec(text) ?? [];
  if (before !== undefined) return { text: before, zone: { kind: 'name', name }, isBareMinus: false };
  const [, own, prefix, sign, hours = '', minutes] = offsetAtEnd.exec(text) ?? [];
  const isOffset = prefix !== undefined || (hours.length === 2 && (minutes !== undefined || sign === '+'));
  if (own === undefined || !isOffset) return undefined;
  const offset = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes ?? '00'}`;
  return { text: own, zone: { kind: 'offset', offset }, isBareMinus: prefix === undefined && sign === '-' };
}

/** No time is longer; the text of another column may be very long. */
const longestText = 150;

/** `+02:00`, `-0530`, `UTC+2`, `(GMT-5)` */
const offsetAtEnd = /^(.*?\S) ?[([]?(?:(UTC|GMT) ?)?([+\u2212-])(\d{1,2})(?::?(\d\d))?[)\]]?$/iu;

const range = /^([^-‐–—−〜~]+?) ?[-‐–—−〜~] ?([^-‐–—−〜~]+)$/u;
const units = `(?:${[...clockUnitWords].sort((a, b) => b.length - a.length).join('|')})`;

// 9:30, 9.30, 9:30:15, 9h30, 9 h 30, 2.30 pm, 9:30 Uhr, 9 am, 9 Uhr, 9 Uhr 30
const form = new RegExp(
  `^(?<hour>\\d{1,2})(?:(?:[:.]| ?${units} ?)(?<minute>[0-5]\\d)(?<rest>(?<=:\\d\\d):[0-5]\\d(?:\\.\\d+)?)?)?(?: ?(?<half>[ap])\\.? ?m\\.?)?(?<unit> ?${units}\\.?)?$`,
  'u',
);

/** An hour alone is a time only with a mark: `9 am`, `9h`. */
function readClock(text: string): { readonly clock: string; readonly hasHalf: boolean } | undefined {
  const { hour = '', minute, rest = ':00', half, unit } = form.exec(text)?.groups ?? {};
  if (hour === '' || (minute ?? half ?? unit) === undefined) return undefined;
  const written = Number(hour);
  if (half === undefined ? written > 23 : written < 1 || written > 12) return undefined;
  const hours = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0);
  return { clock: `${String(hours).padStart(2, '0')}:${minute ?? '00'}${rest}`, hasHalf: half !== undefined };
}
