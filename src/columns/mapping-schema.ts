// Describes how the columns of a file were understood. Loaded only for JSON Schemas; types follow from it.
import { array, describe, exactOptional, nullable, object, string } from 'zod/mini';

const field = string();

export const mappingReport = object({
  mapping: array(
    object({
      column: string(),
      field: nullable(field).check(describe('Field, or `name`; null if the column is not used')),
      sample: exactOptional(string()).check(
        describe('Beginning of the first cell that is not empty, with addresses masked and private texts hidden'),
      ),
    }),
  ).check(describe('All columns in their order, except those that the user leaves out')),
  mapped: array(object({ column: string(), field })),
  unmapped: array(string()).check(describe('Columns that are not used')),
  reasons: array(object({ column: string(), reason: string() })).check(
    describe('Why a recognized column cannot be used'),
  ),
});
