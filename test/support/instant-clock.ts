// A clock on which waiting takes no time: it only moves on, and remembers by how much.
import type { Clock } from '../../src/client/clock.ts';

export interface InstantClock extends Clock {
  /** Every wait so far, in milliseconds. */
  readonly waits: readonly number[];
}

/** @param random what chance gives each time, from 0 up to, but not, 1 */
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
