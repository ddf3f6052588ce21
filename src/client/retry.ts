// Decides after an attempt that did not succeed: wait and send again, stop, or find out what became of it. Pure.
import { isPassing } from '../errors.ts';
import { askedWaitMs } from './pace-headers.ts';
import type { Answer } from './response.ts';

/** How an attempt ended. */
export type Outcome = Success | Shortfall;

export interface Success {
  readonly kind: 'success';
  readonly answer: Answer;
}

/** Any end but the good one. */
export type Shortfall = Refusal | Malformed | Failure;

/** A status outside 2xx; `body` is parsed JSON, or the text where it is none. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly answer: Answer;
}

/** A status in 2xx with a body that cannot be used. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly answer: Answer;
  /** A half-sentence: `is not JSON: …`. */
  readonly fault: string;
}

/** No whole answer. */
export interface Failure {
  readonly kind: 'failure';
  /** Whether any of the request may have left. */
  readonly sent: boolean;
  /** Why, as a half-sentence: `connection refused`. */
  readonly reason: string;
  /** Whether another try may go better. */
  readonly passing: boolean;
  /** What to do about it. */
  readonly fix?: string;
  /** The error underneath, in its own words. */
  readonly cause?: string;
}

/** What became of the request: the service declined it, surely never worked on it, or nobody knows. */
export type Fate = 'declined' | 'unprocessed' | 'lost';

export function fateOf(outcome: Shortfall): Fate {
  switch (outcome.kind) {
    case 'malformed':
      return 'lost';
    case 'failure':
      return outcome.sent ? 'lost' : 'unprocessed';
    case 'refusal':
      if (isHeldBack(outcome)) return 'unprocessed';
      return isPassing(outcome.answer.status) ? 'lost' : 'declined';
  }
}

/** Whether the service only wants it to come later. */
export function isHeldBack(outcome: Outcome): boolean {
  return outcome.kind === 'refusal' && outcome.answer.status === 429;
}

export interface Standing {
  /** Of the attempt that just ended, from 1. */
  readonly attempt: number;
  /** Attempts allowed after the first. */
  readonly retries: number;
  /** Until the deadline for all attempts together. */
  readonly remainingMs: number;
  readonly now: number;
  /** From 0 up to, but not, 1. */
  readonly random: number;
}

export type Decision =
  | { readonly kind: 'wait'; readonly ms: number }
  /** `askedMs`: the service asks for a wait that is longer than the time left. */
  | { readonly kind: 'stop'; readonly askedMs?: number };

/** Whether and when a request that may be repeated is sent again. */
export function decide(outcome: Shortfall, { attempt, retries, remainingMs, now, random }: Standing): Decision {
  if (!mayPass(outcome)) return { kind: 'stop' };
  const askedMs = outcome.kind === 'refusal' ? askedWaitMs(outcome.answer.headers, now) : undefined;
  if (askedMs !== undefined && askedMs > remainingMs) return { kind: 'stop', askedMs };
  const ms = Math.max(askedMs ?? 0, backoffMs(attempt, random));
  return attempt > retries || ms >= remainingMs ? { kind: 'stop' } : { kind: 'wait', ms };
}

/** The time for all attempts together: each at its full length, with the longest backoffs between them. */
export function totalMs(timeoutMs: number, retries: number): number {
  let total = timeoutMs;
  for (let attempt = 1; attempt <= retries; attempt++) total += longestBackoffMs(attempt) + timeoutMs;
  return total;
}

/** Full jitter: anything up to 250 ms, 500 ms, 1 s, … at most 8 s. */
export function backoffMs(attempt: number, random: number): number {
  return random * longestBackoffMs(attempt);
}

function longestBackoffMs(attempt: number): number {
  return Math.min(8000, 250 * 2 ** (attempt - 1));
}

function mayPass(outcome: Shortfall): boolean {
  if (outcome.kind === 'failure') return outcome.passing;
  return outcome.kind === 'malformed' || isPassing(outcome.answer.status);
}
