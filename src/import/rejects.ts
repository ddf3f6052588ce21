// The reject file: the rows that were not done, as they stood in the user's file, and why.
import { isRejectColumn, rejectColumns } from '../csv/headers.ts';
import type { Row, Sheet } from '../csv/read.ts';
import { csvText, guard } from '../csv/write.ts';
import type { RowFault } from './rows.ts';

/** Takes pieces of the file's text, in order. */
export type RejectSink = (text: string) => Promise<void>;

export interface RejectWriter {
  add(source: Row, faults: readonly RowFault[]): Promise<void>;
}

/** Writes nothing before the first row; the header comes with it. */
export function createRejectWriter(sheet: Pick<Sheet, 'columns' | 'delimiter'>, sink: RejectSink): RejectWriter {
  const { columns, delimiter } = sheet;
  // A reject file that is rejected again keeps one set of its own columns.
  const own = columns.flatMap((column, index) => (isRejectColumn(column) ? [] : [index]));
  let written: Promise<void> | undefined;
  return {
    add(source, faults) {
      const cells = fitCells(source.cells, columns.length, delimiter);
      const text = csvText([[...own.map((index) => cells[index] ?? ''), ...reasons(source, faults)]], { delimiter });
      written = written === undefined ? sink(header() + text) : written.then(() => sink(text));
      return written;
    },
  };

  function header(): string {
    return csvText([[...own.map((index) => columns[index] ?? ''), ...rejectColumns]], { delimiter });
  }
}

/** In the order of `rejectColumns`. */
function reasons({ row }: Row, faults: readonly RowFault[]): readonly string[] {
  const join = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined).join('; ');
  return [
    String(row),
    join(faults.map(({ code }) => code)),
    join(faults.map(({ column }) => column)),
    guard(join(faults.map(({ message }) => message))),
  ];
}

/** A row with too many cells keeps them all: what is over stands in its last cell, as it stood in the file. */
function fitCells(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  if (cells.length <= width) return cells;
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)];
}
