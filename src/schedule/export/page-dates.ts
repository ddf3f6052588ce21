// Writes dates, periods and time zones for people, in a language. Must not know sessions.

import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import type { LanguageCode } from '../../columns/vocabulary/languages.ts';

/** What writes dates in a language. Days are `YYYY-MM-DD`. */
export function pageDates(language: LanguageCode) {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const long = format({ ...date, weekday: 'long' });
  const short = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const full = format(date);
  const noYear = format({ day: 'numeric', month: 'long' });
  const isYearFirst = full.formatToParts()[0]?.type === 'year';
  // Versions of the locale data differ in the comma of English dates.
  const plain = (text: string) => (language === 'en' ? text.replace(',', '') : text);
  const written = (day: string) => plain(long.format(new Date(day)));
  return {
    /** `Thursday 20 May 2027` */
    long: written,
    /** `Thu 20 May` */
    short: (day: string) => plain(short.format(new Date(day))),
    /** `Thursday 20 May 2027, 17:15`. @param time `17:15` */
    at: (day: string, time: string) => `${written(day)}${isYearFirst ? '' : ','} ${time}`,
    /** `20–21 May 2027`; a single day is written as `long` does. */
    period(first: string, last: string): string {
      if (first === last) return written(first);
      const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
      const isSameYear = first.slice(0, 4) === last.slice(0, 4);
      const partOf = (day: string) => {
        const text = (isSameYear ? noYear : full).format(new Date(day));
        return isSameMonth ? (dayInText.exec(text)?.[0] ?? text) : text;
      };
      const whole = (day: string) => full.format(new Date(day));
      const dash = dashOf(language, isYearFirst || isSameMonth);
      return isYearFirst
        ? `${whole(first)}${dash}${partOf(last)}`
        : `${partOf(first)}${dash}${whole(last)}`;
    },
  };
}

/** The dash of a period. @param isTight whether no spaces are around it, as between two numbers */
function dashOf(language: LanguageCode, isTight: boolean): string {
  if (language === 'ja') return '～';
  return isTight ? '–' : ' – ';
}

/** `20.` of `20. Mai`, `20日` of `5月20日`: some languages write a day alone in another way. */
const dayInText = /\d+[.日]?(?![月\d])/;

/**
 * `Europe/Berlin (UTC+2)`, or the offset alone if the zone has no name.
 * @param times in milliseconds since 1970
 */
export function zoneText(zone: string, times: readonly number[]): string {
  const offsets = new Set(times.map((ms) => offsetName(toRfc3339(ms, zone).slice(-6))));
  if (/^[+-]/.test(zone) || offsets.has(zone)) return [...offsets].join(', ');
  return `${zone.replaceAll('_', ' ')} (${[...offsets].join(', ')})`;
}

/** `+02:00` → `UTC+2`. */
function offsetName(offset: string): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const isZero = Number(hours) + Number(minutes) === 0;
  if (isZero) return 'UTC';
  const clock = minutes === '00' ? `${Number(hours)}` : `${Number(hours)}:${minutes}`;
  return `UTC${sign === '-' ? '−' : '+'}${clock}`;
}
