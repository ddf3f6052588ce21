// Limits an organization's requests in windows of fixed length. Must not know HTTP, except for the names of headers.
import { UsageError } from '../errors.ts';
import type { RequestCount, Store } from './store/store.ts';

/** `limit` requests in each window. */
export interface Rate {
  readonly limit: number;
  readonly windowMs: number;
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a rate such as `100/15m` or `10/s`; units are s, m, h and d.
 * @throws UsageError
 */
export function parseRate(text: string): Rate {
  const [, limit, count = '1', unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})?([smhd])$/.exec(text.trim()) ?? [];
  if (limit === undefined || !isUnit(unit)) {
    throw new UsageError(`${JSON.stringify(text)} is not a rate`, {
      fix: 'write a number of requests and a time, e.g. 100/15m; units are s, m, h and d',
    });
  }
  return { limit: Number(limit), windowMs: Number(count) * unitMs[unit] };
}

export interface Admission {
  readonly admitted: boolean;
  /** For the response, whether the request is admitted or not. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request of an organization, and returns whether it is admitted. */
export type RateLimiter = (organizationId: string) => Promise<Admission>;

interface Batch {
  requests: number;
  readonly counted: Promise<RequestCount>;
}

/**
 * Of each organization, one batch of requests is being counted; the requests that arrive meanwhile are the next. So a
 * count that is shared with other processes costs one write for many requests.
 */
export function rateLimiter({ limit, windowMs }: Rate, count: Store['countRequests']): RateLimiter {
  const next = new Map<string, Batch>();
  const counting = new Map<string, Promise<unknown>>();
  return async (organizationId) => {
    const batch = next.get(organizationId) ?? begin(organizationId);
    const place = ++batch.requests;
    const { used, resetMs } = await batch.counted;
    return admission(used - batch.requests + place, resetMs);
  };

  function begin(organizationId: string): Batch {
    const counted = (counting.get(organizationId) ?? Promise.resolve()).then(() => {
      next.delete(organizationId);
      return count(organizationId, batch.requests, windowMs);
    });
    const batch: Batch = { requests: 0, counted };
    next.set(organizationId, batch);
    const ended = counted
      .catch(() => undefined)
      .then(() => {
        if (counting.get(organizationId) === ended) counting.delete(organizationId);
      });
    counting.set(organizationId, ended);
    return batch;
  }

  function admission(used: number, resetMs: number): Admission {
    const reset = String(Math.ceil(resetMs / 1000));
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - used)),
      'ratelimit-reset': reset,
    };
    return used <= limit
      ? { admitted: true, headers }
      : { admitted: false, headers: { ...headers, 'retry-after': reset } };
  }
}

function isUnit(unit: string | undefined): unit is keyof typeof unitMs {
  return unit !== undefined && unit in unitMs;
}
