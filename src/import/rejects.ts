// The reject file: the rows that were not done, as they stood in the user's file, and why.
import { isRejectColumn, rejectColumns } from '../columns/own-output.ts';
import type { Sheet } from '../csv/read.ts';
import { csvText, guard } from '../csv/write.ts';
import { faultsOf } from './report.ts';
import { malformed, type RowFault } from './rows.ts';
import { markOf } from './unmended.ts';
import type { Work } from './work.ts';

/** Takes pieces of a file's text, in order. */
export type TextSink = (text: string) => Promise<void>;

/** Writes an empty text where no row was rejected, refused or lost. */
export async function writeRejects(
  work: Work,
  { columns, delimiter }: Pick<Sheet, 'columns' | 'delimiter'>,
  sink: TextSink,
): Promise<void> {
  const { table } = work;
  // A reject file that is rejected again keeps one set of its own columns.
  const own = columns.flatMap((column, index) => (isRejectColumn(column) ? [] : [index]));
  let isBegun = false;
  for (const row of table.rowsIn('rejected', 'failed', 'conflict', 'doubt')) {
    if (!isBegun) await write([...own.map((index) => columns[index] ?? ''), ...rejectColumns]);
    isBegun = true;
    const cells = fitCells(table.read(row).cells, columns.length, delimiter);
    const standing = own.map((index) => cells[index] ?? '');
    await write([...standing, ...reasons(row, faultsOf(work, row), standing)]);
  }
  if (!isBegun) await sink('');

  function write(cells: readonly string[]): Promise<void> {
    return sink(csvText([cells], { delimiter }));
  }
}

/** In the order of `rejectColumns`. */
function reasons(row: number, faults: readonly RowFault[], standing: readonly string[]): readonly string[] {
  const join = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined).join('; ');
  // Brought into form for the file, such a row would be taken for a sound one.
  const marks = faults.some(({ code }) => code === malformed) ? [markOf(standing)] : [];
  return [
    String(row),
    join(faults.map(({ code }) => code)),
    join(faults.map(({ column }) => column)),
    guard(join([...faults.map(({ message }) => message), ...marks])),
  ];
}

/** A row with too many cells keeps them all: what is over stands in its last cell, as it stood in the file. */
function fitCells(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  if (cells.length <= width) return cells;
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)];
}
