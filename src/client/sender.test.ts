// What a failed attempt means for a write, and whether the request is sent again.
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from './base-url.ts';
import { type Failure, toOutcome } from './failure.ts';
import { retryWait, totalMs } from './sender.ts';

const now = Date.UTC(2026, 4, 2, 9);
const state = { attempt: 1, retries: 3, longestMs: 60_000, random: 0.5 };

const attempt = {
  base: readBaseUrl('https://program.example.org'),
  token: 'token',
  request: { method: 'POST', path: '/v1/x', repeatable: false },
  attempts: 1,
};

function failureOf(raw: Parameters<typeof toOutcome>[0]): Failure {
  const outcome = toOutcome(raw, attempt, now);
  if (outcome.kind === 'success') throw new TypeError('a success');
  return outcome;
}

const errorResponse = (status: number, headers: Record<string, string> = {}) =>
  failureOf({ status, headers, text: '' });
const malformed = failureOf({ status: 200, headers: {}, text: 'OK' });
const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const noResponse = (sent: boolean) => failureOf({ sent, error: reset });

it.each([
  [errorResponse(301), 'refused'],
  [errorResponse(302), 'unknown'],
  [errorResponse(303), 'unknown'],
  [errorResponse(308), 'refused'],
  [errorResponse(401), 'refused'],
  [errorResponse(403, { 'ratelimit-remaining': '0' }), 'refused'],
  [errorResponse(409), 'refused'],
  [errorResponse(422), 'refused'],
  [errorResponse(425), 'unsent'],
  [errorResponse(429), 'unsent'],
  [errorResponse(408), 'failed'],
  [errorResponse(500), 'failed'],
  [errorResponse(503), 'failed'],
  [errorResponse(502), 'unknown'],
  [errorResponse(504), 'unknown'],
  [errorResponse(520), 'unknown'],
  [malformed, 'unknown'],
  [noResponse(true), 'unknown'],
  [noResponse(false), 'unsent'],
] as const)('of a write, %j is %s', (failure, effect) => {
  expect(failure.effect).toBe(effect);
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
    [{ 'retry-after': '0' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9000],
    [{ 'ratelimit-remaining': '5', 'ratelimit-reset': '9' }, 125],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' }, 125],
    // More than a day is no wait, nor is a date.
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(now / 1000 + 4) }, 125],
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
