// Owns the clashes of a schedule: sessions that cannot take place as planned. Must not know files
// or the service.
import { isSameRoom } from '../changes/place.ts';
import { foldKey, isMasked, personIndex } from '../contract/key.ts';
import {
  comparedName,
  isPartOfOther,
  type Person,
  roomsOf,
  type Session,
  trimAssumedEnds,
} from './session.ts';

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

export interface ClashOptions {
  /** How long a room stays empty between two sessions, in milliseconds. */
  readonly turnaroundMs: number;
  /** Rooms that hold several sessions at a time, such as a hallway. */
  readonly sharedRooms: readonly string[];
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

/** Sessions of one person. */
export interface SharedPerson {
  /** The name, if it is known. */
  readonly name: string;
  readonly sessions: readonly Session[];
  /** Two sessions for which this is true do not have the person in common. */
  readonly isApart: (session: Session) => boolean;
}

/** The people of several sessions, recognized as for clashes, whenever the sessions take place. */
export function sharedPeople(sessions: readonly Session[]): readonly SharedPerson[] {
  return personGroups(sessions).flatMap(({ sessions, nameIn, addressed }) => {
    const [first] = sessions;
    if (first === undefined || sessions.length < 2) return [];
    return [
      {
        name: nameIn(first),
        sessions,
        isApart: (session: Session) => addressed?.has(session) === true,
      },
    ];
  });
}

/** Sessions that need the same room or person, by time. */
interface Group {
  readonly code: 'room' | 'person';
  /** How long the room stays empty between two talks, in milliseconds. */
  readonly gapMs: number;
  readonly sessions: readonly Session[];
  /** The room or the person, as a session names it. */
  readonly nameIn: (session: Session) => string;
  /**
   * The sessions of namesakes with an address, if the person is recognized by name: two of them are
   * compared by address.
   */
  readonly addressed?: ReadonlySet<Session>;
  /** The keys of rooms in which a person may be in several sessions at once. */
  readonly shared?: ReadonlySet<string>;
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

function comparedSession(session: Session, { addressed, shared }: Group): ComparedSession {
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
  group: Group,
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
  { code, gapMs, shared }: Group,
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

function clashOf(a: Session, b: Session, { code, nameIn, addressed }: Group): Clash {
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

function roomGroups(
  sessions: readonly Session[],
  { turnaroundMs, sharedRooms }: ClashOptions,
): readonly Group[] {
  const rooms = new Map<string, Session[]>();
  for (const session of sessions) {
    for (const room of roomsOf(session)) if (foldKey(room) !== '') rooms.set(foldKey(room), []);
  }
  for (const room of sharedRooms) rooms.delete(foldKey(room));
  for (const session of sessions) {
    const keys = session.isEverywhere ? rooms.keys() : new Set(roomsOf(session).map(foldKey));
    for (const key of keys) rooms.get(key)?.push(session);
  }
  return Array.from(rooms, ([key, group]): Group => {
    const roomIn = (session: Session) => roomsOf(session).find((room) => foldKey(room) === key);
    const name = group.map(roomIn).find((room) => room !== undefined) ?? key;
    return {
      code: 'room',
      gapMs: turnaroundMs,
      sessions: group,
      nameIn: (session) => (roomIn(session) ?? name).trim(),
    };
  });
}

function personGroups(
  sessions: readonly Session[],
  { sharedRooms }: Pick<ClashOptions, 'sharedRooms'> = { sharedRooms: [] },
): readonly Group[] {
  const shared = sharedRooms.length === 0 ? undefined : new Set(sharedRooms.map(foldKey));
  const people = sessions.flatMap((session) => session.people);
  // Names are slow to read, and only those of people without an address are compared with others.
  const unaddressed = people.filter((person) => addressOf(person) === undefined);
  const keyOf = unaddressed.length > 0 ? nameKeys(people) : () => undefined;
  const keys = unaddressed.flatMap((person) => keyOf(person) ?? []);
  const names = new Map(keys.map((name) => [name, new Set<Session>()]));
  const addressed = new Map(keys.map((name) => [name, new Set<Session>()]));
  const emails = new Map<string, Set<Session>>();
  for (const session of sessions) {
    for (const person of session.people) {
      const address = addressOf(person);
      const name = keyOf(person);
      if (address !== undefined) {
        emails.set(address, (emails.get(address) ?? new Set()).add(session));
      }
      if (name === undefined) continue;
      names.get(name)?.add(session);
      if (address !== undefined) addressed.get(name)?.add(session);
    }
  }
  const groupOf = (group: ReadonlySet<Session>, isMeant: (person: Person) => boolean): Group => ({
    code: 'person',
    gapMs: 0,
    sessions: [...group],
    nameIn: (session) => shownName(session, isMeant),
    ...(shared !== undefined && { shared }),
  });
  return [
    ...Array.from(emails, ([address, group]) =>
      groupOf(group, (person) => addressOf(person) === address),
    ),
    ...Array.from(names, ([name, group]) => ({
      ...groupOf(group, (person) => keyOf(person) === name),
      addressed: addressed.get(name) ?? new Set<Session>(),
    })),
  ];
}

/** One key for each person who has a name, by the names of all of them. */
function nameKeys(people: readonly Person[]): (person: Person) => string | undefined {
  const compared = Array.from(
    new Set(people.map(({ name }) => name)),
    (name) => [name, comparedName({ name })] as const,
  );
  const keyOf = personIndex(compared.map(([, name]) => name));
  const keys = new Map(compared.map(([written, name]) => [written, keyOf(name)]));
  return ({ name }) => keys.get(name);
}

/** Undefined for a masked address, because many people share a mask. */
function addressOf({ email }: Person): string | undefined {
  if (email === undefined || isMasked('email', email)) return undefined;
  return foldKey(email) || undefined;
}

/** The person's name in this session; empty if an address was entered as the name. */
function shownName({ people }: Session, isMeant: (person: Person) => boolean): string {
  const name = people.find(isMeant)?.name.trim() ?? '';
  return name.includes('@') ? '' : name;
}
