// Reads an endpoint's fields from flags, --input and --clear, and checks them before the client is
// loaded. Must not know any single endpoint.

import type { TimeProblem, TimeReading } from '../../columns/dates/time-reading.ts';
import { quoteCell } from '../../columns/quote.ts';
import { amount, plural } from '../../contract/amount.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type Field, fieldsOf, type ObjectSchema, toKebab } from '../../contract/fields.ts';
import { faultMessage, type ValidationError, validate } from '../../contract/validation-error.ts';
import { type InputFault, InvalidInputError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { givenFields } from '../flags.ts';
import { readJsonObject } from '../json-input.ts';
import { sourceName } from '../source.ts';
import type { EndpointFlags } from './flags.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The fields of a body or query that were given, without defaults. On a terminal, required values
 * may still be missing.
 * @throws {InvalidInputError} with every fault at once
 * @throws {UsageError} when only required values are missing, or an update has no field
 */
export async function readGiven(
  endpoint: Endpoint,
  context: Context<EndpointFlags>,
): Promise<Values> {
  const schema = endpoint.body ?? endpoint.query;
  if (schema === undefined) return {};
  const fields = fieldsOf(schema);
  const { input, clear = [] } = context.flags;
  const fromFile = input === undefined ? {} : await readJsonObject(context.io, input);
  const file = input === undefined ? undefined : sourceName(input);
  const values: Values = {
    ...fromFile,
    ...cleared(fields, clear),
    ...givenFields(fields, context.typed),
  };
  const unknown = Object.keys(fromFile).filter(
    (name) => !fields.some((field) => field.name === name),
  );
  const errors = errorsOf(schema, values);
  const faults = [
    ...errors.map((error) => toFault(error, fromFile, file)),
    ...unknown.map((name) => unknownField(name, fields, file)),
  ];
  const isAsked =
    context.interactive && unknown.length === 0 && errors.every(({ type }) => type === 'missing');
  if (faults.length > 0 && !isAsked) throw inputError(faults, errors, file);
  if (endpoint.method === 'PATCH' && Object.keys(values).length === 0) {
    throw new UsageError('no field to change is given', {
      fix: 'pass at least one field; --help lists the fields',
    });
  }
  return values;
}

/**
 * The whole body or query. Asks for required values that are missing; a local `start` gets its
 * offset.
 * @throws {UsageError} for a local start without a time zone
 * @throws {InvalidInputError} for a start that cannot be read
 */
export async function completeInput(
  endpoint: Endpoint,
  context: Context<EndpointFlags>,
  typed: Values,
): Promise<Values> {
  const schema = endpoint.body ?? endpoint.query;
  const errors = schema === undefined ? [] : errorsOf(schema, typed);
  if (schema === undefined || errors.length === 0) return withOffset(typed, context);
  const { askFields } = await import('../ask.ts');
  const missing = fieldsOf(schema).filter(({ name }) => errors.some(({ loc }) => loc[1] === name));
  const answers = await askFields(context, missing, ({ name }, value) => {
    const fault = errorsOf(schema, { ...typed, [name]: value }).find(({ loc }) => loc[1] === name);
    return fault && faultMessage(fault);
  });
  return withOffset({ ...typed, ...answers }, context);
}

function errorsOf(schema: ObjectSchema, values: Values): readonly ValidationError[] {
  const checked = validate(schema, values, 'body');
  return checked.ok ? [] : checked.errors;
}

/** `--clear` sends null, or an empty text if the field does not allow null. */
function cleared(fields: readonly Field[], names: readonly string[]): Values {
  const list = names.flatMap((name) => name.split(','));
  const entries = list.map((name) => {
    const field = fields.find((field) => [field.name, toKebab(field.name)].includes(name));
    if (field === undefined) {
      throw new UsageError(`--clear ${name}: unknown field`, {
        fix: `use one of ${fields.map((field) => toKebab(field.name)).join(', ')}`,
      });
    }
    return [field.name, field.nullable ? null : ''] as const;
  });
  return Object.fromEntries(entries);
}

function toFault(error: ValidationError, fromFile: Values, file: string | undefined): InputFault {
  const [, member] = error.loc;
  const message = faultMessage(error);
  if (member === undefined) return { message };
  const field = String(member);
  const inFile = file !== undefined && (field in fromFile || error.type === 'missing');
  return {
    ...(inFile ? { file } : { flag: `--${toKebab(field)}` }),
    field,
    message,
  };
}

function unknownField(
  name: string,
  fields: readonly Field[],
  file: string | undefined,
): InputFault {
  const near = fields.find((field) => toKebab(field.name) === toKebab(name));
  const hint =
    near === undefined
      ? `the fields are ${fields.map((field) => field.name).join(', ')}`
      : `did you mean ${near.name}?`;
  return {
    ...(file === undefined ? {} : { file }),
    field: name,
    message: `unknown field; ${hint}`,
  };
}

function inputError(
  faults: readonly InputFault[],
  errors: readonly ValidationError[],
  file: string | undefined,
) {
  const onlyMissing = file === undefined && errors.every(({ type }) => type === 'missing');
  if (onlyMissing) {
    const flags = faults.flatMap(({ flag }) => flag ?? []).join(', ');
    return new UsageError(`missing: ${flags}`, { details: faults, fix: `pass ${flags}` });
  }
  return new InvalidInputError(
    `the input has ${amount(faults.length, 'error')}; nothing was sent`,
    {
      details: faults,
      fix: `correct ${plural(faults.length, 'this value', 'these values')}`,
    },
  );
}

/** Writes `start` as RFC 3339 with an offset, reading a local time in the configured time zone. */
async function withOffset(values: Values, context: Context<EndpointFlags>): Promise<Values> {
  const { start } = values;
  if (typeof start !== 'string') return values;
  const read = await readLocalStart(start, context);
  if (read.ok) return { ...values, start: read.text ?? start };
  if (read.problem === 'no_time_zone') {
    throw new UsageError(`--start ${start}: a local time needs a time zone, and none is set`, {
      fix: 'pass --timezone, set PLENARY_TIMEZONE, or write the offset: 2026-05-02T09:00:00+02:00',
    });
  }
  throw new InvalidInputError('the start is invalid; nothing was sent', {
    details: [{ field: 'start', flag: '--start', message: read.message }],
    fix: startFixes[read.problem] ?? startForm,
  });
}

/**
 * Reads it as the cell of a schedule file. The time zone of the event is asked for only if it is
 * needed.
 */
async function readLocalStart(start: string, context: Context): Promise<TimeReading> {
  const { readTime } = await import('../../columns/dates/read-time.ts');
  const { value: timeZone } = await context.setting('timezone');
  const first = readTime(start, { timeZone });
  const isLocal = !first.ok && first.problem === 'no_time_zone';
  const read = isLocal ? readTime(start, { timeZone: await context.timeZone() }) : first;
  if (!read.ok || read.endMs === undefined) return read;
  const message = `${quoteCell(start)}: expected one time, not two`;
  return { ok: false, problem: 'format', message };
}

const startForm = 'write one such as 2026-05-02 09:00 or 2026-05-02T09:00:00+02:00';

const startFixes: Readonly<Partial<Record<TimeProblem, string>>> = {
  year: 'correct the year',
  unknown_time_zone:
    'pass a --timezone of the IANA database, such as Europe/Berlin, or write ' +
    '2026-05-02T09:00:00+02:00',
  ambiguous: 'write the intended offset, as in 2026-10-25T02:30:00+01:00',
  gap: 'choose a time before or after the clock change, or write the intended offset',
};
