// Owns the clashes of a schedule: sessions that cannot take place as planned. Must not know files
// or the service.
import { isSameRoom } from '../changes/place.ts';
import { foldKey } from '../contract/key.ts';
import { type ClashGroup, type ClashOptions, personGroups, roomGroups } from './clash-groups.ts';
import { isPartOfOther, roomsOf, type Session, trimAssumedEnds } from './session.ts';

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
 * How many pairs there are, and the first {@link listedPairs} of each room and person, by time and
 * title.
 */
export interface FoundClashes {
  readonly count: number;
  readonly listed: readonly Clash[];
}

/**
 * `clashes`: at least one of the two sessions is changed; `existing`: neither is, and one is in the
 * file; `assumed`: they overlap only if the end that is assumed for the earlier one is right.
 */
export type Clashes = Readonly<Record<Verdict, FoundClashes>>;

type Verdict = 'clashes' | 'existing' | 'assumed';

/** At most this many pairs are listed for each room or person. */
export const listedPairs = 1000;

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
    const counts = { clashes: 0, existing: 0, assumed: 0 };
    forEachPair(group, (verdict, a, b) => {
      clashes[verdict].count++;
      if (++counts[verdict] <= listedPairs) clashes[verdict].listed.push(clashOf(a, b, group));
    });
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
    forEachPair(group, (verdict, a, b) => {
      if (verdict === 'clashes') clashing.add(a).add(b);
    });
  }
  return clashing;
}

/** What the pairs are judged by: all have one shape, because a room may have millions of pairs. */
interface ComparedSession {
  readonly session: Session;
  readonly startMs: number;
  readonly endMs: number;
  readonly submissionId: string | undefined;
  readonly isBreak: boolean;
  readonly isEverywhere: boolean;
  readonly isAssumed: boolean;
  /** Whether a plan changes it, or else whether it is in the file. */
  readonly isChanged: boolean;
  readonly isInFile: boolean;
  readonly isAddressed: boolean;
  /** Their keys, if some rooms are shared. */
  readonly rooms: readonly string[];
  readonly block: string | undefined;
  readonly partOf: string | undefined;
}

function comparedSession(session: Session, { addressed, shared }: ClashGroup): ComparedSession {
  return {
    session,
    startMs: session.startMs,
    endMs: session.endMs,
    submissionId: session.submissionId,
    isBreak: session.isBreak === true,
    isEverywhere: session.isEverywhere === true,
    isAssumed: session.isDurationAssumed,
    isChanged: session.standing === undefined,
    isInFile: session.standing !== 'outside',
    isAddressed: addressed?.has(session) === true,
    rooms: shared === undefined ? [] : roomsOf(session).map(foldKey),
    block: session.block,
    partOf: session.partOf,
  };
}

/** Calls `visit` with each overlapping pair and what it is, the earlier session first. */
function forEachPair(
  group: ClashGroup,
  visit: (verdict: Verdict, a: Session, b: Session) => void,
): void {
  const open: ComparedSession[] = [];
  for (const session of group.sessions) {
    const later = comparedSession(session, group);
    let kept = 0;
    for (const other of open) if (other.endMs + group.gapMs > later.startMs) open[kept++] = other;
    open.length = kept;
    for (const other of open) {
      const verdict = verdictOf(other, later, group);
      if (verdict !== undefined) visit(verdict, other.session, session);
    }
    open.push(later);
  }
}

function verdictOf(
  a: ComparedSession,
  b: ComparedSession,
  { code, gapMs, shared }: ClashGroup,
): Verdict | undefined {
  if (shared !== undefined && a.rooms.some((room) => shared.has(room) && b.rooms.includes(room)))
    return undefined;
  if (isOneSession(a, b)) return undefined;
  const hasPart = a.partOf !== undefined || b.partOf !== undefined;
  if (hasPart && isPartOfOther(a, b)) return undefined;
  if ((a.isEverywhere && b.isEverywhere) || (a.isAddressed && b.isAddressed)) return undefined;
  if (!a.isInFile && !b.isInFile) return undefined;
  // A break needs no time before or after it.
  const hasBreak = a.isBreak || b.isBreak;
  if (hasBreak && a.endMs <= b.startMs) return undefined;
  // Of a session whose end is assumed, only the start is certain.
  if (a.isAssumed && a.startMs + 1 + (hasBreak ? 0 : gapMs) <= b.startMs) {
    // In its room it ends with the next start, unless a plan puts a session into it.
    const isPutInto = !a.isChanged && b.isChanged && !hasBreak;
    return code === 'person' || isPutInto ? 'assumed' : undefined;
  }
  return a.isChanged || b.isChanged ? 'clashes' : 'existing';
}

/** Files may have a row for each room of a session. */
function isOneSession(a: ComparedSession, b: ComparedSession): boolean {
  if (a.startMs !== b.startMs || a.submissionId !== b.submissionId || a.isBreak !== b.isBreak)
    return false;
  if (a.endMs !== b.endMs && !a.isAssumed && !b.isAssumed) return false;
  if (a.submissionId !== undefined) return true;
  const { title, room } = a.session;
  const other = b.session;
  const hasSameTitle = title !== '' && foldKey(title) === foldKey(other.title);
  return hasSameTitle && !isSameRoom(room, other.room);
}

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
