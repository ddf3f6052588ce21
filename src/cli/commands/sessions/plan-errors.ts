// What stands in the way of a schedule before anything is sent: rows without a submission, clashes, and warnings where they count.
import { ConflictError, type InputFault, InvalidInputError, type PlenaryError } from '../../../errors.ts';
import type { UnknownReason } from '../../../schedule/match.ts';
import type { ClashReport, ClashSession, SchedulePlan } from '../../../schedule/plan.ts';
import type { Warning } from '../../../schedule/warnings.ts';
import { amount } from '../../output/text.ts';
import { clashText, moreText, shownAtMost, unknownText } from './words.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/** For rows that no submission, or more than one, answers to; the clashes of the others are told with them. */
export function unknownError(plan: SchedulePlan, failOn: FailOn): PlenaryError | undefined {
  const { unknown, counts } = plan;
  if (unknown.length === 0) return undefined;
  const clash = clashError(withoutConsequences(plan), failOn);
  const found = clash === undefined ? '' : `; beside that, ${clash.message}`;
  return new InvalidInputError(
    `${unknown.length} of ${counts.rows} rows could not be matched to a submission${found}`,
    {
      details: [...unknownFaults(plan), ...(clash?.details ?? [])],
      fix: [
        ...new Set(unknown.map(({ reason }) => unknownFixes[reason])),
        ...(clash === undefined ? [] : fixesOf(plan)),
      ].join('; '),
    },
  );
}

/** Where a session that a row may mean stands now says nothing of where it will. */
function withoutConsequences(plan: SchedulePlan): SchedulePlan {
  const meant = new Set(plan.unknown.flatMap(({ candidates }) => candidates.map(({ id }) => id)));
  const isOpen = ({ line, submissionId }: ClashSession) => line === null && meant.has(submissionId ?? '');
  return { ...plan, clashes: plan.clashes.filter(({ sessions }) => !sessions.some(isOpen)) };
}

const unknownFixes: Readonly<Record<UnknownReason, string>> = {
  not_found:
    'mend the titles, or name the submissions in a column submission_id (`submissions list --fields id,title`)',
  other_submitter: 'mend the addresses',
  other_title: 'name each session by its own id and title',
  ambiguous:
    'tell equal titles apart in a column submission_id (`submissions list --fields id,title,submitter_email,status`)',
};

/** One for each row, up to a thousand. */
export function unknownFaults({ unknown, file }: SchedulePlan): readonly InputFault[] {
  const faults = unknown.slice(0, shownRows).map((row) => ({ file, line: row.line, message: unknownText(row) }));
  const more = unknown.length - faults.length;
  return more === 0 ? faults : [...faults, { file, message: `and ${more} more; --json lists them all` }];
}

/** How many rows are told one by one; of another event's file, it may be all. */
const shownRows = 1000;

interface Checked {
  readonly clashes: readonly ClashReport[];
  readonly warnings: readonly Warning[];
  /** The rest is of a plan alone: where there is none, the sessions are the service's. */
  readonly file?: string;
  readonly changes?: SchedulePlan['changes'];
}

/** For clashes, and for warnings where they are to count as much. */
export function clashError(checked: Checked, failOn: FailOn): PlenaryError | undefined {
  const { clashes, warnings, file } = checked;
  const counted = failOn === 'warning' ? warnings : [];
  if (failOn === 'never' || clashes.length + counted.length === 0) return undefined;
  const place = file === undefined ? {} : { file };
  const lineOf = lineFinder(checked);
  const details: InputFault[] = [
    ...clashes.slice(0, shownAtMost).map((clash) => ({ ...place, ...lineOf(clash), message: clashText(clash) })),
    ...(clashes.length > shownAtMost ? [{ ...place, message: moreText(clashes.length) }] : []),
    ...counted.map(({ line, message }) => ({ ...place, ...(line === undefined ? {} : { line }), message })),
  ];
  const what = [
    clashes.length > 0 ? amount(clashes.length, 'clash', 'clashes') : '',
    counted.length > 0 ? amount(counted.length, 'warning') : '',
  ].filter(Boolean);
  return new ConflictError(`${what.join(' and ')}${file === undefined ? '' : '; nothing was sent'}`, {
    details,
    fix: [...fixesOf(checked), ...(file === undefined ? [] : [lenience(clashes)])].join(', or '),
  });
}

function fixesOf({ clashes, warnings, file }: Checked): readonly string[] {
  const isAssumed =
    clashes.some(({ sessions }) => sessions.some(({ endAssumed }) => endAssumed === true)) ||
    (clashes.length === 0 && warnings.some(({ code }) => code === 'assumed_duration'));
  return [
    clashes.length === 0 && warnings.some(({ code }) => code !== 'assumed_duration') ? 'mend what is warned of' : '',
    clashes.some(({ kind }) => kind !== 'duplicate') ? 'move one of each two' : '',
    clashes.some(({ kind }) => kind === 'duplicate') ? 'take out the further rows of a session' : '',
    isAssumed
      ? `tell how long they are: ${file === undefined ? '--schedule FILE' : 'duration or end in the file'}`
      : '',
  ].filter(Boolean);
}

function lenience(clashes: readonly ClashReport[]): string {
  return `go on all the same with --fail-on ${clashes.length > 0 ? 'never' : 'clash'}`;
}

/** The line of the row that makes the clash: the further one of a session, else one that would change something. */
function lineFinder({ changes = [] }: Checked): (clash: ClashReport) => { readonly line?: number } {
  const changed = new Set(changes.map(({ line }) => line));
  return ({ kind, sessions: [a, b] }) => {
    const lines = [b.line, a.line].filter((line) => line !== null);
    const moving = kind === 'duplicate' ? [] : lines.filter((line) => changed.has(line));
    return lines.length === 0 ? {} : { line: Math.max(...(moving.length > 0 ? moving : lines)) };
  };
}
