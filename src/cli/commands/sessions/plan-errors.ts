// Owns the errors that stop a schedule before anything is sent: unmatched rows, clashes, and warnings if they count as errors.
import { ConflictError, type InputFault, InvalidInputError, type PlenaryError } from '../../../errors.ts';
import type { ClashReport, ClashSession } from '../../../schedule/clash-report.ts';
import type { UnknownReason } from '../../../schedule/match.ts';
import { placeKey, placeOf } from '../../../schedule/place.ts';
import type { SchedulePlan, SessionCheck } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { amount } from '../../output/text.ts';
import { clashText, moreText, shownAtMost, unknownText, warningMessage } from './words.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/** When a command without the flag fails: on clashes. */
export function failOn({ flags: { failOn = 'clash' } }: Context<Some<ClashFlags>>): FailOn {
  return failOn;
}

/** The error for rows that match no submission, or several. The clashes of the other rows are reported with them. */
export function unknownError(plan: SchedulePlan, failOn: FailOn): PlenaryError | undefined {
  const { unknown, counts } = plan;
  if (unknown.length === 0) return undefined;
  const rest = withoutOpenClashes(plan);
  const clash = clashError(rest, failOn);
  const found = clash === undefined ? '' : `; also ${clash.message}`;
  return new InvalidInputError(
    `${unknown.length} of ${amount(counts.rows, 'row')} could not be matched to a submission${found}`,
    {
      details: [...unknownFaults(plan), ...(clash?.details ?? [])],
      fix: [...unknownFixesFor(unknown, creationFix(unknown)), ...(clash === undefined ? [] : fixesOf(plan))].join(
        '; ',
      ),
    },
  );
}

/** @param creation how a submission is created for a row that matches none */
export function unknownFixesFor(unknown: SchedulePlan['unknown'], creation: string): readonly string[] {
  const fixes = new Set(unknown.map(({ reason }) => unknownFixes[reason]));
  return [...fixes, ...(unknown.some(({ reason }) => reason === 'not_found') ? [creation] : [])];
}

/** Leaves out clashes with the present place of a session that an unmatched row may move. */
export function withoutOpenClashes(plan: SchedulePlan): SchedulePlan {
  const meant = new Set(plan.unknown.flatMap(({ candidates }) => candidates.map(({ id }) => id)));
  const isOpen = ({ line, submissionId }: ClashSession) => line === null && meant.has(submissionId ?? '');
  const clashes = plan.clashes.filter(({ sessions }) => !sessions.some(isOpen));
  const { total, ofUnknown } = plan.clashCounts;
  return { ...plan, clashes, clashCounts: { total: total - (plan.clashes.length - clashes.length), ofUnknown } };
}

const unknownFixes: Readonly<Record<UnknownReason, string>> = {
  not_found:
    'fix the titles, or specify the submissions in a submission_id column (`plenary submissions list --fields id,title`)',
  other_submitter: 'fix the addresses',
  other_title: 'in each row, use the id and the title of the same submission',
  ambiguous:
    'distinguish equal titles in a submission_id column (`plenary submissions list --fields id,title,submitter_email,status`)',
};

/** A submission cannot be deleted: only titles that are certain are worth the flag. */
function creationFix(unknown: SchedulePlan['unknown']): string {
  return `--create creates submissions for talks that have none; before that, ${leaveOutFix(unknown)}`;
}

/** Breaks in a language without words for them look like talks. */
function leaveOutFix(unknown: SchedulePlan['unknown']): string {
  return unknown.some(({ column }) => column !== undefined)
    ? 'clear the cells that are no talks, or write "Break" in them'
    : 'remove the rows that are no talks, or write "true" in their column "service_session"';
}

/** One fault for each row, up to a thousand. */
export function unknownFaults({ unknown, file }: SchedulePlan): readonly InputFault[] {
  const faults = unknown.slice(0, shownRows).map((row) => ({ file, ...placeOf(row), message: unknownText(row) }));
  const more = unknown.length - faults.length;
  return more === 0 ? faults : [...faults, { file, message: `and ${more} more; --json lists them all` }];
}

/** How many rows are listed one by one; with another event's file, no row may match. */
const shownRows = 1000;

/** A plan, which may have no file, or the check of an event's own sessions, which has no changes. */
type Checked = Pick<SessionCheck, 'clashCounts' | 'clashes' | 'warnings'> &
  Partial<Pick<SchedulePlan, 'file' | 'changes'>>;

/** The error for clashes, and for warnings if they count as errors. */
export function clashError(checked: Checked, failOn: FailOn): PlenaryError | undefined {
  const { clashes, clashCounts, file, changes } = checked;
  const counted = countedWarnings(checked, failOn);
  const what = clashCountText(checked, failOn);
  if (what === '') return undefined;
  const count = clashCounts.total;
  const place = file === undefined ? {} : { file };
  const placeFor = placeFinder(checked);
  const details: InputFault[] = [
    ...clashes.slice(0, shownAtMost).map((clash) => ({ ...place, ...placeFor(clash), message: clashText(clash) })),
    ...(count > shownAtMost ? [{ ...place, message: moreText(count, clashes.length) }] : []),
    ...counted.map((warning) => {
      const { line } = warning;
      const own = line === undefined ? {} : placeOf({ ...warning, line });
      return { ...place, ...own, message: warningMessage(warning) };
    }),
  ];
  return new ConflictError(`${what}${changes === undefined ? '' : '; nothing was sent'}`, {
    details,
    fix: [...fixesOf(checked), ...(changes === undefined ? [] : [overrideFix(clashes)])].join(', or '),
  });
}

/** `1 clash and 2 warnings`, of those that are an error; empty if none is. */
export function clashCountText(checked: Checked, failOn: FailOn): string {
  const { clashes, clashCounts } = checked;
  const warnings = countedWarnings(checked, failOn).length;
  if (failOn === 'never' || clashes.length + warnings === 0) return '';
  return [
    clashCounts.total > 0 ? amount(clashCounts.total, 'clash', 'clashes') : '',
    warnings > 0 ? amount(warnings, 'warning') : '',
  ]
    .filter(Boolean)
    .join(' and ');
}

function countedWarnings({ warnings }: Checked, failOn: FailOn): Checked['warnings'] {
  return failOn === 'warning' ? warnings : [];
}

function fixesOf({ clashes, warnings, file }: Checked): readonly string[] {
  if (clashes.length > 0) return ['move one session of each pair'];
  const isAssumed = warnings.some(({ code }) => code === 'assumed_duration');
  return [
    warnings.some(({ code }) => code !== 'assumed_duration') ? 'fix what the warnings report' : '',
    isAssumed ? `specify the durations ${file === undefined ? 'with --schedule FILE' : 'or ends in the file'}` : '',
  ].filter(Boolean);
}

function overrideFix(clashes: readonly ClashReport[]): string {
  return `pass --fail-on ${clashes.length > 0 ? 'never' : 'clash'} to proceed anyway`;
}

/** The place of the row that causes the clash: the last one that would change something, else the last one. */
function placeFinder({ changes = [] }: Checked): (clash: ClashReport) => Partial<ReturnType<typeof placeOf>> {
  const changed = new Set(changes.map(placeKey));
  return ({ sessions: [a, b] }) => {
    const places = [b, a].flatMap(({ line, ...rest }) => (line === null ? [] : [placeOf({ ...rest, line })]));
    const moving = places.filter((place) => changed.has(placeKey(place)));
    const [last] = (moving.length > 0 ? moving : places).toSorted((one, other) => other.line - one.line);
    return last ?? {};
  };
}
