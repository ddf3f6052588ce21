// The decision after a failed attempt.
import { describe, expect, it } from 'vitest';
import type { NoResponse } from './no-response.ts';
import { effectOf, type Failure } from './outcome.ts';
import { decideRetry, totalMs } from './retry.ts';

const now = Date.UTC(2026, 4, 2, 9);
const state = { attempt: 1, retries: 3, remainingMs: 60_000, now, random: 0.5 };

function errorResponse(status: number, headers: Record<string, string> = {}): Failure {
  return { kind: 'error_response', response: { status, headers, requestId: undefined, body: undefined } };
}

const malformed: Failure = {
  kind: 'malformed_response',
  fault: 'is not JSON',
  response: { status: 200, headers: {}, requestId: undefined, body: undefined },
};

function noResponse(fields: Partial<NoResponse>): Failure {
  return { kind: 'no_response', sent: true, reason: 'the connection was closed', transient: true, ...fields };
}

describe('effectOf', () => {
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
    [noResponse({ sent: true }), 'lost'],
    [noResponse({ sent: false }), 'unsent'],
  ] as const)('%j is %s', (failure, effect) => {
    expect(effectOf(failure)).toBe(effect);
  });
});

describe('decideRetry', () => {
  it.each([400, 401, 403, 404, 409, 413, 415, 422, 302])('stops after a %i', (status) => {
    expect(decideRetry(errorResponse(status), state)).toEqual({ kind: 'stop' });
  });

  it.each([408, 429, 500, 502, 503, 504])('waits after a %i', (status) => {
    expect(decideRetry(errorResponse(status), state)).toEqual({ kind: 'wait', ms: 125 });
  });

  it.each([
    [1, 125],
    [2, 250],
    [3, 500],
    [6, 4000],
    [20, 4000],
  ])('waits half of the longest backoff after attempt %i: %i ms', (attempt, ms) => {
    expect(decideRetry(noResponse({}), { ...state, attempt, retries: 30 })).toEqual({ kind: 'wait', ms });
  });

  it('stops when no attempts or no time is left', () => {
    expect(decideRetry(noResponse({}), { ...state, attempt: 4 })).toEqual({ kind: 'stop' });
    expect(decideRetry(noResponse({}), { ...state, remainingMs: 125 })).toEqual({ kind: 'stop' });
  });

  it('stops after a failure that is not transient', () => {
    expect(decideRetry(noResponse({ transient: false }), state)).toEqual({ kind: 'stop' });
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
    expect(decideRetry(errorResponse(429, headers), state)).toEqual({ kind: 'wait', ms });
  });

  it('stops if the requested wait is longer than the time left, and reports it', () => {
    expect(decideRetry(errorResponse(429, { 'retry-after': '61' }), state)).toEqual({
      kind: 'stop',
      requestedMs: 61_000,
    });
  });
});

describe('totalMs', () => {
  it('is the time of all attempts and the longest backoffs between them', () => {
    expect(totalMs(30_000, 0)).toBe(30_000);
    expect(totalMs(30_000, 3)).toBe(4 * 30_000 + 250 + 500 + 1000);
  });
});
