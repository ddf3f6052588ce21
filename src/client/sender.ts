// Sends one request in one or more attempts: paces, times and traces them, and repeats only if that
// is safe. Must not know endpoints.
//
// A request that was sent and has no response may have taken effect. One that is repeatable (GET,
// PUT, PATCH, DELETE, a search) is sent again, up to `retries` times: a second time, it has no
// further effect. A creation is not. If the last attempt has no response either:
//
// - a command that changes one record ends with its error (`finalError`). Of a PUT or a PATCH, that
//   is the NetworkError (exit code 7), because the command may be run again
// - a creation, and each write of a run, has an outcome that is `lost` (`write.ts`): its record is
//   looked up (`changes/creation.ts`, `runs/doubt.ts`)
import { OutcomeUnknownError, type PlenaryError } from '../errors.ts';
import type { BaseUrl } from './base-url.ts';
import type { Clock } from './clock.ts';
import { type Failure, isRateLimited, type Outcome, toOutcome, unusable } from './failure.ts';
import { backoffMs, type Pace } from './pace.ts';
import { headersFor, type Request } from './request.ts';
import type { Response } from './response.ts';
import type { Transport } from './transport.ts';

/** How the requests of a client are sent. */
interface Sending {
  readonly base: BaseUrl;
  readonly token: string;
  /** The environment variable that it comes from, if it does. */
  readonly tokenVariable?: string | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retries: number;
  /** What all attempts of a request may take together, in milliseconds. */
  readonly longestMs: number;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly clock: Clock;
  /** Receives the events; must not throw. */
  readonly trace?: ((event: TraceEvent) => void) | undefined;
  readonly onRequest?: (() => () => Promise<void>) | undefined;
}

/**
 * What the client reports while it works, for --debug and for notices; never a token, a header or a
 * body.
 * - `response`, `failure`: an attempt ended after `ms`, the first one with a status
 * - `retry`: the next attempt follows after `ms`
 * - `pause`: the service asked for it, or its rate limit is used up: nothing is sent for `ms`
 * - `silence`: the service does not respond, and is tried `left` more times
 */
export interface TraceEvent {
  readonly kind: 'response' | 'failure' | 'retry' | 'pause' | 'silence';
  readonly ms?: number;
  readonly left?: number;
  readonly method?: string;
  /** Path and query, as sent. */
  readonly path?: string;
  /** The number of the attempt, from 1. */
  readonly attempt?: number;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly reason?: string | undefined;
}

/** What a write of many has beside its request. */
export interface WriteOptions {
  /** The same for every attempt to create one record, on any machine. */
  readonly idempotencyKey?: string | undefined;
  /** Called before each attempt leaves. If it throws, nothing is sent, and the write rejects. */
  readonly onSend?: (() => void) | undefined;
}

/** A request and its attempts so far. */
export interface PendingRequest extends WriteOptions {
  readonly request: Request;
  /** Attempts begun. */
  attempts: number;
  /** An attempt was sent, and its outcome is not known yet. */
  inFlight: boolean;
  /** After this moment of the clock the last attempt has taken effect, or never will. */
  lateUntil: number;
  /**
   * An attempt may have been carried out: `failed` if the service reported its own failure each
   * time.
   */
  lost: 'failed' | 'unknown' | undefined;
  /** An attempt was reported as carried out, without a record. */
  isReported: boolean;
}

export type Sender = ReturnType<typeof createSender>;

export function startRequest(
  request: Request,
  { idempotencyKey, onSend }: WriteOptions = {},
): PendingRequest {
  return {
    request,
    idempotencyKey,
    onSend,
    attempts: 0,
    inFlight: false,
    lateUntil: 0,
    lost: undefined,
    isReported: false,
  };
}

export function createSender(options: Omit<Sending, 'longestMs'>) {
  const { base, token, timeoutMs, retries } = options;
  const sending: Sending = { ...options, longestMs: totalMs(timeoutMs, retries) };
  return {
    /** Sends until there is a response in 2xx. @throws {PlenaryError} */
    async sendOrThrow(pending: PendingRequest): Promise<Response> {
      const outcome = await send(sending, pending);
      if (outcome.kind === 'success') return outcome.response;
      throw finalError(outcome, pending);
    },
    /**
     * Sends until there is a response in 2xx, or another attempt is useless or unsafe. Rejects only
     * with the signal's reason.
     */
    send: (pending: PendingRequest): Promise<Outcome> => send(sending, pending),
    /** The response in 2xx cannot be used. @param fault the end of a sentence about it */
    unusable(pending: PendingRequest, response: Response, fault: string): Failure {
      pending.lost = 'unknown';
      pending.isReported = true;
      return unusable(response, fault, { base, token, ...pending });
    },
  };
}

async function send(sending: Sending, pending: PendingRequest): Promise<Outcome> {
  const end = sending.onRequest?.();
  try {
    return await sendRepeatedly(sending, pending);
  } finally {
    await end?.();
  }
}

async function sendRepeatedly(sending: Sending, pending: PendingRequest): Promise<Outcome> {
  const { retries, longestMs, clock, trace, pace } = sending;
  for (;;) {
    const outcome = await attempt(sending, pending);
    if (outcome.kind === 'success') return outcome;
    const { effect, isReported = false } = outcome;
    pending.isReported ||= isReported;
    if (effect === 'unknown' || (effect === 'failed' && pending.lost === undefined))
      pending.lost = effect;
    if (pace.isSilent()) return { ...outcome, isSilent: true };
    const state = { attempt: pending.attempts, retries, longestMs, random: clock.random() };
    // A creation that may have been carried out is not repeated.
    const isSafe = effect === 'unsent' || pending.request.repeatable;
    const ms = isSafe ? retryWait(outcome, state) : undefined;
    if (ms === undefined) return outcome;
    trace?.({ kind: 'retry', ...traced(pending), ms });
    await pace.sleep(ms);
  }
}

async function attempt(sending: Sending, pending: PendingRequest): Promise<Outcome> {
  const { base, token, tokenVariable, userAgent, timeoutMs, longestMs } = sending;
  const { transport, pace, clock, trace } = sending;
  const { request, idempotencyKey, onSend } = pending;
  const { method, path, body } = request;
  for (;;) {
    const sentAt = await pace.acquire();
    pending.attempts++;
    let outcome: Outcome | undefined;
    try {
      onSend?.();
      pending.inFlight = true;
      pending.lateUntil = sentAt + timeoutMs;
      const headers = headersFor(request, { token, userAgent }, idempotencyKey);
      const raw = await transport.send({ method, path, headers, body, timeoutMs });
      outcome = toOutcome(raw, { base, token, tokenVariable, ...pending }, clock.date());
    } finally {
      pace.release(sentAt, outcome);
    }
    pending.inFlight = false;
    const { status, requestId } = outcome.response ?? {};
    const reason =
      status === undefined && outcome.kind === 'failure' ? outcome.error.message : undefined;
    const kind = status === undefined ? 'failure' : 'response';
    trace?.({ kind, ...traced(pending), status, requestId, reason, ms: clock.now() - sentAt });
    if (outcome.kind === 'success' || !isRateLimited(outcome) || !pace.succeededWithin(longestMs))
      return outcome;
    // A 429 does not count while other requests succeed: under heavy load every request would run
    // out of attempts.
    pending.attempts--;
  }
}

/**
 * The error for a request that is not looked up. Of a write that may have been carried out, the
 * outcome is unknown; one that is repeatable and failed may as well be sent again.
 */
export function finalError(
  { effect, response, error }: Failure,
  { request, lost }: PendingRequest,
): PlenaryError {
  const { method, path, repeatable } = request;
  // A search is repeatable as well.
  const isRead = repeatable && ['GET', 'HEAD', 'POST'].includes(method);
  const isOpen =
    effect === 'refused' || !repeatable || (response !== undefined && response.status < 400);
  if (isRead || lost === undefined || !isOpen) return error;
  const { message, status, requestId } = error;
  return new OutcomeUnknownError(
    `it is unknown whether ${method} ${path} took effect: ${message}`,
    {
      fix:
        repeatable && effect !== 'refused'
          ? 'send it again: if it took effect, it has no further effect'
          : 'check the existing records before you send it again',
      status,
      requestId,
      cause: error,
    },
  );
}

/**
 * The wait before a request that may safely be repeated is sent again, in milliseconds; undefined
 * if it is not.
 * @param limits `attempt`: the number of the one that just ended, from 1; `retries`: how many may
 *   follow the first one; `longestMs`: the longest wait that is worth it; `random`: at least 0,
 *   less than 1
 */
export function retryWait(
  { error, requestedMs = 0 }: Failure,
  limits: Readonly<Record<'attempt' | 'retries' | 'longestMs' | 'random', number>>,
): number | undefined {
  const { attempt, retries, longestMs, random } = limits;
  if (!error.retryable || attempt > retries || requestedMs > longestMs) return undefined;
  return Math.max(requestedMs, backoffMs(attempt, random));
}

/**
 * The time of all attempts together: each at its full length, with the longest backoffs between
 * them.
 */
export function totalMs(timeoutMs: number, retries: number): number {
  let total = timeoutMs;
  for (let attempt = 1; attempt <= retries; attempt++) total += backoffMs(attempt, 1) + timeoutMs;
  return total;
}

function traced({ request: { method, path }, attempts: attempt }: PendingRequest) {
  return { method, path, attempt };
}
