// Owns the changes of a plan: how a schedule file differs from the event, and which sessions have moved since. Pure.
import type { Matches, NamedRow } from './match.ts';
import type { EventSubmission, Placement, UnreadablePlacement } from './submissions.ts';

/** A row with the placement that it specifies. */
export interface WantedRow extends NamedRow {
  readonly to: Placement;
}

export interface ScheduleChange {
  readonly action: 'place' | 'move';
  readonly submissionId: string;
  readonly title: string;
  readonly line: number;
  readonly from: Placement | null;
  readonly to: Placement;
}

export interface Difference {
  readonly changes: readonly ScheduleChange[];
  /** The lines of rows whose session is already in place. */
  readonly unchanged: readonly number[];
}

/** The changes of a plan, grouped by the present placements of their sessions. */
export interface Freshness {
  readonly toDo: readonly ScheduleChange[];
  readonly done: readonly ScheduleChange[];
  /** Sessions that somebody else has placed or moved since, with their present placement. */
  readonly stale: readonly Stale[];
}

export interface Stale {
  readonly change: ScheduleChange;
  readonly now: Placement | undefined;
  /** Its present placement cannot be read. */
  readonly unreadable?: UnreadablePlacement | undefined;
  readonly isGone: boolean;
}

/** The changes that rows require, and the rows that require none. */
export function difference(rows: readonly WantedRow[], matched: Matches['matched']): Difference {
  const changes: ScheduleChange[] = [];
  const unchanged: number[] = [];
  const seen = new Set<string>();
  for (const { line, to } of rows) {
    const found = matched.get(line);
    // A second row of one session is a clash and is not sent: the two rows would move the session back and forth forever.
    if (found === undefined || seen.has(found.id)) continue;
    seen.add(found.id);
    const { id: submissionId, title, placement, unreadable } = found;
    // It may be in place already; sent, it would be sent by every further run as well. The plan has a warning.
    if (unreadable !== undefined) continue;
    if (placement !== undefined && isSamePlacement(placement, to)) unchanged.push(line);
    else {
      const action = placement === undefined ? 'place' : 'move';
      changes.push({ action, submissionId, title, line, from: placement ?? null, to });
    }
  }
  return { changes, unchanged };
}

/** Compares changes with the present placements. */
export function checkFreshness(changes: readonly ScheduleChange[], submissions: readonly EventSubmission[]): Freshness {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const toDo: ScheduleChange[] = [];
  const done: ScheduleChange[] = [];
  const stale: Stale[] = [];
  for (const change of changes) {
    const submission = byId.get(change.submissionId);
    const now = submission?.placement;
    if (now !== undefined && isSamePlacement(now, change.to)) done.push(change);
    else if (submission !== undefined && submission.unreadable === undefined && isAsSeen(now, change.from))
      toDo.push(change);
    else stale.push({ change, now, unreadable: submission?.unreadable, isGone: submission === undefined });
  }
  return { toDo, done, stale };
}

/** The same room at the same instant, however its offset is written. */
export function isSamePlacement(a: Placement, b: Placement): boolean {
  return a.room === b.room && Date.parse(a.start) === Date.parse(b.start);
}

function isAsSeen(now: Placement | undefined, seen: Placement | null): boolean {
  return now === undefined || seen === null ? now === undefined && seen === null : isSamePlacement(now, seen);
}
