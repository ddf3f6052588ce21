// Runs the search of autoplace until its steps are done, its time is over, or the user stops it, and shows how far it is.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { amountsOf } from '../../../../autoplace/cost.ts';
import type { Lanes } from '../../../../autoplace/placement.ts';
import type { Problem } from '../../../../autoplace/problem.ts';
import type { Clock } from '../../../../client/clock.ts';
import { weightsOf } from '../../../../schedule/autoplace/problem.ts';
import type { Context } from '../../../context.ts';
import { sayNow } from '../../../io.ts';
import { amount } from '../../../output/text.ts';
import { joinFitting } from '../../../output/width.ts';
import type { SearchNews, SearchOrder } from './worker.ts';

export interface SearchLimits {
  readonly seed: number;
  /** Infinite if the time limits the search. */
  readonly steps: number;
  readonly timeMs: number;
}

export interface SearchResult {
  readonly lanes: Lanes;
  /** With the same seed, as many steps find the same. */
  readonly steps: number;
}

/** @param save writes the best so far, from time to time; undefined if it can only be written at the end */
export async function searchPlaces(
  context: Context,
  problem: Problem,
  { seed, steps, timeMs }: SearchLimits,
  save?: (lanes: Lanes) => Promise<void>,
): Promise<SearchResult> {
  if (problem.items.length === 0 || problem.lanes.length === 0) return { lanes: problem.lanes.map(() => []), steps: 0 };
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SearchOrder = { problem, seed, steps, weights: weightsOf(problem), stop };
  const worker = new Worker(join(context.io.packageDirectory, 'dist/autoplace-worker.js'), { workerData });
  const halt = () => Atomics.store(stop, 0, 1);
  const timer = Number.isFinite(timeMs) ? setTimeout(halt, timeMs) : undefined;
  context.onStop(halt);
  if (context.io.stopped.aborted) halt();
  const line = liveLine(context);
  const best = createBestSoFar(context.io.clock, save);
  try {
    return await new Promise<SearchResult>((resolve, reject) => {
      worker.on('message', (news: SearchNews) => {
        line.update(news, best.isSaved(news));
        if (!news.isDone) return best.offer(news);
        // After a perfect placement, further steps would change nothing.
        const isComplete = Number.isFinite(steps) && Atomics.load(stop, 0) === 0;
        resolve({ lanes: news.lanes, steps: isComplete ? steps : news.steps });
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the search ended without a result')));
    });
  } finally {
    clearTimeout(timer);
    line.clear();
    await best.settled();
    await worker.terminate();
  }
}

/** `12 s · 0 clashes · 7 wishes unmet · best so far saved`, on a terminal. */
function liveLine({ io, global }: Context) {
  const isShown = io.stderr.isTTY === true && !global.quiet;
  const beganAt = io.clock.now();
  let isDrawn = false;
  return {
    update({ cost }: Pick<SearchNews, 'cost'>, isSaved: boolean): void {
      if (!isShown) return;
      const { must, moved, strong, weak } = amountsOf(cost);
      const seconds = Math.round((io.clock.now() - beganAt) / 1000);
      const parts = [
        `${seconds} s`,
        // A clash is of two talks; one that is left out counts as one.
        must === 0 ? '0 clashes' : `${amount(must, 'talk')} clashing or left out`,
        ...(moved > 0 ? [`${moved} moved`] : []),
        `${amount(strong + weak, 'wish', 'wishes')} unmet`,
        ...(isSaved ? ['best so far saved'] : []),
      ];
      sayNow(io, `\r\u001b[K${joinFitting(parts, io.stderr.columns || 80)}`);
      isDrawn = true;
    },
    clear(): void {
      if (isDrawn) sayNow(io, '\r\u001b[K');
    },
  };
}

/** A placement that was found, with a number that grows with each better one. */
interface Found<Lanes> {
  readonly lanes: Lanes;
  readonly version: number;
}

/**
 * @param save undefined if there is no file to save to. What fails is tried again with the next better placement, and
 * reported at the end of the search, when the file is written in any case
 */
export function createBestSoFar<Lanes>(clock: Pick<Clock, 'now'>, save?: (lanes: Lanes) => Promise<void>) {
  let savedVersion = -1;
  let nextAt = clock.now() + shortestPauseMs;
  let saving: Promise<void> | undefined;

  async function saveNow({ lanes, version }: Found<Lanes>): Promise<void> {
    const beganAt = clock.now();
    const isSaved = await save?.(lanes).then(
      () => true,
      () => false,
    );
    if (isSaved) savedVersion = version;
    // Saving a large program takes time, in which the terminal is not served.
    nextAt = clock.now() + Math.max(shortestPauseMs, pauseShare * (clock.now() - beganAt));
    saving = undefined;
  }

  return {
    /** Saves it if it is better than what is saved, and not too early. */
    offer(found: Found<Lanes>): void {
      if (save === undefined || saving !== undefined || found.version === savedVersion || clock.now() < nextAt) return;
      saving = saveNow(found);
    },
    isSaved: ({ version }: Found<Lanes>): boolean => version === savedVersion,
    /** Resolves when nothing is being saved any more. */
    settled: async (): Promise<void> => saving,
  };
}

const shortestPauseMs = 1000;
const pauseShare = 20;
