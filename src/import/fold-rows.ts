// Folds rows with the same key into the first one: what they add to it, and where they contradict it. Pure.
import { readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import { foldKey } from '../contract/key.ts';
import type { SavedRow } from './row-table.ts';
import type { Contradiction } from './rows.ts';

type FoldedRow = Pick<SavedRow, 'row' | 'line' | 'cells' | 'filled'>;

interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly contradictions: readonly Contradiction[];
}

/** What a row adds to the first row with its key, and where the two contradict each other. @param key fields that differ at most in case */
export function foldRow(first: FoldedRow, repeated: FoldedRow, mapping: Mapping, key: readonly string[]): Fold {
  const filled = [...(first.filled ?? first.cells)];
  let isFilled = false;
  const contradictions: Contradiction[] = [];
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
        value: after,
        firstLine: first.line,
        firstValue: before,
        message: `differs from line ${first.line}; the value of line ${first.line} is used`,
      });
    }
  }
  return { filled: isFilled ? filled : undefined, contradictions };
}
