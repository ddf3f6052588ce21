// Owns the form of the part of a plan that is about sessions: what changes, what clashes, and what
// needs a warning. Pure.
import type { InputFault } from '../errors.ts';
import type { ScheduleChange } from './changes.ts';
import type { ReportedClashes } from './clash-report.ts';
import type { FilePlace } from './file-place.ts';
import type { UnknownRow } from './match.ts';
import type { Placement } from './submissions.ts';

/** The session of a submission that the same run creates. */
export interface SessionCreation extends FilePlace {
  readonly action: 'create';
  readonly title: string;
  readonly to: Placement;
  /** How long it is by the file; undefined if the file does not say it. */
  readonly durationMs?: number | undefined;
  /** Its title and the address of its submitter, by the API's field names. */
  readonly submission: Readonly<Record<string, string>>;
}

/** The part of a plan that is about sessions, bound to the placements that it saw. */
export interface SchedulePlan extends ReportedClashes {
  readonly file: string;
  readonly counts: { readonly rows: number; readonly unchanged: number };
  readonly changes: readonly ScheduleChange[];
  /** Undefined without any. */
  readonly creations?: readonly SessionCreation[] | undefined;
  readonly unknown: readonly UnknownRow[];
  /** What is wrong with rows that could not be read, and are left out; undefined without any. */
  readonly unreadable?: readonly InputFault[] | undefined;
  /** The rows that are not talks; undefined in a plan that has only changes. */
  readonly breaks?: readonly (FilePlace & { readonly title: string })[] | undefined;
  /** Rooms that hold several sessions at a time; undefined without any. */
  readonly sharedRooms?: readonly string[] | undefined;
  /** How long sessions are by the file if the service differs, by the ids of their submissions. */
  readonly durationsMs?: ReadonlyMap<string, number> | undefined;
}

/** How many rows could not be read. */
export function countUnreadable({ unreadable = [] }: Pick<SchedulePlan, 'unreadable'>): number {
  return new Set(unreadable.map(({ line, sheet }) => JSON.stringify([line, sheet]))).size;
}

/** A plan that has only the changes of a run, whose clashes were reported before it began. */
export function planOfChanges(
  changes: readonly ScheduleChange[],
  creations: readonly SessionCreation[] = [],
): Omit<SchedulePlan, 'file'> {
  return {
    counts: { rows: changes.length + creations.length, unchanged: 0 },
    changes,
    ...(creations.length > 0 && { creations }),
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
