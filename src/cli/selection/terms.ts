// Owns what the flags that select records say: conditions and an order. Must not know records.
import { UsageError } from '../../errors.ts';

/**
 * `is`: some value of the field is this text, or, if the text is empty, there is none. `has`: some
 * value contains it.
 */
export interface Condition {
  readonly field: string;
  readonly kind: 'is' | 'has';
  /** Whether the records are chosen for which this does not hold. */
  readonly isNegated: boolean;
  readonly text: string;
}

/** @throws {UsageError} for a text that is not a condition */
export function readConditions(texts: readonly string[]): readonly Condition[] {
  return texts.map((text) => {
    const [, field, operator, value = ''] =
      /^\s*([^=~!<>\s]+)\s*(==|!?[=~])\s*(.*?)\s*$/su.exec(text) ?? [];
    const isMalformed = field === undefined || operator === undefined;
    if (isMalformed || (value === '' && operator.endsWith('~'))) {
      throw new UsageError(`--where ${text}: not a condition`, {
        fix: "write field=value, or 'field~text' for a part of a value; != and !~ exclude",
      });
    }
    return {
      field,
      kind: operator.endsWith('~') ? 'has' : 'is',
      isNegated: operator.startsWith('!'),
      text: value,
    };
  });
}

export interface SortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

/** @throws {UsageError} for an empty name */
export function readOrder(fields: string): readonly SortKey[] {
  return fields.split(',').map((part) => {
    const [, minus, field] = /^\s*(-?)(\S*)\s*$/.exec(part) ?? [];
    if (!field)
      throw new UsageError(`--sort ${fields}: not a field`, {
        fix: 'write --sort track_id,-start',
      });
    return { field, isDescending: minus === '-' };
  });
}
