// Owns the error that stops changes before anything is sent: everything that cannot be applied, in one sentence.

import { amount } from '../../contract/amount.ts';
import { ConflictError, InvalidInputError, type PlenaryError } from '../../errors.ts';
import { programFiles } from '../../program/files.ts';
import type { Freshness } from '../../schedule/changes.ts';
import { unknownFixes } from '../../schedule/match.ts';
import type { SchedulePlan } from '../../schedule/schedule-plan.ts';
import { staleCountText, staleError } from '../commands/sessions/apply-errors.ts';
import { clashCountText, clashError, type FailOn, unknownFaults } from '../commands/sessions/plan-errors.ts';
import { type ChangesInput, labelOf, type Planned } from './planned.ts';

/** Why nothing may be sent: all reasons together. */
export function planError({ input, plan }: Planned, failOn: FailOn): PlenaryError | undefined {
  const { folderReview } = input;
  const conflict = folderReview?.conflict;
  const records = (['speakers', 'submissions'] as const).flatMap((name) => {
    const found = plan[name];
    const { refusal } = found?.plan ?? {};
    return found && refusal ? [{ file: labelOf(input, name), counts: found.counts, refusal }] : [];
  });
  const invalid = records.filter(({ refusal }) => refusal.code === 'invalid_input');
  // A conflict of the files is one of the records as well.
  const changed = conflict === undefined ? records.filter(({ refusal }) => refusal.code !== 'invalid_input') : [];
  const sessions = plan.sessions && sessionErrors(plan.sessions, labelOf(input, 'sessions'), failOn);
  const stale = input.allowPartial === true ? undefined : staleSessions(input, plan, plan.sessions?.file ?? '');
  const since = input.undoes === undefined ? 'the plan was created' : `run ${input.undoes.run}`;
  const texts = [
    countText(
      [
        ...invalid.map(({ file, counts }) => ({ file, count: counts.rejected + counts.unknown })),
        ...(sessions?.unknown ?? []),
      ],
      (count, of) => `${amount(count, 'row', 'rows')}${of} cannot be applied`,
    ),
    conflict?.text,
    countText(
      changed.map(({ file, counts }) => ({ file, count: counts.conflict })),
      (count, of) =>
        `${amount(count, 'record', 'records')}${of} ${count === 1 ? 'has' : 'have'} changed since ${since}`,
    ),
    sessions?.clash?.text,
    stale && staleCountText(plan.stale.length, since),
  ].filter((text) => text !== undefined && text !== '');
  if (texts.length === 0) return undefined;
  const refusals = [...invalid, ...changed].map(({ refusal }) => refusal);
  const errors = [conflict?.error, ...refusals, sessions?.error, sessions?.clash?.error, stale].filter(
    (error) => error !== undefined,
  );
  const Kind = errors.some(({ code }) => code === 'invalid_input') ? InvalidInputError : ConflictError;
  return new Kind(`${texts.join(', and ')}; nothing was sent`, {
    details: errors.flatMap(({ details }) => details),
    // Several files may have the same faults.
    fix: [
      ...new Set(errors.flatMap(({ fix }) => fix?.split('; ') ?? [])),
      ...(folderReview?.fixesFor(errors) ?? []),
    ].join('; '),
    next: errors.flatMap(({ next }) => next),
  });
}

/** `2 rows of speakers.csv …`, or `3 rows (speakers.csv 2, submissions.csv 1) …`; empty without any. */
function countText(
  found: readonly { readonly file: string; readonly count: number }[],
  textFor: (count: number, of: string) => string,
): string {
  const total = found.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  const [only] = found;
  const each = found.map(({ file, count }) => `${file} ${count}`).join(', ');
  return textFor(total, found.length === 1 ? ` of ${only?.file}` : ` (${each})`);
}

/** Rows of the schedule that match no submission, and clashes. */
function sessionErrors(plan: SchedulePlan, file: string, failOn: FailOn) {
  const { unknown } = plan;
  const clash = clashError(plan, failOn);
  const creation = `add talks that are new to ${programFiles.submissions.name}, and pass --create`;
  return {
    unknown: unknown.length === 0 ? [] : [{ file, count: unknown.length }],
    error:
      unknown.length === 0
        ? undefined
        : new InvalidInputError('unmatched rows', {
            details: unknownFaults(plan),
            fix: unknownFixes(unknown, creation),
          }),
    clash: clash && { text: clashCountText(plan, failOn), error: clash },
  };
}

/** The error for sessions that were moved since the plan, or since the run that is undone. */
export function staleSessions(
  { undoes }: ChangesInput,
  { stale }: Pick<Freshness, 'stale'>,
  file: string,
): PlenaryError | undefined {
  const fresh = { toDo: [], done: [], stale };
  return undoes === undefined
    ? staleError(fresh, file, 'create the plan again')
    : staleError(fresh, file, 'pass --allow-partial to move the other sessions back', `run ${undoes.run}`);
}
