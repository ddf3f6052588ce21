// Counts an organization's requests in windows of fixed length; knows nothing of HTTP but the names of its headers.
import { UsageError } from '../errors.ts';

/** So many requests in so much time. */
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
    throw new UsageError(`${JSON.stringify(text)} is not a rate`, { fix: 'write requests per time, as in 100/15m' });
  }
  return { limit: Number(limit), windowMs: Number(count) * unitMs[unit] };
}

export interface Admission {
  readonly admitted: boolean;
  /** What to tell the caller, admitted or not. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request of an organization, and says whether it is admitted. Each process counts for itself. */
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
