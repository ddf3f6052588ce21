// Owns the form of the part of a plan that is about sessions: what changes, what clashes, and what
// needs a warning. Pure.
import type { Change } from '../changes/change.ts';
import type { FilePlace } from '../changes/file-place.ts';
import type { InputFault } from '../errors.ts';
import type { ReportedClashes } from './clash-report.ts';
import type { UnknownRow } from './match.ts';

/** The part of a plan that is about sessions, bound to the placements that it saw. */
export interface SchedulePlan extends ReportedClashes {
  readonly file: string;
  readonly counts: { readonly rows: number; readonly unchanged: number };
  /** Those of submissions that the same run creates name them by their keys. */
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownRow[];
  /** What is wrong with rows that could not be read, and are left out; undefined without any. */
  readonly unreadable?: readonly InputFault[] | undefined;
  /** The rows that are not talks; undefined in a plan that has only changes. */
  readonly breaks?: readonly (FilePlace & { readonly title: string })[] | undefined;
  /** Rooms that hold several sessions at a time; undefined without any. */
  readonly sharedRooms?: readonly string[] | undefined;
  /**
   * How long sessions are by the file if the service differs, by the ids of their submissions, or
   * the keys of new ones.
   */
  readonly durationsMs?: ReadonlyMap<string, number> | undefined;
}

/** How many rows could not be read. */
export function countUnreadable({ unreadable = [] }: Pick<SchedulePlan, 'unreadable'>): number {
  return new Set(unreadable.map(({ line, sheet }) => JSON.stringify([line, sheet]))).size;
}

/** A plan that has only the changes of a run, whose clashes were reported before it began. */
export function planOfChanges(changes: readonly Change[]): Omit<SchedulePlan, 'file'> {
  return {
    counts: { rows: changes.length, unchanged: 0 },
    changes,
    unknown: [],
    clashCounts: { total: 0 },
    clashes: [],
    warnings: [],
  };
}

export interface SessionCheck extends ReportedClashes {
  /** How many sessions were checked. */
  readonly sessions: number;
}
