// Placing a generated program of FOSDEM's size until nothing clashes, beside sorting numbers in the
// same process.
import { amountsOf } from '../src/autoplace/cost.ts';
import { createSearch, startingLanes } from '../src/autoplace/search.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { plantProgram } from './planted-program.ts';
import { type Row, stopwatch } from './row.ts';

const size = { rooms: 30, days: 2, minutes: 540, full: 0.9, busySpeakers: 150 };
const [seeds, sorted, mostSeconds] = [5, 200_000, 30];

export const autoplace: Row = {
  name: 'autoplace/new',
  peer: 'sorting 200,000 numbers',
  unit: 's',
  rounds: 9,
  async open() {
    const random = seededRandom(1);
    const numbers = Array.from({ length: sorted }, random);
    let round = 0;
    return {
      // Rounds place several programs of the same size.
      ours: async () => secondsToNoClash(round++ % seeds),
      async peer() {
        const elapsed = stopwatch();
        numbers.toSorted((a, b) => a - b);
        return elapsed();
      },
    };
  },
};

/** @throws if the search does not get there in time */
function secondsToNoClash(seed: number): number {
  const problem = plantProgram({ ...size, seed });
  const elapsed = stopwatch();
  const search = createSearch(problem, startingLanes(problem), seed);
  while (amountsOf(search.best.cost).must > 0) {
    if (elapsed() > mostSeconds)
      throw new Error(`the program of seed ${seed} still has clashes after ${mostSeconds} s`);
    search.run(1000);
  }
  return elapsed();
}
