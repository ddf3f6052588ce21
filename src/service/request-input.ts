// Reads a request's JSON, checks it against its endpoint and the service's own bounds, and returns the handler's input.
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { Bounds } from '../contract/openapi.ts';
import { isLongerThan, readInteger } from '../contract/text.ts';
import {
  errorAt,
  type Fault,
  faults,
  type RequestPart,
  type ValidationError,
  validate,
} from '../contract/validation-error.ts';
import { boundsOf } from './description.ts';
import { invalid } from './refusal.ts';

export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Checked, with defaults filled in. Its shape follows from the endpoint's schemas. */
export interface CheckedInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The value of a body; undefined if it is empty. A byte order mark is ignored.
 * @throws Refusal 422 `json_invalid`
 */
export function parseBody(bytes: Buffer): unknown {
  try {
    const text = utf8.decode(bytes);
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw invalid([errorAt(['body'], faults.jsonInvalid(error instanceof Error ? error.message : ''), {})]);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Refusal 422 with every fault */
export function checkInput(endpoint: Endpoint, raw: RawInput): CheckedInput {
  const errors: ValidationError[] = [];
  addUnstorable(errors, raw.path, 'path');
  const query = read('query');
  const body = read('body');
  if (errors.length > 0) throw invalid(errors);
  return { path: raw.path, query, body };

  function read(place: 'query' | 'body'): Record<string, unknown> | undefined {
    const schema = endpoint[place];
    if (schema === undefined) return undefined;
    const value = raw[place];
    if (value === undefined || value === null) {
      errors.push(errorAt([place], faults.missing(), null));
      return undefined;
    }
    const result = validate(schema, value, place);
    if (!result.ok) errors.push(...result.errors);
    addUnstorable(errors, result.ok ? result.value : soundFields(endpoint, value, place, result.errors), place);
    errors.push(...outOfBounds(endpoint, value, place));
    return result.ok ? result.value : undefined;
  }
}

/** The fields of a body or query that have no fault yet. */
function soundFields(
  endpoint: Endpoint,
  value: object,
  place: 'query' | 'body',
  errors: readonly ValidationError[],
): Readonly<Record<string, unknown>> {
  const faulty = new Set(errors.map(({ loc }) => loc[1]));
  const names = fieldsOf(endpoint[place]).map(({ name }) => name);
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name) && !faulty.has(name)));
}

/** The fields of a body or query that exceed the bounds. `value` is what was sent, which may have other faults too. */
function outOfBounds(endpoint: Endpoint, value: unknown, place: RequestPart): readonly ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  const values = value as Readonly<Record<string, unknown>>;
  return Object.entries(boundsOf(endpoint)).flatMap(([name, bounds]) => {
    const fault = faultOf(values[name], bounds);
    return fault === undefined ? [] : [errorAt([place, name], fault, values[name])];
  });
}

// A value that is no number has another fault already.
function faultOf(value: unknown, { minimum, maximum, maxLength }: Bounds): Fault | undefined {
  if (maxLength !== undefined) {
    return typeof value === 'string' && isLongerThan(value, maxLength) ? faults.tooLong(maxLength) : undefined;
  }
  const number = readInteger(value);
  if (typeof number !== 'number') return undefined;
  if (minimum !== undefined && number < minimum) return faults.atLeast(minimum);
  return maximum !== undefined && number > maximum ? faults.atMost(maximum) : undefined;
}

/**
 * Adds the faults of text that cannot be stored as it was sent: a NUL character, at which SQLite would cut the text off and
 * which PostgreSQL refuses, and half a surrogate pair, which UTF-8 cannot express.
 */
function addUnstorable(errors: ValidationError[], values: Readonly<Record<string, unknown>>, place: RequestPart): void {
  for (const name in values) {
    const value = values[name];
    if (typeof value !== 'string' || !unstorableText.test(value)) continue;
    errors.push(errorAt([place, name], value.includes('\0') ? nul : halfPair, value));
  }
}

const unstorableText = /[\0\p{Cs}]/u;

const error = 'NUL characters cannot be stored';
const nul: Fault = { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
const halfPair: Fault = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};
