// Plans a schedule against the present placements, once none of earlier runs can take effect any
// more and undo it.

import { type Change, newValues } from '../../changes/change.ts';
import { isSamePlace, newPlaces, type Placement, placeIn } from '../../changes/place.ts';
import { waitUntil } from '../../client/clock.ts';
import { openEventLists } from '../../client/event-lists.ts';
import { createdRecords, findLateRequests } from '../../runs/earlier-runs.ts';
import type { Target } from '../../runs/entry.ts';
import type { Scope } from '../../runs/part.ts';
import type { RunSending } from '../../runs/task.ts';
import { withKnownRooms } from '../plan/known-rooms.ts';
import type { MakePlan } from '../plan/plan.ts';
import { type EventSubmission, fetchSubmissions } from '../submissions.ts';

type PlanningOptions = Pick<RunSending, 'runs' | 'clock' | 'lateMs' | 'onWait' | 'signal'> &
  Pick<Target, 'event' | 'baseUrl'> & { readonly timeZone: string | undefined };

/** If a late placement could undo the plan, waits until it cannot, and then plans again. */
export async function planAfterLatePlacements(
  makePlan: MakePlan,
  { client }: Scope,
  options: PlanningOptions,
) {
  const lists = openEventLists(async () => client, options.event);
  const read = async () => {
    const submissions = await withCreators(await fetchSubmissions(client, options), options);
    const plan = makePlan(submissions);
    const withRooms = plan.changes.length + (plan.skipped?.length ?? 0);
    const rooms = withRooms === 0 ? undefined : await lists.rooms();
    if (rooms === undefined) return { submissions, plan };
    return { submissions, plan: withKnownRooms(makePlan(submissions, rooms), rooms) };
  };
  const inDoubt = await findPlacementsInDoubt(options);
  const first = await read();
  const conflicting = conflictingPlacements(inDoubt, first.plan.changes, first.submissions);
  if (conflicting.length === 0) return first;
  await waitUntil(Math.max(...conflicting.map(({ until }) => until)), options);
  // Even if there was nothing to wait for, one may have taken effect since the event was read.
  return read();
}

/**
 * The submissions with what this computer has created: read only if the service does not show who
 * submitted them.
 */
async function withCreators(
  submissions: readonly EventSubmission[],
  options: PlanningOptions,
): Promise<readonly EventSubmission[]> {
  if (submissions.every(({ submitterEmail }) => submitterEmail !== undefined)) return submissions;
  const created = await createdRecords({ ...options, resource: 'submissions' }, options.runs);
  const marks = new Map([...created].map(([mark, id]) => [id, mark]));
  return submissions.map((talk) => ({ ...talk, createdFor: marks.get(talk.id) }));
}

interface PlacementInDoubt {
  readonly id: string;
  /** Undefined if the session is taken out of the schedule. */
  readonly to: Placement | undefined;
  /** After this moment of the clock it has taken effect, or never will. */
  readonly until: number;
}

/**
 * The placements of earlier runs that may still take effect, even if another run has replaced those
 * runs.
 */
async function findPlacementsInDoubt(
  options: PlanningOptions,
): Promise<readonly PlacementInDoubt[]> {
  const late = await findLateRequests({ ...options, resource: 'sessions' }, options);
  return late.flatMap(({ rows, until }) =>
    rows.flatMap(({ id, fields }) => {
      const to = placeIn(newValues(fields));
      const isKnown = id !== undefined && (to !== undefined || fields.room?.to === null);
      return isKnown ? [{ id, to, until }] : [];
    }),
  );
}

/**
 * The placements in doubt that contradict the changes or, for other sessions, their present
 * placement.
 */
function conflictingPlacements(
  inDoubt: readonly PlacementInDoubt[],
  changes: readonly Change[],
  submissions: readonly EventSubmission[],
): readonly PlacementInDoubt[] {
  const present = submissions.map(({ id, placement }) => [id, placement] as const);
  const places = new Map<string, Placement | null | undefined>([...present, ...newPlaces(changes)]);
  return inDoubt.filter(({ id, to }) => !isSamePlace(places.get(id) ?? undefined, to));
}
