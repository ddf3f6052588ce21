// Saves the best placement so far while the search continues, so that a crash does not lose it. Must not know the search.
import type { Clock } from '../../../../client/clock.ts';

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
