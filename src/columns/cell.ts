// Reads the cells of a row by its mapping. Knows no request and no file.
import { unguard } from '../csv/write.ts';
import type { Binding, Mapping } from './mapping.ts';

/** What a column holds in a row, without a guard and the white space around it; of an address, the address alone. */
export function readCell({ index, fields }: Binding, cells: readonly string[]): string {
  const text = unguard(cells[index] ?? '').trim();
  return fields[0]?.endsWith('email') ? bareAddress(text) : text;
}

/** The value of each field that has one; a field whose cell is empty is absent. */
export function readFields(cells: readonly string[], { bindings }: Mapping): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const binding of bindings) {
    const value = readCell(binding, cells);
    if (value === '') continue;
    const [first = '', second = ''] = binding.fields;
    if (binding.fields.length === 1) values[first] = value;
    else {
      const [firstName, lastName] = splitName(value);
      if (firstName !== '') values[first] = firstName;
      if (lastName !== '') values[second] = lastName;
    }
  }
  return values;
}

/** The fields whose column is mapped and whose cell is empty. */
export function emptyFields(cells: readonly string[], { bindings }: Mapping): readonly string[] {
  return bindings.filter((binding) => readCell(binding, cells) === '').flatMap(({ fields }) => fields);
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
