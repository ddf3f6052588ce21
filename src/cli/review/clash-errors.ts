// Owns why a plan with clashes or warnings is not sent, and the error of a check that finds them.

import { filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { amount } from '../../contract/amount.ts';
import { ConflictError, type InputFault } from '../../errors.ts';
import type { Refusal } from '../../runs/refusal.ts';
import {
  type ClashReport,
  clashText,
  type ReportedClashes,
} from '../../schedule/clashes/clash-report.ts';
import type { Counted } from '../../schedule/clashes/overlaps.ts';
import type { SchedulePlan } from '../../schedule/plan/plan.ts';
import type { ClashFlags } from '../flag-sets.ts';
import { inFile, type Plan } from './plan.ts';
import { shownAtMost } from './show.ts';

/** What was found. */
interface FoundClashes extends ReportedClashes {
  /** Of the sessions, if they have one. */
  readonly file?: string | undefined;
  /** Of rows of the file; undefined without any. */
  readonly changes?: SchedulePlan['changes'] | undefined;
}

/**
 * Why a plan with clashes is not sent, or with warnings if they count as errors. What the service
 * refuses is not sent, whatever counts as an error.
 */
export function clashRefusal(
  plan: FoundClashes,
  failOn: ClashFlags['failOn'],
): Refusal | undefined {
  const faults = faultsOf(plan, failOn);
  if (faults === undefined) return undefined;
  const flag = plan.clashCounts.total > 0 ? 'never' : 'clash';
  const otherwise = `pass --fail-on ${flag} to proceed anyway`;
  const fix = hasRefused(plan) ? refusedFix : [...clashFixes(plan), otherwise].join(', or ');
  return { kind: 'conflict', ...faults, fixes: [fix] };
}

/** The error of a check of sessions that nothing would change. */
export function clashError(
  check: FoundClashes,
  failOn: ClashFlags['failOn'],
): ConflictError | undefined {
  const faults = faultsOf(check, failOn);
  if (faults === undefined) return undefined;
  return new ConflictError(faults.problem, {
    details: faults.details,
    fix: hasRefused(check) ? refusedFix : clashFixes(check).join(', or '),
  });
}

/** Why sessions may not become accepted where another one is. */
export function statusRefusal({ statusClashes, subject }: Plan): Refusal | undefined {
  const { count } = statusClashes;
  if (count === 0) return undefined;
  const faults = firstClashes(statusClashes, (clash) => ({
    ...placeOf(clash, new Set()),
    message: clashText(clash),
  }));
  const otherwise = 'move one session of each pair, or change the status of the other one';
  return {
    kind: 'conflict',
    problem: amount(count, 'clash', 'clashes'),
    details: inFile(faults, subject, 'submissions'),
    fixes: [`free the room in an earlier run: ${otherwise}`],
  };
}

/** The first clashes as faults, and how many more there are. */
export function firstClashes(
  { count, listed }: Counted<ClashReport>,
  faultOf: (clash: ClashReport) => InputFault,
): readonly InputFault[] {
  const faults = listed.slice(0, shownAtMost).map(faultOf);
  if (count <= faults.length) return faults;
  return [
    ...faults,
    { message: `and ${amount(count - faults.length, 'more clash', 'more clashes')}` },
  ];
}

/** The clashes, and the warnings if they count as errors. */
function faultsOf(
  { file, clashes, clashCounts, warnings, changes = [] }: FoundClashes,
  failOn: ClashFlags['failOn'],
): Pick<Refusal, 'problem' | 'details'> | undefined {
  const isLenient = failOn === 'never';
  const shown = isLenient ? clashes.filter(isRefused) : clashes;
  const count = isLenient ? shown.length : clashCounts.total;
  const counted = failOn === 'warning' ? warnings : [];
  if (count + counted.length === 0) return undefined;
  const problems = [
    count > 0 ? amount(count, 'clash', 'clashes') : '',
    counted.length > 0 ? amount(counted.length, 'warning') : '',
  ].filter(Boolean);
  const inFile = file === undefined ? {} : { file };
  const changed = new Set(changes.map(filePlaceKey));
  const details: InputFault[] = shown.slice(0, shownAtMost).map((clash) => {
    const place = placeOf(clash, changed);
    const message = clashText(clash);
    return place === undefined ? { message } : { ...inFile, ...place, message };
  });
  if (count > shownAtMost)
    details.push({ ...inFile, message: `and ${count - shownAtMost} more; see --json` });
  for (const { line, message, ...rest } of counted) {
    const place = line === undefined ? {} : filePlaceOf({ ...rest, line });
    details.push({ ...inFile, ...place, message });
  }
  return { problem: problems.join(' and '), details };
}

function isRefused({ code }: ClashReport): boolean {
  return code === 'service';
}

function hasRefused({ clashes }: ReportedClashes): boolean {
  return clashes.some(isRefused);
}

const alsoNever = 'what the service refuses is not sent, also with --fail-on never';
const refusedFix = `move one session of each pair: ${alsoNever}`;

function clashFixes({ clashes, warnings, file }: FoundClashes): readonly string[] {
  if (clashes.length > 0) return [movesText(clashes)];
  const isAssumed = warnings.some(({ code }) => code === 'assumed_duration');
  const hasOthers = warnings.some(({ code }) => code !== 'assumed_duration');
  const durations = file === undefined ? 'with --schedule FILE' : 'or ends in the file';
  return [
    hasOthers ? 'fix what the warnings report' : '',
    isAssumed ? `specify the durations ${durations}` : '',
  ].filter(Boolean);
}

/** What to move. */
function movesText(clashes: readonly ClashReport[]): string {
  const outside = clashes.filter(({ code }) => code === 'hours').length;
  const intoHours = 'into the hours of its room';
  if (outside === clashes.length) return `move each session ${intoHours}`;
  const alone = outside === 0 ? '' : `, and each other session ${intoHours}`;
  return `move one session of each pair${alone}`;
}

/**
 * The place of the row that causes the clash: the last one that would change something, else the
 * last one; undefined if no file has it.
 * @param changed the keys of the places of rows that would
 */
function placeOf({ sessions: [a, b] }: ClashReport, changed: ReadonlySet<string>) {
  const places = [b ?? a, a].flatMap(({ line, ...rest }) =>
    line === null ? [] : [filePlaceOf({ ...rest, line })],
  );
  const moving = places.filter((place) => changed.has(filePlaceKey(place)));
  const [last] = (moving.length > 0 ? moving : places).toSorted(
    (one, other) => other.line - one.line,
  );
  return last;
}
