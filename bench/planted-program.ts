// A generated program that is known to fit: talks are cut out of the periods of rooms, so that a
// placement without a fault exists.
import { must, strong, weak } from '../src/autoplace/cost.ts';
import type { Item, Pair, Problem } from '../src/autoplace/problem.ts';
import { createRandom, type Random } from '../src/autoplace/random.ts';

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

/**
 * Each room has one to three tracks a day, one after the other; some continue there on the next
 * day.
 */
export function plantProgram({
  rooms,
  days,
  minutes,
  full,
  busySpeakers,
  seed,
}: ProgramSize): Problem {
  const random = createRandom(seed);
  const lanes = range(rooms).flatMap((room) =>
    range(days).map((band) => ({
      room,
      band,
      day: band,
      start: band * 1440,
      end: band * 1440 + minutes,
      turnaround: 0,
      midnight: 0,
    })),
  );
  const items: Item[] = [];
  const starts: number[] = [];
  let groups = 0;
  for (const { start, band } of lanes) {
    const continues = band > 0 && random.below(3) === 0;
    let group = continues ? groups - 1 : groups++;
    const parts = 1 + random.below(3);
    for (let free = start, isFirst = true; ; isFirst = false) {
      const length = durations[random.below(durations.length)] ?? 30;
      if (free + length > start + minutes * full) break;
      if (!isFirst && random.below(Math.ceil(minutes / 30 / parts)) === 0) group = groups++;
      items.push({ length, group });
      starts.push(free);
      free += length;
    }
  }
  return {
    lanes,
    items,
    fixed: [],
    rooms,
    bands: days,
    groups,
    itemLane: new Float64Array(items.length * lanes.length),
    groupCosts: { rooms: weak(1), overlap: strong(1), interrupted: weak(1) },
    pairs: sharedSpeakers({ items, starts }, busySpeakers, random),
    leftOut: must(1),
  };
}

/** Talks with the minutes at which they begin. */
interface PlantedTalks {
  readonly items: readonly Item[];
  readonly starts: readonly number[];
}

/**
 * Pairs of talks with a speaker in common, which are not at the same time in the planted placement.
 */
function sharedSpeakers({ items, starts }: PlantedTalks, count: number, random: Random): Pair[] {
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
