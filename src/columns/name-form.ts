// Decides how the names of a column are written: by its header, and by the commas of all its cells.
// Pure.
import { InvalidInputError } from '../errors.ts';
import type { Row } from '../files/table.ts';
import { commaIn, isWithinPeople, type NameForm } from '../people/comma.ts';
import { joinPeople, readPeople } from '../people/people.ts';
import { wordsOf } from './fold.ts';
import { quoteCell } from './quote.ts';
import { type Entry, entriesOf } from './vocabulary/word-index.ts';

/** The values of `--names`. */
export const nameForms: Readonly<Record<string, NameForm>> = {
  'first last': { comma: 'people' },
  'last first': { comma: 'people', order: 'family_first' },
  'last, first': { comma: 'parts' },
  'first last, affiliation': { comma: 'affiliation' },
};

/** @param rows of the whole file */
export function nameFormOf(header: string, index: number, rows: readonly Row[] = []): NameForm {
  const form = commaIn(textRows(rows, index).map(({ cells }) => cells[index] ?? ''));
  if (!isFamilyFirstHeader(header)) return form;
  if (header.includes(',')) return { comma: 'parts', order: 'family_first' };
  return { ...form, order: 'family_first' };
}

/** The rows that can be read and whose cell is a text, not a list of elements. */
function textRows(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter(({ fault, elements }) => fault === undefined && elements?.has(index) !== true);
}

/** A cell whose comma is unclear in its column. */
export interface UnclearCell {
  readonly line: number;
  readonly cell: string;
  /** The forms that the column may have, and whom the cell names in each. */
  readonly readings: readonly NameReading[];
}

interface NameReading {
  /** The value of `--names`. */
  readonly form: string;
  readonly meaning: string;
  readonly people: string;
}

const meanings: readonly Omit<NameReading, 'people'>[] = [
  { form: 'first last', meaning: 'a comma separates people' },
  { form: 'last, first', meaning: 'the last name is before the comma' },
  { form: 'first last, affiliation', meaning: 'an affiliation is after the comma' },
];

/**
 * The cell that best shows what the comma of an unclear column can mean: the first with the most
 * readings. Undefined if no cell has two, so that no form decides the column.
 */
export function unclearCell(rows: readonly Row[], index: number): UnclearCell | undefined {
  const unclear = textRows(rows, index)
    .map(({ line, cells }) => ({ line, cell: cells[index] ?? '' }))
    .filter(({ cell }) => !['people', undefined].includes(commaIn([cell]).comma));
  const within = unclear.filter(({ cell }) => isWithinPeople(cell));
  // Where semicolons separate people, commas do not.
  const possible = meanings.filter(({ form }) => within.length === 0 || form !== 'first last');
  let best: UnclearCell | undefined;
  for (const { line, cell } of within.length > 0 ? within : unclear) {
    const readings = differentReadings(cell, possible);
    if (readings.length > (best?.readings.length ?? 1)) best = { line, cell, readings };
    if (best?.readings.length === possible.length) break;
  }
  return best;
}

/** Of forms that decide whom the cell names, one for each reading. */
function differentReadings(cell: string, possible: typeof meanings): readonly NameReading[] {
  const readings = new Map<string, NameReading>();
  for (const { form, meaning } of possible) {
    const read = readPeople(cell, nameForms[form]);
    const people = joinPeople(read.people.map(({ name }) => name));
    const isDecided = read.doubts.every(({ kind }) => kind !== 'count');
    if (isDecided && !readings.has(people)) readings.set(people, { form, meaning, people });
  }
  return [...readings.values()];
}

/** The flags by which it is known whom each of these cells names, and when they are right. */
export function namesFixes(cells: readonly string[]): readonly string[] {
  return commaForms.flatMap(({ form, where }) => {
    const decides = (cell: string) => {
      const { doubts } = readPeople(cell, nameForms[form]);
      return doubts.every(({ kind }) => kind !== 'count');
    };
    return cells.every(decides) ? [`--names "${form}" if ${where}`] : [];
  });
}

const commaForms = [
  { form: 'last, first', where: 'the last name is before a comma' },
  { form: 'first last, affiliation', where: 'an affiliation is after a comma or "|"' },
] as const;

export function unclearNames(
  { line, cell, readings }: UnclearCell,
  { file, column }: { readonly file: string; readonly column: string },
): InvalidInputError {
  const cases = readings.map(({ people, meaning }) => `${quoteCell(people)} if ${meaning}`);
  const flags = readings.map(({ form, meaning }) => `--names "${form}" if ${meaning}`);
  const message = `${quoteCell(cell)} names ${inSentence(cases, 'and')}`;
  return new InvalidInputError(
    `the column "${column}" of ${file} does not show what a comma means`,
    {
      details: [{ file, line, column, code: 'unclear_people', message }],
      fix: `pass ${inSentence(flags, 'or')}`,
    },
  );
}

function inSentence(parts: readonly string[], word: 'and' | 'or'): string {
  const last = parts.at(-1) ?? '';
  return `${parts.slice(0, -1).join(', ')}${parts.length > 2 ? ',' : ''} ${word} ${last}`;
}

/**
 * Whether a header has the family name before the first name: `Nachname Vorname`, `Apellidos y
 * nombre`, `Nom et prénom`.
 */
function isFamilyFirstHeader(header: string): boolean {
  const words = wordsOf(header);
  if (familyFirstAbbreviation.test(words.join(' '))) return true;
  const parts: (readonly Entry[])[] = [];
  for (let at = 0; at < words.length; ) {
    // `Nom de famille` is one part.
    const [length = 1] = [3, 2].filter(
      (count) => namesMeant(words.slice(at, at + count)).length > 0,
    );
    parts.push(namesMeant(words.slice(at, at + length)));
    at += length;
  }
  const find = (isMeant: (entry: Entry) => boolean) =>
    parts.findIndex((part) => part.some(isMeant));
  const family = find(({ meaning }) => meaning === 'lastName');
  const given = find(({ meaning }) => meaning === 'firstName');
  if (family >= 0 && given >= 0) return family < given;
  if (family >= 0) return find(({ meaning }) => meaning === 'name') > family;
  const languages = new Set(
    parts[given]?.map(({ language }) => language).filter((language) => familyIsName.has(language)),
  );
  const name = find(({ meaning, language }) => meaning === 'name' && languages.has(language));
  return name >= 0 && name < given;
}

/** `Фамилия, имя, отчество`, also beside a role: `ФИО докладчика` */
const familyFirstAbbreviation = /(?<!\S)(?:ф ?и ?о|п ?і ?б)(?!\S)/u;

/** The languages whose word for a name is also that for a family name: `Name und Vorname`. */
const familyIsName: ReadonlySet<string> = new Set(['de', 'fr', 'nl']);

function namesMeant(words: readonly string[]): readonly Entry[] {
  return entriesOf(words.join('')).filter(({ meaning }) =>
    ['name', 'firstName', 'lastName'].includes(meaning),
  );
}
