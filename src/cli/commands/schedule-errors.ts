// What a schedule that cannot be carried out amounts to: rows without a submission, clashes, changes that came in between.
import {
  ConflictError,
  type InputFault,
  InvalidInputError,
  OutcomeUnknownError,
  PartlyDoneError,
  type PlenaryError,
} from '../../errors.ts';
import type { Freshness } from '../../schedule/apply.ts';
import type { UnknownRow } from '../../schedule/plan.ts';
import type { ScheduleRun } from '../../schedule/run.ts';
import type { SchedulePlan, ToldClash, Warning } from '../../schedule/schedule.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/** For rows that no submission, or more than one, answers to. */
export function unknownError({ unknown, counts, file }: SchedulePlan): PlenaryError | undefined {
  if (unknown.length === 0) return undefined;
  return new InvalidInputError(`${unknown.length} of ${counts.rows} rows could not be matched to a submission`, {
    details: unknown.map((row) => ({ file, line: row.line, message: unknownText(row) })),
    fix: 'mend the titles, or name the submissions in a column submission_id (`submissions list --fields id,title`)',
  });
}

export function unknownText({ title, submissionId, reason, candidates }: UnknownRow): string {
  const what = submissionId === undefined ? JSON.stringify(title) : `the id ${submissionId}`;
  const named = candidates.map((each) => {
    const by = each.submitterEmail === undefined ? '' : ` by ${each.submitterEmail}`;
    return `${JSON.stringify(each.title)}${by} (${each.id})`;
  });
  if (reason === 'ambiguous')
    return `${what} is the title of ${named.length}: ${named.join(', ')}; say which by submitter_email`;
  const hint = named.length === 0 ? '' : `; the nearest: ${named.join(', ')}`;
  return `no submission answers to ${what}${hint}`;
}

/** For clashes, and for warnings where they are to count as much. */
export function clashError(
  {
    clashes,
    warnings,
    file,
  }: { readonly clashes: readonly ToldClash[]; readonly warnings: readonly Warning[]; readonly file?: string },
  failOn: FailOn,
): PlenaryError | undefined {
  const counted = failOn === 'warning' ? warnings : [];
  if (failOn === 'never' || clashes.length + counted.length === 0) return undefined;
  const place = file === undefined ? {} : { file };
  const details: InputFault[] = [
    ...clashes.slice(0, shownClashes).map((clash) => ({ ...place, ...lineOf(clash), message: clashText(clash) })),
    ...(clashes.length > shownClashes ? [{ ...place, message: moreClashes(clashes) }] : []),
    ...counted.map(({ line, message }) => ({ ...place, ...(line === undefined ? {} : { line }), message })),
  ];
  const what = [
    clashes.length > 0 ? `${clashes.length} ${clashes.length === 1 ? 'clash' : 'clashes'}` : '',
    counted.length > 0 ? `${counted.length} ${counted.length === 1 ? 'warning' : 'warnings'}` : '',
  ].filter(Boolean);
  return new ConflictError(`${what.join(' and ')}; nothing was sent`, {
    details,
    fix: 'move one of each two, or go on all the same with --fail-on never',
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
    return `${JSON.stringify(title)}${at} ${start.slice(0, 16).replace('T', ' ')}–${end.slice(11, 16)}`;
  });
  const both = told.join(' and ');
  if (kind === 'room') return `room ${what}: ${both}`;
  if (kind === 'person') return `${what}${byName ? ' (by name)' : ''} is in two places: ${both}`;
  return `twice in the schedule: ${both}`;
}

function lineOf({ sessions: [a, b] }: ToldClash): { readonly line?: number } {
  const line = b.line ?? a.line;
  return line === null ? {} : { line };
}

/** What of a plan no longer fits the program, unless the rest is to go on without it. */
export function refusal(
  { stale }: Freshness,
  file: string,
  { isPartial }: { readonly isPartial: boolean },
): PlenaryError | undefined {
  if (stale.length === 0 || isPartial) return undefined;
  return staleError(stale, file, 'nothing was sent');
}

function staleError(stale: Freshness['stale'], file: string, what: string): PlenaryError {
  return new ConflictError(
    `${stale.length} ${stale.length === 1 ? 'session was' : 'sessions were'} changed since the plan was made; ${what}`,
    {
      details: stale.map(({ change: { title, line, from }, now }) => ({
        file,
        ...(line === undefined ? {} : { line }),
        message: `${JSON.stringify(title)} stood ${placeText(from)}, and stands ${placeText(now ?? null)} now`,
      })),
      fix: 'make the plan again, or send the others alone with --allow-partial',
    },
  );
}

function placeText(placement: { readonly room: string; readonly start: string } | null): string {
  return placement === null ? 'nowhere' : `in ${placement.room} at ${placement.start}`;
}

/** What an application that went to its end amounts to, where not all was done. */
export function applyError(
  { failed, fresh }: ScheduleRun,
  file: string,
  plan: SchedulePlan | undefined,
): PlenaryError | undefined {
  if (failed.length > 0) {
    const details = failed.map(({ change: { title, line }, error }) => ({
      file,
      ...(line === undefined ? {} : { line }),
      message: `${JSON.stringify(title)}: ${error.message}`,
    }));
    const isUnknown = failed.some(({ error }) => error instanceof OutcomeUnknownError);
    const Kind = isUnknown ? OutcomeUnknownError : PartlyDoneError;
    return new Kind(`${failed.length} sessions could not be placed`, {
      details,
      fix: 'run the same command again: what is done is left alone',
    });
  }
  if (fresh.stale.length > 0) return staleError(fresh.stale, file, 'they were left out');
  const unmatched = plan === undefined ? undefined : unknownError(plan);
  if (unmatched === undefined) return undefined;
  return new PartlyDoneError(`${unmatched.message}; the others are in place`, { details: unmatched.details });
}
