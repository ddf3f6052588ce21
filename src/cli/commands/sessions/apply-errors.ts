// Owns the errors that `sessions apply` ends with: sessions that were moved meanwhile, refused, or whose outcome is unknown.
import {
  ConflictError,
  type InputFault,
  NetworkError,
  type NextStep,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../../../errors.ts';
import type { ComparedChange, Freshness } from '../../../schedule/changes.ts';
import { placeOf } from '../../../schedule/place.ts';
import type { FailedChange } from '../../../schedule/placements-part.ts';
import type { ScheduleRun } from '../../../schedule/run.ts';
import type { SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { Placement, UnreadablePlacement } from '../../../schedule/submissions.ts';
import { resumeCommands } from '../../output/advice.ts';
import { amount, plural, quoted } from '../../output/text.ts';
import { unknownFaults } from './plan-errors.ts';
import { sessionsWere, warningMessage } from './words.ts';

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

function staleText({ change: { title, from }, now, unreadable, isGone }: ComparedChange): string {
  if (isGone) return `${quoted(title)} is no longer among the submissions`;
  const present = unreadable === undefined ? placeText(now) : `shown ${unreadableText(unreadable)}`;
  return `${quoted(title)} was ${placeText(from ?? undefined)}, and is now ${present}`;
}

function placeText(placement: Placement | undefined, none = 'not placed'): string {
  return placement === undefined ? none : `in ${placement.room} at ${placement.start}`;
}

function unreadableText({ field, value }: UnreadablePlacement): string {
  return `with the ${field} ${value}`;
}

/** The error of a run that was stopped or is incomplete, or the signal that stopped it. */
export function applyError({ plan, run, applied, failed, unshown, fresh, stoppedBy }: ScheduleRun): unknown {
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
  const unreadable = unreadableFaults(plan);
  const hidden = unshown.map((each) => ({ file, ...placeOf(each.change), message: unshownText(each) }));
  const left = [...details, ...unknownFaults(plan), ...unreadable, ...hidden];
  if (left.length === 0) return undefined;
  if (left.length === hidden.length) {
    const what = amount(hidden.length, 'placement');
    return new PartlyDoneError(`the service confirmed ${what}, but shows other rooms or starts`, {
      details: hidden,
      fix: 'check with the service where these sessions are; the same command would send them again',
    });
  }
  const undone = failed.length + fresh.stale.length + plan.unknown.length + unreadable.length + hidden.length;
  const inPlace = applied - hidden.length + plan.counts.unchanged + fresh.done.length;
  return new PartlyDoneError(
    `${undone} of ${amount(plan.counts.rows, 'row')} ${plural(undone, 'was', 'were')} not applied; ${inPlace} ${plural(inPlace, 'is', 'are')} in place`,
    {
      details: left,
      fix: fixFor(failed.length + plan.unknown.length, fresh.stale.length),
    },
  );
}

/** The sessions of the file that may or may not be in place. */
function unreadableFaults({ warnings, file }: SchedulePlan): readonly InputFault[] {
  return warnings.flatMap((warning) =>
    warning.code === 'unreadable_placement' && warning.line !== undefined
      ? [{ file, ...placeOf({ ...warning, line: warning.line }), message: warningMessage(warning) }]
      : [],
  );
}

function unshownText({ change: { title, to }, now, unreadable }: ComparedChange): string {
  const present = unreadable === undefined ? placeText(now, 'without a place') : unreadableText(unreadable);
  return `${quoted(title)} was sent ${placeText(to)}, and is shown ${present}`;
}

function fixFor(rows: number, stale: number): string {
  if (rows > 0) return 'fix the rows and run the same command again: completed rows are skipped';
  if (stale > 0) return 'create the plan again for the sessions that have moved since';
  return 'check with the service where these sessions are: it shows their places in a form that cannot be read';
}

/** The command that resumes a run. */
export function resumeSteps(run: string | undefined): readonly NextStep[] {
  return resumeCommands(run).map((command) => ({ command }));
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
