// A clock on which waiting takes no time: it advances and records every wait.

export function instantClock() {
  const waits: number[] = [];
  let time = Date.UTC(2026, 4, 2, 9);
  return {
    /** Every wait so far, in milliseconds. */
    waits: waits as readonly number[],
    now: () => time,
    random: () => 0.5,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
}
