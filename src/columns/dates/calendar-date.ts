// Reads dates as people and programs write them. Must not know clocks or time zones.
import { foldDateText } from '../fold.ts';
import { quoteCell } from '../quote.ts';
import { dayWords, type LanguageCodes, monthsOf, weekdayNames, weekdaysOf } from './words.ts';

/** The order of a date's numbers, if the numbers do not show it. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface DateOptions {
  readonly dateOrder?: DateOrder | undefined;
  /** The date of the event's first day, `YYYY-MM-DD`, for texts such as `Friday` and `Day 2`. */
  readonly firstDay?: string | undefined;
  /** The languages of the other days in the file, for short forms such as `So` and months that two languages have. */
  readonly languages?: LanguageCodes | undefined;
}

export type DateProblem = 'format' | 'date_order' | 'unclear_day' | 'weekday' | 'first_day';

export type DateReading =
  /** `day` is `YYYY-MM-DD`. */
  | { readonly ok: true; readonly day: string }
  | { readonly ok: false; readonly problem: DateProblem; readonly message: string };

/**
 * The day of `2026-06-05`, `5.6.2026`, `5 June 2026` or `June 5, 2026`, beside which may be its weekday, or of a weekday or
 * `Day 2` of the event. After a leading year of four digits comes the month; numbers between dots are day first unless
 * `dateOrder` is defined; a year of two digits is in this century.
 */
export function readDate(text: string, options: DateOptions = {}): DateReading {
  if (text.length > longestText) return unreadable(text);
  const plain = foldDateText(text).replace(/(\d{4})年(\d{1,2})月(\d{1,2})日/u, '$1-$2-$3');
  const relative = readDayOfEvent(text, plain, options);
  if (relative !== undefined) return relative;
  const views = viewsOf(plain).map((view) => ({ ...view, days: daysIn(view.date, options) }));
  const days = views.flatMap(({ days, weekdays }) =>
    days.filter((day) => weekdays === undefined || weekdays.includes(weekdayNumber(day))),
  );
  const [day, ...others] = new Set(days);
  if (day !== undefined && others.length === 0) return { ok: true, day };
  const problem = /\d[-./] ?\d/.test(plain) ? 'date_order' : 'unclear_day';
  if (day !== undefined) return refuse(problem, `${text} can be ${[day, ...others].join(' or ')}`);
  const actual = views.flatMap(({ days }) => days).map((each) => `${each} is a ${weekdayOf(each)}`);
  return actual.length === 0
    ? unreadable(text)
    : refuse('weekday', `${quoteCell(text)}: ${[...new Set(actual)].join(' and ')}`);
}

/** No date is longer; the text of another column may be very long. */
const longestText = 100;

function unreadable(text: string): DateReading {
  return refuse('format', `${quoteCell(text)}: write the date as 2026-05-02`);
}

/** `Friday` is the first one from the event's first day on; `Day 1` is the first day. */
function readDayOfEvent(
  text: string,
  plain: string,
  { firstDay, languages }: DateOptions,
): DateReading | undefined {
  const [, word = '', number] = /^([\p{L}-]+)\.?(?: ?(\d{1,2}))?$/u.exec(plain) ?? [];
  const isNumbered = number !== undefined && dayWords.includes(word) && Number(number) > 0;
  const weekdays = number === undefined && word !== '' ? weekdaysOf(word, languages) : [];
  if (!isNumbered && weekdays.length === 0) return undefined;
  if (firstDay === undefined) {
    return refuse(
      'first_day',
      `${quoteCell(text)} is no full date, and the first day of the event is not set`,
    );
  }
  if (isNumbered) return { ok: true, day: dayAfter(firstDay, Number(number) - 1) };
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(firstDay, days));
  const [day = '', ...others] = week.filter((each) => weekdays.includes(weekdayNumber(each)));
  if (others.length === 0) return { ok: true, day };
  const readings = [day, ...others].map((each) => `${weekdayOf(each)} ${each}`);
  return refuse('unclear_day', `${text} can be ${readings.join(' or ')}`);
}

/** A date's text, and the weekdays, from 1 for Monday, that the word beside it can mean. */
interface View {
  readonly date: string;
  readonly weekdays: readonly number[] | undefined;
}

/** The word at either end may be a weekday, or belong to the date: "mar" is a Tuesday or a March. */
function viewsOf(plain: string): readonly View[] {
  const [, first = '', after = ''] = /^([\p{L}-]+)\.?,? ?(.*\d.*)$/u.exec(plain) ?? [];
  const [, before = '', last = ''] = /^(.*\d),? ?\(?([\p{L}-]+)\.?\)?$/u.exec(plain) ?? [];
  const beside = [
    { date: after, weekdays: first === '' ? [] : weekdaysOf(first) },
    { date: before, weekdays: last === '' ? [] : weekdaysOf(last) },
  ];
  return [
    { date: plain, weekdays: undefined },
    ...beside.filter(({ weekdays }) => weekdays.length > 0),
  ];
}

const orders = ['dmy', 'mdy', 'ymd'] as const;

/** The real days that a date's text can mean. */
function daysIn(text: string, { dateOrder, languages }: DateOptions): readonly string[] {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== '') return dateOf(year, month, day);
  const [, d1 = '', name1 = '', y1 = ''] =
    /^(\d{1,2})\.?[ -]?(\p{L}+)\.?,?[ -]?(\d{4}|\d\d)$/u.exec(text) ?? [];
  const [, name2 = '', d2 = '', y2 = ''] = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u.exec(text) ?? [];
  const name = name1 || name2;
  if (name !== '')
    return monthsOf(name, languages).flatMap((month) => dateOf(y1 || y2, String(month), d1 || d2));
  const parts = /^(\d{1,4})([-./]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(text);
  if (parts === null) return [];
  const [, first = '', separator, second = '', third = ''] = parts;
  const read = {
    dmy: () => dateOf(third, second, first),
    mdy: () => dateOf(third, first, second),
    ymd: () => dateOf(first, second, third),
  };
  if (first.length === 4) return read.ymd();
  if (dateOrder !== undefined) return read[dateOrder]();
  return separator === '.' ? read.dmy() : orders.flatMap((each) => read[each]());
}

/** `YYYY-MM-DD`; none for a day that does not exist. A year of two digits is in this century. */
function dateOf(year: string, month: string, day: string): readonly string[] {
  const written = year.length === 2 ? 2000 + Number(year) : Number(year);
  // A year of another century is a mistake.
  if (written < 1900 || written > 2199) return [];
  const date = new Date(Date.UTC(written, Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? [date.toISOString().slice(0, 10)] : [];
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

function refuse(problem: DateProblem, message: string): DateReading {
  return { ok: false, problem, message };
}
