// Finds the time zone that a header of times names: `Start (Europe/Berlin)`, `start_utc`. Must not
// know what else headers mean.

import { plainForm } from '../fold.ts';
import {
  endsWithZoneWord,
  isAboutZones,
  readZone,
  severalMeanings,
  type ZoneReading,
} from './zone.ts';

/** Undefined if a header names no zone; a remark may be another one: `Start (24h)`. */
export function zoneOfHeader(header: string): ZoneReading | undefined {
  return divideHeader(header)?.zone;
}

/** The zone of a header, in its final parenthesis or as words, and what else the header says. */
export function divideHeader(
  header: string,
): { readonly rest: string; readonly zone: ZoneReading } | undefined {
  const plain = plainForm(header);
  const [, before = '', remark = ''] = finalRemark.exec(plain) ?? [];
  const isLong = remark.length > longestZone;
  const zone = remark.trim() === '' || isLong ? undefined : zoneOfRemark(remark.trim());
  if (zone !== undefined) return { rest: before.trim(), zone };
  const words = remark === '' ? plain : before.trim();
  return words.length > longestHeader ? undefined : zoneInWords(words);
}

function zoneOfRemark(remark: string): ZoneReading | undefined {
  const reading = readZone(remark);
  return reading.ok || isAboutZones(remark) ? reading : undefined;
}

/** `Start UTC`, `UTC start`, `start_utc`, `startUtc`, `Time Europe/Berlin`, `Times in EDT` */
function zoneInWords(header: string): ReturnType<typeof divideHeader> {
  const zoneName = universalWord.exec(header) ?? nameAtEnd.exec(header);
  if (zoneName !== null) {
    const [text] = zoneName;
    const others = [header.slice(0, zoneName.index), header.slice(zoneName.index + text.length)];
    const rest = others
      .map((part) => part.trim())
      .join(' ')
      .trim();
    // `UTC/CEST` has two zones.
    const other = zoneInWords(rest);
    const zone = other === undefined ? readZone(text) : refused(header);
    return { rest: other?.rest ?? withoutJoint(rest), zone };
  }
  const rest = endsWithZoneWord(header);
  return rest === undefined ? undefined : { rest: withoutJoint(rest), zone: refused(header) };
}

function refused(header: string): ZoneReading {
  return { ok: false, problem: 'unknown_time_zone', message: severalMeanings(header) };
}

/** What is left of `Time, EST` and `Times in EST`. */
function withoutJoint(text: string): string {
  const joint = /[\s,;:_|/()[\]\u2010-\u2015-]+$/u;
  return text
    .replace(joint, '')
    .replace(/[\s_]in$/i, '')
    .replace(joint, '')
    .trim();
}

/** A longer text is no header. */
export const longestHeader = 80;

/** A longer text is no zone. */
const longestZone = 60;

const finalRemark = /^(.*)[([]([^()[\]]+)[)\]][\s*:]*$/;
const universalWord = new RegExp(
  '(?:(?<![\\p{L}\\d])(?:UTC|GMT|utc|gmt|Utc|Gmt)|(?<=\\p{Ll})(?:UTC|GMT|Utc|Gmt))' +
    '(?: ?[+\\u2212-]\\d{1,2}(?::?\\d\\d)?(?!\\d))?(?!\\p{L})',
  'u',
);
const regions = 'Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific';
const nameAtEnd = new RegExp(`(?<![\\p{L}/])(?:${regions})(?:/[\\p{L}\\d_+-]+)+$`, 'u');
