// Decides after a failed attempt whether the request is sent again, and after which wait. Pure.
import type { Failure } from './failure.ts';

/** What the decision depends on, besides the failure. */
export interface RetryState {
  /** The number of the attempt that just ended, from 1. */
  readonly attempt: number;
  /** Attempts allowed after the first. */
  readonly retries: number;
  /** The longest wait that is worth it. */
  readonly longestMs: number;
  /** At least 0, less than 1. */
  readonly random: number;
}

/** The wait before a request that may safely be repeated is sent again, in milliseconds; undefined if it is not. */
export function retryWait(
  { error, requestedMs = 0 }: Pick<Failure, 'error' | 'requestedMs'>,
  { attempt, retries, longestMs, random }: RetryState,
): number | undefined {
  if (!error.retryable || attempt > retries || requestedMs > longestMs) return undefined;
  return Math.max(requestedMs, backoffMs(attempt, random));
}

/** The time of all attempts together: each at its full length, with the longest backoffs between them. */
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
