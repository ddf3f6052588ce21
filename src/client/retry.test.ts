// The decision after a failed attempt.
import { describe, expect, it } from 'vitest';
import { type Failure, toOutcome } from './failure.ts';
import { retryWait, totalMs } from './retry.ts';

const now = Date.UTC(2026, 4, 2, 9);
const state = { attempt: 1, retries: 3, longestMs: 60_000, random: 0.5 };

function failureOf(attempt: Parameters<typeof toOutcome>[0]): Failure {
  const outcome = toOutcome(attempt, 'token', now);
  if (outcome.kind === 'success') throw new TypeError('a success');
  return outcome;
}

const errorResponse = (status: number, headers: Record<string, string> = {}) =>
  failureOf({ status, headers, text: '' });
const malformed = failureOf({ status: 200, headers: {}, text: 'OK' });
const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const noResponse = (sent: boolean) => failureOf({ sent, error: reset });

describe('what a failure means for a write', () => {
  it.each([
    [errorResponse(301), 'refused'],
    [errorResponse(302), 'lost'],
    [errorResponse(303), 'lost'],
    [errorResponse(308), 'refused'],
    [errorResponse(401), 'refused'],
    [errorResponse(409), 'refused'],
    [errorResponse(422), 'refused'],
    [errorResponse(429), 'unsent'],
    [errorResponse(408), 'lost'],
    [errorResponse(500), 'lost'],
    [errorResponse(503), 'lost'],
    [malformed, 'lost'],
    [noResponse(true), 'lost'],
    [noResponse(false), 'unsent'],
  ] as const)('%j is %s', (failure, effect) => {
    expect(failure.effect).toBe(effect);
  });
});

it.each([
  [errorResponse(303), 'confirmed'],
  [errorResponse(500), 'failed'],
  [errorResponse(503), 'failed'],
  [errorResponse(502), 'unanswered'],
  [errorResponse(504), 'unanswered'],
  [errorResponse(520), 'unanswered'],
  [noResponse(true), 'unanswered'],
  [failureOf({ sent: true, error: reset, begunStatus: 201 }), 'confirmed'],
  [failureOf({ status: 201, headers: {}, text: '<html>' }), 'confirmed'],
  [failureOf({ status: 200, headers: {}, text: '<html>' }), 'unanswered'],
] as const)('what to expect after the loss %j is %s', (failure, loss) => {
  expect(failure.loss).toBe(loss);
});

describe('retryWait', () => {
  it.each([400, 401, 403, 404, 409, 413, 415, 422, 302])('stops after a %i', (status) => {
    expect(retryWait(errorResponse(status), state)).toBeUndefined();
  });

  it.each([408, 429, 500, 502, 503, 504])('waits after a %i', (status) => {
    expect(retryWait(errorResponse(status), state)).toBe(125);
  });

  it.each([
    [1, 125],
    [2, 250],
    [3, 500],
    [6, 4000],
    [20, 4000],
  ])('waits half of the longest backoff after attempt %i: %i ms', (attempt, ms) => {
    expect(retryWait(noResponse(true), { ...state, attempt, retries: 30 })).toBe(ms);
  });

  it('stops when no attempts are left', () => {
    expect(retryWait(noResponse(true), { ...state, attempt: 4 })).toBeUndefined();
  });

  it('stops after a failure that is not transient', () => {
    const expired = Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' });
    expect(retryWait(failureOf({ sent: false, error: expired }), state)).toBeUndefined();
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Sat, 02 May 2026 09:00:12 GMT' }, 12_000],
    [{ 'retry-after': 'Sat, 02 May 2026 08:00:00 GMT' }, 125],
    [{ 'retry-after': 'soon' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9000],
    [{ 'ratelimit-remaining': '5', 'ratelimit-reset': '9' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(now / 1000 + 4) }, 4000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(now + 4000) }, 4000],
    // More than a day is no wait.
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '999999999' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '86401' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '99999999999999999999' }, 125],
    [{ 'retry-after': '999999999' }, 125],
    [{ 'retry-after': 'Sat, 02 May 2099 09:00:00 GMT' }, 125],
  ])('waits as long as %j asks', (headers, ms) => {
    expect(retryWait(errorResponse(429, headers), state)).toBe(ms);
  });

  it('stops if the requested wait is longer than is worth it', () => {
    expect(retryWait(errorResponse(429, { 'retry-after': '61' }), state)).toBeUndefined();
  });
});

describe('totalMs', () => {
  it('is the time of all attempts and the longest backoffs between them', () => {
    expect(totalMs(30_000, 0)).toBe(30_000);
    expect(totalMs(30_000, 3)).toBe(4 * 30_000 + 250 + 500 + 1000);
  });
});
