// Decides which sessions clash: two that need one room or one person at a time, one beside a
// session that excludes others, and one that is not within the hours of its room. Must not know
// files or the service. Pure.
import { foldKey } from '../../contract/key.ts';
import { hoursIn, isWithin, type OpenHours, turnaroundIn } from '../rooms/room-terms.ts';
import { roomsOf, type Session } from '../session.ts';
import { trimAssumedEnds } from '../session-end.ts';
import {
  type ClashGroup,
  type ClashOptions,
  exclusiveGroups,
  personGroups,
  roomGroups,
} from './clash-groups.ts';
import { type Counted, clashingIn, overlapsIn, type Verdict } from './overlaps.ts';

export interface Clash {
  /**
   * `turnaround`: two sessions in a room are closer than its turnaround; `hours`: one is not wholly
   * within the hours of its room; `exclusive`: a session takes place beside one that excludes
   * others; `service`: the service refuses two such sessions in a room, by its own ends.
   */
  readonly code: 'room' | 'turnaround' | 'hours' | 'person' | 'exclusive' | 'service';
  /** The room; the person's name, if known; the title of the exclusive session. */
  readonly what: string;
  /** Two, the earlier first; one alone if it clashes with the hours of its room. */
  readonly sessions: readonly [Session, ...Session[]];
  /** Those of the room, if a session clashes with them. */
  readonly hours?: readonly OpenHours[] | undefined;
  /** The person was recognized by name alone, which two people may share. */
  readonly byName: boolean;
  /**
   * How the later session spells the name, if the two are equal only as names of people are
   * compared.
   */
  readonly similarName?: string | undefined;
  /** Why the service refuses it. */
  readonly reason?: string | undefined;
}

/**
 * Finds the pairs of sessions that need one room or one person at the same time. Rooms are compared
 * without case and surrounding white space; people by e-mail address if both have one, else by
 * name, as `contract/key.ts` does. Two that are one session in several rooms do not clash with each
 * other, nor does a block with its parts, nor do two that are outside the file; people in one
 * shared room are in one place. And finds the sessions that are not within the hours of their
 * rooms; the hours of breaks do not matter. Listed are the first `listedPairs` pairs of each room
 * and person, and all that clash with hours, by time and title.
 * @param sessions each ends after it starts; assumed ends are not trimmed
 */
export function findClashes(
  sessions: readonly Session[],
  options: ClashOptions,
): Readonly<Record<Verdict, Counted<Clash>>> {
  const clashes: Record<Verdict, { count: number; listed: Clash[] }> = {
    clashes: { count: 0, listed: [] },
    existing: { count: 0, listed: [] },
    assumed: { count: 0, listed: [] },
  };
  const trim = (some: readonly Session[]) => {
    return trimAssumedEnds(some, (room) => turnaroundIn(room, options));
  };
  const isMoving = ({ standing, isBreak }: Session) => standing === undefined && isBreak !== true;
  // What a plan puts into a room does not end what stays there.
  const inRooms = [
    ...trim(sessions.filter((session) => !isMoving(session))),
    ...sessions.filter(isMoving),
  ];
  const sorted = inOrder(trim(sessions));
  for (const group of [
    ...roomGroups(inOrder(inRooms), options),
    ...personGroups(sorted, options),
    ...exclusiveGroups(sorted),
  ]) {
    const pairs = overlapsIn(group);
    for (const verdict of verdicts) {
      const { count, listed } = pairs[verdict];
      clashes[verdict].count += count;
      for (const [a, b] of listed) clashes[verdict].listed.push(clashOf(a, b, group));
    }
  }
  for (const session of sorted) {
    for (const { verdict, clash } of hoursClashes(session, options)) {
      clashes[verdict].count++;
      clashes[verdict].listed.push(clash);
    }
  }
  for (const { listed } of Object.values(clashes)) {
    listed.sort(({ sessions: [a, b] }, { sessions: [c, d] }) => {
      return byTime(a, c) || (b === undefined || d === undefined ? 0 : byTime(b, d));
    });
  }
  return clashes;
}

/** The sessions that clash in a room, by a person, or with an exclusive session. */
export function clashingSessions(
  sessions: readonly Session[],
  options: ClashOptions,
): ReadonlySet<Session> {
  const clashing = new Set<Session>();
  const sorted = inOrder(sessions);
  for (const group of [
    ...roomGroups(sorted, options),
    ...personGroups(sorted, options),
    ...exclusiveGroups(sorted),
  ]) {
    for (const session of clashingIn(group)) clashing.add(session);
  }
  return clashing;
}

const verdicts: readonly Verdict[] = ['clashes', 'existing', 'assumed'];

function clashOf(a: Session, b: Session, group: ClashGroup): Clash {
  const { nameIn, addressed } = group;
  if (group.code === 'exclusive')
    return { code: 'exclusive', what: nameIn(a) || nameIn(b), sessions: [a, b], byName: false };
  const [what, other] = [nameIn(a), nameIn(b)];
  const byName = addressed !== undefined;
  const isSimilar = byName && foldKey(what) !== foldKey(other);
  const code = group.code === 'room' && a.endMs <= b.startMs ? 'turnaround' : group.code;
  return { code, what, sessions: [a, b], byName, ...(isSimilar && { similarName: other }) };
}

/** One for each room of the session within whose hours it is not. */
function hoursClashes(session: Session, options: ClashOptions) {
  const { standing, isBreak, startMs, isDurationAssumed } = session;
  if (isBreak === true || standing === 'outside') return [];
  const rooms = new Map(roomsOf(session).map((room) => [foldKey(room), room.trim()]));
  return [...rooms.values()].flatMap((room) => {
    const hours = hoursIn(room, options);
    if (hours.length === 0 || isWithin(hours, session)) return [];
    // Of a session whose end is assumed, only the start is certain.
    const isCertain = !isDurationAssumed || !isWithin(hours, { startMs, endMs: startMs + 1 });
    const certain: Verdict = standing === undefined ? 'clashes' : 'existing';
    const verdict: Verdict = isCertain ? certain : 'assumed';
    const clash: Clash = { code: 'hours', what: room, sessions: [session], byName: false, hours };
    return [{ verdict, clash }];
  });
}

function inOrder(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted(byTime);
}

/** By time, then title. */
function byTime(a: Session, b: Session): number {
  if (a.startMs !== b.startMs) return a.startMs - b.startMs;
  if (a.title === b.title) return 0;
  return a.title < b.title ? -1 : 1;
}
