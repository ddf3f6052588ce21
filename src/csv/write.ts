// Writes CSV text: quoting, and the guard against cells that a spreadsheet would run as formulas.
import { stringify } from 'csv-stringify/sync';

/** Rows as CSV text with LF line ends, cells as they are (see `guard`). Long tables are written piece by piece. */
export function csvText(rows: Iterable<readonly string[]>, options: { readonly delimiter?: string } = {}): string {
  const { delimiter = ',' } = options;
  const table = Array.from(rows, (cells) => [...cells]);
  // A record of one empty cell would be an empty line, which is no record; a mark at the start would be taken for a BOM.
  const quoted_empty = table.some((cells) => cells.length === 1);
  return stringify(table, { delimiter, quoted_empty, quoted_match: /^\uFEFF|\r/ });
}

/** Puts a `'` before what a spreadsheet would run (OWASP, CSV injection); for data that is shown. */
export function guard(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** Takes the guard off again. */
export function unguard(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
