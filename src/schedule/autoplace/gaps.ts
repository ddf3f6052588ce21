// Finds the free periods of rooms in a placement, and why a talk cannot be in them. Pure.

import { always, complement, firstFit, type Interval, type Intervals, intersect, subtract } from './intervals.ts';
import type { Position, Positions } from './issue.ts';
import type { RoomLimit, TimeLimit } from './limits.ts';
import { limitsIn, type Placing } from './placing.ts';

/** A free period of a room, without what the talks beside it need of it. */
export interface Gap extends Interval {
  readonly lane: number;
}

/** Why a talk cannot be in a gap. */
export interface Blocker {
  /** `occupied`: one of its people speaks elsewhere in the gap, in the talk `what`; `combined`: several reasons, each at another time. */
  readonly kind: RoomLimit['kind'] | TimeLimit['kind'] | 'occupied' | 'combined';
  readonly what: string;
}

/** The gaps of each lane, in their order. */
export type Gaps = readonly (readonly Gap[])[];

export function gapsOf({ lanes, items, turnaround }: Placing, positions: Positions): Gaps {
  const taken = lanes.map((): Interval[] => []);
  for (const [item, position] of positions.entries()) {
    if (position === undefined) continue;
    taken[position.lane]?.push(minutesOf(position, items[item]?.length ?? 0, turnaround));
  }
  return lanes.map(({ start, end }, lane) =>
    subtract([{ from: start, to: end }], taken[lane] ?? []).map((gap) => ({ ...gap, lane })),
  );
}

/** What is left of the gaps of a lane once a talk of this length is there. */
export function gapsBeside(gaps: readonly Gap[], position: Position, length: number, turnaround: number) {
  const taken = [minutesOf(position, length, turnaround)];
  return gaps.flatMap((gap): readonly Gap[] => subtract([gap], taken).map((rest) => ({ ...rest, lane: gap.lane })));
}

function minutesOf({ start }: Position, length: number, turnaround: number): Interval {
  return { from: start - turnaround, to: start + length + turnaround };
}

/** By item: the other items of its people. */
export type Partners = readonly (readonly number[])[];

export function partnersOf({ items, personPairs }: Placing): Partners {
  const partners = items.map((): number[] => []);
  for (const { first, second } of personPairs) {
    partners[first]?.push(second);
    partners[second]?.push(first);
  }
  return partners;
}

/** Where an item fits into a gap, or what prevents it; undefined if the gap is too short. */
export type Fit = { readonly position: Position } | { readonly blocker: Blocker } | undefined;

/** What limits an item in a room, and what all of these limits leave. */
interface RoomTimes {
  readonly limits: readonly (Blocker & { readonly free: Intervals })[];
  readonly free: Intervals;
}

/** Fits one item into gaps, beside these positions of all others. */
export function fitterOf(placing: Placing, positions: Positions, partners: Partners, item: number) {
  const { items, lanes, input } = placing;
  const { length = 0, roomLimits = [], busy = [] } = items[item] ?? {};
  const others = (partners[item] ?? []).filter((other) => positions[other] !== undefined);
  // Only the ways from other talks differ between rooms.
  const isSameInAll = input.ways.length === 0 || others.length + busy.length === 0;
  const known = new Map<string, RoomTimes>();
  const timesIn = (lane: number): RoomTimes => {
    const { room = '' } = lanes[lane]?.period ?? {};
    const key = isSameInAll ? '' : room;
    const found = known.get(key);
    if (found !== undefined) return found;
    const limits = [
      ...limitsIn(placing, item, room),
      ...others.map((other) => occupied(placing, positions[other] as Position, other, room)),
    ];
    const times = { limits, free: limits.reduce<Intervals>((left, { free }) => intersect(left, free), always) };
    known.set(key, times);
    return times;
  };
  return (gap: Gap): Fit => {
    if (gap.to - gap.from < length) return undefined;
    const [room] = roomLimits[gap.lane] ?? [];
    if (room !== undefined) return { blocker: room };
    const { limits, free } = timesIn(gap.lane);
    const start = firstFit(free, length, gap);
    if (start !== undefined) return { position: { lane: gap.lane, start } };
    return { blocker: limits.find((limit) => firstFit(limit.free, length, gap) === undefined) ?? combined };
  };
}

const combined: Blocker = { kind: 'combined', what: '' };

/** Another talk of the item's people, as a limit of its time. */
function occupied({ items, lanes, walk }: Placing, { lane, start }: Position, other: number, room: string) {
  const { length = 0, talk } = items[other] ?? {};
  const way = walk(room, lanes[lane]?.period.room ?? '');
  const minutes = { from: start - way, to: start + length + way };
  return { kind: 'occupied' as const, what: talk?.session.title ?? '', free: complement([minutes]) };
}
