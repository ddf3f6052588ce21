// Turns the rows of a run of planned changes into those of its files, for the files that report on
// each row. Must not write.

import type { FileResource } from '../contract/endpoint.ts';
import type { ReportedRows } from '../import/row-files.ts';
import type { RunRow } from '../runs/row.ts';
import { createRows, faultsOf, type Rows } from '../runs/rows.ts';
import type { FileForm } from './applied-files.ts';

/**
 * The rows of files as if they were one batch. Several files have the columns of all, and first
 * the name of the file.
 */
export function reportedRows(
  files: readonly FileForm[],
  parts: { readonly [Kind in FileResource]?: { readonly rows: Rows } },
): ReportedRows {
  const isOne = files.length === 1;
  const columns: string[] = isOne ? [] : ['file'];
  const rows = createRows();
  for (const { kind, file, columns: fileColumns } of files) {
    // The first column of several files is that of their names.
    const taken = new Set(isOne ? [] : [0]);
    const positions = fileColumns.map((name) => positionOf(name, columns, taken));
    const idAt = fileColumns.indexOf(kind === 'sessions' ? 'submission_id' : 'id');
    for (const row of inOrder(parts[kind]?.rows ?? [])) {
      const { row: number, line, state, note, source: cells = [] } = row;
      const source = isOne ? [...cells] : [file];
      if (!isOne) {
        for (const [index, position] of positions.entries()) source[position] = cells[index] ?? '';
      }
      const reported = rows.add({ row: number, line, names: {}, fields: {}, source }, state);
      reported.note = { id: note.id ?? (cells[idAt] || undefined), faults: faultsOf(row) };
    }
  }
  const [first] = files;
  return {
    rows,
    form: { columns, delimiter: isOne && first !== undefined ? first.delimiter : ',' },
    matching: 'record',
  };
}

/** The rows of a file in its order. */
function inOrder(rows: Iterable<RunRow>): readonly RunRow[] {
  return [...rows].sort((one, other) => one.row - other.row);
}

/** The first column of this name that the file has not filled; a new one if there is none. */
function positionOf(name: string, columns: string[], taken: Set<number>): number {
  const free = columns.findIndex((column, at) => column === name && !taken.has(at));
  const position = free < 0 ? columns.push(name) - 1 : free;
  taken.add(position);
  return position;
}
