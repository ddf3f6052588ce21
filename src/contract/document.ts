// Owns what the JSON documents of the program have in common: the type that follows from a schema, and a few fields.
import { describe, int, literal, nonnegative, object, type output, positive, string } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A document as its schema describes it, which nobody changes. */
export type DocumentOf<Schema extends $ZodType> = Unchangeable<output<Schema>>;

type Unchangeable<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchangeable<Value[Key]> }
  : Value;

/** Later versions only add fields, as long as it is the same. */
export const schemaVersion = literal('1.0');

export const count = int().check(nonnegative());

export const line = int().check(positive(), describe('Line of the file, from 1'));

/** A command to run next. */
export const nextStep = object({ command: string().check(describe('Can be pasted as it is')) });
