// Finds the sessions of one room or person that overlap, without a look at each pair: thousands of
// sessions at one time have millions of pairs. Must not know what is reported of them. Pure.
import type { Slot } from '../../changes/room-rule.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { isPartOfOther, type Session } from '../session.ts';
import {
  belongTogether,
  type ComparedGroup,
  type ComparedSession,
  compareSessions,
  isOneSession,
  SameSessions,
  type SessionKind,
} from './compared-sessions.ts';

/**
 * `clashes`: at least one of the two sessions is changed; `existing`: neither is, and one is in the
 * file; `assumed`: they overlap only if the end that is assumed for the earlier one is right.
 */
export type Verdict = 'clashes' | 'existing' | 'assumed';

/** How many there are, and the first of them. */
export interface Counted<Item> {
  readonly count: number;
  readonly listed: readonly Item[];
}

/** At most this many pairs are listed for each room or person. */
export const listedPairs = 1000;

/** The pairs of a group whose sessions are in order, the earlier session first. */
export function overlapsIn(
  group: ComparedGroup,
): Readonly<Record<Verdict, Counted<readonly [Session, Session]>>> {
  const counts: Record<Verdict, number> = { clashes: 0, existing: 0, assumed: 0 };
  const pairs: Record<Verdict, ComparedPair[]> = { clashes: [], existing: [], assumed: [] };
  forEachRange(group, (earlier, { verdict, count, ...range }) => {
    counts[verdict] += count;
    const collected = pairs[verdict];
    // Its overlaps with sessions of another kind may come before those that were collected.
    const isBegun = collected.at(-1)?.[0] === earlier;
    if (collected.length >= listedPairs && !isBegun) return;
    let added = 0;
    for (const later of sessionsIn(range, earlier)) {
      collected.push([earlier, later]);
      if (++added === listedPairs) return;
    }
  });
  const pairsOf = (verdict: Verdict) => ({
    count: counts[verdict],
    listed: firstOf(pairs[verdict]),
  });
  return {
    clashes: pairsOf('clashes'),
    existing: pairsOf('existing'),
    assumed: pairsOf('assumed'),
  };
}

/**
 * The pairs of slots that overlap in a room, room by room, the earlier one first.
 * @param traitsOf what a slot is compared as, beside its room and its times
 */
export function overlapsInRooms<Item extends Slot>(
  slots: Iterable<Item>,
  traitsOf: (slot: Item) => Pick<Session, 'title'> & Partial<Session>,
): Counted<readonly [Item, Item]> {
  let count = 0;
  const listed: (readonly [Item, Item])[] = [];
  for (const inRoom of grouped(slots, ({ room }) => foldKey(room)).values()) {
    const slotOf = new Map<Session, Item>();
    for (const slot of inRoom.toSorted((one, other) => one.startMs - other.startMs)) {
      const { room, startMs, endMs } = slot;
      const times = { room, startMs, endMs, isDurationAssumed: false, people: [] };
      slotOf.set({ ...times, ...traitsOf(slot) }, slot);
    }
    const { clashes } = overlapsIn({ code: 'room', gapMs: 0, sessions: [...slotOf.keys()] });
    count += clashes.count;
    for (const [one, other] of clashes.listed) {
      const [earlier, later] = [slotOf.get(one), slotOf.get(other)];
      if (earlier && later) listed.push([earlier, later]);
    }
  }
  return { count, listed };
}

/** The sessions of a group that clash with another one. */
export function* clashingIn(group: ComparedGroup): Iterable<Session> {
  const clashing = new Set<Session>();
  forEachRange(group, (earlier, { verdict, ...range }) => {
    if (verdict !== 'clashes') return;
    clashing.add(earlier.session);
    for (const later of newSessionsIn(range, earlier)) clashing.add(later.session);
  });
  yield* clashing;
}

type ComparedPair = readonly [ComparedSession, ComparedSession];

/** The first pairs by their earlier sessions, in the order of the later ones. */
function firstOf(pairs: readonly ComparedPair[]): readonly (readonly [Session, Session])[] {
  return pairs
    .toSorted(([a, b], [c, d]) => a.index - c.index || b.index - d.index)
    .slice(0, listedPairs)
    .sort(([a, b], [c, d]) => b.index - d.index || a.index - c.index)
    .map(([earlier, later]) => [earlier.session, later.session]);
}

/**
 * Calls `visit` with each range of sessions that overlap with one, in the order of the group.
 * Counted are those of the range that do not belong to the earlier session, at least one.
 */
function forEachRange(
  group: ComparedGroup,
  visit: (
    earlier: ComparedSession,
    overlaps: Range & { readonly verdict: Verdict; readonly count: number },
  ) => void,
): void {
  const sessions = besideOthers(group);
  if (sessions.length < 2) return;
  const { compared, kinds } = compareSessions({ ...group, sessions });
  const later = new SameSessions();
  for (const session of compared) later.add(session, 1);
  for (const earlier of compared) {
    later.add(earlier, -1);
    earlier.kind.passed++;
    for (const kind of kinds) {
      for (const { verdict, isCertain, ...range } of rangesAfter(earlier, kind, group)) {
        // The rows of one session start together, so nothing about them is assumed.
        const same = isCertain ? later.countOf(earlier, kind) : 0;
        const count = range.to - range.from - same - partsIn(range, earlier);
        if (count > 0) visit(earlier, { ...range, verdict, count });
      }
    }
  }
}

/** Those that are not alone in time, whatever the rules say of them: most are alone. */
function besideOthers({ sessions, gapMs }: ComparedGroup): readonly Session[] {
  let latestEndMs = Number.NEGATIVE_INFINITY;
  return sessions.filter(({ startMs, endMs }, at) => {
    const isBesideEarlier = startMs < latestEndMs + gapMs;
    latestEndMs = Math.max(latestEndMs, endMs);
    const next = sessions[at + 1];
    return isBesideEarlier || (next !== undefined && next.startMs < endMs + gapMs);
  });
}

/** Members that follow each other in a kind, from one index up to another one. */
interface Range {
  readonly kind: SessionKind;
  readonly from: number;
  readonly to: number;
}

interface JudgedRange extends Range {
  readonly verdict: Verdict;
  /** Whether they overlap whatever the end of the earlier session is. */
  readonly isCertain: boolean;
}

/** The later members of a kind that begin before a session ends. */
function rangesAfter(
  { startMs, endMs, kind: earlierKind }: ComparedSession,
  kind: SessionKind,
  group: ComparedGroup,
): readonly JudgedRange[] {
  if (isApart(earlierKind, kind)) return [];
  if (group.code === 'exclusive' && !earlierKind.isExclusive && !kind.isExclusive) return [];
  // A break needs no time before or after it.
  const hasBreak = earlierKind.isBreak || kind.isBreak;
  const gapMs = hasBreak ? 0 : group.gapMs;
  const { members, passed } = kind;
  const to = firstFrom(members, endMs + gapMs, startOf);
  // Of a session whose end is assumed, only the start is certain.
  const certain = earlierKind.isAssumed
    ? Math.min(to, firstFrom(members, startMs + 1 + gapMs, startOf))
    : to;
  const isChange = earlierKind.isChanged || kind.isChanged;
  const ranges: JudgedRange[] = [];
  if (certain > passed) {
    const verdict = isChange ? 'clashes' : 'existing';
    ranges.push({ kind, verdict, isCertain: true, from: passed, to: certain });
  }
  // In its room it ends with the next start, unless a plan puts a session into it.
  const isPutInto = !earlierKind.isChanged && kind.isChanged && !hasBreak;
  const from = Math.max(passed, certain);
  if (to > from && (group.code !== 'room' || isPutInto)) {
    ranges.push({ kind, verdict: 'assumed', isCertain: false, from, to });
  }
  return ranges;
}

function startOf({ startMs }: ComparedSession): number {
  return startMs;
}

/** Whether sessions of these kinds never clash. */
function isApart(one: SessionKind, other: SessionKind): boolean {
  if (one.isEverywhere && other.isEverywhere) return true;
  if (one.isAddressed && other.isAddressed) return true;
  if (!one.isInFile && !other.isInFile) return true;
  return one.sharedRooms.some((room) => other.sharedRooms.includes(room));
}

/** The index of the first of these items, in order of time, that is not before a time. */
export function firstFrom<Item>(
  items: readonly Item[],
  ms: number,
  timeOf: (item: Item) => number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && timeOf(item) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many members of a range are the session's block or its parts. */
function partsIn({ kind, from, to }: Range, earlier: ComparedSession): number {
  const { block, partOf } = earlier.session;
  if (block === undefined && partOf === undefined) return 0;
  const related = new Set([
    ...(kind.parts.get(block ?? '') ?? []),
    ...(kind.blocks.get(partOf ?? '') ?? []),
  ]);
  const first = kind.members[from]?.index ?? 0;
  const last = kind.members[to - 1]?.index ?? 0;
  return Array.from(related).filter(
    (member) =>
      member.index >= first &&
      member.index <= last &&
      isPartOfOther(earlier.session, member.session) &&
      !isOneSession(earlier, member),
  ).length;
}

function* sessionsIn(
  { kind, from, to }: Range,
  earlier: ComparedSession,
): Iterable<ComparedSession> {
  for (let at = from; at < to; at++) {
    const member = kind.members[at];
    if (member !== undefined && !belongTogether(earlier, member)) yield member;
  }
}

function* newSessionsIn(
  { kind, from, to }: Range,
  earlier: ComparedSession,
): Iterable<ComparedSession> {
  const first = kind.members[from]?.index ?? 0;
  const last = kind.members[to - 1]?.index ?? 0;
  for (const member of kind.unreturned) {
    if (member.index > last) return;
    const isPassed = member.index <= earlier.index;
    const isNew = member.index >= first && !belongTogether(earlier, member);
    if (isPassed || isNew) kind.unreturned.delete(member);
    if (isNew) yield member;
  }
}
