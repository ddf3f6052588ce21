// Owns the form of a schedule's plan: what changes, what clashes, and what needs a warning. Pure.
import type { ScheduleChange } from './changes.ts';
import type { ClashCounts, ClashReport } from './clash-report.ts';
import type { UnknownRow } from './match.ts';
import type { Place } from './place.ts';
import type { SessionCreation } from './plan-creations.ts';
import type { Warning } from './warnings.ts';

export interface PlanCounts {
  readonly rows: number;
  readonly place: number;
  readonly move: number;
  readonly unchanged: number;
  /** Rows that match no submission, or several. */
  readonly unknown: number;
  /** Rows that are not talks, such as coffee breaks; undefined in a plan that has only changes. */
  readonly breaks?: number | undefined;
  /** Submissions to create; undefined unless they were asked for. */
  readonly create?: number | undefined;
}

/** A row that is not a talk. */
export interface BreakRow extends Place {
  readonly title: string;
}

/** A warning of a saved plan, already worded. */
export interface SavedWarning extends Omit<Place, 'line'> {
  readonly line?: number | undefined;
  readonly code: string;
  readonly message: string;
}

/** What `sessions plan` reports. A saved plan is bound to its base URL and event, and to the placements that it saw. */
export interface SchedulePlan {
  readonly schemaVersion: '1.0';
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  readonly counts: PlanCounts;
  readonly changes: readonly ScheduleChange[];
  /** Submissions to create and their placements; undefined unless they were asked for. */
  readonly creations?: readonly SessionCreation[] | undefined;
  readonly unknown: readonly UnknownRow[];
  /** Undefined in a plan that has only changes. */
  readonly breaks?: readonly BreakRow[] | undefined;
  /** The rows that say that there is no session; undefined without any. */
  readonly emptySlots?: readonly BreakRow[] | undefined;
  readonly clashCounts: ClashCounts;
  readonly clashes: readonly ClashReport[];
  readonly warnings: readonly (Warning | SavedWarning)[];
}

/** A plan that has only changes, which are all that a run saves. */
export function planOf(
  changes: readonly ScheduleChange[],
  creations: readonly SessionCreation[] = [],
): Omit<SchedulePlan, 'file' | 'baseUrl' | 'event'> {
  return {
    schemaVersion: '1.0',
    counts: {
      rows: changes.length + creations.length,
      ...{ ...countChanges(changes), unchanged: 0, unknown: 0 },
      ...(creations.length > 0 && { create: creations.length }),
    },
    changes,
    ...(creations.length > 0 && { creations }),
    unknown: [],
    clashCounts: { total: 0, ofUnknown: 0 },
    clashes: [],
    warnings: [],
  };
}

/** How many of the changes place a session, and how many move one. */
export function countChanges(changes: readonly ScheduleChange[]): Pick<PlanCounts, 'place' | 'move'> {
  const place = changes.filter(({ action }) => action === 'place').length;
  return { place, move: changes.length - place };
}

/** The plan without the rows that match no submission: they are not applied, so their clashes do not matter. */
export function withoutUnknown(plan: SchedulePlan): SchedulePlan {
  const clashes = plan.clashes.filter(({ sessions }) =>
    sessions.every(({ submissionId, isBreak, isNew }) => submissionId !== null || isBreak || isNew),
  );
  const { total, ofUnknown } = plan.clashCounts;
  return { ...plan, clashes, clashCounts: { total: total - ofUnknown, ofUnknown: 0 } };
}

export interface SessionCheck extends Pick<SchedulePlan, 'clashCounts' | 'clashes' | 'warnings'> {
  /** How many sessions were checked. */
  readonly sessions: number;
}
