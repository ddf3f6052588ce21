// Searches in a thread of its own, so that the terminal and signals are served meanwhile. Must not
// know what the numbers mean.
import { parentPort, workerData } from 'node:worker_threads';
import type { Total } from '../../../../autoplace/cost.ts';
import type { Lanes } from '../../../../autoplace/placement.ts';
import type { Problem } from '../../../../autoplace/problem.ts';
import { createSearch, startingLanes } from '../../../../autoplace/search.ts';

/** What the thread gets. */
export interface SearchOrder {
  readonly problem: Problem;
  readonly seed: number;
  readonly steps: number;
  /** One number, which is not 0 once the search must stop. */
  readonly stop: Int32Array;
}

/** The best so far, which the thread reports from time to time and at the end. */
export interface SearchNews {
  readonly steps: number;
  readonly cost: Total;
  readonly lanes: Lanes;
  readonly isDone: boolean;
}

const { problem, seed, steps, stop } = workerData as SearchOrder;
const search = createSearch(problem, startingLanes(problem), seed);
// How many steps are taken at a time has no effect on what is found.
let portion = 64;
let reportedAt = performance.now();
while (search.steps < steps && !search.isPerfect && Atomics.load(stop, 0) === 0) {
  const beganAt = performance.now();
  search.run(Math.min(portion, steps - search.steps));
  const now = performance.now();
  portion = now - beganAt < 20 ? portion * 2 : Math.max(64, portion >> 1);
  if (now - reportedAt < 100) continue;
  reportedAt = now;
  report(false);
}
report(true);

function report(isDone: boolean): void {
  parentPort?.postMessage({ steps: search.steps, ...search.best, isDone } satisfies SearchNews);
}
