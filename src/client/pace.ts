// One limiter for all requests of a client: how many at once, how often, and the pauses that a service requests or needs.
import type { Clock } from './clock.ts';
import { createConcurrency } from './concurrency.ts';
import { effectOf, type Failure, isRateLimited, type Outcome } from './outcome.ts';
import { readRateLimit, requestedWaitMs, retryAfterMs } from './pace-headers.ts';
import { createRateWindow, type Turn } from './rate-window.ts';
import { backoffMs } from './retry.ts';

export interface Pace {
  /** How many requests may currently be in flight at once. */
  readonly limit: number;
  /** Resolves when the next request may be sent, first come, first served. Rejects with the signal's reason. */
  acquire(): Promise<Turn>;
  /** Requests waiting for their turn reject with `waitingCanceled`. */
  cancelWaiting(): void;
  /** An acquired turn has ended; its `outcome`, if there is one, adjusts the pace of later requests. */
  release(turn: Turn, outcome?: Outcome): void;
  /** Whether any request succeeded within this time; the longest pause since then is added to it. */
  succeededWithin(withinMs: number): boolean;
  /** Stops listening to the signal. */
  close(): void;
}

/** What a waiting request rejects with after `cancelWaiting`. */
export const waitingCanceled = new Error('waiting for a turn was canceled');

export interface PaceOptions {
  /** Requests in flight at once; `auto` finds the number at which the service is fastest. */
  readonly concurrency: number | 'auto';
  readonly ratePerSecond?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Nothing is sent for this many milliseconds, because the service asked for a pause or keeps failing. */
  readonly onPause: (ms: number) => void;
}

interface Waiting {
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
}

export function createPace({ concurrency: setting, ratePerSecond, clock, signal, onPause }: PaceOptions): Pace {
  const spacing = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const concurrency = createConcurrency(setting);
  const window = createRateWindow();
  const queue: Waiting[] = [];
  let sent = 0;
  let inFlight = 0;
  let nextSlot = 0;
  let pausedUntil = 0;
  let reportedPause = 0;
  let sleeping = false;
  /** Failures since the last success, the pauses they caused, and the number of requests sent before the last pause. */
  let failures = 0;
  let pauses = 0;
  let sentBeforePause = 0;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let longestPause = 0;

  const onAbort = () => rejectWaiting(signal?.reason);
  signal?.addEventListener('abort', onAbort);

  return {
    get limit() {
      return concurrency.limit;
    },
    acquire() {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        queue.push({ resolve, reject });
        admit();
      });
    },
    cancelWaiting: () => rejectWaiting(waitingCanceled),
    release(turn, outcome) {
      inFlight--;
      if (outcome !== undefined) adjust(turn, outcome);
      admit();
    },
    succeededWithin: (withinMs) => clock.now() - succeededAt <= withinMs + longestPause,
    close: () => signal?.removeEventListener('abort', onAbort),
  };

  function rejectWaiting(reason: unknown): void {
    for (const { reject } of queue.splice(0)) reject(reason);
  }

  function admit(): void {
    while (queue.length > 0 && inFlight < currentLimit()) {
      const now = clock.now();
      const wait = nextTurnAt(now) - now;
      if (wait > 0) {
        sleep(wait);
        return;
      }
      const turn = { number: ++sent, at: now };
      inFlight++;
      nextSlot = Math.max(nextSlot, now) + spacing;
      queue.shift()?.resolve(turn);
    }
  }

  /** While a service only fails, one request at a time probes whether it has recovered. */
  function currentLimit(): number {
    return pauses > 0 ? 1 : concurrency.limit;
  }

  function nextTurnAt(now: number): number {
    const pause = Math.max(pausedUntil, window.closedUntil(now, sent));
    if (pause > now && pause > reportedPause) {
      reportedPause = pause;
      longestPause = Math.max(longestPause, pause - now);
      concurrency.onPause();
      onPause(pause - now);
    }
    return Math.max(pause, nextSlot);
  }

  function sleep(ms: number): void {
    if (sleeping) return;
    sleeping = true;
    const wake = () => {
      sleeping = false;
      admit();
    };
    // An abort rejects the waiting requests by its own listener.
    clock.sleep(ms, signal).then(wake, () => {});
  }

  function adjust(turn: Turn, outcome: Outcome): void {
    const now = clock.now();
    const response = outcome.kind === 'no_response' ? undefined : outcome.response;
    // The wait that a 429 requests is more exact than its rate limit headers.
    const reported =
      response === undefined || isRateLimited(outcome) ? undefined : readRateLimit(response.headers, turn.at);
    if (reported !== undefined) window.update(turn, reported, now);
    if (outcome.kind === 'success' || hasWorked(outcome)) {
      onSuccess(turn, now);
    } else onFailure(turn, outcome, now);
  }

  function onSuccess({ number }: Turn, now: number): void {
    failures = 0;
    pauses = 0;
    succeededAt = now;
    longestPause = 0;
    concurrency.onResponse(number, { now, sent, waiting: queue.length > 0 });
  }

  function onFailure(turn: Turn, failure: Failure, now: number): void {
    concurrency.onOverload(turn.number, sent);
    const requestedMs = requestedPauseMs(failure, now);
    if (requestedMs !== undefined) {
      pausedUntil = Math.max(pausedUntil, window.reopensAt(turn, requestedMs, now, sent) ?? now + requestedMs);
      return;
    }
    failures++;
    // A single failure may be caused by the request itself; a 429 never is. Requests sent before a pause cannot reflect it.
    const concernsAll = failures > 1 || isRateLimited(failure);
    if (!concernsAll || turn.number <= sentBeforePause) return;
    pauses++;
    sentBeforePause = sent;
    pausedUntil = Math.max(pausedUntil, now + backoffMs(pauses, clock.random()));
  }
}

/** Whether the service did its work. A response that does not end shows this as well: a pause would not help. */
function hasWorked(failure: Failure): boolean {
  return failure.kind === 'malformed_response' || failure.confirms === true || effectOf(failure) === 'refused';
}

/** The pause that a response requests of the whole client. Milliseconds. */
function requestedPauseMs(failure: Failure, now: number): number | undefined {
  if (failure.kind !== 'error_response') return undefined;
  const { status, headers } = failure.response;
  if (isRateLimited(failure)) return requestedWaitMs(headers, now);
  return status === 503 ? retryAfterMs(headers, now) : undefined;
}
