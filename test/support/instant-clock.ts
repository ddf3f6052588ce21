// A clock on which waiting takes no time: it advances and records every wait.

/** The date at the moment 0 of the clock. */
export const firstDate = Date.UTC(2026, 4, 2, 9);

export function instantClock() {
  const waits: number[] = [];
  let time = 0;
  let steppedMs = 0;
  return {
    /** Every wait so far, in milliseconds. */
    waits: waits as readonly number[],
    now: () => time,
    date: () => firstDate + steppedMs + time,
    /** Sets the date forward, or back. */
    step(ms: number) {
      steppedMs += ms;
    },
    random: () => 0.5,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
}
