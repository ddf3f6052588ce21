// Owns how a row of cells becomes what it wants of a record.
import { type FieldValues, type Names, namesOf, type Wanted } from '../changes/change.ts';
import { emptyFields, type FieldReader } from '../columns/cell.ts';
import { keyOf, keyText } from '../contract/key.ts';
import type { Row } from '../files/table.ts';
import type { FindSubmitter, Submitters } from './submitters.ts';
import type { Work } from './work.ts';

/** The work of an import whose rows are read from cells. */
export interface FileWork extends Work {
  /** Reads the fields of a row from its cells, and its id. */
  readonly readBody: FieldReader;
  /** Finds the submitter of a row without an address. */
  readonly submitterOf?: FindSubmitter | undefined;
  readonly submitters?: Submitters | undefined;
}

/** The row as what it wants of a record, from all of its cells. */
export function wantedOf(row: Row, reading: FileWork): Wanted {
  const { id, fields } = readFields(row.cells, reading);
  return {
    row: row.row,
    line: row.line,
    source: row.cells,
    fields,
    names: namesIn(id, fields, reading),
  };
}

/** The id in the cells of a row, and its fields; an empty cell gives none, unless it clears the field. */
export function readFields(
  cells: readonly string[],
  { readBody, empty, mapping }: FileWork,
): { readonly id: string | undefined; readonly fields: FieldValues } {
  const { id, ...body } = readBody(cells);
  const cleared = empty === 'keep' ? [] : emptyFields(cells, mapping).filter((field) => field !== 'id');
  const fields =
    cleared.length === 0 ? body : { ...Object.fromEntries(cleared.map((field) => [field, null])), ...body };
  return { id: keyText(id)?.trim(), fields };
}

function namesIn(id: string | undefined, fields: FieldValues, { endpoint, matching }: FileWork): Names {
  if (matching === 'record') return namesOf(endpoint, id, fields);
  const key = keyOf(endpoint, fields);
  return key === undefined ? {} : { key };
}
