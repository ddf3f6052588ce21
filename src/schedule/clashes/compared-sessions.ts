// Owns the sessions of one room or person as they are compared: by kind, and which of them are one
// session. Must not know which ones overlap.
import { foldKey } from '../../contract/key.ts';
import { isPartOfOther, roomsOf, type Session } from '../session.ts';
import type { ClashGroup } from './clash-groups.ts';

/** What is compared, whatever it is called. */
export type ComparedGroup = Omit<ClashGroup, 'nameIn'>;

/** Sessions that the rules do not distinguish, but for their times and what they belong to. */
export interface SessionKind {
  /** What distinguishes them. */
  readonly key: string;
  readonly isBreak: boolean;
  readonly isEverywhere: boolean;
  readonly isAssumed: boolean;
  /** Whether a plan changes it, or else whether it is in the file. */
  readonly isChanged: boolean;
  readonly isInFile: boolean;
  readonly isAddressed: boolean;
  readonly isExclusive: boolean;
  /** The keys of those of its rooms that are shared. */
  readonly sharedRooms: readonly string[];
  /** In order. */
  readonly members: ComparedSession[];
  /** How many of them are not later than the session that is compared with them. */
  passed: number;
  /** The members that no overlap has returned as new. */
  readonly unreturned: Set<ComparedSession>;
  /** The blocks and parts among the members, by the name of the block. */
  readonly blocks: Map<string, ComparedSession[]>;
  readonly parts: Map<string, ComparedSession[]>;
}

export interface ComparedSession {
  readonly session: Session;
  /** Its place in the order of the group. */
  readonly index: number;
  readonly kind: SessionKind;
  readonly startMs: number;
  readonly endMs: number;
  /** That of its submission, or else its title; undefined if it has neither. */
  readonly name: string | undefined;
  /** Only of a session that is recognized by its title. */
  readonly room: string | undefined;
}

export function compareSessions(group: ComparedGroup): {
  readonly compared: readonly ComparedSession[];
  readonly kinds: readonly SessionKind[];
} {
  const kinds = new Map<string, SessionKind>();
  const compared = group.sessions.map((session, index): ComparedSession => {
    const kind = kindOf(session, group, kinds);
    const { submissionId, title, room, startMs, endMs } = session;
    const isTitled = submissionId === undefined && title !== '';
    const member: ComparedSession = {
      session,
      index,
      kind,
      startMs,
      endMs,
      name: isTitled ? `title ${foldKey(title)}` : submissionId && `id ${submissionId}`,
      room: isTitled ? foldKey(room) : undefined,
    };
    kind.members.push(member);
    kind.unreturned.add(member);
    if (session.block !== undefined) addTo(kind.blocks, session.block, member);
    if (session.partOf !== undefined) addTo(kind.parts, session.partOf, member);
    return member;
  });
  return { compared, kinds: [...kinds.values()] };
}

function kindOf(
  session: Session,
  { addressed, shared }: ComparedGroup,
  kinds: Map<string, SessionKind>,
): SessionKind {
  const rooms = shared === undefined ? [] : roomsOf(session).map(foldKey);
  const traits = {
    isBreak: session.isBreak === true,
    isEverywhere: session.isEverywhere === true,
    isAssumed: session.isDurationAssumed,
    isChanged: session.standing === undefined,
    isInFile: session.standing !== 'outside',
    isAddressed: addressed?.has(session) === true,
    isExclusive: session.isExclusive === true,
    sharedRooms: rooms.filter((room) => shared?.has(room)),
  };
  const key = JSON.stringify(Object.values(traits));
  const existing = kinds.get(key);
  if (existing !== undefined) return existing;
  const kind: SessionKind = {
    ...traits,
    key,
    members: [],
    passed: 0,
    unreturned: new Set(),
    blocks: new Map(),
    parts: new Map(),
  };
  kinds.set(key, kind);
  return kind;
}

function addTo(lists: Map<string, ComparedSession[]>, name: string, member: ComparedSession): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [member]);
  else list.push(member);
}

/** Whether two sessions do not clash, because they belong together. */
export function belongTogether(one: ComparedSession, other: ComparedSession): boolean {
  return isOneSession(one, other) || isPartOfOther(one.session, other.session);
}

/** Files may have a row for each room of a session. */
export function isOneSession(one: ComparedSession, other: ComparedSession): boolean {
  if (one.name === undefined || one.name !== other.name) return false;
  if (one.startMs !== other.startMs || one.kind.isBreak !== other.kind.isBreak) return false;
  const isAssumed = one.kind.isAssumed || other.kind.isAssumed;
  if (one.endMs !== other.endMs && !isAssumed) return false;
  return one.room === undefined || one.room !== other.room;
}

/** Counts the pairs for which {@link isOneSession} is true. */
export class SameSessions {
  readonly #counts = new Map<string, number>();

  add(member: ComparedSession, count: number): void {
    const { name, room, endMs, kind } = member;
    if (name === undefined) return;
    for (const end of kind.isAssumed ? [undefined] : [undefined, endMs]) {
      for (const where of room === undefined ? [undefined] : [undefined, room]) {
        const key = sameKey(member, kind, { end, room: where });
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
      }
    }
  }

  /** How many of a kind are one session with this one. */
  countOf(session: ComparedSession, kind: SessionKind): number {
    const { name, room, endMs, kind: sessionKind } = session;
    if (name === undefined || sessionKind.isBreak !== kind.isBreak) return 0;
    const end = sessionKind.isAssumed || kind.isAssumed ? undefined : endMs;
    const countIn = (where: string | undefined) =>
      this.#counts.get(sameKey(session, kind, { end, room: where })) ?? 0;
    return countIn(undefined) - (room === undefined ? 0 : countIn(room));
  }
}

/**
 * The key by which sessions of a kind are counted that have the name and the start of this one.
 * With an end or a room, only those that have it as well.
 */
function sameKey(
  { name, startMs }: ComparedSession,
  { key }: SessionKind,
  { end, room }: { readonly end: number | undefined; readonly room: string | undefined },
): string {
  return JSON.stringify([key, startMs, name, end, room]);
}
