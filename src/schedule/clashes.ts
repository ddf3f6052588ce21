// Owns the clashes of a schedule: sessions that cannot take place as planned. Must not know files
// or the service.
import { foldKey } from '../contract/key.ts';
import { type ClashGroup, type ClashOptions, personGroups, roomGroups } from './clash-groups.ts';
import { clashingIn, overlapsIn, type Verdict } from './overlaps.ts';
import { type Session, trimAssumedEnds } from './session.ts';

export interface Clash {
  /** `service`: the service refuses two such sessions in a room, by its own ends. */
  readonly code: 'room' | 'person' | 'service';
  /** The room; or the person's name, if known. */
  readonly what: string;
  /** The earlier first. */
  readonly sessions: readonly [Session, Session];
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
 * How many pairs there are, and the first `listedPairs` of each room and person, by time and title.
 */
export interface FoundClashes {
  readonly count: number;
  readonly listed: readonly Clash[];
}

export type Clashes = Readonly<Record<Verdict, FoundClashes>>;

/**
 * Finds the pairs of sessions that need one room or one person at the same time. Rooms are compared
 * without case and surrounding white space; people by e-mail address if both have one, else by
 * name, as `contract/key.ts` does. Two that are one session in several rooms do not clash with each
 * other, nor does a block with its parts, nor do two that are outside the file; people in one
 * shared room are in one place.
 * @param sessions each ends after it starts; assumed ends are not trimmed
 */
export function findClashes(sessions: readonly Session[], options: ClashOptions): Clashes {
  const clashes: Record<Verdict, { count: number; listed: Clash[] }> = {
    clashes: { count: 0, listed: [] },
    existing: { count: 0, listed: [] },
    assumed: { count: 0, listed: [] },
  };
  const trim = (some: readonly Session[]) => trimAssumedEnds(some, options.turnaroundMs);
  const isMoving = ({ standing, isBreak }: Session) => standing === undefined && isBreak !== true;
  // What a plan puts into a room does not end what stays there.
  const inRooms = [
    ...trim(sessions.filter((session) => !isMoving(session))),
    ...sessions.filter(isMoving),
  ];
  for (const group of [
    ...roomGroups(inOrder(inRooms), options),
    ...personGroups(inOrder(trim(sessions)), options),
  ]) {
    const pairs = overlapsIn(group);
    for (const verdict of verdicts) {
      const { count, listed } = pairs[verdict];
      clashes[verdict].count += count;
      for (const [a, b] of listed) clashes[verdict].listed.push(clashOf(a, b, group));
    }
  }
  for (const { listed } of Object.values(clashes)) {
    listed.sort(
      (a, b) => byTime(a.sessions[0], b.sessions[0]) || byTime(a.sessions[1], b.sessions[1]),
    );
  }
  return clashes;
}

/** The sessions that clash in a room or by a person. */
export function clashingSessions(
  sessions: readonly Session[],
  options: ClashOptions,
): ReadonlySet<Session> {
  const clashing = new Set<Session>();
  const sorted = inOrder(sessions);
  for (const group of [...roomGroups(sorted, options), ...personGroups(sorted, options)]) {
    for (const session of clashingIn(group)) clashing.add(session);
  }
  return clashing;
}

const verdicts: readonly Verdict[] = ['clashes', 'existing', 'assumed'];

function clashOf(a: Session, b: Session, { code, nameIn, addressed }: ClashGroup): Clash {
  const [what, other] = [nameIn(a), nameIn(b)];
  const byName = addressed !== undefined;
  const isSimilar = byName && foldKey(what) !== foldKey(other);
  return { code, what, sessions: [a, b], byName, ...(isSimilar && { similarName: other }) };
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
