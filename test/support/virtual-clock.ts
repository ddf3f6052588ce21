// A clock for simulations: when all work waits, it jumps to the end of the shortest wait.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/client/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets time pass until the work is done. */
  run<T>(work: Promise<T>): Promise<T>;
}

export function virtualClock(start = Date.UTC(2026, 4, 2, 9)): VirtualClock {
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let time = start;
  return {
    now: () => time,
    random: () => 0.5,
    sleep: (ms) => new Promise((wake) => sleepers.push({ until: time + ms, wake })),
    async run(work) {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      work.then(end, end);
      for (;;) {
        await nextTurn();
        if (isDone) return work;
        const until = Math.min(...sleepers.map((sleeper) => sleeper.until));
        if (until === Number.POSITIVE_INFINITY) throw new Error('the work waits for nothing on this clock');
        time = until;
        const due = sleepers.filter((sleeper) => sleeper.until === until);
        for (const sleeper of due) {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          sleeper.wake();
        }
      }
    },
  };
}
