// Owns the errors that `sessions apply` ends with: sessions that were moved meanwhile, refused, or whose outcome is unknown.

import { amount, plural, quoted } from '../../../contract/amount.ts';
import {
  ConflictError,
  type InputFault,
  NetworkError,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../../../errors.ts';
import { resumeSteps } from '../../../runs/unfinished.ts';
import type { ComparedChange, Freshness } from '../../../schedule/changes.ts';
import { placeOf } from '../../../schedule/place.ts';
import type { FailedChange } from '../../../schedule/placements-part.ts';
import type { SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { Placement } from '../../../schedule/submissions.ts';
import { unknownFaults } from './plan-errors.ts';
import { sessionsWere } from './words.ts';

/** The error for sessions that somebody else has placed or moved since the plan was created. */
export function staleError(
  { stale }: Freshness,
  file: string,
  fix: string,
  since = 'the plan was created',
): PlenaryError | undefined {
  if (stale.length === 0) return undefined;
  return new ConflictError(`${staleCountText(stale.length, since)}; nothing was sent`, {
    details: staleFaults(stale, file),
    fix,
  });
}

export function staleCountText(count: number, since = 'the plan was created'): string {
  return `${amount(count, 'session has', 'sessions have')} changed since ${since}`;
}

function staleFaults(stale: readonly ComparedChange[], file: string): readonly InputFault[] {
  return stale.map((each) => ({ file, ...placeOf(each.change), message: staleText(each) }));
}

function staleText({ change: { title, from }, now, isGone }: ComparedChange): string {
  if (isGone) return `${quoted(title)} is no longer among the submissions`;
  return `${quoted(title)} was ${placeText(from ?? undefined)}, and is now ${placeText(now)}`;
}

function placeText(placement: Placement | undefined, none = 'not placed'): string {
  return placement === undefined ? none : `in ${placement.room} at ${placement.start}`;
}

/** What a run of `sessions apply` has done. */
export interface AppliedSchedule {
  readonly plan: SchedulePlan;
  /** Undefined if nothing was sent. */
  readonly run: string | undefined;
  readonly fresh: Freshness;
  readonly unshown: readonly ComparedChange[];
  readonly applied: number;
  readonly failed: readonly FailedChange[];
  /** How many are still to be sent. */
  readonly pending: number;
  readonly stoppedBy: unknown;
}

/** The error of a run that was stopped or is incomplete, or the signal that stopped it. */
export function applyError({ plan, run, applied, failed, unshown, fresh, stoppedBy }: AppliedSchedule): unknown {
  const { file } = plan;
  const lost = failed.filter(({ kind }) => kind === 'lost');
  const unsent = failed.filter(({ kind }) => kind === 'unsent');
  if (stoppedBy !== undefined && !(stoppedBy instanceof PlenaryError && lost.length > 0)) return stoppedBy;
  const details = [...failed.flatMap((each) => failureFaults(each, file)), ...staleFaults(fresh.stale, file)];
  const next = resumeSteps(run);
  if (lost.length > 0) {
    return new OutcomeUnknownError(
      `it is unknown whether ${amount(lost.length, 'session was', 'sessions were')} placed`,
      {
        cause: stoppedBy,
        details,
        retryable: true,
        fix: 'run the same command again: it first checks where each session is',
        next,
      },
    );
  }
  if (unsent.length > 0) {
    return new NetworkError(`${sessionsWere(unsent.length)} not placed: the service does not accept requests now`, {
      details,
      retryable: true,
      fix: 'run the same command again later: completed rows are skipped',
      next,
    });
  }
  const hidden = unshown.map(({ change, now }) => ({
    file,
    ...placeOf(change),
    message: `${quoted(change.title)} was sent ${placeText(change.to)}, and is shown ${placeText(now, 'without a place')}`,
  }));
  const left = [...details, ...unknownFaults(plan), ...hidden];
  if (left.length === 0) return undefined;
  const undone = failed.length + fresh.stale.length + plan.unknown.length + hidden.length;
  const inPlace = applied - hidden.length + plan.counts.unchanged + fresh.done.length;
  const message =
    left.length === hidden.length
      ? `the service confirmed ${amount(hidden.length, 'placement')}, but shows other rooms or starts`
      : `${undone} of ${amount(plan.counts.rows, 'row')} ${plural(undone, 'was', 'were')} not applied; ${inPlace} ${plural(inPlace, 'is', 'are')} in place`;
  return new PartlyDoneError(message, {
    details: left,
    fix: fixFor(failed.length + plan.unknown.length, fresh.stale.length),
  });
}

function fixFor(rows: number, stale: number): string {
  if (rows > 0) return 'fix the rows and run the same command again: completed rows are skipped';
  if (stale > 0) return 'create the plan again for the sessions that have moved since';
  return 'check with the service where these sessions are; the same command would send them again';
}

/** The service's reason, field by field if it names fields. */
function failureFaults({ kind, change, faults }: FailedChange, file: string): readonly InputFault[] {
  const { title } = change;
  const place = { file, ...placeOf(change) };
  const why = kind === 'lost' ? 'no response confirmed it' : 'not sent';
  if (faults.length === 0) return [{ ...place, message: `${quoted(title)}: ${why}` }];
  return faults.map(({ field, message }) => ({
    ...place,
    ...(field === undefined ? {} : { field }),
    message: `${quoted(title)}: ${message}`,
  }));
}
