// A clock on which waiting takes no time: it advances and records every wait.

/** @param random the result of every `random()`: at least 0, less than 1 */
export function instantClock(random = 0.5, start = Date.UTC(2026, 4, 2, 9)) {
  const waits: number[] = [];
  let time = start;
  return {
    /** Every wait so far, in milliseconds. */
    waits: waits as readonly number[],
    now: () => time,
    random: () => random,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
}
