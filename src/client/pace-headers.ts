// Reads the headers in which a service states its rate limit: Retry-After and RateLimit-*. Pure.
import type { Response } from './response.ts';

type Headers = Response['headers'];

/** How many requests a service still admits, and when its limit resets. */
export interface RateLimit {
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/**
 * The wait that a response asks for: Retry-After, else the time until a used-up limit resets.
 * Milliseconds.
 */
export function requestedWaitMs(headers: Headers, now: number): number | undefined {
  const requested = retryAfterMs(headers, now);
  if (requested !== undefined) return requested;
  const limit = readRateLimit(headers, now);
  return limit?.remaining === 0 ? Math.max(0, limit.resetAt - now) : undefined;
}

/**
 * Retry-After in milliseconds from now: seconds, or an HTTP date (RFC 9110 §10.2.3). Undefined
 * beyond a day.
 */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = single(headers['retry-after']);
  if (text === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
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
 */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const remaining = remainingRequests(headers);
  const reset = count(headers['ratelimit-reset'] ?? headers['x-ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return undefined;
  const resetAt = resetTime(reset, now);
  return resetAt - now > longestWaitMs ? undefined : { remaining, resetAt };
}

// The draft standard counts seconds from now; some services send seconds or milliseconds since
// 1970.
function resetTime(value: number, now: number): number {
  if (value > 100_000_000_000) return value;
  return value > 1_000_000_000 ? value * 1000 : now + value * 1000;
}

function count(header: string | string[] | undefined): number | undefined {
  // The number may be followed by its policy: `99;w=900`.
  const [, digits] = /^(\d+)/.exec(single(header) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function single(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header[0] : header)?.trim();
}
