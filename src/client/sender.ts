// Sends one request in one or more attempts: paces, times and traces them, and repeats only if that is safe. Must not know endpoints.
import type { PlenaryError } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import { type Failure, type Outcome, toOutcome, unusable } from './failure.ts';
import { toError, toUnknown } from './failure-error.ts';
import type { Pace } from './pace.ts';
import { headersFor, type Request } from './request.ts';
import type { Response } from './response.ts';
import { retryWait, totalMs } from './retry.ts';
import type { Trace } from './trace.ts';
import type { Transport } from './transport.ts';

export interface SenderOptions {
  readonly base: BaseUrl;
  readonly token: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly trace?: Trace | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request and its attempts so far. */
export interface PendingRequest {
  readonly request: Request;
  readonly idempotencyKey?: string | undefined;
  /** Attempts begun. */
  attempts: number;
  /** An attempt was sent, and its outcome is not known yet. */
  inFlight: boolean;
  /** After this moment the last attempt has taken effect, or never will. */
  lateUntil: number;
}

export interface Sender {
  /** Sends until there is a response in 2xx. @throws {PlenaryError} */
  sendOrThrow(request: Request): Promise<Response>;
  /** Sends until there is a response in 2xx, or another attempt is useless or unsafe. Rejects only with the signal's reason. */
  send(pending: PendingRequest): Promise<Outcome>;
  /** A response in 2xx that cannot be used. */
  toUnusable(response: Response, fault: string, confirms?: boolean): Failure;
  /** The wait before the next attempt, in milliseconds; undefined if there is none. */
  waitAfter(failure: Failure, pending: PendingRequest): number | undefined;
  errorFor(failure: Failure, pending: PendingRequest): PlenaryError;
  /** The same for a request that is not looked up: of a write that may have taken effect, the outcome is unknown. */
  finalErrorFor(failure: Failure, pending: PendingRequest): PlenaryError;
}

export function startRequest(request: Request, idempotencyKey?: string): PendingRequest {
  return { request, idempotencyKey, attempts: 0, inFlight: false, lateUntil: 0 };
}

export function createSender(options: SenderOptions): Sender {
  const { base, token, userAgent, timeoutMs, retries, transport, pace, clock, trace, signal } = options;
  const longestMs = totalMs(timeoutMs, retries);

  const sender: Sender = {
    async sendOrThrow(request) {
      const pending = startRequest(request);
      const outcome = await sender.send(pending);
      if (outcome.kind === 'success') return outcome.response;
      throw sender.finalErrorFor(outcome, pending);
    },

    async send(pending) {
      for (;;) {
        const outcome = await attempt(pending);
        if (outcome.kind === 'success' || !mayRepeat(outcome, pending.request)) return outcome;
        const ms = sender.waitAfter(outcome, pending);
        if (ms === undefined) return outcome;
        await clock.sleep(ms, signal);
      }
    },

    toUnusable: (response, fault, confirms = true) => unusable(response, fault, token, confirms),

    waitAfter(failure, pending) {
      const state = { attempt: pending.attempts, retries, longestMs, random: clock.random() };
      const ms = retryWait(failure, state);
      if (ms !== undefined) trace?.({ kind: 'retry', ...traced(pending), ms, reason: failure.reason });
      return ms;
    },

    errorFor: (failure, pending) => toError(failure, { base, ...pending }),

    finalErrorFor: (failure, pending) =>
      (isInDoubt(failure, pending.request) ? toUnknown : toError)(failure, { base, ...pending }),
  };
  return sender;

  async function attempt(pending: PendingRequest): Promise<Outcome> {
    const { request, idempotencyKey } = pending;
    const { method, path, body } = request;
    for (;;) {
      const sentAt = await pace.acquire();
      pending.attempts++;
      let outcome: Outcome | undefined;
      pending.inFlight = true;
      pending.lateUntil = sentAt + timeoutMs;
      try {
        const headers = headersFor(request, { token, userAgent }, idempotencyKey);
        outcome = toOutcome(await transport.send({ method, path, headers, body, timeoutMs }), token, clock.now());
      } finally {
        pace.release(sentAt, outcome);
      }
      pending.inFlight = false;
      trace?.(attemptEvent(outcome, pending, clock.now() - sentAt));
      const isLimited = outcome.kind === 'failure' && outcome.isRateLimited;
      if (!isLimited || !pace.succeededWithin(longestMs)) return outcome;
      // A 429 does not count while other requests succeed: under heavy load every request would run out of attempts.
      pending.attempts--;
    }
  }
}

/** A creation that may have been carried out is not repeated; nor is a request with an unusable response in 2xx. */
function mayRepeat({ effect, response }: Failure, { repeatable }: Request): boolean {
  return effect === 'unsent' || (repeatable && (response === undefined || response.status >= 300));
}

/** Whether a write was sent, and its response does not show what it did. */
function isInDoubt({ effect, loss, response }: Failure, { method, repeatable }: Request): boolean {
  // A search is repeatable as well.
  const isRead = repeatable && ['GET', 'HEAD', 'POST'].includes(method);
  const isUnanswered = response === undefined && !repeatable;
  return effect === 'lost' && !isRead && (isUnanswered || loss === 'confirmed' || (response?.status ?? 400) < 400);
}

function traced({ request: { method, path }, attempts: attempt }: PendingRequest) {
  return { method, path, attempt };
}

function attemptEvent(outcome: Outcome, pending: PendingRequest, ms: number) {
  const { response } = outcome;
  if (response !== undefined) {
    const { status, requestId } = response;
    return { kind: 'response', ...traced(pending), status, requestId, ms } as const;
  }
  const reason = outcome.kind === 'failure' ? outcome.reason : '';
  return { kind: 'failure', ...traced(pending), reason, ms } as const;
}
