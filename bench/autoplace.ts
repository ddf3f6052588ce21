// Placing a generated program of FOSDEM's size until nothing clashes, beside sorting numbers in the same process.
import { amountsOf, moved, must } from '../src/autoplace/cost.ts';
import { ItemPlacement } from '../src/autoplace/placement.ts';
import type { Problem } from '../src/autoplace/problem.ts';
import { createRandom } from '../src/autoplace/random.ts';
import { createSearch } from '../src/autoplace/search.ts';
import { startingLanes } from '../src/autoplace/start.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { type PlantedProgram, plantProgram } from './planted-program.ts';
import { type Area, type Row, stopwatch } from './row.ts';

const size = { rooms: 30, days: 2, minutes: 540, full: 0.9, busySpeakers: 150 };
const [seeds, sorted, mostSeconds] = [5, 200_000, 30];

export const autoplace: Area = {
  rows: [
    rowOf('autoplace/new', ({ problem }) => problem),
    // Ten speakers can come only on the other day, and one room is closed for a day.
    rowOf('autoplace/repair', damage),
  ],
};

/** Rounds place several programs of the same size. */
function rowOf(name: string, problemOf: (planted: PlantedProgram, seed: number) => Problem): Row {
  return {
    ...{ name, peer: 'sorting 200,000 numbers', unit: 's', rounds: 9 },
    async open() {
      const random = seededRandom(1);
      const numbers = Array.from({ length: sorted }, random);
      let round = 0;
      return {
        async ours() {
          const seed = round++ % seeds;
          return secondsToNoClash(problemOf(plantProgram({ ...size, seed }), seed), seed);
        },
        async peer() {
          const elapsed = stopwatch();
          numbers.toSorted((a, b) => a - b);
          return elapsed();
        },
      };
    },
  };
}

/** @throws if the search does not get there in time */
function secondsToNoClash(problem: Problem, seed: number): number {
  const elapsed = stopwatch();
  const search = createSearch(problem, startingLanes(problem), { seed, weights: { must: 100, moved: 30, strong: 10 } });
  while (amountsOf(search.best.cost).must > 0) {
    if (elapsed() > mostSeconds)
      throw new Error(`the program of seed ${seed} still has clashes after ${mostSeconds} s`);
    search.run(1000);
  }
  return elapsed();
}

function damage({ problem, planted }: PlantedProgram, seed: number): Problem {
  const random = createRandom(seed);
  const { lane, start } = new ItemPlacement(problem, planted);
  const closed = random.below(problem.lanes.length);
  const pairs = Array.from({ length: 10 }, () => problem.pairs[random.below(problem.pairs.length)]);
  const away = new Set(pairs.flatMap((pair) => (pair === undefined ? [] : [pair.first, pair.second])));
  const day = 1440;
  const itemLane = problem.itemLane.slice();
  const items = problem.items.map((item, at) => {
    itemLane[at * problem.lanes.length + closed] = must(2);
    const previous = { lane: lane[at] as number, start: start[at] as number, cost: moved(1) };
    if (away.has(at))
      return { ...item, windows: [previous.start < day ? { from: day, to: 2 * day } : { from: 0, to: day }] };
    return previous.lane === closed ? item : { ...item, previous };
  });
  return { ...problem, items, itemLane };
}
