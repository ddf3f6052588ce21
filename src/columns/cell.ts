// Reads the cells of a row by its mapping. Must not know requests or files.
import { unguard } from '../csv/write.ts';
import { formulaWithoutResult } from '../sheets/table.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

/** The trimmed text of a cell, without the formula guard that this program writes; for an e-mail field, only the address. */
export function readCell({ index, fields, isGuarded }: MappedColumn, cells: readonly string[]): string {
  const cell = cells[index] ?? '';
  const text = (isGuarded ? unguard(cell) : cell).trim();
  return fields[0]?.endsWith('email') ? bareAddress(text) : text;
}

/** What is wrong with a cell that holds the error of a spreadsheet's formula instead of a value; undefined for other cells. */
export function formulaFault(text: string): string | undefined {
  if (text === formulaWithoutResult) {
    return 'the formula has no saved result; open the file in a spreadsheet program, and save it again';
  }
  return formulaError.test(text) ? `"${text}" is the error of a formula, not a value` : undefined;
}

const formulaError =
  /^(#N\/A|#REF!|#VALUE!|#DIV\/0!|#NAME\?|#NUM!|#NULL!|#SPILL!|#CALC!|#FIELD!|#BLOCKED!|#CONNECT!|#ERROR!|Err:\d{3})$/;

/** The value of each field that has one; a field whose cell is empty is absent. */
export function readFields(cells: readonly string[], { mapped }: Mapping): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const column of mapped) {
    const value = readCell(column, cells);
    if (value === '') continue;
    const [first = '', second = ''] = column.fields;
    if (column.fields.length === 1) values[first] = value;
    else {
      const [firstName, lastName] = splitName(value);
      if (firstName !== '') values[first] = firstName;
      if (lastName !== '') values[second] = lastName;
    }
  }
  return values;
}

/** The fields whose column is mapped and whose cell is empty. */
export function emptyFields(cells: readonly string[], { mapped }: Mapping): readonly string[] {
  return mapped.filter((column) => readCell(column, cells) === '').flatMap(({ fields }) => fields);
}

/** The last word of a full name is the last name; a single word is the first name. */
export function splitName(name: string): readonly [first: string, last: string] {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

/** A cell in quotation marks for messages; an address in it becomes `…@…`, because messages end up in logs. */
export function quoteCell(text: string): string {
  return JSON.stringify(text.replace(/[^\s<>(),;"]+@[^\s<>(),;"]+\.[^\s<>(),;"]+/g, '…@…'));
}

/** `Ada Lovelace <ada@example.org>`, as some systems write an address, is `ada@example.org` (RFC 5322 §3.4). */
function bareAddress(text: string): string {
  const [, address = text] = /<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  return address;
}
