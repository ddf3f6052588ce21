// The first phase: every row of the file is read, checked and kept; rows of one key are folded into the first.
import type { Row } from '../csv/read.ts';
import type { RowRange } from '../runs/entry.ts';
import { foldRow } from './fold.ts';
import type { SavedRow } from './row-table.ts';
import { checkRow } from './rows.ts';
import { unmendedIn } from './unmended.ts';
import type { Work } from './work.ts';

export interface CheckOptions {
  readonly columns: readonly string[];
  /** The rows to take, where not all are. */
  readonly wanted?: RowRange | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How many contradictions are saved; a file may have a million. */
const savedContradictions = 1000;

/** @param wanted the rows to take, where not all are */
export async function checkRows(
  batches: AsyncIterable<readonly Row[]>,
  work: Work,
  { columns, wanted, signal }: CheckOptions,
): Promise<void> {
  const isUnmended = unmendedIn(columns);
  for await (const rows of batches) {
    signal?.throwIfAborted();
    for (const row of rows) {
      const isWanted = wanted === undefined || (row.row >= wanted[0] && row.row <= wanted[1]);
      if (isWanted) takeRow(isUnmended(row.cells) ? { ...row, fault: unmended } : row, work);
      else work.table.add(row, 'left-out');
    }
  }
}

const unmended =
  'it stands as it was rejected, its cells maybe in the wrong columns; if they are right, empty its "_message"';

function takeRow(row: Row, work: Work): void {
  const { table, mapping, endpoint } = work;
  const checked = checkRow(row, mapping, endpoint);
  if (checked.kind === 'blank') {
    table.add(row, 'left-out');
    return;
  }
  if (checked.kind === 'invalid') {
    table.add(row, 'rejected');
    table.attach(row.row, { faults: checked.faults });
    return;
  }
  if (!checked.key.includes('@')) work.oddAddresses++;
  const first = table.find(checked.key);
  if (first !== undefined) {
    table.add(row, 'folded');
    foldInto(table.read(first), row, work);
    return;
  }
  table.add(row, 'create');
  table.addKey(row.row, checked.key);
}

function foldInto(first: SavedRow, row: Row, { table, mapping, endpoint, contradictions }: Work): void {
  const fold = foldRow(first, row, mapping, endpoint.key ?? []);
  if (fold.filled !== undefined) table.rewrite({ ...first, filled: fold.filled });
  contradictions.push(...fold.contradictions.slice(0, savedContradictions - contradictions.length));
}
