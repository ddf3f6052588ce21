// Time and randomness as the client uses them, so that tests can supply their own.
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /**
   * Milliseconds since a moment that is the same for the whole process. It never steps, so waits
   * and limits are measured by it.
   */
  now(): number;
  /**
   * Milliseconds since 1970. The clock of a computer may be set forward or back at any time: this
   * is only for what is saved or shown, and for dates that were.
   */
  date(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/**
 * Waits until a moment of the clock, unless it has passed.
 * @param waiting `onWait` is called with the length of the wait, in milliseconds
 * @throws the signal's reason
 */
export async function waitUntil(
  moment: number,
  waiting: {
    readonly clock: Clock;
    readonly onWait?: ((ms: number) => Promise<void>) | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> {
  const { clock, onWait, signal } = waiting;
  const ms = moment - clock.now();
  if (ms <= 0) return;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
}

/**
 * Node fires a timer with a longer delay at once, so longer delays are shortened to this one,
 * almost 25 days.
 */
export const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Math.floor(performance.now()),
  date: Date.now,
  random: Math.random,
  async sleep(ms, signal) {
    await setTimeout(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  },
};
