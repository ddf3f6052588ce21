// A clock that shows the real time, but on which waiting takes no time.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/client/clock.ts';

/** For commands that wait between requests; the time limits of the requests themselves are real. */
export function skippingClock(): Clock {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  return {
    ...systemClock,
    now,
    async sleep(ms, signal) {
      const until = now() + ms;
      await nextTurn();
      signal?.throwIfAborted();
      skipped += Math.max(0, until - now());
    },
  };
}
