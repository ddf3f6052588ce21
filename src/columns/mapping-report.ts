// Lists the columns of a file with their fields and a sample of each, for reports. Must not know
// how they are shown.
import { array, describe, exactOptional, nullable, object, string } from 'zod/mini';
import { maskAddresses } from '../contract/address.ts';
import type { DocumentOf } from '../contract/document.ts';
import { isPrivateField } from '../contract/private-fields.ts';
import type { Mapping } from './mapping.ts';

const field = string();

export const mappingReport = object({
  mapping: array(
    object({
      column: string(),
      field: nullable(field).check(describe('Field, or `name`; null if the column is not used')),
      sample: exactOptional(string()).check(
        describe(
          'Beginning of the first cell that is not empty; hidden if the column is private or not ' +
            'used',
        ),
      ),
    }),
  ).check(describe('All columns in their order, except those that the user leaves out')),
  mapped: array(object({ column: string(), field })),
  unmapped: array(string()).check(describe('Columns that are not used')),
  reasons: array(object({ column: string(), reason: string() })).check(
    describe('Why a recognized column cannot be used'),
  ),
});

export type MappingReport = DocumentOf<typeof mappingReport>;

export function describeMapping({ mapped, unmapped }: Mapping): MappingReport {
  return {
    mapping: [...mapped, ...unmapped]
      .sort((a, b) => a.index - b.index)
      .map((column) => ({
        column: column.column,
        field: 'target' in column ? column.target : null,
        ...(column.sample !== undefined && {
          sample: publicSample(column.sample, 'target' in column ? column.target : undefined),
        }),
      })),
    mapped: mapped.map(({ column, target }) => ({ column, field: target })),
    unmapped: unmapped.map(({ column }) => column),
    reasons: unmapped.flatMap(({ column, reason }) =>
      reason === undefined ? [] : [{ column, reason }],
    ),
  };
}

function publicSample(sample: string, field: string | undefined): string {
  // What a column that is not used has is unknown.
  if (field === undefined || isPrivateField(field)) return '…';
  return maskAddresses(sample).slice(0, longestSample);
}

const longestSample = 200;
