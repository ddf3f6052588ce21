// Counts requests in the memory of one process.
import type { Store } from './store.ts';

/** @param now milliseconds since 1970 */
export function requestWindows(now: () => number): Store['countRequests'] {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return async (organizationId, requests, windowMs) => {
    let window = windows.get(organizationId);
    if (window === undefined || window.endsAt <= now()) {
      window = { endsAt: now() + windowMs, used: 0 };
      windows.set(organizationId, window);
    }
    window.used += requests;
    return { used: window.used, resetMs: window.endsAt - now() };
  };
}
