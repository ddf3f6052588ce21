// A generated program that is known to fit: talks are cut out of the periods of rooms, so that a placement without a fault exists.
import { must, strong, weak } from '../../src/autoplace/cost.ts';
import type { Lanes } from '../../src/autoplace/placement.ts';
import type { Item, Pair, Problem } from '../../src/autoplace/problem.ts';
import { createRandom, type Random } from '../../src/autoplace/random.ts';

export interface PlantedProgram {
  readonly problem: Problem;
  /** The placement that has no cost. */
  readonly planted: Lanes;
}

export interface ProgramSize {
  readonly rooms: number;
  readonly days: number;
  /** Of each room and day. */
  readonly minutes: number;
  /** The share of the time that talks take. */
  readonly full: number;
  /** People who give two talks or more. */
  readonly busySpeakers: number;
  readonly seed: number;
}

const durations = [20, 25, 30, 40, 50];

/** Every room has one track a day. */
export function plantProgram({ rooms, days, minutes, full, busySpeakers, seed }: ProgramSize): PlantedProgram {
  const random = createRandom(seed);
  const lanes = range(days).flatMap((band) =>
    range(rooms).map((room) => ({ room, band, start: band * 1440, end: band * 1440 + minutes })),
  );
  const items: Item[] = [];
  const starts: number[] = [];
  const planted = lanes.map(({ start }, group) => {
    const own: number[] = [];
    let free = start;
    for (;;) {
      const length = durations[random.below(durations.length)] ?? 30;
      if (free + length > start + minutes * full) return own;
      own.push(items.length);
      items.push({ length, group, order: 0 });
      starts.push(free);
      free += length;
    }
  });
  const groupCosts = {
    ...{ mixed: 0, rooms: weak(1), parallel: 0, overlap: strong(1), hole: 0, lanes: 0 },
    ...{ interrupted: weak(1), order: 0 },
  };
  const problem: Problem = {
    ...{ lanes, items, rooms, bands: days, groups: lanes.length, turnaround: 0, overlapPerUnit: false },
    itemLane: new Float64Array(items.length * lanes.length),
    groupLane: new Float64Array(lanes.length ** 2),
    groupPairs: new Float64Array(lanes.length ** 2),
    groupLanes: lanes.map(() => lanes.length),
    groupCosts,
    pairs: sharedSpeakers(items, starts, busySpeakers, random),
    leftOut: must(1),
  };
  return { problem, planted };
}

/** Pairs of talks with a speaker in common, which are not at the same time in the planted placement. */
function sharedSpeakers(items: readonly Item[], starts: readonly number[], count: number, random: Random): Pair[] {
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const [first, second] = [random.below(items.length), random.below(items.length)];
    const [a, b] = [starts[first] ?? 0, starts[second] ?? 0];
    const isApart = a >= b + (items[second]?.length ?? 0) || b >= a + (items[first]?.length ?? 0);
    if (isApart) pairs.push({ first, second, kind: 'overlap', cost: must(2) });
  }
  return pairs;
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}
