// Owns the errors that stop a schedule before anything is sent: unmatched rows, clashes, and warnings if they count as errors.

import { amount } from '../../../contract/amount.ts';
import { ConflictError, type InputFault, InvalidInputError, type PlenaryError } from '../../../errors.ts';
import { type ClashReport, clashText } from '../../../schedule/clash-report.ts';
import { unknownFixes } from '../../../schedule/match.ts';
import { placeKey, placeOf } from '../../../schedule/place.ts';
import type { SchedulePlan, SessionCheck } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { moreText, shownAtMost } from './words.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/** When a command without the flag fails: on clashes. */
export function failOn({ flags: { failOn = 'clash' } }: Context<Some<ClashFlags>>): FailOn {
  return failOn;
}

/** The error for rows that match no submission, or several. The clashes of the other rows are reported with them. */
export function unknownError(plan: SchedulePlan, failOn: FailOn): PlenaryError | undefined {
  const { unknown, counts } = plan;
  if (unknown.length === 0) return undefined;
  const clash = clashError(plan, failOn);
  const found = clash === undefined ? '' : `; also ${clash.message}`;
  const creation =
    'create the submissions of new talks first, with `plenary submissions import`, and mark rows that are no talks with "true" in a column service_session';
  return new InvalidInputError(
    `${unknown.length} of ${amount(counts.rows, 'row')} could not be matched to a submission${found}`,
    {
      details: [...unknownFaults(plan), ...(clash?.details ?? [])],
      fix: [unknownFixes(unknown, creation), ...(clash === undefined ? [] : fixesOf(plan))].join('; '),
    },
  );
}

/** One fault for each row, up to a thousand. */
export function unknownFaults({ unknown, file }: SchedulePlan): readonly InputFault[] {
  const faults = unknown.slice(0, shownRows).map((row) => ({ file, ...placeOf(row), message: row.message }));
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
    ...counted.map(({ line, message, ...rest }) => ({
      ...place,
      ...(line === undefined ? {} : placeOf({ ...rest, line })),
      message,
    })),
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
