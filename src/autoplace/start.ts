// Owns the first placement: group by group, each item in the lane where it costs least and fits.
import type { Lanes } from './placement.ts';
import type { Problem } from './problem.ts';

export function startingLanes({ items, lanes, itemLane, turnaround }: Problem): Lanes {
  const sequences: number[][] = lanes.map(() => []);
  const used = lanes.map(() => 0);
  const groupOf = (item: number) => items[item]?.group ?? -1;
  const length = (item: number) => items[item]?.length ?? 0;
  for (const item of [...items.keys()].toSorted((a, b) => groupOf(a) - groupOf(b) || length(b) - length(a))) {
    let best = { lane: 0, cost: Number.POSITIVE_INFINITY };
    for (const [lane, { start, end }] of lanes.entries()) {
      const cost =
        unfit * Math.max(0, (used[lane] ?? 0) + length(item) - (end - start)) +
        (sequences[lane]?.some((other) => groupOf(other) !== groupOf(item)) ? otherGroup : 0) +
        (sequences[lane]?.length ? 0 : newLane) +
        (itemLane[item * lanes.length + lane] ?? 0);
      if (cost < best.cost) best = { lane, cost };
    }
    sequences[best.lane]?.push(item);
    used[best.lane] = (used[best.lane] ?? 0) + length(item) + turnaround;
  }
  return sequences;
}

// Larger than any cost of an item, each more than the next.
const unfit = 2 ** 50;
const otherGroup = 2 ** 49;
const newLane = 1 / 2;
