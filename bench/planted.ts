// Measures a generated program of FOSDEM's size: how soon it has no clash, how soon each track its room, and how few talks a repair moves.
import { amountsOf, moved, must } from '../src/autoplace/cost.ts';
import { ItemPlacement } from '../src/autoplace/placement.ts';
import type { Problem } from '../src/autoplace/problem.ts';
import { createRandom } from '../src/autoplace/random.ts';
import { createSearch, type Search } from '../src/autoplace/search.ts';
import { startingLanes } from '../src/autoplace/start.ts';
import { type PlantedProgram, plantProgram } from '../test/support/planted-program.ts';

const size = { rooms: 30, days: 2, minutes: 540, full: 0.9, busySpeakers: 150 };

export interface PlantedFigures {
  readonly talks: number;
  readonly seed: number;
  /** Seconds until no must is broken, and until all wishes are met as well; null if that takes longer than 30. */
  readonly noClash: number | null;
  readonly allWishes: number | null;
  readonly repair: {
    /** Talks that cannot stay: those of ten speakers and of one room. No other one needs to move. */
    readonly displaced: number;
    readonly moved: number;
    readonly noClash: number | null;
  };
}

export function measurePlanted(seed: number): PlantedFigures {
  const planted = plantProgram({ ...size, seed });
  const fresh = begin(planted.problem, seed);
  const { displaced, problem } = damage(planted, seed);
  const repair = begin(problem, seed);
  const noClash = repair.secondsUntil(() => amountsOf(repair.search.best.cost).must === 0, 10);
  repair.secondsUntil(() => false, 10);
  return {
    ...{ talks: planted.problem.items.length, seed },
    noClash: fresh.secondsUntil(() => amountsOf(fresh.search.best.cost).must === 0, 30),
    allWishes: fresh.secondsUntil(() => fresh.search.isPerfect, 30),
    repair: { displaced, moved: displaced + amountsOf(repair.search.best.cost).moved, noClash },
  };
}

/** Ten speakers can come only on the other day, and one room is closed for a day. */
function damage({ problem, planted }: PlantedProgram, seed: number): { problem: Problem; displaced: number } {
  const random = createRandom(seed);
  const { lane, start } = new ItemPlacement(problem, planted);
  const closed = random.below(problem.lanes.length);
  const pairs = Array.from({ length: 10 }, () => problem.pairs[random.below(problem.pairs.length)]);
  const away = new Set(pairs.flatMap((pair) => (pair === undefined ? [] : [pair.first, pair.second])));
  const day = 1440;
  const itemLane = problem.itemLane.slice();
  let displaced = 0;
  const items = problem.items.map((item, at) => {
    itemLane[at * problem.lanes.length + closed] = must(2);
    const previous = { lane: lane[at] as number, start: start[at] as number, cost: moved(1) };
    if (!away.has(at) && previous.lane !== closed) return { ...item, previous };
    displaced++;
    if (!away.has(at)) return item;
    return { ...item, windows: [previous.start < day ? { from: day, to: 2 * day } : { from: 0, to: day }] };
  });
  return { problem: { ...problem, items, itemLane }, displaced };
}

/** A search, and a clock that runs only while it does. */
function begin(problem: Problem, seed: number) {
  let seconds = 0;
  const timed = <T>(work: () => T): T => {
    const begun = performance.now();
    const result = work();
    seconds += (performance.now() - begun) / 1000;
    return result;
  };
  const weights = { must: 100, moved: 30, strong: 10 };
  const search: Search = timed(() => createSearch(problem, startingLanes(problem), { seed, weights }));
  return {
    search,
    secondsUntil(isReached: () => boolean, limit: number): number | null {
      while (!isReached() && seconds < limit) timed(() => search.run(1000));
      return isReached() ? Number(seconds.toFixed(2)) : null;
    },
  };
}
