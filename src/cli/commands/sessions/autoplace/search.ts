// Runs the search of autoplace until its steps are done, its time is over, or the user stops it,
// and shows how far it is.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { amountsOf } from '../../../../autoplace/cost.ts';
import type { Problem } from '../../../../autoplace/problem.ts';
import { amount } from '../../../../contract/amount.ts';
import { needFreeFiles } from '../../../../free-files.ts';
import type { Context } from '../../../context.ts';
import { canDraw, sayNow } from '../../../io.ts';
import { joinFitting } from '../../../output/width.ts';
import type { SearchNews, SearchOrder } from './worker.ts';

/**
 * @param limits infinite steps if the time limits the search
 * @returns with the number of steps: with the same seed, as many find the same
 */
export async function searchPlaces(
  context: Context,
  problem: Problem,
  limits: Pick<SearchOrder, 'seed' | 'steps'> & { readonly timeMs: number },
): Promise<Pick<SearchNews, 'lanes' | 'steps'>> {
  const { seed, steps, timeMs } = limits;
  if (problem.items.length === 0) return { lanes: problem.lanes.map(() => []), steps: 0 };
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SearchOrder = { problem, seed, steps, stop };
  needFreeFiles();
  const worker = new Worker(join(context.io.packageDirectory, 'dist/autoplace-worker.js'), {
    workerData,
  });
  const halt = () => Atomics.store(stop, 0, 1);
  // From now on, to the end: what was found is written.
  context.io.holdSignals();
  const timer = Number.isFinite(timeMs) ? setTimeout(halt, timeMs) : undefined;
  context.onStop(halt);
  if (context.io.stopped.aborted) halt();
  const line = liveLine(context);
  try {
    return await new Promise<Pick<SearchNews, 'lanes' | 'steps'>>((resolve, reject) => {
      worker.on('message', (news: SearchNews) => {
        if (!news.isDone) return line.update(news);
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
    await worker.terminate();
  }
}

/** `12 s · 0 clashes · 7 wishes unmet`, on a terminal. */
function liveLine({ io, global }: Context) {
  const isShown = canDraw(io) && !global.quiet;
  const beganAt = io.clock.now();
  let isDrawn = false;
  return {
    update({ cost }: SearchNews): void {
      if (!isShown) return;
      const { must, strong, weak } = amountsOf(cost);
      const parts = [
        `${Math.round((io.clock.now() - beganAt) / 1000)} s`,
        // A clash is of two talks; one that is left out counts as one.
        must === 0 ? '0 clashes' : `${amount(must, 'talk')} clashing or left out`,
        `${amount(strong + weak, 'wish', 'wishes')} unmet`,
      ];
      sayNow(io, `\r\u001b[K${joinFitting(parts, io.stderr.columns || 80)}`);
      isDrawn = true;
    },
    clear(): void {
      if (isDrawn) sayNow(io, '\r\u001b[K');
    },
  };
}
