// A clock that runs as the real one, but on which waiting takes no time.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/client/clock.ts';

/** For commands that wait between requests; the time limits of the requests themselves are real. */
export function skippingClock(): Clock & { readonly step: (ms: number) => void } {
  let skippedMs = 0;
  let steppedMs = 0;
  const now = () => systemClock.now() + skippedMs;
  return {
    ...systemClock,
    now,
    date: () => systemClock.date() + skippedMs + steppedMs,
    /** Sets the date forward, or back. */
    step(ms) {
      steppedMs += ms;
    },
    async sleep(ms, signal) {
      const until = now() + ms;
      await nextTurn();
      signal?.throwIfAborted();
      skippedMs += Math.max(0, until - now());
    },
  };
}
