// One limiter for all requests of a client: how many at once, how often, and the pauses that a service asks for or needs.
import type { Clock } from './clock.ts';
import { createConcurrency } from './concurrency.ts';
import { askedWaitMs, readRateLimit, retryAfterMs } from './pace-headers.ts';
import { backoffMs, fateOf, isHeldBack, type Outcome, type Shortfall } from './retry.ts';
import { createWindow, type Turn } from './window.ts';

export interface Pace {
  /** How many requests may be in flight at once, as of now. */
  readonly limit: number;
  /** Resolves when the next request may leave, first come first served. Rejects with the signal's reason. */
  enter(): Promise<Turn>;
  /** Those that wait for their turn give up: they reject with `dismissed`. */
  dismiss(): void;
  /** A request that entered has ended; `outcome` tells the pace for all to come, where there is one. */
  leave(turn: Turn, outcome?: Outcome): void;
  /** Whether the service has done any request's work within so much time; the longest pause since does not count. */
  movesOn(withinMs: number): boolean;
}

/** What a request rejects with that was told not to wait any longer. */
export const dismissed = new Error('it was told not to wait for its turn any longer');

export interface PaceOptions {
  /** Requests in flight at once; `auto` finds out how many the service answers best. */
  readonly concurrency: number | 'auto';
  readonly ratePerSecond?: number | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Nothing leaves for so many milliseconds, because the service asked for it or fails. */
  readonly onPause: (ms: number) => void;
}

interface Waiting {
  readonly resolve: (turn: Turn) => void;
  readonly reject: (reason: unknown) => void;
}

export function createPace({ concurrency: setting, ratePerSecond, clock, signal, onPause }: PaceOptions): Pace {
  const spacing = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
  const concurrency = createConcurrency(setting);
  const window = createWindow();
  const line: Waiting[] = [];
  let sent = 0;
  let inFlight = 0;
  let nextSlot = 0;
  let pausedUntil = 0;
  let announced = 0;
  let sleeping = false;
  /** Failures since the last success, pauses made for them, and what had left at the last of these. */
  let failures = 0;
  let pauses = 0;
  let sentBeforePause = 0;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let longestPause = 0;

  signal?.addEventListener('abort', () => {
    for (const { reject } of line.splice(0)) reject(signal.reason);
  });

  return {
    get limit() {
      return concurrency.limit;
    },
    enter() {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        line.push({ resolve, reject });
        admit();
      });
    },
    dismiss() {
      for (const { reject } of line.splice(0)) reject(dismissed);
    },
    leave(turn, outcome) {
      inFlight--;
      if (outcome !== undefined) heed(turn, outcome);
      admit();
    },
    movesOn: (withinMs) => clock.now() - succeededAt <= withinMs + longestPause,
  };

  function admit(): void {
    while (line.length > 0 && inFlight < room()) {
      const now = clock.now();
      const wait = due(now) - now;
      if (wait > 0) {
        sleep(wait);
        return;
      }
      const turn = { number: ++sent, at: now };
      inFlight++;
      nextSlot = Math.max(nextSlot, now) + spacing;
      line.shift()?.resolve(turn);
    }
  }

  /** While a service does nothing but fail, one request at a time finds out whether it is back. */
  function room(): number {
    return pauses > 0 ? 1 : concurrency.limit;
  }

  function due(now: number): number {
    const pause = Math.max(pausedUntil, window.closedUntil(now, sent));
    if (pause > now && pause > announced) {
      announced = pause;
      longestPause = Math.max(longestPause, pause - now);
      concurrency.interrupted();
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
    // Those in line hear of the signal themselves.
    clock.sleep(ms, signal).then(wake, () => {});
  }

  function heed(turn: Turn, outcome: Outcome): void {
    const now = clock.now();
    const answer = outcome.kind === 'failure' ? undefined : outcome.answer;
    // What a refusal tells of the window, its wait says better.
    const told = answer === undefined || answer.status === 429 ? undefined : readRateLimit(answer.headers, turn.at);
    if (told !== undefined) window.learn(turn, told, now);
    if (outcome.kind === 'success' || outcome.kind === 'malformed' || fateOf(outcome) === 'declined') {
      succeed(turn, now);
    } else fail(turn, outcome, now);
  }

  function succeed({ number }: Turn, now: number): void {
    failures = 0;
    pauses = 0;
    succeededAt = now;
    longestPause = 0;
    concurrency.answered(number, { now, sent, wanted: line.length > 0 });
  }

  function fail(turn: Turn, outcome: Shortfall, now: number): void {
    concurrency.strained(turn.number, sent);
    const asked = askedBy(outcome, now);
    if (asked !== undefined) {
      pausedUntil = Math.max(pausedUntil, window.reopens(turn, asked, now, sent) ?? now + asked);
      return;
    }
    failures++;
    // One failure may be the request's own; being held back never is. Those that left before a pause know nothing of it.
    const isEveryones = failures > 1 || isHeldBack(outcome);
    if (!isEveryones || turn.number <= sentBeforePause) return;
    pauses++;
    sentBeforePause = sent;
    pausedUntil = Math.max(pausedUntil, now + backoffMs(pauses, clock.random()));
  }
}

/** How long an answer asks everyone to wait. Milliseconds. */
function askedBy(outcome: Shortfall, now: number): number | undefined {
  if (outcome.kind !== 'refusal') return undefined;
  const { status, headers } = outcome.answer;
  if (status === 429) return askedWaitMs(headers, now);
  return status === 503 ? retryAfterMs(headers, now) : undefined;
}
