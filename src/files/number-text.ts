// Shows the number of a spreadsheet's cell as text: as its format shows it, dates and clock times
// in ISO 8601. Pure.
import { format as formatNumber, getFormatDateInfo, isTextFormat, isValidFormat } from 'numfmt';

/**
 * @param code as in ECMA-376 part 1, §18.8.31: `0.00`, `dd/mm/yyyy`
 * @param is1904 whether day 0 is 1 January 1904
 */
export function numberText(value: number, code: string, is1904: boolean): string {
  if (/^(general|@)?$/i.test(code) || !isValidFormat(code) || isTextFormat(code))
    return plainNumber(value);
  const { year, month, day, hours } = getFormatDateInfo(code);
  const hasDate = year || month || day;
  if ((hasDate || hours) && !/\[[hms]+\]/i.test(code)) {
    return dateText(value + (is1904 ? days1904 : 0), { hasDate, hasClock: hours });
  }
  try {
    return formatNumber(code, value).trim();
  } catch {
    return plainNumber(value);
  }
}

/** All digits that a spreadsheet has; never an exponent below 10^21. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** `2026-05-02T09:00:00` as a date, with the clock time unless it is midnight. */
export function isoText(iso: string): string {
  const [date = '', clock = ''] = iso.replace(/(\.\d+)?Z?$/, '').split('T');
  const shown = clock.replace(/^(\d\d:\d\d):00$/, '$1');
  return shown === '' || shown === '00:00' ? date : `${date} ${shown}`.trim();
}

const days1904 = 1462;
const secondsPerDay = 86_400;

function dateText(
  serial: number,
  { hasDate, hasClock }: { readonly hasDate: boolean; readonly hasClock: boolean },
) {
  const seconds = Math.round(serial * secondsPerDay);
  // Such a date cannot be shown either.
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds >= lastDay * secondsPerDay)
    return plainNumber(serial);
  const days = Math.floor(seconds / secondsPerDay);
  const clock = clockText(seconds % secondsPerDay);
  // A time without a date in a cell for both.
  if (!hasDate || days === 0) return clock;
  // Day 60 is 29 February 1900, which did not exist (ECMA-376 part 1, §18.17.4.1).
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * secondsPerDay * 1000);
  const day = date.toISOString().slice(0, 10);
  return hasClock ? `${day} ${clock}` : day;
}

/** The day after 31 December 9999. */
const lastDay = 2_958_466;

/** `09:30`, with the seconds if there are some. @param seconds since midnight */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const parts = rest === 0 ? [hours, minutes] : [hours, minutes, rest];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
