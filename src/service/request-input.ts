// Reads a request's JSON, checks it against its endpoint and the service's own bounds, and returns
// the handler's input.
import type { Operation } from '../contract/endpoint.ts';
import { fieldNames } from '../contract/fields.ts';
import { isLongerThan } from '../contract/text.ts';
import {
  errorAt,
  faults,
  type RequestPart,
  type SchemaFault,
  type ValidationError,
  validate,
} from '../contract/validation-error.ts';
import { boundsOf, filtersOf, takesNull } from './description.ts';
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
 * @throws RequestRefusal 422 `json_invalid`
 */
export function parseBody(bytes: Buffer): unknown {
  try {
    const text = utf8.decode(bytes);
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw invalid([
      errorAt(['body'], faults.jsonInvalid(error instanceof Error ? error.message : ''), {}),
    ]);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a body that is not called JSON: never an object. Undefined if it is empty. */
export function textBody(bytes: Buffer): string | undefined {
  return bytes.toString() || undefined;
}

/** @throws RequestRefusal 422 with every fault */
export function checkInput(endpoint: Operation, raw: RawInput): CheckedInput {
  const errors: ValidationError[] = [];
  const query = readPart({ endpoint, place: 'query', value: raw.query }, errors);
  const filters = query && ownFilters(endpoint, raw.query, errors);
  const body = readPart({ endpoint, place: 'body', value: raw.body }, errors);
  if (errors.length > 0) throw invalid(errors);
  return { path: ownIds(raw.path), query: query && { ...filters, ...query }, body };
}

/** A text that no id has the form of is that of nothing: databases do not take all characters. */
function ownIds(path: RawInput['path']): RawInput['path'] {
  const ids = Object.entries(path).map(([name, id]) => [name, /^[\w.-]+$/.test(id) ? id : '']);
  return Object.fromEntries(ids);
}

/** A part of a request. */
interface InputPart {
  readonly endpoint: Operation;
  readonly place: 'query' | 'body';
  /** As it was sent. */
  readonly value: unknown;
}

/**
 * @param errors gets the faults
 * @returns undefined for a part that the endpoint does not have, or that has a fault
 */
function readPart(
  { endpoint, place, value: sent }: InputPart,
  errors: ValidationError[],
): Readonly<Record<string, unknown>> | undefined {
  const schema = endpoint[place];
  if (schema === undefined) return undefined;
  // A search may have no body.
  const value = sent ?? (endpoint.returns === 'page' ? {} : undefined);
  if (value === undefined) {
    errors.push(errorAt([place], faults.missing(), null));
    return undefined;
  }
  const part: InputPart = { endpoint, place, value };
  const nulls = nullsIn(endpoint, value);
  const withoutNulls = without(value, nulls);
  const result = validate(schema, withoutNulls, place);
  const schemaErrors = result.ok
    ? []
    : result.errors.map((error) => withInput(error, withoutNulls, value));
  const sound = result.ok ? result.value : soundFields(part, schemaErrors);
  const partErrors = [...schemaErrors, ...unstorable(sound, place), ...tooLong(part)];
  for (const error of inOrder(part, partErrors)) errors.push(error);
  return result.ok ? { ...result.value, ...nulls } : undefined;
}

/** The filters of a list that the specification does not show. */
function ownFilters(
  endpoint: Operation,
  query: unknown,
  errors: ValidationError[],
): Readonly<Record<string, string>> {
  const sent = Object.entries(query as Readonly<Record<string, string>>);
  const allowed = filtersOf(endpoint);
  const filters = Object.fromEntries(sent.filter(([name]) => Object.hasOwn(allowed, name)));
  for (const error of unstorable(filters, 'query')) errors.push(error);
  return filters;
}

type Nulls = Readonly<Record<string, null>>;

/**
 * The fields of a body whose null this service takes, where the specification does not mention it.
 */
function nullsIn(endpoint: Operation, value: unknown): Nulls {
  if (typeof value !== 'object' || value === null) return {};
  const names = Object.entries(value).flatMap(([name, member]) => (member === null ? [name] : []));
  const taken = names.filter((name) => takesNull(endpoint, name));
  return Object.fromEntries(taken.map((name) => [name, null]));
}

function without(value: unknown, nulls: Nulls): unknown {
  if (Object.keys(nulls).length === 0) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !(name in nulls)));
}

/** A fault of the whole body repeats what was sent. */
function withInput(error: ValidationError, typed: unknown, sent: unknown): ValidationError {
  return error.input === typed ? { ...error, input: sent } : error;
}

/** The fields of a body or query that have no fault yet. */
function soundFields(
  { endpoint, place, value }: InputPart,
  errors: readonly ValidationError[],
): Readonly<Record<string, unknown>> {
  const faulty = new Set(errors.map(({ loc }) => loc[1]));
  const names = fieldNames(endpoint[place]);
  const isSound = (name: string) => names.has(name) && !faulty.has(name);
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => isSound(name)));
}

/** The faults in the order of the fields. */
function inOrder(
  { endpoint, place }: InputPart,
  errors: readonly ValidationError[],
): readonly ValidationError[] {
  if (errors.length < 2) return errors;
  const names = [...fieldNames(endpoint[place])];
  const rankOf = ({ loc }: ValidationError) => names.indexOf(String(loc[1]));
  return errors.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The texts of a body that are too long, where the specification has no limit. */
function tooLong({ endpoint, place, value }: InputPart): readonly ValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  const values = value as Readonly<Record<string, unknown>>;
  return Object.entries(boundsOf(endpoint)).flatMap(([name, { maxLength }]) => {
    const text = values[name];
    if (typeof text !== 'string' || maxLength === undefined) return [];
    return isLongerThan(text, maxLength)
      ? [errorAt([place, name], faults.tooLong(maxLength), text)]
      : [];
  });
}

/**
 * The faults of text that cannot be stored as it was sent: a NUL character, at which SQLite would
 * cut the text off and which PostgreSQL refuses, and half a surrogate pair, which UTF-8 cannot
 * express.
 */
function unstorable(
  values: Readonly<Record<string, unknown>>,
  place: RequestPart,
): readonly ValidationError[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !unstorableText.test(value)) return [];
    return [errorAt([place, name], value.includes('\0') ? nul : halfPair, value)];
  });
}

const unstorableText = /[\0\p{Cs}]/u;

const error = 'NUL characters cannot be stored';
const nul: SchemaFault = { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
const halfPair: SchemaFault = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};
