// Owns what the JSON documents of the program have in common: the type that follows from a schema,
// a few fields, and faults of rows.
import {
  array,
  describe,
  exactOptional,
  int,
  literal,
  nonnegative,
  object,
  type output,
  positive,
  string,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A document as its schema describes it, which nobody changes. */
export type DocumentOf<Schema extends $ZodType> = Unchangeable<output<Schema>>;

type Unchangeable<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchangeable<Value[Key]> }
  : Value;

/** As long as it is the same, later versions only add fields. */
export const schemaVersion = literal('2.0');

export const count = int().check(nonnegative());

export const line = int().check(positive(), describe('Line of the file, from 1'));

/** A command to run next. */
export const nextStep = object({ command: string().check(describe('Can be pasted as it is')) });

/** What is wrong with a cell or a row, apart from its place. */
export const faultFields = {
  sheet: exactOptional(string()),
  column: exactOptional(string()),
  field: exactOptional(string()),
  code: string().check(describe('Kind of the fault; stable')),
  message: string(),
  value: exactOptional(string()).check(describe('Text of the cell')),
  candidates: exactOptional(array(object({ id: string(), name: string() }))).check(
    describe('Records that a row without one may mean, the most similar first'),
  ),
  count: exactOptional(count).check(
    describe('How many rows have this fault, if more than are listed have it'),
  ),
};

/** What is wrong with a row. */
export const rowFault = object({
  row: count.check(describe('Number of the record in the file, from 1')),
  line: count.check(describe('Line of the file, from 1')),
  ...faultFields,
});
