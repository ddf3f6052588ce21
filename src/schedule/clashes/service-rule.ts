// Owns what the room rule of the service means for a schedule: what the service would refuse of it,
// and which sessions wait elsewhere until their places are free. Pure.
import { placeText } from '../../changes/file-place.ts';
import { orderMoves, type PlacedSession } from '../../changes/order.ts';
import { isSameRoom, type NewPlaces, type Placement } from '../../changes/place.ts';
import { type ServedDuration, type Slot, takesRoom } from '../../changes/room-rule.ts';
import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { amount, listText, quoted } from '../../contract/amount.ts';
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import { type EventSubmission, toSession } from '../submissions.ts';
import type { Warning } from '../warning.ts';
import type { ClashOptions } from './clash-groups.ts';
import type { RefusedClashes } from './clash-report.ts';
import type { Clash } from './find-clashes.ts';
import { overlapsInRooms } from './overlaps.ts';

/** A submission, as far as the rule concerns it. */
export type RuledSubmission = Pick<EventSubmission, 'id' | 'status' | 'placement' | 'served'>;

/**
 * The sessions of an event as the rule sees them.
 * @returns undefined if the service does not show how long one has its room
 */
export function ruledSessions(
  submissions: Iterable<RuledSubmission>,
  places: NewPlaces,
): readonly PlacedSession[] | undefined {
  const sessions: PlacedSession[] = [];
  for (const { id, status, placement, served } of submissions) {
    const target = places.get(id);
    if (target === null || (placement === undefined && target === undefined)) continue;
    if (served === undefined && takesRoom(status)) return undefined;
    const slotIn = (place: Placement | undefined) => place && slotOf(place, served?.ms ?? 0);
    sessions.push({
      id,
      now: slotIn(placement),
      to: slotIn(target),
      takesRoom: takesRoom(status),
    });
  }
  return sessions;
}

/** A plan, as far as the rule concerns it. */
export interface RuledPlan {
  readonly submissions: readonly EventSubmission[];
  readonly places: NewPlaces;
  /** Those of the plan and of the event, as they would be. */
  readonly sessions: readonly Session[];
}

/** The pairs that the service would refuse by its own ends; at least one of the two changes. */
export function refusedPairs(plan: RuledPlan): RefusedClashes {
  const { submissions, places, sessions } = plan;
  const slots = new Map<string, ServedSlot>();
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  for (const session of [...sessions, ...calledOffInFile(plan)]) {
    const { submissionId: id, room, startMs } = session;
    if (id === undefined) continue;
    const { status, served, placement } = byId.get(id) ?? {};
    const place = places.has(id) ? places.get(id) : placement;
    // A file may have further slots of a session, which the service does not get.
    const isUsed = place && isSameRoom(place.room, room) && Date.parse(place.start) === startMs;
    if (!isUsed || served === undefined || !takesRoom(status) || slots.has(id)) continue;
    slots.set(id, { room, startMs, endMs: startMs + served.ms, session, served });
  }
  const { count, listed } = overlapsInRooms(slots.values(), ({ session }) => {
    const { submissionId, title } = session;
    return { submissionId, title, standing: standingByRule(session, places) };
  });
  const ofPlaces = { count, listed: listed.map(([one, other]) => refusedClash(one, other)) };
  const isRefused = (one: string, other: string) => overlap(slots.get(one), slots.get(other));
  const checked = new Set(sessions);
  const inPlan = [...slots.values()].filter(({ session }) => checked.has(session));
  const countInRooms = (options: ClashOptions) => countClashes(inPlan, options);
  return { ofPlaces, isRefused, countInRooms };
}

/** How many pairs overlap by the ends of the service, and by those of the plan as well. */
function countClashes(
  slots: readonly ServedSlot[],
  { turnaroundMs, sharedRooms }: ClashOptions,
): number {
  const shared = new Set(['', ...sharedRooms].map(foldKey));
  const inOwnRooms = slots.filter(({ room }) => !shared.has(foldKey(room)));
  return overlapsInRooms(inOwnRooms, (slot) => untilEarlierEnd(slot, turnaroundMs)).count;
}

/** A session until the service or the plan takes its room as free. */
function untilEarlierEnd({ session, endMs }: ServedSlot, turnaroundMs: number): Session {
  const { startMs, isDurationAssumed } = session;
  // Of an assumed end, only the start is certain.
  const plannedMs = (isDurationAssumed ? startMs + 1 : session.endMs) + turnaroundMs;
  return { ...session, endMs: Math.min(endMs, plannedMs), isDurationAssumed: false };
}

function overlap(one: ServedSlot | undefined, other: ServedSlot | undefined): boolean {
  if (one === undefined || other === undefined || !isSameRoom(one.room, other.room)) return false;
  if (one.session.standing !== undefined && other.session.standing !== undefined) return false;
  return one.startMs < other.endMs && other.startMs < one.endMs;
}

/**
 * What the plan moves is changed, and what it does not change is as if it were outside the file.
 */
function standingByRule({ submissionId, standing }: Session, places: NewPlaces) {
  if (standing !== undefined) return 'outside';
  return submissionId !== undefined && places.has(submissionId) ? undefined : 'unchanged';
}

function refusedClash(earlier: ServedSlot, later: ServedSlot): Clash {
  return {
    code: 'service',
    what: later.room,
    sessions: [servedSession(earlier), servedSession(later)],
    byName: false,
    reason: reasonOf(earlier),
  };
}

/** Talks that only a file calls off still have their rooms in the service. */
function calledOffInFile({ submissions, places, sessions }: RuledPlan): readonly Session[] {
  const ids = new Set(sessions.map(({ submissionId }) => submissionId));
  return submissions.flatMap((submission): readonly Session[] => {
    const { id, status, placement } = submission;
    if (ids.has(id) || !takesRoom(status)) return [];
    const place = places.has(id) ? places.get(id) : placement;
    const placed = { ...submission, placement: place ?? undefined };
    const session = toSession(placed, submission.served?.ms ?? 0);
    if (session === undefined) return [];
    return [places.has(id) ? session : { ...session, standing: 'outside' }];
  });
}

/** The sessions that wait until their places are free. */
export function waitingWarnings(
  { submissions, places }: RuledPlan,
  timeZone: string,
): readonly Warning[] {
  // What is not created yet has no place that others could wait for.
  const existing = submissions.filter(({ served }) => served !== undefined);
  const titles = new Map(existing.map(({ id, title }) => [id, title]));
  const moves = orderMoves(ruledSessions(existing, places) ?? []).flat();
  return moves.flatMap(({ id, to: { room, startMs }, isInterim }) => {
    const title = titles.get(id);
    if (!isInterim || title === undefined) return [];
    const where = `in ${room} at ${dateAndTime(startMs, timeZone)}`;
    const message = `until its place is free, ${quoted(title)} waits ${where}`;
    return [{ code: 'waits', message }];
  });
}

/** The sessions that are taken out, and would have other durations if they were placed again. */
export function lostDurations({
  submissions,
  places,
}: Pick<RuledPlan, 'submissions' | 'places'>): readonly Warning[] {
  return submissions.flatMap(({ id, title, served, servedAnew }) => {
    const isKept = served === undefined || servedAnew === undefined || served.ms === servedAnew.ms;
    if (places.get(id) !== null || isKept) return [];
    const minutes = amount(minutesIn(served.ms), 'minute');
    const lost = `the ${minutes} of ${quoted(title)} cannot be restored`;
    const { by, format } = servedAnew;
    const of = by === 'format' ? `of its format ${format}` : 'of a session without a format';
    const message = `${lost}: an undo places it with the ${minutesIn(servedAnew.ms)} ${of}`;
    return [{ code: 'duration_lost', message }];
  });
}

/** At most one warning: which sessions of a file are not as long in the service. */
export function otherLengthWarnings(
  sessions: readonly Session[],
  submissions: readonly RuledSubmission[],
): readonly Warning[] {
  const lengths = new Map(submissions.map(({ id, served }) => [id, served?.ms]));
  const others = sessions.flatMap((session): readonly string[] => {
    const { title, submissionId = '', line, slotNumber, isDurationAssumed } = session;
    // The service has the length of a first slot only; other sessions have none in the file.
    if (isDurationAssumed || slotNumber !== undefined || line === undefined) return [];
    const servedMs = lengths.get(submissionId);
    const fileMs = session.endMs - session.startMs;
    if (servedMs === undefined || servedMs === fileMs) return [];
    const minutes = `${minutesIn(servedMs)} instead of ${minutesIn(fileMs)} minutes`;
    return [`${quoted(title)} ${minutes} (${placeText({ ...session, line })})`];
  });
  if (others.length === 0) return [];
  const have = amount(others.length, 'session has', 'sessions have');
  const otherLength = 'another length in the service, where formats decide';
  const message = `${have} ${otherLength}: ${listText(others)}`;
  return [{ code: 'other_length', message }];
}

/** A session with the end that the service would give it. */
interface ServedSlot extends Slot {
  readonly session: Session;
  readonly served: ServedDuration;
}

function servedSession({ session, endMs }: ServedSlot): Session {
  return { ...session, endMs, isDurationAssumed: false };
}

function reasonOf({ session, served: { ms, by, format } }: ServedSlot): string {
  const title = quoted(session.title);
  const minutes = amount(minutesIn(ms), 'minute');
  const inService = {
    session: `${title} has ${minutes}`,
    format: `the format ${format} of ${title} has ${minutes}`,
    usual: `${title} has no format, and therefore ${minutes}`,
  };
  const ownMs = session.endMs - session.startMs;
  const isOther = !session.isDurationAssumed && ownMs !== ms;
  const inFile = isOther ? `, the file says ${minutesIn(ownMs)}` : '';
  return `${inService[by]} in the service${inFile}`;
}

function minutesIn(ms: number): number {
  return Math.round(ms / 60_000);
}

function slotOf({ room, start }: Placement, durationMs: number): Slot {
  const startMs = Date.parse(start);
  return { room, startMs, endMs: startMs + durationMs };
}
