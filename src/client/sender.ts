// Sends one request in one or more attempts: paces, times and traces them, and repeats only if that is safe. Must not know endpoints.
import type { PlenaryError } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import { reasonOf, toError, toUnknown } from './failure-error.ts';
import {
  effectOf,
  type Failure,
  isRateLimited,
  isSeeOther,
  type MalformedResponse,
  type Outcome,
  type Success,
  toOutcome,
  withoutToken,
} from './outcome.ts';
import type { Pace, Turn } from './pace.ts';
import { headersFor, type Request } from './request.ts';
import type { Response } from './response.ts';
import { decideRetry, type RetryDecision, totalMs } from './retry.ts';
import type { Trace } from './trace.ts';
import type { HttpRequest, Transport } from './transport.ts';

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

/** A request and what its attempts have used up so far. */
export interface PendingRequest {
  readonly request: Request;
  readonly idempotencyKey?: string;
  /** Attempts begun. */
  attempts: number;
  /** An attempt was sent, and its outcome is not known yet. */
  inFlight: boolean;
  /** After this moment the last attempt has taken effect, or never will. */
  lateUntil: number;
  /** For all attempts together: `totalMs` from the moment the first one is sent. Waiting for a turn does not count. */
  deadline: number;
}

/** The last attempt failed, and the request is not sent again. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly decision: RetryDecision;
}

export interface Sender {
  /** Sends until there is a response in 2xx. @throws {PlenaryError} */
  sendOrThrow(request: Request): Promise<Response>;
  /** Sends until there is a response in 2xx, or another attempt is useless or unsafe. Rejects only with the signal's reason. */
  send(pending: PendingRequest): Promise<Success | Failed>;
  /** The failure of a response in 2xx that cannot be used. */
  toFailed(malformed: Omit<MalformedResponse, 'kind'>): Failed;
  /** Whether and when the next attempt is due, if it is safe. */
  decide(failure: Failure, pending: PendingRequest): RetryDecision;
  toError(failed: Failed, pending: PendingRequest): PlenaryError;
  /** The same for a request that is not looked up: of a write that may have taken effect, the outcome is unknown. */
  toFinalError(failed: Failed, pending: PendingRequest): PlenaryError;
}

export function startRequest(request: Request, idempotencyKey?: string): PendingRequest {
  return {
    request,
    attempts: 0,
    inFlight: false,
    lateUntil: 0,
    deadline: Number.POSITIVE_INFINITY,
    ...(idempotencyKey && { idempotencyKey }),
  };
}

export function createSender(options: SenderOptions): Sender {
  const { base, token, userAgent, timeoutMs, retries, transport, pace, clock, trace, signal } = options;
  const longestMs = totalMs(timeoutMs, retries);

  const sender: Sender = {
    async sendOrThrow(request) {
      const pending = startRequest(request);
      const result = await sender.send(pending);
      if (result.kind === 'success') return result.response;
      throw sender.toFinalError(result, pending);
    },

    async send(pending) {
      for (;;) {
        const outcome = await attempt(pending);
        if (outcome.kind === 'success') return outcome;
        const decision = mayRepeat(outcome, pending.request) ? sender.decide(outcome, pending) : stop;
        if (decision.kind === 'stop') return { kind: 'failed', failure: outcome, decision };
        await clock.sleep(decision.ms, signal);
      }
    },

    toFailed(malformed) {
      const failure = withoutToken({ ...malformed, kind: 'malformed_response' as const }, token);
      return { kind: 'failed', failure, decision: stop };
    },

    decide(failure, pending) {
      const now = clock.now();
      const { attempts, deadline } = pending;
      const state = { attempt: attempts, retries, remainingMs: deadline - now, now, random: clock.random() };
      const decision = decideRetry(failure, state);
      if (decision.kind === 'wait') {
        trace?.({ kind: 'retry', ...traced(pending), ms: decision.ms, reason: reasonOf(failure) });
      }
      return decision;
    },

    toError: ({ failure, decision }, { request, attempts }) => toError(failure, { base, request, attempts, decision }),

    toFinalError(failed, pending) {
      const { failure } = failed;
      if (isInDoubt(failure, pending.request)) return toUnknown(failure, { base, ...pending });
      return sender.toError(failed, pending);
    },
  };
  return sender;

  async function attempt(pending: PendingRequest): Promise<Outcome> {
    for (;;) {
      const queuedAt = clock.now();
      const turn = await pace.acquire();
      // Waiting behind other requests does not use up this request's time.
      pending.deadline = pending.attempts === 0 ? turn.at + longestMs : pending.deadline + turn.at - queuedAt;
      pending.attempts++;
      let outcome: Outcome | undefined;
      pending.inFlight = true;
      pending.lateUntil = clock.now() + timeoutMs;
      try {
        outcome = toOutcome(await transport.send(httpRequest(pending, turn)), token);
      } finally {
        pace.release(turn, outcome);
      }
      pending.inFlight = false;
      trace?.(attemptEvent(outcome, pending, clock.now() - turn.at));
      if (!isRateLimited(outcome) || !pace.succeededWithin(longestMs)) return outcome;
      // A 429 does not count while other requests succeed: under heavy load every request would run out of attempts.
      pending.attempts--;
      pending.deadline += clock.now() - turn.at;
    }
  }

  function httpRequest({ request, idempotencyKey, deadline }: PendingRequest, { at }: Turn): HttpRequest {
    const { method, path, body } = request;
    const headers = headersFor(request, { token, userAgent, idempotencyKey });
    return { method, path, headers, body, timeoutMs: Math.max(1, Math.min(timeoutMs, deadline - at)) };
  }
}

export const stop: RetryDecision = { kind: 'stop' };

/** A creation that may have been carried out is not repeated; nor is a request whose response is malformed. */
function mayRepeat(failure: Failure, { repeatable }: Request): boolean {
  return effectOf(failure) === 'unsent' || (repeatable && failure.kind !== 'malformed_response');
}

/** Whether a write was sent, and its response does not show what it did. */
function isInDoubt(failure: Failure, { method, repeatable }: Request): boolean {
  // A search is repeatable as well.
  const isRead = repeatable && ['GET', 'HEAD', 'POST'].includes(method);
  if (failure.kind === 'no_response') return failure.sent && !repeatable;
  return !isRead && (failure.kind === 'malformed_response' || isSeeOther(failure));
}

function traced({ request: { method, path }, attempts: attempt }: PendingRequest) {
  return { method, path, attempt };
}

function attemptEvent(outcome: Outcome, pending: PendingRequest, ms: number) {
  if (outcome.kind === 'no_response') {
    return { kind: 'failure', ...traced(pending), reason: outcome.reason, ms } as const;
  }
  const { status, requestId } = outcome.response;
  return { kind: 'response', ...traced(pending), status, requestId, ms } as const;
}
