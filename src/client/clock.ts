// Time and chance as the client uses them, so that tests can bring their own.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, but not, 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      }, ms);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  },
};
