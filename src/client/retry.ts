// Decides after a failed attempt whether to wait and send the request again, or to stop. Pure.
import { isTransient } from '../errors.ts';
import { type Failure, isRateLimited } from './outcome.ts';
import { requestedWaitMs } from './pace-headers.ts';

/** What the decision depends on, besides the failure. */
export interface RetryState {
  /** The number of the attempt that just ended, from 1. */
  readonly attempt: number;
  /** Attempts allowed after the first. */
  readonly retries: number;
  /** Until the deadline for all attempts together. */
  readonly remainingMs: number;
  readonly now: number;
  /** At least 0, less than 1. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly kind: 'wait'; readonly ms: number }
  /** `requestedMs`: the service asks for a wait that is longer than the time left. */
  | { readonly kind: 'stop'; readonly requestedMs?: number };

/** Decides whether a request that may safely be repeated is sent again, and after which wait. */
export function decideRetry(failure: Failure, state: RetryState): RetryDecision {
  const { attempt, retries, remainingMs, now, random } = state;
  if (!isTransientFailure(failure)) return { kind: 'stop' };
  const requestedMs = failure.kind === 'error_response' ? requestedWaitMs(failure.response.headers, now) : undefined;
  if (requestedMs !== undefined && requestedMs > remainingMs) return { kind: 'stop', requestedMs };
  const ms = Math.max(requestedMs ?? 0, backoffMs(attempt, random));
  return attempt > retries || ms >= remainingMs ? { kind: 'stop' } : { kind: 'wait', ms };
}

/** The time for all attempts together: each at its full length, with the longest backoffs between them. */
export function totalMs(timeoutMs: number, retries: number): number {
  let total = timeoutMs;
  for (let attempt = 1; attempt <= retries; attempt++) total += longestBackoffMs(attempt) + timeoutMs;
  return total;
}

/** Full jitter: from 0 up to 250 ms, 500 ms, 1 s, … at most 8 s. */
export function backoffMs(attempt: number, random: number): number {
  return random * longestBackoffMs(attempt);
}

function longestBackoffMs(attempt: number): number {
  return Math.min(8000, 250 * 2 ** (attempt - 1));
}

function isTransientFailure(failure: Failure): boolean {
  if (failure.kind === 'no_response') return failure.transient;
  return failure.kind === 'malformed_response' || isRateLimited(failure) || isTransient(failure.response.status);
}
