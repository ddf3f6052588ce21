// Reads dates as people and programs write them. Must not know clocks or time zones.
import { isUsualYear } from '../../contract/start.ts';
import { foldDateText } from '../fold.ts';
import { quoteCell } from '../quote.ts';
import { type DateOptions, type DateReading, refuse } from './time-reading.ts';
import { dayWords, weekdayNames, weekdaysOf } from './words.ts';
import { type WrittenDate, writtenDates } from './written-date.ts';

/**
 * The day of `2026-06-05`, `5.6.2026`, `5 June 2026` or `June 5, 2026`, beside which may be its
 * weekday, or of a weekday or `Day 2` of the event. After a leading year of four digits comes the
 * month; numbers between dots are day first unless `dateOrder` is defined; a year of two digits is
 * in this century. Without a year, it is the first such day from the event's first day on.
 */
export function readDate(text: string, options: DateOptions = {}): DateReading {
  if (text.length > longestText) return unreadable(text);
  const plain = foldDateText(text)
    .replace(/(\d{4})年(\d{1,2})月(\d{1,2})日/u, '$1-$2-$3')
    .replace(/(?<!\d)(\d{1,2})月(\d{1,2})日/u, '--$1-$2');
  const relative = readBareNumber(text, plain, options) ?? readDayOfEvent(text, plain, options);
  if (relative !== undefined) return relative;
  const views = viewsOf(plain, (date) => writtenDates(date, options).filter(isReal));
  const lacksYear = views.some(({ dates }) => dates.some(({ year }) => year === undefined));
  if (lacksYear && options.firstDay === undefined) return withoutFirstDay(text);
  return chooseDay(
    text,
    views.flatMap(({ dates, weekdays }) =>
      dates.flatMap((date) => daysOf(date, options)).map((day) => ({ day, weekdays })),
    ),
  );
}

/**
 * What the numbers of a column of days mean: days of the event, if they are 1 to N without gaps.
 * @param cells of the column, without those that say that there is no day
 * @returns undefined if no cell is a bare number
 */
export function numberedDays(cells: Iterable<string>): DateOptions['bareNumbers'] {
  const texts = new Set([...cells].map(foldDateText).filter((text) => text !== ''));
  const numbers = new Set([...texts].filter((text) => bareNumber.test(text)).map(Number));
  if (numbers.size === 0) return undefined;
  const hasWords = [...texts].some((text) => !bareNumber.test(text));
  const isWhole = Array.from(numbers, (_, at) => at + 1).every((number) => numbers.has(number));
  return isWhole && !hasWords ? 'days' : 'unclear';
}

const bareNumber = /^\d{1,2}$/;

function readBareNumber(
  text: string,
  plain: string,
  { firstDay, bareNumbers }: DateOptions,
): DateReading | undefined {
  if (bareNumbers === undefined || !bareNumber.test(plain)) return undefined;
  if (bareNumbers === 'unclear') {
    const reason = 'the days of this column are not the numbers from 1 on without gaps';
    return refuse('unclear_day', `${quoteCell(text)}: ${reason}; write full dates or "Day 1"`);
  }
  if (firstDay === undefined) return withoutFirstDay(text);
  return { ok: true, day: dayAfter(firstDay, Number(plain) - 1) };
}

/** @param possible the days that a text can mean, each with what the word beside it can mean */
function chooseDay(
  text: string,
  possible: readonly { readonly day: string; readonly weekdays: readonly number[] | undefined }[],
): DateReading {
  const fitting = possible.filter(
    ({ day, weekdays }) => weekdays === undefined || weekdays.includes(weekdayNumber(day)),
  );
  const [day, ...others] = new Set(fitting.map(({ day }) => day));
  if (day !== undefined && others.length === 0) return { ok: true, day };
  if (day !== undefined) {
    const problem = /\d[-./] ?\d/.test(foldDateText(text)) ? 'date_order' : 'unclear_day';
    return refuse(problem, `${text} can be ${[day, ...others].join(' or ')}`);
  }
  if (possible.length === 0) return unreadable(text);
  const actual = new Set(possible.map(({ day }) => `${day} is a ${weekdayOf(day)}`));
  return refuse('weekday', `${quoteCell(text)}: ${[...actual].join(' and ')}`);
}

/** No date is longer; the text of another column may be very long. */
const longestText = 100;

function unreadable(text: string): DateReading {
  return refuse('format', `${quoteCell(text)}: write the date as 2026-05-02`);
}

function withoutFirstDay(text: string): DateReading {
  const reason = 'is no full date, and the first day of the event is not set';
  return refuse('first_day', `${quoteCell(text)} ${reason}`);
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
  if (firstDay === undefined) return withoutFirstDay(text);
  if (isNumbered) return { ok: true, day: dayAfter(firstDay, Number(number) - 1) };
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(firstDay, days));
  const days = week.filter((date) => weekdays.includes(weekdayNumber(date)));
  const [day, other] = days;
  if (day !== undefined && other === undefined) return { ok: true, day };
  const readings = days.map((date) => `${weekdayOf(date)} ${date}`);
  return refuse('unclear_day', `${text} can be ${readings.join(' or ')}`);
}

/**
 * The dates that a text, and a part of it, may be, each with the weekdays, from 1 for Monday, that
 * the word beside it can mean. That word may also belong to the date: "mar" is a Tuesday or a
 * March.
 */
function viewsOf(plain: string, datesIn: (text: string) => readonly WrittenDate[]) {
  const [, first = '', after = ''] = /^([\p{L}-]+)\.?,? ?(.*\d.*)$/u.exec(plain) ?? [];
  const [, before = '', last = ''] = /^(.*\d.*?),? ?\(?([\p{L}-]+)\.?\)?$/u.exec(plain) ?? [];
  const beside = [
    { word: first, dates: datesIn(after) },
    { word: last, dates: datesIn(before) },
  ];
  // The names of the weekdays take long to load.
  const dated = beside.filter(({ dates }) => dates.length > 0);
  const views = dated.map(({ word, dates }) => ({ dates, weekdays: weekdaysOf(word) }));
  return [
    { dates: datesIn(plain), weekdays: undefined },
    ...views.filter(({ weekdays }) => weekdays.length > 0),
  ];
}

/** Whether a date exists in some year. */
function isReal({ year = '2000', month, day }: WrittenDate): boolean {
  return dateOf(year, month, day).length > 0;
}

/** The days of a date in the calendar; without a year, the first one from the first day on. */
function daysOf({ year, month, day }: WrittenDate, { firstDay }: DateOptions): readonly string[] {
  if (year !== undefined) return dateOf(year, month, day);
  if (firstDay === undefined) return [];
  const firstYear = Number(firstDay.slice(0, 4));
  const aYearLater = `${firstYear + 1}${firstDay.slice(4)}`;
  return [firstYear, firstYear + 1]
    .flatMap((possibleYear) => dateOf(String(possibleYear), month, day))
    .filter((date) => date >= firstDay && date < aYearLater);
}

/** `YYYY-MM-DD`; none for a day that does not exist. A year of two digits is in this century. */
function dateOf(year: string, month: string, day: string): readonly string[] {
  const written = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (!isUsualYear(written)) return [];
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
