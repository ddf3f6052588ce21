// One limiter for all requests of a client: how many at once, how often, and the pauses that a service requests or needs.
import type { Clock } from './clock.ts';
import { type Failure, isRateLimited, type Outcome } from './failure.ts';
import { type RateLimit, readRateLimit } from './pace-headers.ts';

export interface Pace {
  /** Resolves with the time when the next request may be sent, first come, first served. Rejects with the signal's reason. */
  acquire(): Promise<number>;
  /** Requests waiting for their turn reject with `waitingCanceled`. */
  cancelWaiting(): void;
  /** The turn of a request sent at this time has ended; its `outcome`, if there is one, adjusts the pace of later requests. */
  release(sentAt: number, outcome?: Outcome): void;
  /** Whether any request succeeded within this time; the longest pause since then is added to it. */
  succeededWithin(withinMs: number): boolean;
  /** Stops listening to the signal. */
  close(): void;
}

/** What a waiting request rejects with after `cancelWaiting`. */
export const waitingCanceled = new Error('waiting for a turn was canceled');

export interface PaceOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Nothing is sent for this many milliseconds, because the service asked for a pause or keeps failing. */
  readonly onPause: (ms: number) => void;
}

interface Waiting {
  readonly resolve: (now: number) => void;
  readonly reject: (reason: unknown) => void;
}

/** Network latency varies, and a request that arrives before the reset is refused. */
const marginMs = 10;

export function createPace({ concurrency, ratePerSecond, clock, signal, onPause }: PaceOptions): Pace {
  const spacing = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const queue: Waiting[] = [];
  let inFlight = 0;
  let nextSlot = 0;
  let pausedUntil = 0;
  let reportedPause = 0;
  let wakesAt = 0;
  /** What the service still admits until `resetAt`, as far as it has reported it. */
  let remaining = Number.POSITIVE_INFINITY;
  let resetAt = 0;
  /** Failures since the last success, the pauses they caused, and the time at which the last one was decided. */
  let failures = 0;
  let pauses = 0;
  let pausedAt = 0;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let longestPause = 0;

  const onAbort = () => rejectWaiting(signal?.reason);
  signal?.addEventListener('abort', onAbort);

  return {
    acquire() {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        queue.push({ resolve, reject });
        admit();
      });
    },
    cancelWaiting: () => rejectWaiting(waitingCanceled),
    release(sentAt, outcome) {
      inFlight--;
      if (outcome !== undefined) adjust(sentAt, outcome);
      admit();
    },
    succeededWithin: (withinMs) => clock.now() - succeededAt <= withinMs + longestPause,
    close: () => signal?.removeEventListener('abort', onAbort),
  };

  function rejectWaiting(reason: unknown): void {
    for (const { reject } of queue.splice(0)) reject(reason);
  }

  function admit(): void {
    while (queue.length > 0) {
      const now = clock.now();
      const left = now < resetAt ? remaining : Number.POSITIVE_INFINITY;
      // While a service only fails, one request at a time probes whether it has recovered.
      if (inFlight >= (pauses > 0 ? 1 : concurrency)) return;
      const pause = left > 0 ? pausedUntil : Math.max(pausedUntil, resetAt);
      reportPause(pause, now);
      // The service may not have counted the requests in flight yet.
      const turnAt = Math.max(pause, nextSlot, inFlight < left ? 0 : resetAt);
      if (turnAt > now) {
        wakeUp(turnAt, now);
        return;
      }
      inFlight++;
      nextSlot = Math.max(nextSlot, now) + spacing;
      queue.shift()?.resolve(now);
    }
  }

  function reportPause(until: number, now: number): void {
    if (until <= Math.max(now, reportedPause)) return;
    reportedPause = until;
    longestPause = Math.max(longestPause, until - now);
    onPause(until - now);
  }

  function wakeUp(at: number, now: number): void {
    if (now < wakesAt && wakesAt <= at) return;
    wakesAt = at;
    const wake = () => {
      wakesAt = 0;
      admit();
    };
    // An abort rejects the waiting requests by its own listener.
    clock.sleep(at - now, signal).then(wake, () => {});
  }

  function adjust(sentAt: number, outcome: Outcome): void {
    const now = clock.now();
    const reported = outcome.response && readRateLimit(outcome.response.headers, sentAt);
    if (reported !== undefined) limitTo(reported, sentAt, now);
    // A success shows that the service works. So does a response below 400 that cannot be used, or a refusal.
    if (outcome.kind === 'success' || outcome.effect === 'refused' || (outcome.response?.status ?? 500) < 400) {
      failures = 0;
      pauses = 0;
      succeededAt = now;
      longestPause = 0;
    } else onFailure(sentAt, outcome, now);
  }

  /** Times are those of sending, so that latency cancels out: a limit resets as long after a request was sent as it reports. */
  function limitTo(reported: RateLimit, sentAt: number, now: number): void {
    const end = reported.resetAt + marginMs;
    // A window that has ended has nothing to do with the next one.
    if (now >= resetAt && sentAt < resetAt) return;
    const isNew = now >= resetAt;
    remaining = isNew ? reported.remaining : Math.min(remaining, reported.remaining);
    // Whole seconds are rounded up: the earliest end is the most exact.
    resetAt = isNew ? end : Math.min(resetAt, end);
  }

  function onFailure(sentAt: number, failure: Failure, now: number): void {
    const { requestedMs, response } = failure;
    const isTooSoon = isRateLimited(failure);
    if (requestedMs !== undefined && (isTooSoon || response?.status === 503)) {
      pausedUntil = Math.max(pausedUntil, now + requestedMs);
      return;
    }
    failures++;
    // A single failure may be caused by the request itself; a 429 never is. Requests sent before a pause cannot reflect it.
    if ((failures === 1 && !isTooSoon) || sentAt <= pausedAt) return;
    pauses++;
    pausedAt = now;
    pausedUntil = Math.max(pausedUntil, now + backoffMs(pauses, clock.random()));
  }
}

/** Full jitter: from 0 up to 250 ms, 500 ms, 1 s, … at most 8 s. */
export function backoffMs(attempt: number, random: number): number {
  return random * Math.min(8000, 250 * 2 ** (attempt - 1));
}
