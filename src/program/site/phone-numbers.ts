// Owns where the phone numbers of an event are in a text, in whatever way they are written. Must
// not know whose they are. Pure.

import { normalForm } from '../../contract/normal-form.ts';

/**
 * @param fields what records have as phone numbers: one, several, or with other text
 * @returns replaces these numbers in a text, with and without the prefix of a country
 */
export function phoneMask(fields: readonly string[]): (text: string) => string {
  const numbers = fields.flatMap(numbersIn);
  const cores = new Set(numbers.map(coreOf));
  // A field may have more digits than the number, such as office hours.
  const parts = new Set(
    numbers.flatMap((digits) => [...partsOf(digits, 7), ...partsOf(digits, 8)]),
  );
  const lengths = [...new Set([...cores].map(({ length }) => length))];
  const isPhone = (digits: string) => {
    if (digits.length < shortestPhone) return false;
    if (parts.has(coreOf(digits))) return true;
    return lengths.some((length) => partsOf(digits, length).some((part) => cores.has(part)));
  };
  if (cores.size === 0) return (text) => text;
  return (text) => text.replace(digitRun, (run) => (isPhone(digitsOf(run)) ? '…' : run));
}

/** Digits of any script, with what people write between those of a phone number. */
const digitRun =
  /[+＋(（]{0,2}\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}./\\．／_＿·•‧∙⋅・ー−~*'’]{0,3}\p{Nd})*/gu;

/** What is between two numbers, or between a number and other text of the field. */
const separator = /[,;/|()（）\n]|\s{2}|\s(?=[+＋])/u;

/** The digits of each number in a field; several if it is unclear where one ends. */
function numbersIn(field: string): readonly string[] {
  const runs = field.match(digitRun) ?? [];
  const numbers = runs.flatMap((run) => [run, ...run.split(separator)].map(digitsOf));
  const long = numbers.filter(({ length }) => length >= shortestPhone);
  return long.length > 0 ? long : [digitsOf(field)].filter(({ length }) => length >= shortestPhone);
}

/** Shorter numbers are years and amounts as well. */
const shortestPhone = 6;

/** What a number has in common with and without the prefix of its country. */
function coreOf(digits: string): string {
  return digits.replace(/^0{1,3}(?=\d{6})/, '').slice(-8);
}

/** All successive digits of a length. */
function partsOf(digits: string, length: number): readonly string[] {
  const count = Math.max(0, digits.length - length + 1);
  return Array.from({ length: count }, (_, at) => digits.slice(at, at + length));
}

function digitsOf(text: string): string {
  // As most texts are; the rest of the function takes longer.
  if (/^[ -~]*$/.test(text)) return text.replace(/\D/g, '');
  const digits = normalForm(text, 'NFKC').match(/\p{Nd}/gu) ?? [];
  return digits.map((digit) => (digit < ':' ? digit : asciiDigit(digit))).join('');
}

/** The digits of each script follow one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
