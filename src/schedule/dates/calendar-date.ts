// Reads dates as people and spreadsheets write them. Must not know clocks or time zones.
import { foldDateText } from '../../columns/fold.ts';
import { quoteCell } from '../../columns/quote.ts';
import { dayWords, fillerWords, type LanguageCodes, monthNames, monthsOf, weekdayNames, weekdaysOf } from './words.ts';

/** The order of a date's numbers, if the numbers do not show it. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface DateOptions {
  readonly dateOrder?: DateOrder | undefined;
  /** The date of the event's first day, `YYYY-MM-DD`, for texts such as `Friday`, `Day 2` and `5 June`. */
  readonly firstDay?: string | undefined;
  /** The languages of the other days in the file, for short forms such as `So`. */
  readonly languages?: LanguageCodes | undefined;
}

export type DateProblem = 'format' | 'date_order' | 'unclear_day' | 'weekday' | 'first_day' | 'serial_number';

export type DateReading =
  /** `day` is `YYYY-MM-DD`. */
  | { readonly ok: true; readonly day: string }
  | { readonly ok: false; readonly problem: DateProblem; readonly message: string };

/**
 * The only day that `text` can mean. After a leading year of four digits comes the month; numbers between dots are day
 * first unless `dateOrder` is defined; a year of two digits is in this century, and last if the month has a name. If there
 * is a weekday, it must be the date's.
 */
export function readDate(text: string, options: DateOptions = {}): DateReading {
  const found = (text.length > longestText ? [] : viewsOf(text, options)).flatMap((view) => daysIn(view, options));
  const days = [...new Set(found.flatMap(({ day = [] }) => day))];
  const [day] = days;
  const refusals = found.flatMap(({ refusal = [] }) => refusal);
  if (day !== undefined && days.length === 1) return refusals[0] ?? { ok: true, day };
  if (day !== undefined) {
    const isOrder = found.every(({ isNamed }) => isNamed !== true);
    const readings = days.map((each) => (isOrder ? each : `${weekdayOf(each)} ${each}`));
    return refuse(isOrder ? 'date_order' : 'unclear_day', `${text} can be ${readings.join(' or ')}`);
  }
  return refusals[0] ?? readSerial(text) ?? refuse('format', `${quoteCell(text)}: expected ${dateExamples}`);
}

/** No date is longer; the text of another column may be very long. */
const longestText = 100;

const dateExamples = 'a date such as 2026-05-02 or 18 Jul 2025';

/** A reading of a date's text: its core, the weekday and the number of the day beside it. */
interface View {
  readonly text: string;
  readonly core: string;
  /** From 1, Monday. */
  readonly weekdays: readonly number[] | undefined;
  readonly dayNumber: number | undefined;
}

/** A day that a text can mean, or why it is not used. */
interface Found {
  readonly day?: string;
  /** Its words decide, not the order of its numbers. */
  readonly isNamed?: boolean;
  readonly refusal?: DateReading;
}

/** Any word may be a weekday, or belong to the date: "mar" is a Tuesday or a March. */
function viewsOf(text: string, { languages }: DateOptions): readonly View[] {
  const tokens = tokensOf(text);
  const numbered = tokens.flatMap((_, index) => withoutDayNumber(tokens, index));
  return [{ tokens, dayNumber: undefined }, ...numbered].flatMap(({ tokens: own, dayNumber }) => {
    const whole: View = { text, core: coreOf(own), weekdays: undefined, dayNumber };
    const named = own.flatMap((token, index) => {
      const weekdays = weekdaysOf(token.trim(), languages);
      return weekdays.length === 0 ? [] : [{ ...whole, core: coreOf(own.toSpliced(index, 1)), weekdays }];
    });
    return [whole, ...named];
  });
}

/** Numbers, words and marks, each with the space before it. */
function tokensOf(text: string): readonly string[] {
  const plain = foldDateText(text)
    .replace(/(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日?/u, ' $1-$2-$3 ')
    .replace(/(\d{1,2}) ?月 ?(\d{1,2}) ?日/u, (_, month, day) => ` ${day} ${monthNames[month - 1]} `)
    .replace(/第 ?(\d{1,2}) ?[天日]|(\d{1,2}) ?日目/u, ' day $1$2 ')
    .replace(/[- ]feira(?!\p{L})/gu, '')
    // Ordinals: 5th, 1er, 1.º
    .replace(/(\d)\.?(?:st|nd|rd|th|er|e|o|a)(?!\p{L})/gu, '$1');
  return plain.match(/\s?(?:\d+|\p{L}+|[^\d\p{L}\s])/gu) ?? [];
}

function withoutDayNumber(tokens: readonly string[], index: number): readonly NumberedTokens[] {
  const isDay = (token = '') => dayWords.includes(token.trim());
  const numberAt = (at: number) => (/^\s?\d{1,2}$/.test(tokens[at] ?? '') ? Number(tokens[at]) : undefined);
  if (!isDay(tokens[index])) return [];
  const after = numberAt(index + 1);
  const before = tokens[index - 1] === '.' ? index - 2 : index - 1;
  const ahead = numberAt(before);
  return [
    ...(after === undefined ? [] : [{ tokens: tokens.toSpliced(index, 2), dayNumber: after }]),
    ...(ahead === undefined ? [] : [{ tokens: tokens.toSpliced(before, index - before + 1), dayNumber: ahead }]),
  ];
}

interface NumberedTokens {
  readonly tokens: readonly string[];
  readonly dayNumber: number;
}

/** The text of a date alone, without words that add nothing to it and without marks around it. */
function coreOf(tokens: readonly string[]): string {
  const text = tokens.filter((token) => !fillerWords.has(token.trim())).join('');
  return text.replace(/^[\s.,:;|/()[\]–—-]+|[\s.,:;|/()[\]–—-]+$/gu, '');
}

function daysIn(view: View, options: DateOptions): readonly Found[] {
  const { core, weekdays, dayNumber } = view;
  if (core === '') return weekdays === undefined && dayNumber === undefined ? [] : relativeDays(view, options);
  const dates = numericDates(core, options.dateOrder) ?? namedDates(core, options.dateOrder);
  const found = dates
    .flatMap((date) => dayOf(date, view, options))
    .map((each) => ({ ...each, isNamed: /\p{L}/u.test(core) }));
  const days = found.flatMap(({ day = [] }) => day);
  const { firstDay } = options;
  const numbered = dayNumber === undefined || firstDay === undefined ? undefined : dayAfter(firstDay, dayNumber - 1);
  const fits = (day: string) =>
    (weekdays === undefined || weekdays.includes(weekdayNumber(day))) && (numbered ?? day) === day;
  if (days.length === 0 || days.some(fits)) return found.filter(({ day }) => day === undefined || fits(day));
  const actual = days.map((day) => `${day} is a ${weekdayOf(day)}`).join(' and ');
  const expected = numbered === undefined || days.includes(numbered) ? '' : `, and day ${dayNumber} is ${numbered}`;
  return [{ refusal: refuse('weekday', `${quoteCell(view.text)}: ${actual}${expected}`) }];
}

/** `Friday` is the first one from the event's first day on; `Day 1` is the first day. */
function relativeDays({ text, weekdays, dayNumber }: View, { firstDay }: DateOptions): readonly Found[] {
  if (firstDay === undefined) return [{ refusal: wantsFirstDay(text) }];
  const days =
    dayNumber === undefined
      ? [0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(firstDay, days))
      : [dayNumber > 0 ? dayAfter(firstDay, dayNumber - 1) : undefined];
  const real = days.flatMap((day) => day ?? []);
  const fitting = real.filter((day) => weekdays === undefined || weekdays.includes(weekdayNumber(day)));
  const [day] = real;
  if (fitting.length > 0 || day === undefined) return fitting.map((each) => ({ day: each, isNamed: true }));
  return [{ refusal: refuse('weekday', `${quoteCell(text)}: day ${dayNumber} is ${weekdayOf(day)} ${day}`) }];
}

/** A date without a year is within this many days from the first day of the event. */
const longestEvent = 31;

function dayOf({ year, month, day }: YearlessDate, { text }: View, { firstDay }: DateOptions): readonly Found[] {
  if (year !== undefined) return [{ day: dateOf(year, month, day) }].flatMap(present);
  // In a leap year, every day of any year exists.
  if (dateOf('2000', month, day) === undefined) return [];
  if (firstDay === undefined) return [{ refusal: wantsFirstDay(text) }];
  const year0 = Number(firstDay.slice(0, 4));
  const days = [year0, year0 + 1].flatMap((each) => dateOf(String(each), month, day) ?? []);
  const next = days.find((each) => each >= firstDay);
  const end = dayAfter(firstDay, longestEvent);
  if (next === undefined || next < end) return [{ day: next }].flatMap(present);
  const message = `${quoteCell(text)} has no year, and is not in the ${longestEvent} days from ${firstDay} on`;
  return [{ day: next, refusal: refuse('format', message) }];
}

function present({ day }: { readonly day: string | undefined }): readonly Found[] {
  return day === undefined ? [] : [{ day }];
}

function wantsFirstDay(text: string): DateReading {
  return refuse('first_day', `${quoteCell(text)} is no full date, and the first day of the event is not set`);
}

interface YearlessDate {
  readonly year: string | undefined;
  readonly month: string;
  readonly day: string;
}

const orders = ['dmy', 'mdy', 'ymd'] as const;

function numericDates(core: string, order: DateOrder | undefined): readonly YearlessDate[] | undefined {
  const [, y = '', m = '', d = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(core) ?? [];
  if (y !== '') return [{ year: y, month: m, day: d }];
  const short = /^(\d{1,2})(\. ?|\/)(\d{1,2})$/.exec(core);
  if (short !== null) {
    const [, first = '', mark, second = ''] = short;
    const dmy = { year: undefined, month: second, day: first };
    const mdy = { year: undefined, month: first, day: second };
    if (order === 'dmy' || order === 'mdy') return [order === 'dmy' ? dmy : mdy];
    return mark === '/' ? [dmy, mdy] : [dmy];
  }
  const parts = /^(\d{1,4}) ?([-./]) ?(\d{1,2}) ?\2 ?(\d{1,4})$/.exec(core);
  if (parts === null) return undefined;
  const [, first = '', separator, second = '', third = ''] = parts;
  const read = {
    dmy: { year: third, month: second, day: first },
    mdy: { year: third, month: first, day: second },
    ymd: { year: first, month: second, day: third },
  };
  if (first.length === 4) return [read.ymd];
  if (order !== undefined) return [read[order]];
  if (separator === '.') return [read.dmy];
  return orders.map((each) => read[each]);
}

/** `5 jun 2026`, `jun 5, 2026`, `2026 jun 5`, and the same without a year. */
function namedDates(core: string, order: DateOrder | undefined): readonly YearlessDate[] {
  if (!/^[\d\p{L}\s.,/'’-]+$/u.test(core)) return [];
  const words = core.match(/\d+|\p{L}+/gu) ?? [];
  const shape = words.map((word) => (/\d/.test(word) ? (word.length > 2 ? 'Y' : 'n') : 'M')).join('');
  const name = words.find((word) => /\p{L}/u.test(word)) ?? '';
  const [first, second, third] = words;
  const parts: Record<string, readonly [year: string | undefined, day: string | undefined]> = {
    nMY: [third, first],
    nMn: order === 'ymd' ? [first, third] : [third, first],
    MnY: [third, second],
    Mnn: [third, second],
    YMn: [first, third],
    nM: [undefined, first],
    Mn: [undefined, second],
  };
  const [year, day] = parts[shape] ?? [];
  return day === undefined ? [] : monthsOf(name).map((month) => ({ year, month: String(month), day }));
}

/** `YYYY-MM-DD`; undefined for a day that does not exist. A year of two digits is in this century. */
function dateOf(year: string, month: string, day: string): string | undefined {
  const written = year.length === 2 ? 2000 + Number(year) : Number(year);
  // A year of another century is a mistake.
  if (written < 1900 || written > 2199) return undefined;
  const date = new Date(Date.UTC(written, Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** The date that many days after a date, both as `YYYY-MM-DD`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function weekdayNumber(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

function weekdayOf(day: string): string {
  return weekdayNames[weekdayNumber(day) - 1] ?? '';
}

/** Spreadsheets count days from 30 December 1899. Such numbers are refused, because the day depends on the program. */
function readSerial(text: string): DateReading | undefined {
  const number = Number(text.replace(',', '.'));
  if (!/^\d{5}([.,]\d+)?$/.test(text) || number < 36_526 || number >= 73_050) return undefined;
  const minutes = Math.round(number * 1440);
  const date = new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString();
  const probable = Number.isInteger(number) ? date.slice(0, 10) : date.slice(0, 16).replace('T', ' ');
  return refuse(
    'serial_number',
    `${quoteCell(text)} is a spreadsheet's number, probably of ${probable}: format the column as dates there, and export it again`,
  );
}

function refuse(problem: DateProblem, message: string): DateReading {
  return { ok: false, problem, message };
}
