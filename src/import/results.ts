// Writes the results file: what became of each row.
import { plainCell } from '../columns/elements.ts';
import { isReportColumn, resultColumns } from '../columns/own-output.ts';
import { csvText, guard } from '../files/csv-write.ts';
import type { Sheet } from '../files/table.ts';
import { resultsIn } from './planned-rows.ts';
import { cellsOf, fitCells } from './rejects.ts';
import type { Work } from './work.ts';

/**
 * The results file as CSV, in pieces: row, line, key, action and id of each row; if rows are matched by `record`, the user's own
 * columns, and then the number, the action and the id.
 */
export function* resultsText(
  work: Work,
  { columns, delimiter }: Pick<Sheet, 'columns' | 'delimiter'>,
): IterableIterator<string> {
  const hasOwn = work.matching === 'record';
  const own = columns.flatMap((column, index) => (isReportColumn(column) ? [] : [index]));
  const format = hasOwn ? { delimiter } : {};
  const header = hasOwn ? [...own.map((index) => columns[index] ?? ''), ...resultColumns] : importColumns;
  let rows: (readonly string[])[] = [header];
  for (const { at, row, line, key, action: planned, id = '' } of resultsIn(work)) {
    const action = planned === 'create' || planned === 'update' ? 'pending' : planned;
    const cells = hasOwn ? fitCells(cellsOf(work.ledger.read(at), columns), columns.length, delimiter) : [];
    rows.push(
      hasOwn
        ? [...own.map((index) => plainCell(cells[index] ?? '')), String(row), action, guard(id)]
        : [String(row), String(line), guard(key), action, guard(id)],
    );
    if (rows.length < writtenAtOnce) continue;
    yield csvText(rows, format);
    rows = [];
  }
  yield csvText(rows, format);
}

const importColumns = ['row', 'line', 'key', 'action', 'id'];

// Writing each row on its own would take longer than computing it.
const writtenAtOnce = 1000;
