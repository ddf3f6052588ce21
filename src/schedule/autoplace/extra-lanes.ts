// Adds lanes to the problem that are no open periods: of fixed sessions, where the way from them matters, and of nothing. Pure.
import { must } from '../../autoplace/cost.ts';
import type { Pair, Problem } from '../../autoplace/problem.ts';
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import { type Placing, possibleRooms, waysTo } from './placing.ts';

/**
 * If the way from a fixed session depends on the room of a talk, no window of the talk says when it may be. Then the fixed
 * session is an item of its own, after all others, in a lane of its own.
 */
export function withAnchors(problem: Problem, { items, lanes, walk, rooms }: Omit<Placing, 'problem'>): Problem {
  const anchors = new Map<Session, { readonly lane: Problem['lanes'][number]; readonly items: number[] }>();
  for (const [item, { busy, roomLimits: limits }] of items.entries()) {
    for (const time of busy) {
      const ways = waysTo(time, possibleRooms(limits, lanes), walk);
      if (ways.every((way) => way === ways[0])) continue;
      const { session, from: start, to: end } = time;
      const room = rooms.findIndex((each) => foldKey(each) === foldKey(session.room));
      const lane = { room, band: problem.bands + anchors.size, start, end };
      const anchor = anchors.get(session) ?? { lane, items: [] };
      anchors.set(session, anchor);
      anchor.items.push(item);
    }
  }
  if (anchors.size === 0) return problem;
  const added = [...anchors.values()];
  const [itemCount, laneCount] = [items.length + added.length, lanes.length + added.length];
  const itemLane = new Float64Array(itemCount * laneCount).fill(must(2));
  for (let item = 0; item < items.length; item++) {
    itemLane.set(problem.itemLane.subarray(item * lanes.length, (item + 1) * lanes.length), item * laneCount);
  }
  for (let at = 0; at < added.length; at++) itemLane[(items.length + at) * laneCount + lanes.length + at] = 0;
  return {
    ...problem,
    itemLane,
    lanes: [...problem.lanes, ...added.map(({ lane }) => lane)],
    bands: problem.bands + added.length,
    items: [
      ...problem.items,
      ...added.map(({ lane: { start, end } }) => ({ length: end - start, group: -1, order: 0 })),
    ],
    groupLane: new Float64Array(problem.groups * laneCount),
    ...(problem.varieties !== undefined && {
      varieties: problem.varieties.map(({ values, cost }) => ({ values: [...values, ...added.map(() => -1)], cost })),
    }),
    pairs: [
      ...problem.pairs,
      ...added.flatMap(({ items: theirs }, at) =>
        theirs.map((first): Pair => ({ first, second: items.length + at, kind: 'overlap', cost: must(2) })),
      ),
    ],
  };
}

/** With a lane without length, in a room of its own: there, the search leaves a talk out on purpose rather than that it clashes. */
export function withSpareLane(problem: Problem): Problem {
  const { lanes, items, rooms, bands, groups, itemLane, walking } = problem;
  const laneCount = lanes.length + 1;
  const wider = new Float64Array(items.length * laneCount);
  for (const item of items.keys()) {
    wider.set(itemLane.subarray(item * lanes.length, (item + 1) * lanes.length), item * laneCount);
  }
  const numbers = [...Array(rooms + 1).keys()];
  const way = (from: number, to: number) => (Math.max(from, to) < rooms ? (walking?.[from * rooms + to] ?? 0) : 0);
  return {
    ...problem,
    ...{ lanes: [...lanes, { room: rooms, band: bands, start: 0, end: 0 }], rooms: rooms + 1, bands: bands + 1 },
    ...(walking !== undefined && { walking: numbers.flatMap((from) => numbers.map((to) => way(from, to))) }),
    itemLane: wider,
    groupLane: new Float64Array(groups * laneCount),
  };
}
