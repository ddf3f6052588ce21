// What a schedule that cannot be carried out amounts to: rows without a submission, clashes, changes that came in between.
import {
  ConflictError,
  type InputFault,
  InvalidInputError,
  NetworkError,
  type NextStep,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../../errors.ts';
import type { Freshness, Undone } from '../../schedule/apply.ts';
import type { UnknownRow } from '../../schedule/plan.ts';
import type { ScheduleRun } from '../../schedule/run.ts';
import type { SchedulePlan, ToldClash } from '../../schedule/schedule.ts';
import type { Warning } from '../../schedule/warnings.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/** For rows that no submission, or more than one, answers to. */
export function unknownError(plan: SchedulePlan): PlenaryError | undefined {
  const { unknown, counts } = plan;
  if (unknown.length === 0) return undefined;
  return new InvalidInputError(`${unknown.length} of ${counts.rows} rows could not be matched to a submission`, {
    details: unknownFaults(plan),
    fix: 'mend the titles, or name the submissions in a column submission_id (`submissions list --fields id,title`)',
  });
}

function unknownFaults({ unknown, file }: SchedulePlan): readonly InputFault[] {
  const faults = unknown.slice(0, shownRows).map((row) => ({ file, line: row.line, message: unknownText(row) }));
  const more = unknown.length - faults.length;
  return more === 0 ? faults : [...faults, { file, message: `and ${more} more; --json lists them all` }];
}

/** How many rows are told one by one; of another event's file, it may be all. */
const shownRows = 1000;

export function unknownText({ title, submissionId, reason, candidates }: UnknownRow): string {
  const what = submissionId === undefined ? JSON.stringify(title) : `the id ${submissionId}`;
  // By id and not by address: this is read in the logs of CI systems.
  const named = candidates.map((each) => `${JSON.stringify(each.title)} (${each.id})`);
  if (reason === 'ambiguous') {
    return `${what} is the title of ${named.length}: ${named.join(', ')}; say which by submitter_email or submission_id`;
  }
  if (reason === 'other_submitter') {
    return `${what} was submitted by another address than the row's submitter_email: ${named.join(', ')}; mend the address, or say which by submission_id`;
  }
  const hint = named.length === 0 ? '' : `; the nearest: ${named.join(', ')}`;
  return `no submission answers to ${what}${hint}`;
}

interface Checked {
  readonly clashes: readonly ToldClash[];
  readonly warnings: readonly Warning[];
  /** Undefined where the sessions are the service's alone. */
  readonly file?: string;
}

/** For clashes, and for warnings where they are to count as much. */
export function clashError({ clashes, warnings, file }: Checked, failOn: FailOn): PlenaryError | undefined {
  const counted = failOn === 'warning' ? warnings : [];
  if (failOn === 'never' || clashes.length + counted.length === 0) return undefined;
  const place = file === undefined ? {} : { file };
  const details: InputFault[] = [
    ...clashes.slice(0, shownClashes).map((clash) => ({ ...place, ...lineOf(clash), message: clashText(clash) })),
    ...(clashes.length > shownClashes ? [{ ...place, message: moreClashes(clashes) }] : []),
    ...counted.map(({ line, message }) => ({ ...place, ...(line === undefined ? {} : { line }), message })),
  ];
  const what = [
    clashes.length > 0 ? amount(clashes.length, 'clash', 'clashes') : '',
    counted.length > 0 ? amount(counted.length, 'warning') : '',
  ].filter(Boolean);
  const fix = clashes.length > 0 ? 'move one of each two' : 'mend what is warned of';
  const lenient = clashes.length > 0 ? 'never' : 'clash';
  return new ConflictError(`${what.join(' and ')}${file === undefined ? '' : '; nothing was sent'}`, {
    details,
    fix: `${fix}${file === undefined ? '' : `, or go on all the same with --fail-on ${lenient}`}`,
  });
}

/** How many clashes are told one by one; a schedule may have thousands. */
export const shownClashes = 20;

export function moreClashes(clashes: readonly ToldClash[]): string {
  return `and ${clashes.length - shownClashes} more; --json lists them all`;
}

/** `room Main Hall: "A" 09:00–09:45 and "B" (line 7) 09:30–10:15` */
export function clashText({ kind, what, sessions: [a, b], byName }: ToldClash): string {
  const told = [a, b].map(({ title, start, end, line }) => {
    const at = line === null ? '' : ` (line ${line})`;
    const zone = start.endsWith('+00:00') ? ' UTC' : '';
    return `${JSON.stringify(title)}${at} ${start.slice(0, 16).replace('T', ' ')}–${end.slice(11, 16)}${zone}`;
  });
  const both = told.join(' and ');
  if (kind === 'room') return `room ${what}: ${both}`;
  // An address is nothing for a log.
  const who = what.includes('@') ? 'somebody' : what;
  if (kind === 'person') return `${who}${byName ? ' (by name)' : ''} is in two places: ${both}`;
  return `twice in the schedule, where the first row counts: ${both}`;
}

function lineOf({ sessions: [a, b] }: ToldClash): { readonly line?: number } {
  const line = b.line ?? a.line;
  return line === null ? {} : { line };
}

/** For sessions that somebody else has placed or moved since the plan was made. */
export function staleError({ stale }: Freshness, file: string): PlenaryError | undefined {
  if (stale.length === 0) return undefined;
  const what = stale.length === 1 ? '1 session was' : `${stale.length} sessions were`;
  return new ConflictError(`${what} changed since the plan was made; nothing was sent`, {
    details: staleFaults(stale, file),
    fix: 'make the plan again, or apply this one without them: --allow-partial',
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
export function applyError({ plan, run, failed, fresh, stoppedBy }: ScheduleRun): unknown {
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
  return new PartlyDoneError(`${undone} of ${plan.counts.rows} rows were not carried out; the others are in place`, {
    details: left,
    fix: failed.length + plan.unknown.length > 0 ? mendRows : 'make the plan again for what has moved since',
  });
}

const mendRows = 'mend the rows and run the same command again: what is done is found';

/** How a run that was begun is gone on with. */
export function resumption(run: string | undefined): readonly NextStep[] {
  return run === undefined ? [] : [{ command: `plenary imports resume ${run}` }];
}

/** What the service said, field by field where it did. */
function undoneFaults({ change: { title, line }, error }: Undone, file: string): readonly InputFault[] {
  const place = { file, line };
  if (error.details.length === 0) return [{ ...place, message: `${JSON.stringify(title)}: ${error.message}` }];
  return error.details.map(({ field, message }) => ({
    ...place,
    ...(field === undefined ? {} : { field }),
    message: `${JSON.stringify(title)}: ${message}`,
  }));
}

/** `1 clash`, `2 clashes` */
export function amount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
