// Reads a request's JSON, checks it against its endpoint and the service's own bounds, and returns
// the handler's input.
import type { Operation } from '../contract/endpoint.ts';
import { fieldNames, type ObjectSchema, schemaOf } from '../contract/fields.ts';
import {
  errorAt,
  faults,
  type RequestPart,
  type SchemaFault,
  type ValidationError,
  validate,
} from '../contract/validation-error.ts';
import { fieldsIn, refusesNull } from './description.ts';
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
  const body = readPart({ endpoint, place: 'body', value: raw.body }, errors);
  if (errors.length > 0) throw invalid(errors);
  return { path: ownIds(raw.path), query, body };
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
  const schema = inputSchema(endpoint, place);
  if (schema === undefined) return undefined;
  // A search may have no body.
  const value = sent ?? (endpoint.returns === 'page' ? {} : undefined);
  if (value === undefined) {
    errors.push(errorAt([place], faults.missing(), null));
    return undefined;
  }
  const result = validate(schema, value, place);
  const schemaErrors = result.ok ? [] : result.errors;
  const sound = result.ok ? result.value : soundFields(schema, value, schemaErrors);
  const partErrors = [...schemaErrors, ...unstorable(sound, place)];
  for (const error of inOrder(schema, partErrors)) errors.push(error);
  return result.ok ? result.value : undefined;
}

/** What this service takes in place of what the specification shows; created when first used. */
const schemas = new Map<ObjectSchema, ObjectSchema>();

/** The schema of a part; undefined if the endpoint does not have it. */
function inputSchema(endpoint: Operation, place: InputPart['place']): ObjectSchema | undefined {
  const specified = endpoint[place];
  if (specified === undefined) return undefined;
  const created = schemas.get(specified);
  if (created !== undefined) return created;
  const fields = fieldsIn(endpoint, place).map((field) => ({
    ...field,
    nullable: field.nullable || refusesNull(endpoint, field.name),
  }));
  const schema = schemaOf(fields);
  schemas.set(specified, schema);
  return schema;
}

/** The fields of a body or query that have no fault yet. */
function soundFields(
  schema: ObjectSchema,
  value: unknown,
  errors: readonly ValidationError[],
): Readonly<Record<string, unknown>> {
  const faulty = new Set(errors.map(({ loc }) => loc[1]));
  const names = fieldNames(schema);
  const isSound = (name: string) => names.has(name) && !faulty.has(name);
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => isSound(name)));
}

/** The faults in the order of the fields. */
function inOrder(
  schema: ObjectSchema,
  errors: readonly ValidationError[],
): readonly ValidationError[] {
  if (errors.length < 2) return errors;
  const names = [...fieldNames(schema)];
  const rankOf = ({ loc }: ValidationError) => names.indexOf(String(loc[1]));
  return errors.toSorted((a, b) => rankOf(a) - rankOf(b));
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
