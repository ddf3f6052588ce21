// Reads the cells of a row as the values of fields, by its mapping; a full name becomes a first and a last name. Must not know requests.
import { isAddressField } from '../contract/key.ts';
import { unguard } from '../files/csv-write.ts';
import { formulaWithoutResult, type Row } from '../files/table.ts';
import { withoutStar } from '../people/address.ts';
import { elementsCell, plainCell } from '../people/elements.ts';
import { type People, readPeople } from '../people/people.ts';
import { isPlaceholder } from '../people/words.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/** A text without the white space and the invisible marks around it: copied addresses and Arabic titles often have some. */
export function trimmed(text: string): string {
  const own = text.trim();
  // Most texts begin and end with letters that are no such marks.
  return isPlain(own.charCodeAt(0)) && isPlain(own.charCodeAt(own.length - 1)) ? own : own.replace(outerMarks, '');
}

function isPlain(code: number): boolean {
  return code < 0xad;
}

/** Soft hyphens, directional marks, joiners and spaces without width; not the tags that end some flags. */
const marks = '[\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]+';
const outerMarks = new RegExp(`^${marks}|${marks}$`, 'g');

/** The trimmed text of a cell, without the formula guard that this program writes. */
export function cellText({ index, isGuarded }: MappedColumn, cells: readonly string[]): string {
  const cell = cells[index] ?? '';
  // What this program wrote is what the service has, marks included.
  return isGuarded ? unguard(cell).trim() : trimmed(cell);
}

/** The text of a cell; for an e-mail field, only the address. */
export function readCell(column: MappedColumn, cells: readonly string[]): string {
  const text = cellText(column, cells);
  return isEmail(column) ? withoutStar(bareAddress(text)) : text;
}

/** What is wrong with a cell that holds the error of a spreadsheet's formula instead of a value; undefined for other cells. */
export function formulaFault(text: string): string | undefined {
  if (text === formulaWithoutResult) {
    return 'the formula has no saved result; open the file in a spreadsheet program, and save it again';
  }
  return formulaError.test(text) ? `"${text}" is the error of a formula, not a value` : undefined;
}

/** As Excel writes them, in English and in the languages that translate them, and LibreOffice. */
const formulaError = new RegExp(
  `^(${[
    '#(N/A|N/D!?|N/B|NV|Н/Д|NENÍ_K_DISPOZICI)',
    '#(SPILL|CALC|FIELD|BLOCKED|CONNECT|ERROR|DIV/0|DZIEL/0|DĚLENÍ_NULOU|ДЕЛ/0|DEEL/0)!',
    '#(REF|BEZUG|RIF|VERW|ADR|ODKAZ|ССЫЛКА|VALUE|WERT|VALEUR|VALOR|VALORE|WAARDE|ARG|HODNOTA|ЗНАЧ)!',
    '#(NUM|ZAHL|NOMBRE|NÚM|GETAL|LICZBA|ČÍSLO|ЧИСЛО|NULL|NUL|NULO|NULLO|LEEG|ZERO|ПУСТО)!',
    '#(NAME|NOM|NOME|NAAM|NAZWA|NÁZEV|ИМЯ)\\?',
    '#¡(REF|VALOR|DIV/0|NUM|NULO)!|#¿NOMBRE\\?',
    'Err:\\d{3}',
  ].join('|')})$`,
);

/** The value of each field that has one. */
export type Fields = Readonly<Record<string, string>>;

/** A row as its cells were read, once. */
export interface ReadRow {
  readonly fields: Fields;
  /** Who is named in the cell of the full name, or else beside the address; undefined if neither was read. */
  readonly named: People | undefined;
}

export type RowReader = (cells: readonly string[]) => ReadRow;

/** A field whose cell is empty is absent. What depends on the columns alone is decided here, once for all rows. */
export function rowReader({ mapped }: Mapping): RowReader {
  const single = mapped.filter(({ fields }) => fields.length === 1);
  const divided = mapped.filter(({ fields }) => fields.length > 1);
  const parts = mapped.flatMap((column) => (isName(column) && !column.isGuarded ? column.fields : []));
  const email = mapped.find(isEmail);
  const names = mapped.filter(isName).flatMap(({ fields }) => fields);
  return (cells) => {
    const values: Record<string, string> = {};
    for (const column of single) {
      const value = plainCell(readCell(column, cells));
      if (value !== '') values[column.target] = value;
    }
    let named: People | undefined;
    for (const column of divided) {
      const people = readPeople(cellText(column, cells), column.nameForm);
      named ??= people;
      Object.assign(values, nameIn(people, column.fields));
    }
    for (const field of placeholdersIn(parts, values)) delete values[field];
    if (email === undefined || names.some((field) => values[field] !== undefined)) return { fields: values, named };
    const people = besideAddress(email, cells);
    if (people === undefined) return { fields: values, named };
    return { fields: { ...nameIn(people, nameFields(email)), ...values }, named: named ?? people };
  };
}

/**
 * The fields of a name, in columns of their own, that hold placeholders: both of `N.` and `N.`, and `TBA` beside `Ann`. `X`
 * is the family name of `Malcolm X`.
 */
function placeholdersIn(fields: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  const textOf = (field: string) => values[field] ?? '';
  const filled = fields.filter(textOf);
  const texts = filled.map(textOf);
  if (isPlaceholder(texts.join('')) || texts.every(isPlaceholder)) return filled;
  return filled.filter((field) => isPlaceholder(textOf(field)) && !/^(x+|nn)$/i.test(textOf(field)));
}

/** The people in a cell of an address that has names as well. */
function besideAddress(column: MappedColumn, cells: readonly string[]): People | undefined {
  const text = cellText(column, cells);
  return text.includes('<') ? readPeople(text, column.nameForm) : undefined;
}

/** The fields of the name of the person whose address is in a column. */
function nameFields({ target }: MappedColumn): readonly string[] {
  const prefix = target.replace(/email$/, '');
  return [`${prefix}first_name`, `${prefix}last_name`];
}

/** First and last name in a cell of a full name; none if it names several people. */
function nameIn({ people }: People, [first = '', second = '']: readonly string[]): Fields {
  const person = people.length === 1 ? people[0] : undefined;
  const names: Record<string, string> = {};
  if (person !== undefined && person.first !== '') names[first] = person.first;
  if (person !== undefined && person.last !== '') names[second] = person.last;
  return names;
}

/** The fields whose column is mapped and whose cell is empty. */
export function emptyFields(cells: readonly string[], { mapped }: Mapping): readonly string[] {
  return mapped.filter((column) => readCell(column, cells) === '').flatMap(({ fields }) => fields);
}

function isName({ fields }: MappedColumn): boolean {
  return fields.some((field) => field.endsWith('_name') && field !== 'company_name');
}

function isEmail({ target }: MappedColumn): boolean {
  return isAddressField(target);
}

/** `Ada Lovelace <ada@example.org>`, as some systems write an address, is `ada@example.org` (RFC 5322 §3.4). */
function bareAddress(text: string): string {
  if (!/[<:]/.test(text)) return text;
  const [, address = text] = /^[^<>@]*<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  return address.replace(/^mailto:/i, '');
}

/** Of a mapping. */
interface Mapped {
  readonly mapped: readonly { readonly target: string; readonly index: number }[];
}

/** The fields of people that a list may fill. */
const targets = new Set(['name', 'speakers', 'submitter_first_name', 'submitter_last_name']);

/** The row with the people of its file, as its structure separates them. */
export function withPeople<Given extends Row>(row: Given, { mapped }: Mapped): Given {
  const { elements } = row;
  if (elements === undefined) return row;
  const cells = [...row.cells];
  for (const { target, index } of mapped) {
    const own = elements.get(index);
    if (own !== undefined && targets.has(target)) cells[index] = elementsCell(own);
  }
  return { ...row, cells, elements: undefined };
}
