// Reads what a service says about its pace: Retry-After and RateLimit-*. Pure.
import type { Answer } from './response.ts';

type Headers = Answer['headers'];

/** What is left of a pace limit, and when it is whole again. */
export interface RateLimit {
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

/** How long an answer asks to wait: Retry-After, else the reset of a limit that is used up. Milliseconds. */
export function askedWaitMs(headers: Headers, now: number): number | undefined {
  const asked = retryAfterMs(headers, now);
  if (asked !== undefined) return asked;
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

/** RateLimit-Remaining and RateLimit-Reset, where both are there. */
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const remaining = count(headers['ratelimit-remaining']);
  const reset = count(headers['ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return undefined;
  return { remaining, resetAt: resetTime(reset, now) };
}

// The draft standard counts seconds from now; some services give a time since 1970, which no delta can be.
function resetTime(seconds: number, now: number): number {
  return seconds > 1_000_000_000 ? seconds * 1000 : now + seconds * 1000;
}

function count(header: string | string[] | undefined): number | undefined {
  // A number may have its policy behind it: `99;w=900`.
  const [, digits] = /^(\d+)/.exec(single(header) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function single(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header[0] : header)?.trim();
}
