// Finds the free periods of rooms in a placement, and why a talk cannot be in them. Pure.

import { firstFit, type Interval, type Intervals, intersect, subtract } from './intervals.ts';
import type { Position, Positions } from './issues.ts';
import type { RoomLimit, TimeLimit } from './limits.ts';
import { limitsIn, type PlaceableTalk, type Placing } from './placing.ts';

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

export function gapsOf({ lanes, items, turnaround }: Placing, positions: Positions): readonly Gap[] {
  const taken = new Map<number, Interval[]>();
  for (const [item, position] of positions.entries()) {
    if (position === undefined) continue;
    const { lane, start } = position;
    const times = taken.get(lane) ?? [];
    times.push({ from: start - turnaround, to: start + (items[item]?.length ?? 0) + turnaround });
    taken.set(lane, times);
  }
  return lanes.flatMap(({ start, end }, lane) =>
    subtract([{ from: start, to: end }], taken.get(lane) ?? []).map((gap) => ({ ...gap, lane })),
  );
}

/** Where the item fits into the gap, or what prevents it. */
export function fitIn(
  placing: Placing,
  positions: Positions,
  item: number,
  gap: Gap,
): { readonly position: Position } | { readonly blocker: Blocker } | undefined {
  const talk = placing.items[item];
  if (talk === undefined || gap.to - gap.from < talk.length) return undefined;
  const [room] = talk.roomLimits[gap.lane] ?? [];
  if (room !== undefined) return { blocker: room };
  const { room: name = '' } = placing.lanes[gap.lane]?.period ?? {};
  const limits = [...limitsIn(placing, item, name), ...occupied(placing, positions, item, gap.lane)];
  const free = limits.reduce<Intervals>((left, limit) => intersect(left, limit.free), [gap]);
  const start = firstFit(free, talk.length);
  if (start !== undefined) return { position: { lane: gap.lane, start } };
  const one = limits.find((limit) => firstFit(intersect([gap], limit.free), talk.length) === undefined);
  return { blocker: { kind: one?.kind ?? 'combined', what: one?.what ?? '' } };
}

/** The other talks of the item's people, as limits of its time. */
function occupied(
  { items, personPairs, lanes, walk }: Placing,
  positions: Positions,
  item: number,
  lane: number,
): readonly { readonly kind: 'occupied'; readonly what: string; readonly free: Intervals }[] {
  return personPairs.flatMap(({ first, second }) => {
    if (first !== item && second !== item) return [];
    const other = first === item ? second : first;
    const position = positions[other];
    const talk = items[other];
    if (position === undefined || talk === undefined) return [];
    const way = walk(lanes[lane]?.period.room ?? '', lanes[position.lane]?.period.room ?? '');
    const minutes = { from: position.start - way, to: position.start + talk.length + way };
    const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    return [{ kind: 'occupied' as const, what: titleOf(talk), free: subtract([always], [minutes]) }];
  });
}

function titleOf({ talk }: PlaceableTalk): string {
  return talk.session.title;
}
