// Owns the scalar schemas of request fields, text and whole numbers, and their limits. Must not know any single field.
import { check, NEVER, number, pipe, registry, string, transform, type ZodMiniString } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** The description and limits of a scalar. Lengths are counted in Unicode code points. */
export interface Annotation {
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The description of a status: any text is allowed, and these values are recommended. */
export const statusText = 'status: pending, accept_queue, accepted, decline_queue, declined, withdrawn or another';

const annotations = registry<Annotation>();

/** The annotation of a scalar that `text` or `integer` created; empty for any other schema. */
export function annotationOf(schema: $ZodType): Annotation {
  return annotations.get(schema) ?? {};
}

/** A string of `min` to `max` Unicode code points (both inclusive, both optional). */
export function text(description: string, limits: { min?: number; max?: number } = {}): ZodMiniString<string> {
  const { min, max } = limits;
  const schema = string().check(
    check<string>(({ value, issues }) => {
      if (min !== undefined && isShorterThan(value, min)) {
        issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value });
      }
      if (max !== undefined && isLongerThan(value, max)) {
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
      }
    }),
  );
  annotations.add(schema, {
    description,
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  });
  return schema;
}

/**
 * A whole number. Like Pydantic's lax mode, it also accepts a numeric string and a number without a fraction.
 * An issue has Pydantic's name for the fault in `params.type`.
 */
export function integer(description: string) {
  const schema = pipe(
    transform((value: unknown, ctx): number => {
      const fault = integerFault(value);
      if (fault === undefined) return Number(value);
      ctx.issues.push({ code: 'custom', params: { type: fault }, input: value, continue: false });
      return NEVER;
    }),
    number(),
  );
  annotations.add(schema, { description });
  return schema;
}

function integerFault(value: unknown): 'int_type' | 'int_parsing' | 'int_from_float' | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? undefined : 'int_from_float';
  if (typeof value !== 'string') return typeof value === 'boolean' ? undefined : 'int_type';
  return /^\s*[+-]?\d+(\.0*)?\s*$/.test(value) ? undefined : 'int_parsing';
}

/** The number of Unicode code points in a string. */
export function codePointLength(value: string): number {
  let surrogatePairs = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(value.charCodeAt(i + 1))) {
      surrogatePairs++;
      i++;
    }
  }
  return value.length - surrogatePairs;
}

// A code point is one or two UTF-16 units, so counting is only needed near the limit.
function isShorterThan(value: string, min: number): boolean {
  return value.length < min || (value.length < 2 * min && codePointLength(value) < min);
}

function isLongerThan(value: string, max: number): boolean {
  return value.length > max && (value.length > 2 * max || codePointLength(value) > max);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
