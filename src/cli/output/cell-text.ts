// Owns the text of a value in a table, in CSV and in a comparison, and which values are hidden
// there. Must not print.
import { isPrivateField } from '../../contract/private-fields.ts';
import { toLine } from './terminal-text.ts';

/**
 * A value as a cell: text unchanged, lists joined, anything else as JSON; null and undefined are
 * empty.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  return typeof value === 'object' ? itemText(value) : String(value);
}

/** A text as one line of a cell of a table: without control characters, and not endlessly long. */
export function cellLine(text: string): string {
  if (text.length <= longestCell) return toLine(text);
  const withoutHalf = text.slice(0, longestCell).replace(/[\ud800-\udbff]$/, '');
  return `${toLine(withoutHalf)}…`;
}

/** More than any cell of a terminal can show. */
const longestCell = 2_000;

// A person in a list is shown as a name, any other object as JSON.
function itemText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const isNamed = 'name' in value && typeof value.name === 'string' && value.name !== '';
  return isNamed ? String(value.name) : JSON.stringify(value);
}

/** Logs and job summaries are often public: a value of a private field is hidden there. */
export function publicValue<Value>(field: string, value: Value): Value | string {
  return !value || !isPrivateField(field) ? value : '…';
}
