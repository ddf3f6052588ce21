// Reads the headers in which a service states its rate limit: Retry-After and RateLimit-*. Pure.
import type { Response } from './response.ts';

type Headers = Response['headers'];

/** How many requests a service still admits, and when its limit resets. */
export interface RateLimit {
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** The wait that a response asks for: Retry-After, else the time until a used-up limit resets. Milliseconds. */
export function requestedWaitMs(headers: Headers, now: number): number | undefined {
  const requested = retryAfterMs(headers, now);
  if (requested !== undefined) return requested;
  const limit = readRateLimit(headers, now);
  return limit?.remaining === 0 ? Math.max(0, limit.resetAt - now) : undefined;
}

/** Retry-After in milliseconds from now: seconds, or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = single(headers['retry-after']);
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** RateLimit-Remaining and RateLimit-Reset; undefined unless both are present. */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const remaining = count(headers['ratelimit-remaining']);
  const reset = count(headers['ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return undefined;
  return { remaining, resetAt: resetTime(reset, now) };
}

// The draft standard counts seconds from now; some services send seconds since 1970, a number too large for a delay.
function resetTime(seconds: number, now: number): number {
  return seconds > 1_000_000_000 ? seconds * 1000 : now + seconds * 1000;
}

function count(header: string | string[] | undefined): number | undefined {
  // The number may be followed by its policy: `99;w=900`.
  const [, digits] = /^(\d+)/.exec(single(header) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function single(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header[0] : header)?.trim();
}
