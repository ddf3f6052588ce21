// Describes what is wrong with a row. Loaded only for JSON Schemas; types follow from it.
import { array, describe, exactOptional, object, string } from 'zod/mini';
import { count } from './document.ts';

/** What is wrong with a cell or a row, apart from its place. */
export const faultFields = {
  column: exactOptional(string()),
  field: exactOptional(string()),
  code: string().check(describe('Kind of the fault; stable')),
  message: string(),
  value: exactOptional(string()).check(describe('Text of the cell')),
  candidates: exactOptional(array(object({ id: string(), name: string() }))).check(
    describe('Records that a row without one may mean, the most similar first'),
  ),
  count: exactOptional(count).check(describe('How many rows have this fault, if more than are listed have it')),
};

/** What is wrong with a row. */
export const rowFault = object({
  row: count.check(describe('Number of the record in the file, from 1')),
  line: count.check(describe('Line of the file, from 1')),
  ...faultFields,
});
