// Recognizes the sheets of rooms and of people, and maps their columns, for which no flags exist.
// Must not know what cells mean.

import { headerFields } from '../../../columns/header-fields.ts';
import { meaningOf } from '../../../columns/header-meaning.ts';
import { type Mapping, type MappingOptions, mapColumns } from '../../../columns/mapping.ts';
import type { TableSpec } from '../../../columns/table-spec.ts';
import type { Meaning } from '../../../columns/vocabulary/terms.ts';

/** How the sheet of a table is recognized in a workbook. */
export interface SheetMarks {
  readonly table: TableSpec;
  /** Its sheet has at least one of these headers, and none of the `foreign` ones. */
  readonly marks: readonly Meaning[];
  readonly foreign: readonly Meaning[];
}

/** Headers of talks, which no other file of autoplace has. */
export const talkHeaders: readonly Meaning[] = [
  'title',
  'talkTitle',
  'talk',
  'abstract',
  'submission',
];

/** Whether a line of a workbook may be the header of such a table. */
export function isHeaderOfTable(cells: readonly string[], sheet: SheetMarks): boolean {
  const { kind, requirements = [] } = sheet.table;
  const targets = headerFields(cells, kind);
  const meanings = new Set(cells.map(meaningOf));
  return (
    requirements.every(({ anyOf }) => anyOf.flat().some((target) => targets.has(target))) &&
    sheet.marks.some((meaning) => meanings.has(meaning)) &&
    !sheet.foreign.some((meaning) => meanings.has(meaning))
  );
}

/** @throws {InvalidInputError} if a column is missing, or two are as likely */
export async function mapByHeader(options: MappingOptions): Promise<Mapping> {
  return mapColumns(options);
}
