// Lets a limited number of operations run at a time. Pure, but for time.
import { StoreUnavailable } from '../store.ts';

export interface Turns {
  /** Resolves with the function that ends the turn. @throws StoreUnavailable if no turn comes in time */
  enter(): Promise<() => void>;
}

/** @param longestWaitMs how long an operation waits for its turn */
export function turns(most: number, longestWaitMs: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return { enter };

  async function enter(): Promise<() => void> {
    if (running < most) running++;
    else await turn();
    return leave;
  }

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new StoreUnavailable('overloaded', new Error('all connections for writes are in use')));
      }, longestWaitMs);
      waiting.push(begin);
    });
  }

  /** The next one takes over this turn, so that nobody comes between them. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
