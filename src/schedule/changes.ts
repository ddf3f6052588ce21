// Owns the changes of a plan: how a schedule file differs from the event, and which sessions have
// moved since. Pure.
import { isSameValue } from '../contract/likeness.ts';
import type { BeforeChange } from '../runs/entry.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from './file-place.ts';
import type { Matches } from './match.ts';
import type { EventSubmission, Placement } from './submissions.ts';

/** A row with the placement that it specifies. */
export interface WantedRow extends FilePlace {
  readonly to: Placement;
}

export interface ScheduleChange extends FilePlace {
  readonly action: 'place' | 'move' | 'unplace';
  readonly submissionId: string;
  readonly title: string;
  readonly from: Placement | null;
  /** Null if the session is taken out of the schedule. */
  readonly to: Placement | null;
}

/** What a change between two places is called. */
export function actionOf({
  from,
  to,
}: Pick<ScheduleChange, 'from' | 'to'>): ScheduleChange['action'] {
  if (to === null) return 'unplace';
  return from === null ? 'place' : 'move';
}

export interface Difference {
  readonly changes: readonly ScheduleChange[];
  /** The keys of the places of rows whose session is already in place. */
  readonly unchanged: readonly string[];
  /** The further slots of sessions. */
  readonly further: readonly FurtherSlot[];
}

/** A row whose session has an earlier one, which is used: the service has one slot for each. */
export interface FurtherSlot {
  readonly row: WantedRow;
  readonly used: WantedRow;
  /** Of the submission. */
  readonly title: string;
}

/** The changes of a plan, grouped by the present placements of their sessions. */
export interface Freshness {
  readonly toDo: readonly ScheduleChange[];
  readonly done: readonly ScheduleChange[];
  /** Sessions that somebody else has placed or moved since, with their present placement. */
  readonly stale: readonly ComparedChange[];
}

/** A submission where it is. */
type PresentPlace = Pick<EventSubmission, 'id' | 'placement'>;

/** A change beside the present placement of its session. */
export interface ComparedChange {
  readonly change: ScheduleChange;
  readonly now: Placement | undefined;
  readonly isGone: boolean;
}

/**
 * The changes that rows require, and the rows that require none. Of several rows of a session, the
 * first is used.
 */
export function difference(rows: readonly WantedRow[], matched: Matches['matched']): Difference {
  const changes: ScheduleChange[] = [];
  const unchanged: string[] = [];
  const further: FurtherSlot[] = [];
  const first = firstRows(rows, matched);
  for (const row of rows) {
    const { to } = row;
    const found = matched.get(filePlaceKey(row));
    const used = first.get(found?.id ?? '');
    if (found === undefined || used === undefined) continue;
    if (used !== row) {
      further.push({ row, used, title: found.title });
      continue;
    }
    const { id: submissionId, title, placement } = found;
    if (placement !== undefined && isSamePlacement(placement, to))
      unchanged.push(filePlaceKey(row));
    else {
      const action = placement === undefined ? 'place' : 'move';
      changes.push({
        action,
        submissionId,
        title,
        ...filePlaceOf(row),
        from: placement ?? null,
        to,
      });
    }
  }
  return { changes, unchanged, further };
}

/** For each session, the first of its rows in the file. */
function firstRows(
  rows: readonly WantedRow[],
  matched: Matches['matched'],
): ReadonlyMap<string, WantedRow> {
  const first = new Map<string, WantedRow>();
  for (const row of rows) {
    const id = matched.get(filePlaceKey(row))?.id;
    if (id !== undefined && !first.has(id)) first.set(id, row);
  }
  return first;
}

/** Compares changes with the present placements. */
export function checkFreshness(
  changes: readonly ScheduleChange[],
  submissions: readonly PresentPlace[],
): Freshness {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const toDo: ScheduleChange[] = [];
  const done: ScheduleChange[] = [];
  const stale: ComparedChange[] = [];
  for (const change of changes) {
    const present = compare(change, byId);
    const { now, isGone } = present;
    if (!isGone && isAt(now, change.to)) done.push(change);
    else if (!isGone && isAt(now, change.from)) toDo.push(change);
    else stale.push(present);
  }
  return { toDo, done, stale };
}

function compare(
  change: ScheduleChange,
  submissions: ReadonlyMap<string, PresentPlace>,
): ComparedChange {
  const submission = submissions.get(change.submissionId);
  return { change, now: submission?.placement, isGone: submission === undefined };
}

/** The same room at the same instant, however the name's case and the offset are written. */
export function isSamePlacement(a: Placement, b: Placement): boolean {
  return differingFields(a, b).length === 0;
}

/** What differs between two placements. */
function differingFields(a: Placement, b: Placement): readonly (keyof Placement)[] {
  return (['room', 'start'] as const).filter((field) => !isSameValue(field, a[field], b[field]));
}

/** The placement that a change wrote, or replaced; undefined if there was none. */
export function placementIn(
  { room, start }: BeforeChange['fields'],
  side: 'from' | 'to',
): Placement | undefined {
  const [where, when] = [room?.[side], start?.[side]];
  return typeof where === 'string' && typeof when === 'string'
    ? { room: where, start: when }
    : undefined;
}

/** Whether a session is in a place, or in none. */
function isAt(now: Placement | undefined, place: Placement | null): boolean {
  if (now === undefined || place === null) return now === undefined && place === null;
  return isSamePlacement(now, place);
}
