// Whether a write would be stored now. Known from writes that failed, and from a heartbeat: a row that is written for this
// purpose only. Must not know the database.
import { StoreUnavailable } from './store.ts';

export interface WriteHealth {
  /** Returns the write, and notices if the database could not store it. */
  watch<T>(write: Promise<T>): Promise<T>;
  /**
   * Resolves if a heartbeat has been stored within the last second, and no write has failed since.
   * @throws StoreUnavailable that the last heartbeat or write failed with
   */
  check(): Promise<void>;
}

/** Stores a row with this text in place of the last one. Returns false if it is still unknown whether it can be stored. */
export type Heartbeat = (text: string) => Promise<boolean>;

const pauseMs = 1000;
// As large as a record.
const usualText = 'heartbeat '.repeat(200);
// Space that was freed in a database takes a few records even if the disk is full, and then the next ones fail.
const largeText = Array.from({ length: 32_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1).toString(36)).join('');

export function writeHealth(beat: Heartbeat): WriteHealth {
  let failure: StoreUnavailable | undefined;
  let beating: Promise<void> | undefined;
  let begun = Number.NEGATIVE_INFINITY;
  return { watch, check };

  function watch<T>(write: Promise<T>): Promise<T> {
    write.catch((error) => {
      if (error instanceof StoreUnavailable) failure = error;
    });
    return write;
  }

  async function check(): Promise<void> {
    if (beating === undefined && performance.now() - begun >= pauseMs) {
      begun = performance.now();
      beating = tryToWrite().finally(() => {
        beating = undefined;
      });
    }
    await beating;
    if (failure !== undefined) throw failure;
  }

  async function tryToWrite(): Promise<void> {
    const before = failure;
    try {
      const isStored = await beat(before?.reason === 'full' ? largeText : usualText);
      // A write that failed meanwhile needs a heartbeat of its own.
      if (isStored && failure === before) failure = undefined;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      failure = error;
    }
  }
}
