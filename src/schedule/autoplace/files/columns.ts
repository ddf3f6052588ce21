// Finds the columns of the files that only autoplace reads, and the cells of its own columns. Must not know what cells mean.
import { formulaFault, readCell } from '../../../columns/cell.ts';
import { meaningOf } from '../../../columns/header-meaning.ts';
import {
  type MappedColumn,
  type Mapping,
  type MappingOptions,
  mapColumns,
  type Requirement,
} from '../../../columns/mapping.ts';
import type { FileKind } from '../../../columns/vocabulary/fields.ts';
import type { Meaning } from '../../../columns/vocabulary/terms.ts';
import { fieldNames, headerFields } from '../../../columns/vocabulary.ts';
import type { InputFault } from '../../../errors.ts';
import type { Row } from '../../../files/table.ts';
import { textField } from '../../schedule-file.ts';

/** What a file of rooms or people must have, and how its sheet of a workbook is recognized. */
export interface FileColumns {
  readonly kind: Extract<FileKind, 'rooms' | 'people'>;
  readonly requirements: readonly Requirement[];
  /** Its sheet has at least one of these headers, and none of the `foreign` ones. */
  readonly marks: readonly Meaning[];
  readonly foreign: readonly Meaning[];
}

/** Headers of talks, which no other file of autoplace has. */
export const talkHeaders: readonly Meaning[] = ['title', 'talkTitle', 'talk', 'abstract', 'submission'];

export function oneOf(...targets: readonly string[]): Requirement {
  return { name: targets.join(' or '), anyOf: targets.map((target) => [target]) };
}

/** Whether a line of a workbook may be the header of such a file. */
export function isHeaderOfFile(cells: readonly string[], { kind, requirements, marks, foreign }: FileColumns): boolean {
  const targets = headerFields(cells, kind);
  const meanings = new Set(cells.map(meaningOf));
  return (
    requirements.every(({ anyOf }) => anyOf.flat().some((target) => targets.has(target))) &&
    marks.some((meaning) => meanings.has(meaning)) &&
    !foreign.some((meaning) => meanings.has(meaning))
  );
}

/** @throws {InvalidInputError} if a column is missing, or two are as likely */
export function findColumns(given: MappingOptions, { kind, requirements }: FileColumns): Mapping {
  const fields = fieldNames(kind)
    .filter((name) => name !== 'name')
    .map((name) => textField(name));
  return mapColumns({ ...given, kind, fields, requirements, mustRename: true });
}

/** The cells of a row by their targets. */
export interface RowCells {
  /** Empty if the row or the file has none. */
  text(target: string): string;
  fault(target: string, message: string, code?: string): void;
}

export function cellsOf(
  columns: readonly MappedColumn[],
  { cells }: Row,
  addFault: (fault: InputFault) => void,
): RowCells {
  const columnOf = (target: string) => columns.find((column) => column.target === target);
  return {
    text(target) {
      const column = columnOf(target);
      const text = column === undefined ? '' : readCell(column, cells);
      return formulaFault(text) === undefined ? text : '';
    },
    fault(target, message, code) {
      const column = columnOf(target)?.column;
      const place = { field: target, ...(column !== undefined && { column }) };
      addFault({ ...place, ...(code !== undefined && { code }), message });
    },
  };
}
