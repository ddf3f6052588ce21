// Owns the body of a 422: its schema, its messages (exactly those of Pydantic v2), and how a zod
// issue becomes one of its entries. Must not know any single endpoint.
import {
  array,
  describe,
  int,
  looseObject,
  optional,
  type output,
  record,
  safeParse,
  string,
  union,
  unknown,
} from 'zod/mini';
import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import type { IntegerFault } from './text.ts';

/** One fault. `loc` begins with `body`, `path` or `query`. */
export const validationError = looseObject({
  loc: array(union([string(), int()])).check(describe('The place of the fault')),
  msg: string(),
  type: string().check(describe('The kind of the fault')),
  input: optional(unknown()).check(describe('The value that was sent')),
  ctx: optional(record(string(), unknown())).check(describe('Values that the message mentions')),
});

export type ValidationError = output<typeof validationError>;

/** The part of a request that holds a value. */
export type RequestPart = 'body' | 'path' | 'query';

/** Checks a value against a schema, and reports every fault in the schema's order. */
export function validate<S extends $ZodType>(
  schema: S,
  value: unknown,
  place: RequestPart,
):
  | { readonly ok: true; readonly value: output<S> }
  | { readonly ok: false; readonly errors: readonly ValidationError[] } {
  const result = safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    errors: result.error.issues.map((issue) => toValidationError(issue, value, place)),
  };
}

/** A fault without its place. */
export type SchemaFault = Pick<ValidationError, 'type' | 'msg' | 'ctx'>;

/** The entry for a fault, with its members in Pydantic's order. */
export function errorAt(
  loc: ValidationError['loc'],
  { type, msg, ctx }: SchemaFault,
  input: unknown,
): ValidationError {
  return { type, loc, msg, input, ...(ctx && { ctx }) };
}

/** Pydantic's types and messages. */
export const faults = {
  missing: () => fault('missing', 'Field required'),
  stringType: () => fault('string_type', 'Input should be a valid string'),
  tooShort: (min: number) =>
    fault('string_too_short', `String should have at least ${characters(min)}`, {
      min_length: min,
    }),
  tooLong: (max: number) =>
    fault('string_too_long', `String should have at most ${characters(max)}`, { max_length: max }),
  integer: (type: IntegerFault) => fault(type, integerMessages[type]),
  atLeast: (ge: number) =>
    fault('greater_than_equal', `Input should be greater than or equal to ${ge}`, { ge }),
  atMost: (le: number) =>
    fault('less_than_equal', `Input should be less than or equal to ${le}`, { le }),
  notAnObject: () =>
    fault(
      'model_attributes_type',
      'Input should be a valid dictionary or object to extract fields from',
    ),
  jsonInvalid: (error: string) => fault('json_invalid', 'JSON decode error', { error }),
  datetime: (error: string) =>
    fault('datetime_parsing', `Input should be a valid datetime, ${error}`, { error }),
} as const;

function fault(type: string, msg: string, ctx?: Readonly<Record<string, unknown>>): SchemaFault {
  return { type, msg, ...(ctx && { ctx }) };
}

/**
 * The fault in words for the command line, as a clause: `at least 3 characters`. An unknown type
 * keeps its own message.
 */
export function faultMessage({ type, msg, ctx = {} }: ValidationError): string {
  switch (type) {
    case 'missing':
      return 'required';
    case 'string_type':
      return 'must be text';
    case 'string_too_short':
      return `at least ${characters(ctx.min_length)}`;
    case 'string_too_long':
      return `at most ${characters(ctx.max_length)}`;
    case 'greater_than_equal':
      return `must be ${ctx.ge} or more`;
    case 'less_than_equal':
      return `must be ${ctx.le} or less`;
    case 'model_attributes_type':
      return 'must be a JSON object';
    default:
      return Object.hasOwn(integerMessages, type) ? 'must be a whole number' : msg;
  }
}

function characters(length: unknown): string {
  return `${length} character${length === 1 ? '' : 's'}`;
}

function toValidationError(issue: $ZodIssue, root: unknown, place: RequestPart): ValidationError {
  const path = issue.path as (string | number)[];
  const { parent, input } = inputAt(root, path);
  const isMissing = input === undefined;
  const fault = isMissing ? faults.missing() : faultOf(issue);
  return errorAt([place, ...path], fault, isMissing ? (parent ?? null) : input);
}

function faultOf(issue: $ZodIssue): SchemaFault {
  switch (issue.code) {
    case 'too_small':
      return faults.tooShort(Number(issue.minimum));
    case 'too_big':
      return faults.tooLong(Number(issue.maximum));
    case 'invalid_type':
      return issue.expected === 'object' ? faults.notAnObject() : faults.stringType();
    case 'custom':
      return faults.integer(issue.params?.type);
    default:
      return { type: issue.code, msg: issue.message };
  }
}

const integerMessages: Readonly<Record<IntegerFault, string>> = {
  int_type: 'Input should be a valid integer',
  int_parsing: 'Input should be a valid integer, unable to parse string as an integer',
  int_parsing_size: 'Unable to parse input string as an integer, exceeded maximum size',
  finite_number: 'Input should be a finite number',
  int_from_float: 'Input should be a valid integer, got a number with a fractional part',
};

function inputAt(
  root: unknown,
  path: readonly (string | number)[],
): { parent: unknown; input: unknown } {
  let parent: unknown;
  let input = root;
  for (const key of path) {
    parent = input;
    input = (input as Record<string | number, unknown> | undefined)?.[key];
  }
  return { parent, input };
}
