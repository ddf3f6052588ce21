// A clock on which waiting takes no time: it advances and records every wait.
import type { Clock } from '../../src/client/clock.ts';

export interface InstantClock extends Clock {
  /** Every wait so far, in milliseconds. */
  readonly waits: readonly number[];
}

/** @param random the result of every `random()`: at least 0, less than 1 */
export function instantClock(random = 0.5, start = Date.UTC(2026, 4, 2, 9)): InstantClock {
  const waits: number[] = [];
  let time = start;
  return {
    waits,
    now: () => time,
    random: () => random,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
}
