// What the user gave an endpoint, from flags, --input and --clear, checked whole before anything is loaded or sent.
import type { Endpoint } from '../../contract/endpoint.ts';
import { faultMessage } from '../../contract/fault-message.ts';
import { type Field, fieldsOf, type ObjectSchema } from '../../contract/fields.ts';
import { type ValidationError, validate } from '../../contract/validation-error.ts';
import { type InputFault, InvalidInputError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { givenFields, toKebab } from '../flags.ts';
import { readJsonObject } from '../json-input.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The body or query for an endpoint: exactly the fields that were given, nothing filled in.
 * On a terminal, missing required values are asked for.
 * @throws {InvalidInputError} with every fault at once
 * @throws {UsageError} when only required values are missing, or nothing was given to an update
 */
export async function readInput(endpoint: Endpoint, context: Context): Promise<Values> {
  const schema = endpoint.body ?? endpoint.query;
  if (schema === undefined) return {};
  const fields = fieldsOf(schema);
  const { own } = context;
  const input = typeof own.input === 'string' ? own.input : undefined;
  const fromFile = input === undefined ? {} : await readJsonObject(context.io, input);
  const file = input === '-' ? '<stdin>' : input;
  const given: Record<string, unknown> = {
    ...fromFile,
    ...cleared(fields, own.clear),
    ...givenFields(fields, own),
  };
  const unknown = Object.keys(fromFile).filter((name) => !fields.some((field) => field.name === name));

  if (unknown.length === 0) Object.assign(given, await askMissing(schema, given, context));

  const checked = validate(schema, given, 'body');
  const errors = checked.ok ? [] : checked.errors;
  const faults = [
    ...errors.map((error) => toFault(error, fromFile, file)),
    ...unknown.map((name) => unknownField(name, fields, file)),
  ];
  if (faults.length > 0) throw inputError(faults, errors, file);
  if (endpoint.method === 'PATCH' && Object.keys(given).length === 0) {
    throw new UsageError('nothing to change', { fix: 'give at least one field; --help lists them' });
  }
  return given;
}

/** Asks for required values where they are all that is wrong, and there is somebody to ask. */
async function askMissing(schema: ObjectSchema, given: Values, context: Context): Promise<Values> {
  const errorsWith = (more: Values) => {
    const checked = validate(schema, { ...given, ...more }, 'body');
    return checked.ok ? [] : checked.errors;
  };
  const errors = errorsWith({});
  if (!context.interactive || errors.some(({ type }) => type !== 'missing')) return {};
  const { askFields } = await import('../ask.ts');
  const missing = fieldsOf(schema).filter(({ name }) => errors.some(({ loc }) => loc[1] === name));
  return askFields(context, missing, ({ name }, value) => {
    const fault = errorsWith({ [name]: value }).find(({ loc }) => loc[1] === name);
    return fault && faultMessage(fault);
  });
}

/** `--clear` sends null, or an empty text where null is not allowed. */
function cleared(fields: readonly Field[], names: unknown): Values {
  const list = Array.isArray(names) ? names.flatMap((name) => String(name).split(',')) : [];
  const entries = list.map((name) => {
    const field = fields.find((each) => each.name === name || toKebab(each.name) === name);
    if (field === undefined) {
      throw new UsageError(`--clear ${name}: no such field`, {
        fix: `one of ${fields.map((each) => toKebab(each.name)).join(', ')}`,
      });
    }
    return [field.name, field.nullable ? null : ''] as const;
  });
  return Object.fromEntries(entries);
}

function toFault(error: ValidationError, fromFile: Values, file: string | undefined): InputFault {
  const field = String(error.loc[1] ?? '');
  const inFile = file !== undefined && (field in fromFile || error.type === 'missing');
  return { ...(inFile ? { file } : {}), field, message: faultMessage(error) };
}

function unknownField(name: string, fields: readonly Field[], file: string | undefined): InputFault {
  const near = fields.find((field) => toKebab(field.name) === toKebab(name));
  const hint =
    near === undefined ? `known: ${fields.map((field) => field.name).join(', ')}` : `did you mean ${near.name}?`;
  return { ...(file === undefined ? {} : { file }), field: name, message: `no such field; ${hint}` };
}

function inputError(faults: readonly InputFault[], errors: readonly ValidationError[], file: string | undefined) {
  const onlyMissing = file === undefined && errors.every(({ type }) => type === 'missing');
  if (onlyMissing) {
    const flags = faults.map(({ field = '' }) => `--${toKebab(field)}`).join(', ');
    return new UsageError(`missing: ${flags}`, { details: faults, fix: `give ${flags}` });
  }
  const message = faults.length === 1 ? 'the input breaks a limit' : `the input has ${faults.length} faults`;
  return new InvalidInputError(message, { details: faults, fix: 'correct these values; nothing was sent' });
}

/** Splits `name=value` pairs; several values of one name stay together. */
export function readPairs(flag: string, pairs: unknown): Readonly<Record<string, string | readonly string[]>> {
  const read: Record<string, string | string[]> = {};
  for (const pair of Array.isArray(pairs) ? pairs.map(String) : []) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`${flag} ${pair}: not name=value`, { fix: `write it as ${flag} name=value` });
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    const before = read[name];
    read[name] = before === undefined ? value : [before, value].flat();
  }
  return read;
}
