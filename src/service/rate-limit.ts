// Limits the requests of each organization, as counted by this process. Loaded only if there is a
// limit.
import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { UsageError } from '../errors.ts';
import { RequestRefusal } from './refusal.ts';

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
  const [, limit, count = '1', unit] =
    /^([1-9]\d{0,8})\/([1-9]\d{0,4})?([smhd])$/.exec(text.trim()) ?? [];
  if (limit === undefined) {
    throw new UsageError(`${JSON.stringify(text)} is not a rate`, {
      fix: 'write a number of requests and a time, e.g. 100/15m; units are s, m, h and d',
    });
  }
  return { limit: Number(limit), windowMs: Number(count) * unitMs[unit as keyof typeof unitMs] };
}

/**
 * Limits all routes that are added to `api` afterwards, with the headers `RateLimit-…` and
 * `Retry-After`.
 */
export async function limitRequests(
  api: FastifyInstance,
  { limit, windowMs }: Rate,
): Promise<void> {
  await api.register(fastifyRateLimit, {
    // When it is known whose request it is.
    hook: 'preHandler',
    max: limit,
    timeWindow: windowMs,
    store: Windows,
    enableDraftSpec: true,
    keyGenerator: ({ organizationId }) => organizationId,
    errorResponseBuilder: () => new RequestRefusal(429, { detail: 'Too many requests' }),
  });
}

/**
 * The window of each organization, which begins with a request. The plugin's own store measures by
 * the date, which may be set back.
 */
class Windows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { readonly beganAt: number; count: number }>();

  incr: FastifyRateLimitStore['incr'] = (organization, callback, windowMs) => {
    const now = performance.now();
    let window = this.#windows.get(organization);
    if (window === undefined || now - window.beganAt >= windowMs) {
      window = { beganAt: now, count: 0 };
      this.#windows.set(organization, window);
    }
    window.count++;
    callback(null, { current: window.count, ttl: windowMs - (now - window.beganAt) });
  };

  child = () => this;
}
