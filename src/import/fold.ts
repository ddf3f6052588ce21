// Rows that repeat a person or a talk: what they add to the first one, and where they contradict it. Pure.

import { readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import { foldKey } from '../contract/key.ts';
import type { SavedRow } from './row-table.ts';
import type { RowFault } from './rows.ts';

export interface Fold {
  /** The first row's cells with what it lacked; undefined where nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly contradictions: readonly RowFault[];
}

/** @param key the fields that are alike but for case, or the rows would not be one */
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
        message: `differs from line ${first.line}, which is taken`,
      });
    }
  }
  return { filled: isFilled ? filled : undefined, contradictions };
}
