// What an application of a schedule ends with: sessions that were moved in between, refused, or of which nobody can tell.

import {
  ConflictError,
  type InputFault,
  NetworkError,
  type NextStep,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../../../errors.ts';
import type { FailedChange } from '../../../schedule/apply.ts';
import type { Freshness } from '../../../schedule/changes.ts';
import type { ScheduleRun } from '../../../schedule/run.ts';
import { resumeCommands } from '../../output/advice.ts';
import { amount } from '../../output/text.ts';
import { unknownFaults } from './plan-errors.ts';

/** For sessions that somebody else has placed or moved since the plan was made. */
export function staleError({ stale }: Freshness, file: string, fix: string): PlenaryError | undefined {
  if (stale.length === 0) return undefined;
  const what = stale.length === 1 ? '1 session was' : `${stale.length} sessions were`;
  return new ConflictError(`${what} changed since the plan was made; nothing was sent`, {
    details: staleFaults(stale, file),
    fix,
  });
}

function staleFaults(stale: Freshness['stale'], file: string): readonly InputFault[] {
  return stale.map(({ change: { title, line, from }, now, isGone }) => ({
    file,
    line,
    message: isGone
      ? `${JSON.stringify(title)} is no longer among the submissions`
      : `${JSON.stringify(title)} stood ${placeText(from)}, and stands ${placeText(now ?? null)} now`,
  }));
}

function placeText(placement: { readonly room: string; readonly start: string } | null): string {
  return placement === null ? 'nowhere' : `in ${placement.room} at ${placement.start}`;
}

/** What an application ends with, where it was stopped or not all was done: an error, or a signal's reason. */
export function applyError({ plan, run, applied, failed, fresh, stoppedBy }: ScheduleRun): unknown {
  const { file } = plan;
  const lost = failed.filter(({ kind }) => kind === 'lost');
  const unsent = failed.filter(({ kind }) => kind === 'unsent');
  if (stoppedBy !== undefined && !(stoppedBy instanceof PlenaryError && lost.length > 0)) return stoppedBy;
  const details = [...failed.flatMap((each) => undoneFaults(each, file)), ...staleFaults(fresh.stale, file)];
  const next = resumption(run);
  if (lost.length > 0) {
    return new OutcomeUnknownError(`nobody can tell whether ${amount(lost.length, 'session')} took the new place`, {
      cause: stoppedBy,
      details,
      retryable: true,
      fix: 'run the same command again: it looks first where each session stands',
      next,
    });
  }
  if (unsent.length > 0) {
    return new NetworkError(`${amount(unsent.length, 'session')} could not be placed; the service takes none now`, {
      details,
      retryable: true,
      fix: 'run the same command again later: what is done is found',
      next,
    });
  }
  const left = [...details, ...unknownFaults(plan)];
  if (left.length === 0) return undefined;
  const undone = failed.length + fresh.stale.length + plan.unknown.length;
  const inPlace = applied + plan.counts.unchanged + fresh.done.length;
  return new PartlyDoneError(
    `${undone} of ${plan.counts.rows} rows ${undone === 1 ? 'was' : 'were'} not carried out; ${inPlace} ${inPlace === 1 ? 'is' : 'are'} in place`,
    {
      details: left,
      fix: failed.length + plan.unknown.length > 0 ? mendRows : 'make the plan again for what has moved since',
    },
  );
}

const mendRows = 'mend the rows and run the same command again: what is done is found';

/** How a run that was begun is gone on with. */
export function resumption(run: string | undefined): readonly NextStep[] {
  return resumeCommands(run).map((command) => ({ command }));
}

/** What the service said, field by field where it did. */
function undoneFaults({ change: { title, line }, error }: FailedChange, file: string): readonly InputFault[] {
  const place = { file, line };
  if (error.details.length === 0) return [{ ...place, message: `${JSON.stringify(title)}: ${error.message}` }];
  return error.details.map(({ field, message }) => ({
    ...place,
    ...(field === undefined ? {} : { field }),
    message: `${JSON.stringify(title)}: ${message}`,
  }));
}
