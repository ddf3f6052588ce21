// Reads the headers in which a service states its rate limit: Retry-After, and RateLimit-Remaining
// with RateLimit-Reset (draft-ietf-httpapi-ratelimit-headers-06). Pure.
import { type Response, servedAt } from './response.ts';

/** How many requests a service still admits, and when its limit resets. */
export interface RateLimit {
  readonly remaining: number;
  /** Milliseconds after the request. */
  readonly resetMs: number;
}

/** A longer wait is no rate limit, but a number in another unit, or nonsense. */
const longestWaitMs = 24 * 3_600_000;

/**
 * The wait that a response asks for: Retry-After, else the time until a used-up limit resets.
 * Milliseconds.
 * @param date of this computer, for a service that does not show its own
 */
export function requestedWaitMs(headers: Response['headers'], date: number): number | undefined {
  const limit = readRateLimit(headers);
  return retryAfterMs(headers, date) ?? (limit?.remaining === 0 ? limit.resetMs : undefined);
}

/** Seconds, or an HTTP date by the clock of the service (RFC 9110 §10.2.3). */
function retryAfterMs(headers: Response['headers'], date: number): number | undefined {
  const seconds = count(headers['retry-after']);
  if (seconds !== undefined) return plausible(seconds * 1000);
  const until = Date.parse(String(headers['retry-after']));
  return plausible(Math.max(0, until - (servedAt(headers) ?? date)));
}

/** Undefined unless both headers are present, and the limit resets within a day. */
export function readRateLimit(headers: Response['headers']): RateLimit | undefined {
  const remaining = count(headers['ratelimit-remaining']);
  const resetMs = plausible((count(headers['ratelimit-reset']) ?? Number.NaN) * 1000);
  return remaining === undefined || resetMs === undefined ? undefined : { remaining, resetMs };
}

function plausible(ms: number): number | undefined {
  return ms <= longestWaitMs ? ms : undefined;
}

function count(header: unknown): number | undefined {
  return /^\d+$/.test(String(header)) ? Number(header) : undefined;
}
