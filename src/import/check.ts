// Checks and saves every row of the file, and folds rows with the same key into the first one.
import { readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import { foldKey } from '../contract/key.ts';
import type { RowRange } from '../runs/entry.ts';
import type { Row } from '../sheets/table.ts';
import { unchangedRejects } from './rejects.ts';
import type { SavedRow } from './row-table.ts';
import { checkRow, type RowFault } from './rows.ts';
import type { Work } from './work.ts';

export interface CheckOptions {
  readonly columns: readonly string[];
  /** The rows to import; all if undefined. */
  readonly wanted?: RowRange | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How many contradictions are saved; a file may have a million. */
const savedContradictions = 1000;

/** Gives every row its state. */
export async function checkRows(
  batches: AsyncIterable<readonly Row[]>,
  work: Work,
  { columns, wanted, signal }: CheckOptions,
): Promise<void> {
  const isUnchanged = unchangedRejects(columns);
  for await (const rows of batches) {
    signal?.throwIfAborted();
    for (const row of rows) {
      const isWanted = wanted === undefined || (row.row >= wanted[0] && row.row <= wanted[1]);
      if (isWanted) takeRow(isUnchanged(row.cells) ? { ...row, fault: unchangedFault } : row, work);
      else work.table.add(row, 'left-out');
    }
  }
}

const unchangedFault =
  'the row was rejected as malformed and has not changed; if its cells are in the right columns, clear its "_message" cell';

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

export interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly contradictions: readonly RowFault[];
}

/** What a row adds to the first row with its key, and where the two contradict each other. @param key fields that differ at most in case */
export function foldRow(first: SavedRow, repeated: SavedRow, mapping: Mapping, key: readonly string[]): Fold {
  const filled = [...(first.filled ?? first.cells)];
  let isFilled = false;
  const contradictions: RowFault[] = [];
  for (const mapped of mapping.mapped) {
    const { column, index, target, fields } = mapped;
    const before = readCell(mapped, filled);
    const after = readCell(mapped, repeated.cells);
    if (after === '' || before === after) continue;
    if (before === '') {
      filled[index] = repeated.cells[index] ?? '';
      isFilled = true;
    } else if (!fields.every((field) => key.includes(field)) || foldKey(before) !== foldKey(after)) {
      contradictions.push({
        row: repeated.row,
        line: repeated.line,
        column,
        field: target,
        code: 'contradiction',
        message: `differs from line ${first.line}; the value of line ${first.line} is used`,
      });
    }
  }
  return { filled: isFilled ? filled : undefined, contradictions };
}
