// Owns the limit on changes: how many existing records a plan may change.

import { amount } from '../../contract/amount.ts';
import { TooManyChangesError } from '../../errors.ts';
import type { ImportPlan } from '../../import/options.ts';

/** @param records how many exist @returns how many of them may change */
export type MaxChanges = (records: number) => number;

/** The flag, which limits nothing if it is undefined. */
export interface MaxChangesFlag {
  readonly maxChanges: MaxChanges | undefined;
}

/** A run that was interrupted was checked when it began. @throws {TooManyChangesError} @param noun of one record */
export function refuseTooManyChanges(
  changed: number,
  { isResumed, records }: Pick<ImportPlan, 'isResumed' | 'records'>,
  maxChanges: MaxChanges | undefined,
  noun: string,
): void {
  const error = isResumed ? undefined : tooManyChanges(changed, records, maxChanges, noun);
  if (error !== undefined) throw error;
}

/**
 * The error for a plan that changes too many existing records. Creations and first placements do not count.
 * @param noun of one record
 */
export function tooManyChanges(
  changed: number,
  records: number,
  maxChanges: MaxChanges | undefined,
  noun: string,
): TooManyChangesError | undefined {
  if (maxChanges === undefined || changed <= maxChanges(records)) return undefined;
  return new TooManyChangesError(
    `the plan changes ${changed} of ${amount(records, noun)}, more than the ${Math.floor(maxChanges(records))} allowed; nothing was sent`,
    { fix: `look at the plan, and if it is right, pass --max-changes ${changed}` },
  );
}
