// Turns what the search has found into places: what still breaks a must is taken out, and free periods are used again. Pure.
import { ItemPlacement, type Lanes, leftOut } from '../../autoplace/placement.ts';
import { foldKey } from '../../contract/key.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { type Fit, fitterOf, type Gap, type Gaps, gapsBeside, gapsOf, partnersOf } from './gaps.ts';
import type { Talk } from './input.ts';
import type { Position, Positions } from './issue.ts';
import { issuesOf } from './issues.ts';
import type { Placing } from './placing.ts';

/** The positions of the search, without any that breaks a must. */
export function positionsOf(placing: Placing, lanes: Lanes): Positions {
  const found = new ItemPlacement(placing.problem, lanes);
  const positions = placing.items.map((_, item): Position | undefined => {
    const [lane = 0, start = leftOut] = [found.lane[item], found.start[item]];
    // Only fixed sessions have lanes beyond these.
    return start === leftOut || lane >= placing.lanes.length ? undefined : { lane, start };
  });
  takeOutBroken(placing, positions);
  useFreePeriods(placing, positions);
  return positions;
}

/** Takes out the talks that break musts: first those that break most, and of these one that has moved or is new, and then the last. */
function takeOutBroken(placing: Placing, positions: (Position | undefined)[]): void {
  const itemOf = new Map(placing.items.map(({ index }, item) => [index, item]));
  const issues = issuesOf(placing, positions)
    .filter(({ strength }) => strength === 'must')
    .map(({ talks }) => talks.flatMap((index) => itemOf.get(index) ?? []));
  const issuesOfItem = new Map<number, Set<readonly number[]>>();
  for (const issue of issues) {
    for (const item of issue) issuesOfItem.set(item, (issuesOfItem.get(item) ?? new Set()).add(issue));
  }
  const order = [...issuesOfItem].sort(
    ([a], [b]) => Number(isInPlace(placing, positions, a)) - Number(isInPlace(placing, positions, b)) || b - a,
  );
  // Without a talk, others break fewer musts, never more: each number needs one round.
  for (let count = Math.max(0, ...order.map(([, own]) => own.size)); count > 0; count--) {
    for (const [item, own] of order) {
      if (own.size !== count) continue;
      positions[item] = undefined;
      for (const issue of [...own]) for (const each of issue) issuesOfItem.get(each)?.delete(issue);
    }
  }
}

/** Places talks that are left out, the longest first, into the first period where they fit. */
function useFreePeriods(placing: Placing, positions: (Position | undefined)[]): void {
  const partners = partnersOf(placing);
  const gaps = [...gapsOf(placing, positions)];
  for (const item of longestFirst(placing)) {
    if (positions[item] !== undefined) continue;
    const fits = fitterOf(placing, positions, partners, item);
    const position = firstPosition(gaps, fits);
    if (position === undefined) continue;
    positions[item] = position;
    const { length = 0 } = placing.items[item] ?? {};
    gaps[position.lane] = gapsBeside(gaps[position.lane] ?? [], position, length, placing.turnaround);
  }
}

function firstPosition(gaps: Gaps, fits: (gap: Gap) => Fit): Position | undefined {
  for (const inLane of gaps) {
    for (const gap of inLane) {
      const found = fits(gap);
      if (found !== undefined && 'position' in found) return found.position;
    }
  }
  return undefined;
}

function isInPlace({ items }: Placing, positions: Positions, item: number): boolean {
  const [previous, position] = [items[item]?.previous, positions[item]];
  return previous !== undefined && previous.lane === position?.lane && previous.start === position.start;
}

function longestFirst({ items }: Placing): readonly number[] {
  return [...items.keys()].sort((a, b) => (items[b]?.length ?? 0) - (items[a]?.length ?? 0) || a - b);
}

/** The place of a talk as it is written to a schedule file. */
export interface TalkPlace {
  /** Its index among the talks of the input. */
  readonly index: number;
  readonly talk: Talk;
  readonly room: string;
  readonly startMs: number;
  /** RFC 3339, with the offset of the clock there. */
  readonly start: string;
  /** `fixed` talks stay where they are by a must, `kept` ones because nothing moves them. */
  readonly change: 'placed' | 'moved' | 'kept' | 'fixed';
}

/** The places of all talks that have one, in the order of the input. */
export function placesOf(
  { items, fixed, lanes, clock, input: { zone } }: Placing,
  positions: Positions,
): readonly TalkPlace[] {
  const own = items.flatMap(({ index, talk }, item): TalkPlace[] => {
    const position = positions[item];
    if (position === undefined) return [];
    const { session, isPlaced } = talk;
    const room = lanes[position.lane]?.period.room ?? '';
    const startMs = clock.ms(position.start);
    const isSame = foldKey(session.room) === foldKey(room) && clock.minute(session.startMs) === position.start;
    const change = isPlaced ? (isSame ? 'kept' : 'moved') : 'placed';
    return [{ index, talk, room, startMs, start: toRfc3339(startMs, zone), change }];
  });
  const stay = fixed.map(({ index, talk }): TalkPlace => {
    const { room, startMs } = talk.session;
    return { index, talk, room, startMs, start: toRfc3339(startMs, zone), change: 'fixed' };
  });
  return [...own, ...stay].sort((a, b) => a.index - b.index);
}
