// Writes CSV text: quoting, and the guard on cells that a spreadsheet would run as formulas. Must
// not know what the cells mean.
import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV text. Cells are written unchanged (see `guard`); call it repeatedly for a long table.
 */
export function csvText(
  rows: Iterable<readonly string[]>,
  {
    delimiter = ',',
    lineEnd = '\n',
  }: { readonly delimiter?: string; readonly lineEnd?: string } = {},
): string {
  const table = Array.from(rows, (cells) => [...cells]);
  // An empty line would not be read as a record of one empty cell; U+FEFF at the start would be
  // read as a byte order mark.
  const quoted_empty = table.some((cells) => cells.length === 1);
  return stringify(table, {
    delimiter,
    record_delimiter: lineEnd,
    quoted_empty,
    quoted_match: /^\uFEFF|[\r\n]/,
  });
}

/**
 * Puts a `'` before a cell that a spreadsheet would run as a formula (OWASP, CSV injection); Excel
 * reads full-width signs as well.
 */
export function guard(cell: string): string {
  return /^'*[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

/**
 * Removes the guard. Only for cells that `guard` has written: elsewhere, a leading `'` is the
 * author's own.
 */
export function unguard(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}
