// Plans known changes of places, and what they clash with: a swap, an undo, or those of a saved
// plan. Pure.
import type { Change } from '../../changes/change.ts';
import { filePlaceOf } from '../../changes/file-place.ts';
import { newPlaces } from '../../changes/place.ts';
import { type CheckOptions, clashesOfChanges } from '../clashes/check.ts';
import type { ClashReport, ClashSession } from '../clashes/clash-report.ts';
import { lostDurations } from '../clashes/service-rule.ts';
import type { EventSubmission } from '../submissions.ts';
import type { ScheduleOptions, SchedulePlan } from './plan.ts';

/**
 * A plan of changes alone, with what they clash with.
 * @param options with the file of the sessions that only a file has
 */
export function planPlacements(
  changes: readonly Change[],
  submissions: readonly EventSubmission[],
  options: Pick<ScheduleOptions, 'timeZone' | 'inFile'> &
    Pick<SchedulePlan, 'file'> &
    Partial<CheckOptions>,
): SchedulePlan {
  const checked = clashesOfChanges(changes, submissions, { ...usual, ...options });
  const lost = lostDurations({ submissions, places: newPlaces(changes) });
  return {
    ...planOfChanges(changes, options.file),
    ...checked,
    warnings: [...lost, ...checked.warnings],
  };
}

/**
 * A saved plan, with the sessions that are in its rooms by now. The speakers of its file are
 * unknown.
 */
export function checkedAgain(
  plan: SchedulePlan,
  submissions: readonly EventSubmission[],
  timeZone: string | undefined,
): SchedulePlan {
  const options = { ...usual, timeZone, sharedRooms: plan.sharedRooms ?? [] };
  const planned = submissions.map((talk): EventSubmission => {
    return { ...talk, durationMs: plan.durationsMs?.get(talk.id) ?? talk.durationMs };
  });
  const checked = clashesOfChanges(plan.changes, planned, options);
  const clashes = checked.clashes
    .filter(({ code }) => code !== 'person')
    .map((clash) => withLines(clash, plan.changes));
  const warnings = checked.warnings.filter(({ code }) => code === 'waits');
  return { ...plan, clashes, clashCounts: { total: clashes.length }, warnings };
}

/** A clash with the places of its sessions in the file that was planned. */
function withLines(clash: ClashReport, changes: readonly Change[]): ClashReport {
  const located = (session: ClashSession): ClashSession => {
    const change = changes.find(({ names }) => names.id === session.id);
    return change === undefined ? session : { ...session, ...filePlaceOf(change) };
  };
  const [first, second] = clash.sessions;
  if (second === undefined) return { ...clash, sessions: [located(first)] };
  return { ...clash, sessions: [located(first), located(second)] };
}

/** A plan that has only the changes of a run, whose clashes were reported before it began. */
export function planOfChanges(changes: readonly Change[], file: string | undefined): SchedulePlan {
  return {
    file,
    places: changes,
    unchanged: [],
    changes,
    unknown: [],
    clashCounts: { total: 0 },
    clashes: [],
    warnings: [],
  };
}

const usual = { defaultDurationMs: 45 * 60_000, turnaroundMs: 0, sharedRooms: [] };
