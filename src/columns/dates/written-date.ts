// Reads the parts of dates in the forms in which people and programs write them. Must not know
// which days exist.
import type { DateOptions, DateOrder } from './time-reading.ts';
import { monthsOf } from './words.ts';

/** The parts of a date as they are written. */
export interface WrittenDate {
  readonly year: string | undefined;
  readonly month: string;
  readonly day: string;
}

/** The dates that a text can mean; some may not exist. @param text folded */
export function writtenDates(text: string, options: DateOptions): readonly WrittenDate[] {
  return [...namedDates(text, options), ...numericDates(text, options)];
}

/** `5 June 2026`, `June 5, 2026`, `2026-Jun-05`, and the first two without a year. */
function namedDates(text: string, { languages }: DateOptions): readonly WrittenDate[] {
  const plain = text.replace(ordinal, '$1 ').replace(' ,', ',').trim();
  const parts = nameForms.map((form) => form.exec(plain)?.groups).find((groups) => groups);
  if (parts === undefined) return [];
  const { year, name = '', day = '' } = parts;
  return monthsOf(name, languages).map((month) => ({ year, month: String(month), day }));
}

/** Of `May 20th, 2027` and `20th of May`. */
const ordinal = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)(?: of)?(?=[ ,]|$) ?/u;

const nameForms = [
  /^(?<day>\d{1,2})\.?[ -]?(?<name>\p{L}+)\.?(?:,?[ -]?(?<year>\d{4}|\d\d))?$/u,
  /^(?<name>\p{L}+)\.? (?<day>\d{1,2})(?:,? (?<year>\d{4}))?$/u,
  /^(?<year>\d{4})[- ](?<name>\p{L}+)\.?[- ](?<day>\d{1,2})$/u,
];

/** `2026-06-05`, `5.6.2026`, `5/6/2026`, `20260605`, and without a year `5.6.`, `5/6`, `--6-5`. */
function numericDates(text: string, { dateOrder }: DateOptions): readonly WrittenDate[] {
  const certain = certainForms.map((form) => form.exec(text)?.groups).find((groups) => groups);
  if (certain !== undefined) {
    const { year, month = '', day = '' } = certain;
    return [{ year, month, day }];
  }
  const parts = fullForm.exec(text) ?? slashedForm.exec(text) ?? dottedForm.exec(text);
  const [, first = '', separator, second = '', third] = parts ?? [];
  if (first === '') return [];
  const withoutOrder = separator === '.' ? dayFirst : orders;
  const possible = dateOrder === undefined ? withoutOrder : [dateOrder];
  return possible.map((order) => inOrder(order, [first, second, third]));
}

/** Without a year, the order is that of the day and the month. */
function inOrder(
  order: DateOrder,
  [first, second, third]: readonly [string, string, string | undefined],
): WrittenDate {
  if (order === 'dmy') return { year: third, month: second, day: first };
  if (order === 'mdy' || third === undefined) return { year: third, month: first, day: second };
  return { year: first, month: second, day: third };
}

const orders = ['dmy', 'mdy', 'ymd'] as const;
const dayFirst = ['dmy'] as const;

const certainForms = [
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<year>\d{4})(?<separator>[-./]) ?(?<month>\d{1,2})\k<separator> ?(?<day>\d{1,2})$/,
  /^--(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];
const fullForm = /^(\d{1,2})([-./]) ?(\d{1,2})\2 ?(\d{1,4})$/;
const slashedForm = /^(\d{1,2})(\/)(\d{1,2})$/;
const dottedForm = /^(\d{1,2})(\.) ?(\d{1,2})\.$/;
