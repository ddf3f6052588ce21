// Owns the scalar schemas of request fields, text and whole numbers, and their limits. Must not
// know any single field.
import {
  check,
  globalRegistry,
  NEVER,
  number,
  pipe,
  string,
  transform,
  type ZodMiniString,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/**
 * The description and limits of a scalar, as JSON Schema has them. Lengths are counted in Unicode
 * code points.
 */
export interface Annotation {
  readonly description?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /**
   * Any text is allowed; one that is not among these is probably misspelled, unless another record
   * has it.
   */
  readonly recommended?: readonly string[];
}

declare module 'zod/v4/core' {
  interface GlobalMeta extends Omit<Annotation, 'description'> {}
}

/** The annotation of a scalar that `text` or `integer` created; empty for any other schema. */
export function annotationOf(schema: $ZodType): Annotation {
  return globalRegistry.get(schema) ?? {};
}

interface TextLimits extends Pick<Annotation, 'recommended'> {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A string of `min` to `max` Unicode code points (both inclusive, both optional). */
export function text(
  description: string,
  { min, max, ...others }: TextLimits = {},
): ZodMiniString<string> {
  const schema = string().check(
    check<string>(({ value, issues }) => {
      if (min !== undefined && isShorterThan(value, min)) {
        issues.push({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          inclusive: true,
          input: value,
        });
      }
      if (max !== undefined && isLongerThan(value, max)) {
        issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          inclusive: true,
          input: value,
        });
      }
    }),
  );
  globalRegistry.add(schema, {
    description,
    ...others,
    minLength: min,
    maxLength: max,
  });
  return schema;
}

/**
 * A whole number. Like Pydantic's lax mode, it also accepts a numeric string and a number without a
 * fraction. An issue has Pydantic's name for the fault in `params.type`. The bounds are only
 * described, because each server decides what becomes of a number beyond them.
 */
export function integer(
  description: string,
  { minimum, maximum }: Pick<Annotation, 'minimum' | 'maximum'> = {},
) {
  const schema = pipe(
    transform((value: unknown, ctx): number => {
      const result = readInteger(value);
      if (typeof result === 'number') return result;
      ctx.issues.push({ code: 'custom', params: { type: result }, input: value, continue: false });
      return NEVER;
    }),
    number(),
  );
  globalRegistry.add(schema, { description, type: 'integer', minimum, maximum });
  return schema;
}

/** Pydantic's names for what is wrong with a whole number. */
export type IntegerFault =
  | 'int_type'
  | 'int_parsing'
  | 'int_parsing_size'
  | 'int_from_float'
  | 'finite_number';

/** The whole number that a value expresses in Pydantic's lax mode, or the name of its fault. */
function readInteger(value: unknown): number | IntegerFault {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return parseInteger(value);
  if (typeof value !== 'number') return 'int_type';
  if (!Number.isFinite(value)) return 'finite_number';
  return Number.isInteger(value) ? value : 'int_from_float';
}

// What Rust's `trim` removes; JavaScript's removes a byte order mark as well.
const space = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*';
// Digits with single underscores between them; a fraction consists of zeros.
const wholeNumber = new RegExp(`^${space}([+-]?)(\\d+(?:_\\d+)*)(?:\\.0+)?${space}$`);

function parseInteger(text: string): number | IntegerFault {
  const [, sign = '', digits] = wholeNumber.exec(text) ?? [];
  if (digits === undefined) return 'int_parsing';
  const value = Number(sign + digits.replaceAll('_', ''));
  return Number.isFinite(value) ? value : 'int_parsing_size';
}

// A code point is one or two UTF-16 units, so counting is only needed near the limit.
function isShorterThan(value: string, min: number): boolean {
  return value.length < min || (value.length < 2 * min && [...value].length < min);
}

export function isLongerThan(value: string, max: number): boolean {
  return value.length > max && (value.length > 2 * max || [...value].length > max);
}
