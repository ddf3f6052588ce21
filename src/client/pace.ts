// One limiter for all requests of a client: how many at once, how often, and the pauses that a
// service requests or needs.
import type { Clock } from './clock.ts';
import { type Failure, isRateLimited, type Outcome } from './failure.ts';
import { type RateLimit, readRateLimit } from './pace-headers.ts';

/** What a waiting request rejects with after `cancelWaiting`. */
export const waitingCanceled = new Error('waiting for a turn was canceled');

export interface PaceOptions {
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  /** How often a service that does not respond is tried again. */
  readonly retries: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /**
   * Nothing is sent for this many milliseconds, because the service asked for a pause or keeps
   * failing.
   */
  readonly onPause: (ms: number) => void;
  /** The service does not respond. It is tried `left` more times. */
  readonly onSilence: (left: number) => void;
}

/** Network latency varies, and a request that arrives before the reset is refused. */
const marginMs = 10;

/** What a proxy responds for a service that it does not reach. */
const withoutServer: readonly number[] = [502, 503, 504];

/** The second one follows a pause, so it is not an accident of one moment. */
const reportedSilences = 2;

/** Times are those of the clock; they and durations are in milliseconds. */
export class Pace {
  readonly #options: PaceOptions;
  /** The requests that wait for their turn. */
  readonly #queue: {
    readonly resolve: (now: number) => void;
    readonly reject: (reason: unknown) => void;
  }[] = [];
  #inFlight = 0;
  /**
   * The rate allows no request before `nextSlot`, and the service, by its answers, none before
   * `pausedUntil`.
   */
  #nextSlot = 0;
  #pausedUntil = 0;
  /** The end of the last pause that was reported. */
  #reportedPause = 0;
  /** When a timer admits the next request. */
  #wakesAt = 0;
  /** What the service still admits until `resetAt`, as far as it has reported it. */
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  /**
   * Failures since the last success, the pauses they caused, and the time at which the last one was
   * decided.
   */
  #failures = 0;
  #pauses = 0;
  #pausedAt = Number.NEGATIVE_INFINITY;
  /** The last success, and the longest pause since then. */
  #succeededAt = Number.NEGATIVE_INFINITY;
  #longestPause = 0;
  /** How often in a row the service did not respond. Requests in flight together count once. */
  #silences = 0;
  #cancellation = new AbortController();
  readonly #onAbort = () => this.#rejectWaiting(this.#options.signal?.reason);

  constructor(options: PaceOptions) {
    this.#options = options;
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /**
   * Resolves with the time when the next request may be sent, first come, first served. Rejects
   * with the signal's reason.
   */
  acquire(): Promise<number> {
    const { signal } = this.#options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      this.#queue.push({ resolve, reject });
      this.#admit();
    });
  }

  /**
   * The wait before a request is repeated. Rejects as `acquire` does, and with `waitingCanceled`.
   */
  sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options;
    const { signal: canceled } = this.#cancellation;
    return clock.sleep(ms, signal === undefined ? canceled : AbortSignal.any([signal, canceled]));
  }

  /** Requests waiting for their turn, or to be repeated, reject with `waitingCanceled`. */
  readonly cancelWaiting = () => {
    this.#rejectWaiting(waitingCanceled);
    this.#cancellation.abort(waitingCanceled);
    this.#cancellation = new AbortController();
  };

  /**
   * The turn of a request sent at this time has ended; its `outcome`, if there is one, adjusts the
   * pace of later requests.
   */
  release(sentAt: number, outcome?: Outcome): void {
    this.#inFlight--;
    if (outcome !== undefined) this.#adjust(sentAt, outcome);
    this.#admit();
  }

  /**
   * Whether any request succeeded within this time; the longest pause since then is added to it.
   */
  succeededWithin(withinMs: number): boolean {
    return this.#options.clock.now() - this.#succeededAt <= withinMs + this.#longestPause;
  }

  /**
   * Whether the service has not responded to any request for as many attempts in a row as one
   * request has: the attempts of all requests count together.
   */
  isSilent(): boolean {
    return this.#silences > this.#toleratedSilences();
  }

  /** Stops listening to the signal. */
  close(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** A single lost request of many is not yet a silence. */
  #toleratedSilences(): number {
    return Math.max(1, this.#options.retries);
  }

  #rejectWaiting(reason: unknown): void {
    for (const { reject } of this.#queue.splice(0)) reject(reason);
  }

  #admit(): void {
    const { clock, concurrency, ratePerSecond = Number.POSITIVE_INFINITY } = this.#options;
    while (this.#queue.length > 0) {
      const now = clock.now();
      const left = now < this.#resetAt ? this.#remaining : Number.POSITIVE_INFINITY;
      // While a service only fails, one request at a time probes whether it has recovered.
      if (this.#inFlight >= (this.#pauses > 0 ? 1 : concurrency)) return;
      const pause = left > 0 ? this.#pausedUntil : Math.max(this.#pausedUntil, this.#resetAt);
      this.#reportPause(pause, now);
      // The service may not have counted the requests in flight yet.
      const turnAt = Math.max(pause, this.#nextSlot, this.#inFlight < left ? 0 : this.#resetAt);
      if (turnAt > now) {
        this.#wakeUp(turnAt, now);
        return;
      }
      this.#inFlight++;
      this.#nextSlot = Math.max(this.#nextSlot, now) + 1000 / ratePerSecond;
      this.#queue.shift()?.resolve(now);
    }
  }

  #reportPause(until: number, now: number): void {
    if (until <= Math.max(now, this.#reportedPause)) return;
    this.#reportedPause = until;
    this.#longestPause = Math.max(this.#longestPause, until - now);
    this.#options.onPause(until - now);
  }

  #wakeUp(at: number, now: number): void {
    if (now < this.#wakesAt && this.#wakesAt <= at) return;
    this.#wakesAt = at;
    const { clock, signal } = this.#options;
    const wake = () => {
      this.#wakesAt = 0;
      this.#admit();
    };
    // An abort rejects the waiting requests by its own listener.
    clock.sleep(at - now, signal).then(wake, () => {});
  }

  #adjust(sentAt: number, outcome: Outcome): void {
    const now = this.#options.clock.now();
    const reported = outcome.response && readRateLimit(outcome.response.headers);
    if (reported !== undefined) this.#limitTo(reported, sentAt, now);
    // A success shows that the service works. So does a response below 400 that cannot be used, or
    // a refusal.
    if (
      outcome.kind === 'success' ||
      outcome.effect === 'refused' ||
      (outcome.response?.status ?? 500) < 400
    ) {
      this.#failures = 0;
      this.#pauses = 0;
      this.#silences = 0;
      this.#succeededAt = now;
      this.#longestPause = 0;
    } else this.#onFailure(sentAt, outcome, now);
  }

  /**
   * Times are those of sending, so that latency cancels out: a limit resets as long after a request
   * was sent as it reports.
   */
  #limitTo(reported: RateLimit, sentAt: number, now: number): void {
    const end = sentAt + reported.resetMs + marginMs;
    // A window that has ended has nothing to do with the next one.
    if (now >= this.#resetAt && sentAt < this.#resetAt) return;
    const isNew = now >= this.#resetAt;
    this.#remaining = isNew ? reported.remaining : Math.min(this.#remaining, reported.remaining);
    // Whole seconds are rounded up: the earliest end is the most exact.
    this.#resetAt = isNew ? end : Math.min(this.#resetAt, end);
  }

  #onFailure(sentAt: number, failure: Failure, now: number): void {
    const { requestedMs, response } = failure;
    const isTooSoon = isRateLimited(failure);
    const hasResponded = response !== undefined && !withoutServer.includes(response.status);
    if (hasResponded) this.#silences = 0;
    if (requestedMs !== undefined && (isTooSoon || response?.status === 503)) {
      this.#pausedUntil = Math.max(this.#pausedUntil, now + requestedMs);
      return;
    }
    this.#failures++;
    // A single failure may be caused by the request itself; a 429 never is. Requests sent before a
    // pause cannot reflect it.
    if ((this.#failures === 1 && !isTooSoon) || sentAt <= this.#pausedAt) return;
    this.#pauses++;
    if (!hasResponded) this.#onNoResponse();
    this.#pausedAt = now;
    this.#pausedUntil = Math.max(
      this.#pausedUntil,
      now + backoffMs(this.#pauses, this.#options.clock.random()),
    );
  }

  #onNoResponse(): void {
    this.#silences++;
    const left = this.#toleratedSilences() + 1 - this.#silences;
    if (this.#silences === reportedSilences && left > 0) this.#options.onSilence(left);
  }
}

/** Full jitter: from 0 up to 250 ms, 500 ms, 1 s, … at most 8 s. */
export function backoffMs(attempt: number, random: number): number {
  return random * Math.min(8000, 250 * 2 ** (attempt - 1));
}
