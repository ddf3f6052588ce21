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

/**
 * @param sent the parts of a request
 * @returns them with defaults filled in; their shape follows from the endpoint's schemas
 * @throws RequestRefusal 422 with every fault
 */
export function checkInput(
  endpoint: Operation,
  sent: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: unknown;
    readonly body: unknown;
  },
) {
  const query = readPart(endpoint, 'query', sent.query);
  const body = readPart(endpoint, 'body', sent.body);
  const errors = [...query.errors, ...body.errors];
  if (errors.length > 0) throw invalid(errors);
  // A text that is not in the form of an id is that of nothing: databases do not take all
  // characters.
  const ids = Object.entries(sent.path).map(([name, id]) => [name, idForm.test(id) ? id : '']);
  return { path: Object.fromEntries(ids), query: query.value, body: body.value };
}

const idForm = /^[\w.-]+$/;

/** @returns no value for a part that the endpoint does not have, or that has a fault */
function readPart(endpoint: Operation, place: 'query' | 'body', sent: unknown) {
  const schema = inputSchema(endpoint, place);
  if (schema === undefined) return { value: undefined, errors: [] };
  // A search may have no body.
  const value = sent ?? (endpoint.returns === 'page' ? {} : undefined);
  if (value === undefined) {
    return { value: undefined, errors: [errorAt([place], faults.missing(), null)] };
  }
  const result = validate(schema, value, place);
  const schemaErrors = result.ok ? [] : result.errors;
  const sound = result.ok ? result.value : soundFields(schema, value, schemaErrors);
  const errors = inOrder(schema, [...schemaErrors, ...unstorable(sound, place)]);
  return { value: result.ok ? result.value : undefined, errors };
}

/** What this service takes in place of what the specification shows; created when first used. */
const schemas = new Map<ObjectSchema, ObjectSchema>();

/** The schema of a part; undefined if the endpoint does not have it. */
function inputSchema(endpoint: Operation, place: 'query' | 'body'): ObjectSchema | undefined {
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
