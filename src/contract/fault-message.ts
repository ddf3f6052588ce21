// A validation error in words for people; the service's own words stay as validation-error.ts has them.
import type { ValidationError } from './validation-error.ts';

/** What is wrong with a value, as a half-sentence: `at least 3 characters`. Unknown kinds keep their own message. */
export function faultMessage({ type, msg, ctx = {} }: ValidationError): string {
  switch (type) {
    case 'missing':
      return 'required';
    case 'string_type':
      return 'must be text';
    case 'string_too_short':
      return `at least ${count(ctx.min_length)}`;
    case 'string_too_long':
      return `at most ${count(ctx.max_length)}`;
    case 'int_type':
    case 'int_parsing':
    case 'int_from_float':
      return 'must be a whole number';
    case 'greater_than_equal':
      return `must be ${ctx.ge} or more`;
    case 'less_than_equal':
      return `must be ${ctx.le} or less`;
    case 'model_attributes_type':
      return 'must be a JSON object';
    default:
      return msg;
  }
}

function count(length: unknown): string {
  return `${length} character${length === 1 ? '' : 's'}`;
}
