// Writes the reject file: the rows that were not imported, as in the user's file, with the reasons.

import { hash } from 'node:crypto';
import type { RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { plainCell } from '../columns/elements.ts';
import { isReportColumn, rejectColumns } from '../columns/own-output.ts';
import { csvText, guard } from '../files/csv-write.ts';
import type { Sheet } from '../files/table.ts';
import { faultsOf } from './report.ts';
import { malformed } from './row-rules.ts';
import type { Work } from './work.ts';

/** Receives the whole text of a file, in pieces. */
export type TextSink = (text: Iterable<string>) => Promise<void>;

/** The reject file in pieces; none if every row was imported. */
export function* rejectsText(
  work: Work,
  { columns, delimiter }: Pick<Sheet, 'columns' | 'delimiter'>,
): IterableIterator<string> {
  const { ledger } = work;
  // If the user's file is itself a reject file, its own reject columns are replaced.
  const own = columns.flatMap((column, index) => (isReportColumn(column) ? [] : [index]));
  let isBegun = false;
  for (const row of ledger.rowsIn('rejected', 'failed', 'conflict', 'doubt')) {
    if (!isBegun) yield line([...own.map((index) => columns[index] ?? ''), ...rejectColumns]);
    isBegun = true;
    const saved = ledger.read(row);
    const cells = fitCells(cellsOf(saved, columns), columns.length, delimiter);
    const userCells = own.map((index) => plainCell(cells[index] ?? ''));
    yield line([...userCells, ...reasons(saved.row, faultsOf(work, row), userCells)]);
  }

  function line(cells: readonly string[]): string {
    return csvText([cells], { delimiter });
  }
}

/** In the order of `rejectColumns`. */
function reasons(row: number, faults: readonly RowFault[], userCells: readonly string[]): readonly string[] {
  const join = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined).join('; ');
  // A malformed row is written with the right number of cells, so without this mark it would be accepted unchanged.
  const marks = faults.some(({ code }) => code === malformed) ? [fingerprintOf(userCells)] : [];
  return [
    String(row),
    join(faults.map(({ code }) => code)),
    join(faults.map(({ column }) => column)),
    guard(join([...faults.map(({ message }) => message), ...marks])),
  ];
}

/** The user's cells of a row; of a row that was not read from cells, its values. */
export function cellsOf({ source, names, fields }: LedgerRow, columns: readonly string[]): readonly string[] {
  return source ?? columns.map((column) => (column === 'id' ? names.id : fields[column]) ?? '');
}

/** Joins surplus cells into the last one, with the delimiter between them as in the file. */
export function fitCells(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  if (cells.length <= width) return cells;
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)];
}

/**
 * @param columns of a file that may be a reject file
 * @returns a function that decides whether a row was rejected as malformed and has not been changed since
 */
export function unchangedRejects(columns: readonly string[]): (cells: readonly string[]) => boolean {
  const message = columns.indexOf('_message');
  const own = columns.flatMap((column, index) => (isReportColumn(column) ? [] : [index]));
  if (message < 0) return () => false;
  return (cells) => cells[message]?.endsWith(fingerprintOf(own.map((index) => cells[index] ?? ''))) === true;
}

/** The end of the message of a malformed row. @param cells the user's own */
function fingerprintOf(cells: readonly string[]): string {
  return `(unchanged: ${hash('sha256', JSON.stringify(cells)).slice(0, 8)})`;
}
