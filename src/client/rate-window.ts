// Tracks the time window in which a service admits a limited number of requests. Pure; the caller supplies the time.
import type { RateLimit } from './pace-headers.ts';

/** A request's turn to be sent: its position in the order of sending, from 1, and the time. */
export interface Turn {
  readonly number: number;
  readonly at: number;
}

export interface RateWindow {
  /** The time until which nothing may be sent, given that `sent` requests were; 0 if sending is allowed. */
  closedUntil(now: number, sent: number): number;
  /** Records the limit that the response to an admitted request reported. */
  update(turn: Turn, reported: RateLimit, now: number): void;
  /**
   * When requests may be sent again after one was refused with a requested wait: the known reset if the two agree within
   * rounding; `now` if the next window has already begun. Undefined if the refusal contradicts what is known.
   */
  reopensAt(refused: Turn, requestedMs: number, now: number, sent: number): number | undefined;
}

/** Services report resets in whole seconds. */
const roundingMs = 1000;
/** Network latency varies, and a request that arrives too early is refused. */
const marginMs = 10;

/**
 * All times are sending times, so that network latency cancels out: if a request sent at one time is to wait a second,
 * another one may be sent a second after that time. A window usually begins with its first request, whose response
 * then gives the end to the millisecond; the responses to later requests of that window report a later end.
 */
export function createRateWindow(): RateWindow {
  /** The end of the current window, or of the last one. */
  let resetAt = 0;
  /** The lowest number reported in this window. */
  let remaining = Number.POSITIVE_INFINITY;
  /** The last sent of the requests whose responses reported it; the service has counted all before. */
  let counted = 0;

  const left = (sent: number) => remaining - (sent - counted);
  const isOver = (now: number) => resetAt <= now;

  return {
    closedUntil(now, sent) {
      return isOver(now) || left(sent) > 0 ? 0 : resetAt;
    },
    update(turn, reported, now) {
      const reportedEnd = reported.resetAt + marginMs;
      if (isOver(now)) {
        if (turn.at < resetAt) return;
      } else if (Math.abs(reportedEnd - resetAt) <= roundingMs) {
        resetAt = Math.min(resetAt, reportedEnd);
        remaining = Math.min(remaining, reported.remaining);
        counted = Math.max(counted, turn.number);
        return;
      }
      resetAt = reportedEnd;
      remaining = reported.remaining;
      counted = turn.number;
    },
    reopensAt(refused, requestedMs, now, sent) {
      // A request refused just before the reset is asked to wait a whole second.
      const expectedAt = Math.max(resetAt, refused.at);
      const agrees =
        Math.abs(refused.at + requestedMs - expectedAt) <= roundingMs && expectedAt - resetAt <= roundingMs;
      if (!agrees) return undefined;
      const hasNextBegun = isOver(now) || (refused.number < counted && left(sent) > 0);
      return hasNextBegun ? now : resetAt;
    },
  };
}
