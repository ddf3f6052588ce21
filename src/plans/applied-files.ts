// Gives the rows of a run the cells of the files that are applied, so that a run that is resumed
// can report on each row without the files. Must not read them.

import { array, object, enum as oneOf, type output, string } from 'zod/mini';
import type { Change } from '../changes/change.ts';
import type { DocumentOf } from '../contract/document.ts';
import { fileResources } from '../contract/endpoint.ts';
import { delimiters, type Row } from '../files/table.ts';
import type { Rows } from '../runs/rows.ts';

/** What a run saves of its files, beside their rows. */
export const fileForms = array(
  object({
    kind: oneOf(fileResources),
    file: string(),
    columns: array(string()),
    delimiter: oneOf(delimiters),
  }),
);

export type FileForm = DocumentOf<typeof fileForms>[number];

/** A list that is applied. */
export interface AppliedFile extends FileForm {
  readonly rows: readonly Pick<Row, 'line' | 'cells'>[];
}

/** What the run saves. */
export function formsOf(files: readonly AppliedFile[]): output<typeof fileForms> {
  return files.map(({ kind, file, columns, delimiter }) => {
    return { kind, file, columns: [...columns], delimiter };
  });
}

/** Changes with the numbers and the cells of their rows, as far as they are rows of the file. */
export function inAppliedFile(file: AppliedFile | undefined): (change: Change) => Change {
  if (file === undefined) return (change) => change;
  const rows = new Map(file.rows.map(({ line, cells }, at) => [line, { number: at + 1, cells }]));
  return (change) => {
    const row = rows.get(change.line);
    return row === undefined ? change : { ...change, row: row.number, source: row.cells };
  };
}

/** Adds the rows of the file that no change is about. */
export function addUntouched(rows: Rows, file: AppliedFile | undefined): void {
  const lines = new Set(Array.from(rows, ({ line }) => line));
  for (const [at, { line, cells }] of (file?.rows ?? []).entries()) {
    if (lines.has(line)) continue;
    rows.add({ row: at + 1, line, names: {}, fields: {}, source: cells }, 'untouched');
  }
}
