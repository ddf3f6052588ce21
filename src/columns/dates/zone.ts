// Reads time zones as people write them: names, offsets, and words with several meanings.
// Must not know clock times.
import { isTimeZone } from '../../contract/time-zone.ts';
import { quoteCell } from '../quote.ts';
import { zoneWords } from './words.ts';
import { toRfc3339 } from './zoned-time.ts';

/** A time zone: an offset (`+02:00`, `Z`), or a name of the IANA database. */
export type ZoneSuffix =
  | { readonly kind: 'offset'; readonly offset: string }
  | { readonly kind: 'name'; readonly name: string };

export type ZoneReading =
  | { readonly ok: true; readonly zone: ZoneSuffix }
  | { readonly ok: false; readonly problem: 'unknown_time_zone'; readonly message: string };

/** The zone that a whole text names, in a column of time zones: `Europe/Berlin`, `UTC+2`. */
export function readZone(text: string): ZoneReading {
  const plain = plainForm(text);
  if (universal.test(plain)) return { ok: true, zone: { kind: 'offset', offset: 'Z' } };
  const [, , sign = '', hours = '', minutes] = offset.exec(plain) ?? [];
  if (hours !== '' && Number(hours) <= maxHours && Number(minutes ?? 0) < 60) {
    return { ok: true, zone: { kind: 'offset', offset: offsetText(sign, hours, minutes) } };
  }
  if (!isAbbreviation(plain) && isTimeZone(plain)) {
    return { ok: true, zone: { kind: 'name', name: plain } };
  }
  return { ok: false, problem: 'unknown_time_zone', message: messageFor(plain) };
}

/**
 * The zone in the final parenthesis of the header of a column of times: `Start (Europe/Berlin)`.
 * Undefined if there is none, or it has another remark: `Start (24h)`.
 */
export function zoneOfHeader(header: string): ZoneReading | undefined {
  const [, remark = ''] = /[([]([^()[\]]+)[)\]][\s*:]*$/.exec(plainForm(header)) ?? [];
  if (remark.trim() === '' || remark.length > longestZone) return undefined;
  const reading = readZone(remark);
  return reading.ok || isAboutZones(remark.trim()) ? reading : undefined;
}

/** A zone at the end of a text: an exact one, or a word with several meanings, such as `EDT`. */
export type FinalZone = ZoneSuffix | { readonly kind: 'word'; readonly word: string };

/** A text without the time zone at its end; undefined if it has none. */
export interface Unzoned {
  readonly text: string;
  readonly zone: FinalZone;
  /** The minus of its offset may also be the dash of a range. */
  readonly isBareMinus: boolean;
}

export function withoutZone(text: string): Unzoned | undefined {
  if (text.length > longestText) return undefined;
  const [, beforeUniversal] = universalAtEnd.exec(text) ?? [];
  if (beforeUniversal !== undefined) {
    const zone: FinalZone = { kind: 'offset', offset: 'Z' };
    return { text: beforeUniversal, zone, isBareMinus: false };
  }
  const [, beforeName, name = ''] = nameAtEnd.exec(text) ?? [];
  if (beforeName !== undefined) {
    return { text: beforeName, zone: { kind: 'name', name }, isBareMinus: false };
  }
  const [, beforeWord, word = ''] = wordAtEnd.exec(text) ?? [];
  if (beforeWord !== undefined) {
    return { text: beforeWord, zone: { kind: 'word', word }, isBareMinus: false };
  }
  const [, before, prefix, sign = '', hours = '', minutes] = offsetAtEnd.exec(text) ?? [];
  const hasMark =
    prefix !== undefined || (hours.length === 2 && (minutes !== undefined || sign === '+'));
  if (before === undefined || !hasMark) return undefined;
  const zone: FinalZone = { kind: 'offset', offset: offsetText(sign, hours, minutes) };
  return { text: before, zone, isBareMinus: prefix === undefined && sign === '-' };
}

/** Why a text is refused that ends with a word for a zone. */
export function severalMeanings(text: string): string {
  return `${quoteCell(text)}: words for time zones have several meanings; ${whatToWrite}`;
}

/** As it is written in files and messages: `+02:00`, `Europe/Berlin`. */
export function zoneText(zone: ZoneSuffix): string {
  return zone.kind === 'name' ? zone.name : zone.offset;
}

/** Whether the clocks of two zones agree at an instant. The names must be known. */
export function isSameClock(one: ZoneSuffix, other: ZoneSuffix, ms: number): boolean {
  return offsetAt(one, ms) === offsetAt(other, ms);
}

function offsetAt(zone: ZoneSuffix, ms: number): string {
  if (zone.kind === 'name') return toRfc3339(ms, zone.name).slice(-'+00:00'.length);
  return zone.offset.replace(/^(?:Z|-00:00)$/, '+00:00');
}

const whatToWrite = 'write a name such as America/New_York, or an offset such as UTC-04:00';

function messageFor(text: string): string {
  if (isAbbreviation(text) || namedZone.test(text)) return severalMeanings(text);
  const whole = zoneOfCity(text);
  if (whole !== undefined) {
    return `${quoteCell(text)} is a part of the name of a time zone: write ${whole}`;
  }
  return `unknown time zone ${quoteCell(text)}: ${whatToWrite}`;
}

/** Whether a remark in a header names a zone, in a form that may not be exact. */
function isAboutZones(remark: string): boolean {
  return (
    isAbbreviation(remark) ||
    // Among other words, `AT` and `at` differ.
    remark.split(/[^\p{L}]+/u).some((word) => /^\p{Lu}+$/u.test(word) && isAbbreviation(word)) ||
    namedZone.test(remark) ||
    /\b(?:UTC|GMT)(?!\p{L})/iu.test(remark) ||
    areaOfName.test(remark) ||
    remark.split(/[/,&]/).some((part) => zoneOfCity(part.trim()) !== undefined)
  );
}

function isAbbreviation(text: string): boolean {
  return abbreviations.has(text.toLowerCase());
}

const abbreviations = new Set(zoneWords);

/** `Berlin` and `Berlin time` belong to Europe/Berlin. */
function zoneOfCity(text: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((name) => [name.slice(name.lastIndexOf('/') + 1), name]),
  );
  return cities.get(text.replace(/ (?:local )?time$/i, '').replaceAll(' ', '_'));
}

/** By its last part, the name of a zone. Created when a text first needs it. */
let cities: ReadonlyMap<string, string> | undefined;

function offsetText(sign: string, hours: string, minutes = '00'): string {
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/** Full-width letters and parentheses are plain ones. */
function plainForm(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}

/** No time is longer; the text of another column may be very long. */
const longestText = 150;
const longestZone = 60;

/** No zone is further from UTC. */
const maxHours = 14;

const universal = /^(?:UTC|GMT|Z)$/i;
const universalAtEnd = /^(.*?\S) ?[([]?(?:UTC|GMT|(?<=[\d ])Z)[)\]]?$/iu;

/** `+02:00`, `-0530`, `UTC+2`, `GMT-5` */
const offsetForm = '(?:(UTC|GMT) ?)?([+\\u2212-])(\\d{1,2})(?::?(\\d\\d))?';
const offset = new RegExp(`^${offsetForm}$`, 'iu');
const offsetAtEnd = new RegExp(`^(.*?\\S) ?[([]?${offsetForm}[)\\]]?$`, 'iu');

const nameAtEnd = /^(.*?\S) ?[([]?(?<!\p{L})(\p{L}[\p{L}_]+(?:\/[\p{L}\d_+-]+)+)[)\]]?$/u;
const areaOfName =
  /\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//i;

/** `Eastern Time`, `US Pacific`, `Central European Summer Time` */
const namedForm =
  '(?:U\\.?S\\.? )?(?:Eastern|Central|Mountain|Pacific|Atlantic)' +
  '(?:(?: Standard| Daylight)? Time)?' +
  '|(?:Central|Eastern|Western) European(?:(?: Standard| Summer)? Time)?' +
  '|British (?:Summer )?Time';
const namedZone = new RegExp(`^(?:${namedForm})$`, 'iu');
const wordAtEnd = new RegExp(
  `^(.*?\\S) ?[([]?(?<!\\p{L})(${zoneWords.join('|')}|${namedForm})[)\\]]?$`,
  'iu',
);
