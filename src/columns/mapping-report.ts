// Lists the columns of a file with their fields and a sample of each, for reports. Must not know
// how they are shown.
import { array, describe, exactOptional, nullable, object, string } from 'zod/mini';
import { maskAddresses } from '../contract/address.ts';
import type { DocumentOf } from '../contract/document.ts';
import { isPrivateField } from '../contract/private-fields.ts';
import type { Mapping } from './mapping.ts';

const shownColumn = object({
  column: string(),
  field: nullable(string()).check(describe('Field, or `name`; null if the column is not used')),
  sample: exactOptional(string()).check(
    describe(
      'Beginning of the first cell that is not empty; hidden if the column is private or not used',
    ),
  ),
});

export type ShownColumn = DocumentOf<typeof shownColumn>;

export const mappingReport = object({
  mapping: array(shownColumn).check(
    describe('All columns in their order, except those that the user leaves out'),
  ),
  unmapped: array(string()).check(describe('Columns that are not used')),
});

/** What a document or a log may have of the columns. */
export function describeMapping(mapping: Mapping): DocumentOf<typeof mappingReport> {
  return {
    mapping: shownColumns(mapping).map(withPublicSample),
    unmapped: mapping.unmapped.map(({ column }) => column),
  };
}

/** All columns in the order of the file, with samples that may be private. */
export function shownColumns({ mapped, unmapped }: Mapping): readonly ShownColumn[] {
  return [...mapped, ...unmapped]
    .sort((a, b) => a.index - b.index)
    .map((column) => ({
      column: column.column,
      field: 'target' in column ? column.target : null,
      ...(column.sample !== undefined && { sample: column.sample }),
    }));
}

export function withPublicSample(shown: ShownColumn): ShownColumn {
  const { field, sample } = shown;
  if (sample === undefined) return shown;
  // What a column that is not used has is unknown.
  const isHidden = field === null || isPrivateField(field);
  return { ...shown, sample: isHidden ? '…' : maskAddresses(sample).slice(0, longestSample) };
}

const longestSample = 200;
