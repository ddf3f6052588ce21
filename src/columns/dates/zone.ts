// Reads time zones as people write them: names, offsets, and words with several meanings.
// Must not know clock times.

import { normalForm } from '../../contract/normal-form.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { plainForm } from '../fold.ts';
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

/** A zone at the end of a text: an exact one, or a word with several meanings, such as `EDT`. */
export type FinalZone = ZoneSuffix | { readonly kind: 'word'; readonly word: string };

/**
 * A text without the time zone at its end; undefined if it has none.
 * @returns also whether the minus of its offset may be the dash of a range
 */
export function withoutZone(
  text: string,
): { readonly text: string; readonly zone: FinalZone; readonly isBareMinus: boolean } | undefined {
  if (text.length > longestTime) return undefined;
  const [, beforeUniversal] = universalAtEnd.exec(text) ?? [];
  if (beforeUniversal !== undefined) {
    const zone: FinalZone = { kind: 'offset', offset: 'Z' };
    return { text: beforeUniversal, zone, isBareMinus: false };
  }
  const [, beforeName, name] = nameAtEnd.exec(text) ?? [];
  if (beforeName !== undefined && name !== undefined) {
    return { text: beforeName, zone: { kind: 'name', name }, isBareMinus: false };
  }
  const [, beforeWord, word] = wordAtEnd.exec(text) ?? [];
  if (beforeWord !== undefined && word !== undefined) {
    return { text: beforeWord, zone: { kind: 'word', word }, isBareMinus: false };
  }
  const [, before, prefix, sign = '', hours = '', minutes] = offsetAtEnd.exec(text) ?? [];
  const hasMark =
    prefix !== undefined || (hours.length === 2 && (minutes !== undefined || sign === '+'));
  if (before === undefined || !hasMark) return undefined;
  const zone: FinalZone = { kind: 'offset', offset: offsetText(sign, hours, minutes) };
  return { text: before, zone, isBareMinus: prefix === undefined && sign === '-' };
}

/**
 * A range whose start has the zone of its end, `10:00 ET - 11:00 ET`, or a zone that its end lacks,
 * with the zone at its end alone; any other text as it is.
 */
export function withOneZone(text: string): string {
  if (text.length > longestTime) return text;
  const [, start = '', dash = '', end = ''] = zonedRange.exec(text) ?? [];
  const from = withoutZone(start);
  if (from === undefined || from.isBareMinus || !/\d$|[ap]\.?m\.?$/i.test(from.text)) return text;
  const to = withoutZone(end);
  // `UTC-04:00` is one zone.
  if (to === undefined && dash.endsWith('-') && universalAtEnd.test(start)) return text;
  const isSame = JSON.stringify(to?.zone) === JSON.stringify(from.zone);
  if (to === undefined) return `${from.text}${dash}${end}${start.slice(from.text.length)}`;
  return isSame ? `${from.text}${dash}${end}` : text;
}

/** Without spaces, the dash of a range is after a letter or a parenthesis, which ends the zone. */
const zonedRange =
  /^(.*\d.*)((?<=[\p{L})\]]) ?[-\u2010-\u2015\u2212~] ?| [-\u2010-\u2015\u2212~] | to )(\d.*)$/iu;

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
  const named = placesIn(text)
    .map(zoneOfCity)
    .find((zone) => zone !== undefined);
  if (named !== undefined) return `${quoteCell(text)}: write the time zone as ${named}`;
  return `unknown time zone ${quoteCell(text)}: ${whatToWrite}`;
}

/** Whether a remark in a header names a zone, in a form that may not be exact. */
export function isAboutZones(remark: string): boolean {
  return (
    isAbbreviation(remark) ||
    // Among other words, `AT` and `at` differ.
    remark.split(/[^\p{L}]+/u).some((word) => /^\p{Lu}+$/u.test(word) && isAbbreviation(word)) ||
    namedZone.test(remark) ||
    /\b(?:UTC|GMT)(?!\p{L})/iu.test(remark) ||
    areaOfName.test(remark) ||
    remark.split(/[/,&]/).some((part) => zoneOfCity(part.trim()) !== undefined) ||
    placesIn(remark).some((place) => zoneOfCity(place) !== undefined || isZonePlace(place))
  );
}

/**
 * The text before a word for a zone at the end of a header: `Time, EST`, `start_est`. Elsewhere,
 * words in lower case are of other languages: `début et`.
 */
export function endsWithZoneWord(header: string): string | undefined {
  const [, before, word] = headerWordAtEnd.exec(header) ?? [];
  return word !== undefined && (isAbbreviation(word) || namedZone.test(word)) ? before : undefined;
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
  return cities.get(
    plainName(text)
      .replace(/ (?:local )?time$/i, '')
      .replaceAll(' ', '_'),
  );
}

/** By its last part, the name of a zone. Created when a text first needs it. */
let cities: ReadonlyMap<string, string> | undefined;

/** Whether the name of a zone's clocks is that of this place, such as `Brasilia` or `India`. */
function isZonePlace(place: string): boolean {
  zonePlaces ??= new Set(Intl.supportedValuesOf('timeZone').map(placeOfZone));
  return zonePlaces.has(plainName(place));
}

let zonePlaces: ReadonlySet<string> | undefined;

function placeOfZone(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return plainName(name.replace(/ (?:Standard |Summer |Daylight )?Time$/, ''));
}

/** Words that begin as names do, and up to three of them together: `New York` in `in New York`. */
function placesIn(text: string): readonly string[] {
  const words = text.split(' ').slice(0, mostWords);
  return words.flatMap((word, at) =>
    /^\p{Lu}\p{M}*\p{Ll}/u.test(word)
      ? [3, 2, 1].map((count) => words.slice(at, at + count).join(' '))
      : [],
  );
}

const mostWords = 10;

function plainName(text: string): string {
  return normalForm(text, 'NFKD').replace(/\p{M}/gu, '');
}

function offsetText(sign: string, hours: string, minutes = '00'): string {
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/** No time is longer; the text of another column may be very long. */
export const longestTime = 150;

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
const headerWordAtEnd = new RegExp(
  `^(.+[^\\p{L}])(?:(?<word>\\p{Lu}{2,5}|(?<=_)\\p{Ll}{2,5}|(?:${namedForm})))$`,
  'u',
);
