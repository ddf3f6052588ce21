// Owns why the rows of a run may not be sent: each reason as a value, and the one error of all.

import {
  ConflictError,
  type InputFault,
  InvalidInputError,
  type NextStep,
  type PlenaryError,
  TooManyChangesError,
} from '../errors.ts';

/** One reason why nothing is sent. */
export interface Refusal {
  readonly kind: keyof typeof errorOf;
  /** Without what follows for all of them: `2 of 40 rows are invalid`. */
  readonly problem: string;
  readonly details: readonly InputFault[];
  /** What to do, all of it or a part. */
  readonly fixes: readonly string[];
  /** Commands to run next. */
  readonly next?: readonly NextStep[];
}

/**
 * The error of all reasons together; undefined without any.
 * @param moreFixes what else to do about them
 */
export function refusalError(
  reasons: readonly (Refusal | undefined)[],
  moreFixes: readonly string[] = [],
): PlenaryError | undefined {
  const refusals = reasons.filter((reason) => reason !== undefined);
  if (refusals.length === 0) return undefined;
  const problems = refusals.map(({ problem }) => problem).join(', and ');
  // Several files may have the same faults.
  const fixes = new Set([...refusals.flatMap((refusal) => refusal.fixes), ...moreFixes]);
  return new errorOf[kindOf(refusals)](`${problems}; nothing was sent`, {
    details: refusals.flatMap(({ details }) => details),
    fix: [...fixes].join('; '),
    next: refusals.flatMap(({ next = [] }) => next),
  });
}

/** What is invalid must be fixed, whatever else there is. */
function kindOf(refusals: readonly Refusal[]): Refusal['kind'] {
  const [first, ...others] = refusals;
  if (first !== undefined && others.length === 0) return first.kind;
  return refusals.some(({ kind }) => kind === 'invalid_input') ? 'invalid_input' : 'conflict';
}

const errorOf = {
  invalid_input: InvalidInputError,
  conflict: ConflictError,
  too_many_changes: TooManyChangesError,
};
