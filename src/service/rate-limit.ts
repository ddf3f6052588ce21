// Counts an organization's requests in windows of fixed length. Must not know HTTP, except for the names of headers.
import { UsageError } from '../errors.ts';

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

/** Counts a request of an organization, and returns whether it is admitted. Each process has its own count. */
export function rateLimiter({ limit, windowMs }: Rate, now: () => number): (organizationId: string) => Admission {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return (organizationId) => {
    let window = windows.get(organizationId);
    if (window === undefined || window.endsAt <= now()) {
      window = { endsAt: now() + windowMs, used: 0 };
      windows.set(organizationId, window);
    }
    window.used += 1;
    const admitted = window.used <= limit;
    const reset = String(Math.ceil((window.endsAt - now()) / 1000));
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - window.used)),
      'ratelimit-reset': reset,
    };
    return { admitted, headers: admitted ? headers : { ...headers, 'retry-after': reset } };
  };
}

function isUnit(unit: string | undefined): unit is keyof typeof unitMs {
  return unit !== undefined && unit in unitMs;
}
