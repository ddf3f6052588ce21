// What is known of the window of time in which a service admits so many requests. Pure but for what it was told.
import type { RateLimit } from './pace-headers.ts';

/** A request that left: the how-manieth it was, from 1, and when. */
export interface Turn {
  readonly number: number;
  readonly at: number;
}

export interface Window {
  /** Until when nothing may leave, `sent` having left so far; 0 where something may. */
  closedUntil(now: number, sent: number): number;
  /** Takes in what the answer to an admitted request tells. */
  learn(turn: Turn, told: RateLimit, now: number): void;
  /**
   * When requests may leave again after one that was refused and told to wait: the known reset, where the two agree but
   * for the rounding; `now` where the window is another one already. Undefined where the refusal is news.
   */
  reopens(refused: Turn, askedMs: number, now: number, sent: number): number | undefined;
}

/** Resets are told in whole seconds. */
const roundingMs = 1000;
/** The way to the service is not always equally long, and one that comes too early is refused. */
const marginMs = 10;

/**
 * Times are those at which requests leave, so that the way to the service cancels out: told at its sending time to wait
 * a second, another one may leave a second after it. A window mostly begins with its first request, whose answer then
 * tells the end to the millisecond; the others of the same window only tell it later.
 */
export function createWindow(): Window {
  /** Of this window, or of the last one where it is past. */
  let resetAt = 0;
  /** The least that an answer of this window told. */
  let remaining = Number.POSITIVE_INFINITY;
  /** The last to leave of those whose answers told it; the service has counted all before. */
  let counted = 0;

  const left = (sent: number) => remaining - (sent - counted);
  const isOver = (now: number) => resetAt <= now;

  return {
    closedUntil(now, sent) {
      return isOver(now) || left(sent) > 0 ? 0 : resetAt;
    },
    learn(turn, told, now) {
      const toldEnd = told.resetAt + marginMs;
      if (isOver(now)) {
        if (turn.at < resetAt) return;
      } else if (Math.abs(toldEnd - resetAt) <= roundingMs) {
        resetAt = Math.min(resetAt, toldEnd);
        remaining = Math.min(remaining, told.remaining);
        counted = Math.max(counted, turn.number);
        return;
      }
      resetAt = toldEnd;
      remaining = told.remaining;
      counted = turn.number;
    },
    reopens(refused, askedMs, now, sent) {
      // One that came a moment before the reset is told to wait a whole second.
      const expectedAt = Math.max(resetAt, refused.at);
      const agrees = Math.abs(refused.at + askedMs - expectedAt) <= roundingMs && expectedAt - resetAt <= roundingMs;
      if (!agrees) return undefined;
      const isAnother = isOver(now) || (refused.number < counted && left(sent) > 0);
      return isAnother ? now : resetAt;
    },
  };
}
