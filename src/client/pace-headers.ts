// Reads the headers in which a service states its rate limit: Retry-After and RateLimit-*. Pure.
import { type Response, servedAt } from './response.ts';

type Headers = Response['headers'];

/** How many requests a service still admits, and when its limit resets. */
export interface RateLimit {
  readonly remaining: number;
  /** Milliseconds after the request. */
  readonly resetMs: number;
}

/**
 * The wait that a response asks for: Retry-After, else the time until a used-up limit resets.
 * Milliseconds.
 * @param date of this computer, for a service that does not show its own
 */
export function requestedWaitMs(headers: Headers, date: number): number | undefined {
  const requested = retryAfterMs(headers, date);
  if (requested !== undefined) return requested;
  const limit = readRateLimit(headers, date);
  return limit?.remaining === 0 ? Math.max(0, limit.resetMs) : undefined;
}

/**
 * Retry-After in milliseconds from now: seconds, or an HTTP date (RFC 9110 §10.2.3) by the clock of
 * the service. Undefined beyond a day.
 */
function retryAfterMs(headers: Headers, date: number): number | undefined {
  const text = single(headers['retry-after']);
  if (text === undefined) return undefined;
  const isDate = !/^\d+(\.\d+)?$/.test(text);
  const ms = isDate ? Date.parse(text) - (servedAt(headers) ?? date) : Number(text) * 1000;
  return Number.isNaN(ms) || ms > longestWaitMs ? undefined : Math.max(0, ms);
}

/** A longer wait is no rate limit, but a number in another unit, or nonsense. */
const longestWaitMs = 24 * 3_600_000;

/** RateLimit-Remaining, or X-RateLimit-Remaining. */
export function remainingRequests(headers: Headers): number | undefined {
  return count(headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining']);
}

/**
 * RateLimit-Remaining and RateLimit-Reset; undefined unless both are present, and the reset within
 * a day.
 * @param date of this computer, for a service that does not show its own
 */
export function readRateLimit(headers: Headers, date: number): RateLimit | undefined {
  const remaining = remainingRequests(headers);
  const reset = count(headers['ratelimit-reset'] ?? headers['x-ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return undefined;
  const resetMs = msUntil(reset, servedAt(headers) ?? date);
  return resetMs > longestWaitMs ? undefined : { remaining, resetMs };
}

// The draft standard counts seconds from now; some services send seconds or milliseconds since
// 1970.
function msUntil(reset: number, date: number): number {
  if (reset > 100_000_000_000) return reset - date;
  return reset > 1_000_000_000 ? reset * 1000 - date : reset * 1000;
}

function count(header: string | string[] | undefined): number | undefined {
  // The number may be followed by its policy: `99;w=900`.
  const [, digits] = /^(\d+)/.exec(single(header) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function single(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header[0] : header)?.trim();
}
