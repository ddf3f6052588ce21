// Writes dates, periods and time zones for people, in a language. Must not know sessions.
import { toRfc3339 } from '../dates/zoned-time.ts';
import type { PageLanguage } from './words/codes.ts';

/** Of one language. Days are `YYYY-MM-DD`. */
export interface PageDates {
  /** `Thursday 20 May 2027` */
  long(day: string): string;
  /** `Thu 20 May` */
  short(day: string): string;
  /** `20–21 May 2027`; a single day is written as `long` does. */
  period(first: string, last: string): string;
}

export function pageDates(language: PageLanguage): PageDates {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const long = format({ ...date, weekday: 'long' });
  const short = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const period = format(date);
  // Versions of the locale data differ in the comma of English dates.
  const plain = (text: string) => (language === 'en' ? text.replace(',', '') : text);
  return {
    long: (day) => plain(long.format(new Date(day))),
    short: (day) => plain(short.format(new Date(day))),
    period: (first, last) =>
      first === last
        ? plain(long.format(new Date(first)))
        : withPlainSpaces(period.formatRange(new Date(first), new Date(last))),
  };
}

/** `20–21 May`, but `30 May – 1 June`: the locale data have thin spaces, or too many. */
function withPlainSpaces(range: string): string {
  return range.replace(/\s/g, ' ').replace(/^(\d+\.?) – (?=\d)/, '$1–');
}

/** `Europe/Berlin (UTC+2)`, or the offset alone if the zone has no name. @param times in milliseconds since 1970 */
export function zoneText(zone: string, times: readonly number[]): string {
  const offsets = new Set(times.map((ms) => offsetName(toRfc3339(ms, zone).slice(-6))));
  if (/^[+-]/.test(zone) || offsets.has(zone)) return [...offsets].join(', ');
  return `${zone.replaceAll('_', ' ')} (${[...offsets].join(', ')})`;
}

/** `+02:00` → `UTC+2`. */
function offsetName(offset: string): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const isZero = Number(hours) + Number(minutes) === 0;
  return isZero ? 'UTC' : `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}
