// Owns which types the server accepts, and how it lists faults. Must not know what a field means.
import { lengthOf } from './python-text.ts';

interface TextRule {
  readonly type: 'text';
  readonly min?: number;
  readonly max?: number;
  readonly isNullable?: boolean;
  readonly isRequired?: boolean;
}

interface IntegerRule {
  readonly type: 'integer';
  readonly isRequired?: boolean;
}

export type Rules = Readonly<Record<string, TextRule | IntegerRule>>;

/** The fields that are present. */
export type Values<R extends Rules> = {
  readonly [Name in keyof R]?: R[Name] extends IntegerRule
    ? number
    : R[Name] extends { readonly isNullable: true }
      ? string | null
      : string;
};

/** One entry of a 422's `detail`. */
export interface Fault {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Reads the fields that the rules name and no others; adds what it refuses to `faults`. */
export function readFields<R extends Rules>(
  rules: R,
  source: Readonly<Record<string, unknown>>,
  place: 'body' | 'query',
  faults: Fault[],
): Values<R> {
  const values: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const loc = [place, name];
    if (!Object.hasOwn(source, name)) {
      if (rule.isRequired) faults.push(missing(loc, place === 'body' ? source : null));
      continue;
    }
    const read = rule.type === 'text' ? readText(rule, source[name]) : readInteger(source[name]);
    if ('fault' in read) faults.push(faultAt(loc, source[name], read.fault));
    else values[name] = read.value;
  }
  return values as Values<R>;
}

/** A value that must be there. */
export function missing(loc: readonly string[], input: unknown): Fault {
  return { type: 'missing', loc, msg: 'Field required', input };
}

/** A body that is JSON, but no object. */
export function notAnObject(input: unknown): Fault {
  return {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input,
  };
}

/** A body that is no JSON. */
export function notJson(position: number, error: string): Fault {
  return {
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  };
}

interface Refusal {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

type Reading = { readonly value: unknown } | { readonly fault: Refusal };

function faultAt(loc: readonly string[], input: unknown, { type, msg, ctx }: Refusal): Fault {
  const fault = { type, loc, msg, input };
  return ctx === undefined ? fault : { ...fault, ctx };
}

function readText({ min = 0, max, isNullable }: TextRule, value: unknown): Reading {
  if (value === null && isNullable) return { value };
  if (typeof value !== 'string') return refuse('string_type', 'Input should be a valid string');
  if (/\p{Surrogate}/u.test(value)) return refuse('string_unicode', 'Input is no Unicode');
  const length = lengthOf(value);
  if (length < min) {
    const msg = `String should have at least ${characters(min)}`;
    return refuse('string_too_short', msg, { min_length: min });
  }
  if (max !== undefined && length > max) {
    const msg = `String should have at most ${characters(max)}`;
    return refuse('string_too_long', msg, { max_length: max });
  }
  return { value };
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

const UNREADABLE = 'Input should be a valid integer, unable to parse string as an integer';

function readInteger(value: unknown): Reading {
  if (typeof value === 'boolean') return { value: Number(value) };
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return { value };
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return refuse('int_from_float', msg);
  }
  if (typeof value !== 'string') return refuse('int_type', 'Input should be a valid integer');
  const isWhole = /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/.test(value.trim());
  if (!isWhole) return refuse('int_parsing', UNREADABLE);
  return { value: Number(value.replaceAll('_', '')) };
}

function refuse(type: string, msg: string, ctx?: Refusal['ctx']): Reading {
  return { fault: ctx === undefined ? { type, msg } : { type, msg, ctx } };
}
