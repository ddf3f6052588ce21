// One limiter for all requests of a client: how many at once, how often, and the pauses that a service asks for.
import type { Clock } from './clock.ts';
import { type RateLimit, readRateLimit, retryAfterMs } from './pace-headers.ts';
import type { Answer } from './response.ts';

export interface Pace {
  /** Resolves when the next request may leave, first come first served. Rejects with the signal's reason. */
  enter(): Promise<void>;
  /** A request that entered has ended. */
  leave(): void;
  /** Takes in what an answer says about the pace, for all requests to come. */
  heed(status: number, headers: Answer['headers']): void;
}

export interface PaceOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Nothing leaves for so many milliseconds, because the service asked for it. */
  readonly onPause: (ms: number) => void;
}

export function createPace({ concurrency, ratePerSecond, clock, signal, onPause }: PaceOptions): Pace {
  const spacing = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  let inFlight = 0;
  let nextSlot = 0;
  let pausedUntil = 0;
  let announced = 0;
  let window: RateLimit | undefined;
  let line: Promise<void> = Promise.resolve();
  let wake = () => {};
  signal?.addEventListener('abort', () => wake(), { once: true });

  return {
    async enter() {
      const ahead = line;
      let stepAside = () => {};
      line = new Promise((resolve) => {
        stepAside = resolve;
      });
      await ahead;
      try {
        await placeFree();
        await dueTime();
        take();
      } finally {
        stepAside();
      }
    },
    leave() {
      inFlight--;
      wake();
    },
    heed(status, headers) {
      const now = clock.now();
      if (status === 429 || status === 503)
        pausedUntil = Math.max(pausedUntil, now + (retryAfterMs(headers, now) ?? 0));
      const told = readRateLimit(headers, now);
      if (told !== undefined) window = narrow(told);
    },
  };

  async function placeFree(): Promise<void> {
    signal?.throwIfAborted();
    while (inFlight >= concurrency) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      signal?.throwIfAborted();
    }
  }

  async function dueTime(): Promise<void> {
    for (;;) {
      const now = clock.now();
      const pause = pauseEnd(now);
      if (pause > now && pause > announced) {
        announced = pause;
        onPause(pause - now);
      }
      const wait = Math.max(pause, nextSlot) - now;
      if (wait <= 0) return;
      await clock.sleep(wait, signal);
    }
  }

  function pauseEnd(now: number): number {
    // At a reset the whole limit is there again; what the service makes of it, its next answer says.
    if (window !== undefined && window.resetAt <= now) window = undefined;
    return window?.remaining === 0 ? Math.max(pausedUntil, window.resetAt) : pausedUntil;
  }

  function take(): void {
    inFlight++;
    nextSlot = Math.max(nextSlot, clock.now()) + spacing;
    if (window !== undefined) window = { ...window, remaining: window.remaining - 1 };
  }

  // Requests in flight may not be counted in the answer yet, and answers may overtake each other.
  function narrow(told: RateLimit): RateLimit {
    const left = Math.max(0, told.remaining - inFlight);
    const sameWindow = window !== undefined && Math.abs(window.resetAt - told.resetAt) <= roundingMs;
    if (!sameWindow || window === undefined) return { ...told, remaining: left };
    return { ...window, remaining: Math.min(window.remaining, left) };
  }
}

/** Resets are told in whole seconds. */
const roundingMs = 1000;
