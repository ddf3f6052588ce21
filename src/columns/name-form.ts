// Decides how the names of a column are written: by its header, and by the commas of all its cells. Pure.
import { InvalidInputError } from '../errors.ts';
import type { Row } from '../files/table.ts';
import { type Comma, commaIn, joinPeople, type NameForm, readPeople } from '../people/people.ts';
import { wordsOf } from './fold.ts';
import { quoteCell } from './quote.ts';
import { type Entry, entriesOf } from './vocabulary/word-index.ts';

/** The values of `--names`. */
export const nameForms: Readonly<Record<string, NameForm>> = {
  'first last': { comma: 'people' },
  'last first': { comma: 'people', order: 'family_first' },
  'last, first': { comma: 'parts' },
};

/** @param rows of the whole file */
export function nameFormOf(header: string, index: number, rows: readonly Row[] = []): NameForm {
  const comma = commaIn(textRows(rows, index).map(({ cells }) => cells[index] ?? ''));
  if (!isFamilyFirstHeader(header)) return { comma };
  return { comma: header.includes(',') ? 'parts' : comma, order: 'family_first' };
}

/** The rows that can be read and whose cell is a text, not a list of elements. */
function textRows(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter(({ fault, elements }) => fault === undefined && elements?.has(index) !== true);
}

/** The first cell whose comma is unclear in its column, and what it names in each form. */
export function unclearCell(rows: readonly Row[], index: number) {
  const row = textRows(rows, index).find(({ cells }) => !['people', undefined].includes(commaIn([cells[index] ?? ''])));
  const cell = row?.cells[index] ?? '';
  const namesIn = (comma: Comma) => joinPeople(readPeople(cell, { comma }).people.map(({ name }) => name));
  return { ...(row !== undefined && { line: row.line }), cell, people: namesIn('people'), parts: namesIn('parts') };
}

export function unclearNames(
  { cell, people, parts, ...place }: ReturnType<typeof unclearCell>,
  { file, column }: { readonly file: string; readonly column: string },
): InvalidInputError {
  const message = `${quoteCell(cell)} names ${quoteCell(people)} if a comma separates people, and ${quoteCell(parts)} if it separates the last name from the first`;
  return new InvalidInputError(`the column "${column}" of ${file} does not show what a comma means`, {
    details: [{ file, ...place, column, code: 'unclear_people', message }],
    fix: 'pass --names "first last" if commas separate people, or --names "last, first" if the last name is before the comma',
  });
}

/** Whether a header has the family name before the first name: `Nachname Vorname`, `Apellidos y nombre`, `Nom et prénom`. */
function isFamilyFirstHeader(header: string): boolean {
  const words = wordsOf(header);
  if (familyFirstAbbreviation.test(words.join(' '))) return true;
  const parts: (readonly Entry[])[] = [];
  for (let at = 0; at < words.length; ) {
    // `Nom de famille` is one part.
    const [length = 1] = [3, 2].filter((count) => namesMeant(words.slice(at, at + count)).length > 0);
    parts.push(namesMeant(words.slice(at, at + length)));
    at += length;
  }
  const find = (isMeant: (entry: Entry) => boolean) => parts.findIndex((part) => part.some(isMeant));
  const family = find(({ meaning }) => meaning === 'lastName');
  const given = find(({ meaning }) => meaning === 'firstName');
  if (family >= 0 && given >= 0) return family < given;
  if (family >= 0) return find(({ meaning }) => meaning === 'name') > family;
  const languages = new Set(parts[given]?.map(({ language }) => language).filter((each) => familyIsName.has(each)));
  const name = find(({ meaning, language }) => meaning === 'name' && languages.has(language));
  return name >= 0 && name < given;
}

/** `Фамилия, имя, отчество`, also beside a role: `ФИО докладчика` */
const familyFirstAbbreviation = /(?<!\S)(?:ф ?и ?о|п ?і ?б)(?!\S)/u;

/** The languages whose word for a name is also that for a family name: `Name und Vorname`. */
const familyIsName: ReadonlySet<string> = new Set(['de', 'fr', 'nl']);

function namesMeant(words: readonly string[]): readonly Entry[] {
  return entriesOf(words.join('')).filter(({ meaning }) => ['name', 'firstName', 'lastName'].includes(meaning));
}
