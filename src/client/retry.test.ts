// What follows an attempt that fell short.
import { describe, expect, it } from 'vitest';
import { decide, type Failure, fateOf, type Shortfall, totalMs } from './retry.ts';

const now = Date.UTC(2026, 4, 2, 9);
const standing = { attempt: 1, retries: 3, remainingMs: 60_000, now, random: 0.5 };

function refusal(status: number, headers: Record<string, string> = {}): Shortfall {
  return { kind: 'refusal', answer: { status, headers, requestId: undefined, body: undefined } };
}

const malformed: Shortfall = {
  kind: 'malformed',
  fault: 'is not JSON',
  answer: { status: 200, headers: {}, requestId: undefined, body: undefined },
};

function failure(fields: Partial<Failure>): Failure {
  return { kind: 'failure', sent: true, reason: 'the connection was closed', passing: true, ...fields };
}

describe('fateOf', () => {
  it.each([
    [refusal(302), 'declined'],
    [refusal(401), 'declined'],
    [refusal(409), 'declined'],
    [refusal(422), 'declined'],
    [refusal(429), 'unprocessed'],
    [refusal(408), 'lost'],
    [refusal(500), 'lost'],
    [refusal(503), 'lost'],
    [malformed, 'lost'],
    [failure({ sent: true }), 'lost'],
    [failure({ sent: false }), 'unprocessed'],
  ] as const)('%j is %s', (outcome, fate) => {
    expect(fateOf(outcome)).toBe(fate);
  });
});

describe('decide', () => {
  it.each([400, 401, 403, 404, 409, 413, 415, 422, 302])('never repeats after %i', (status) => {
    expect(decide(refusal(status), standing)).toEqual({ kind: 'stop' });
  });

  it.each([408, 429, 500, 502, 503, 504])('waits and repeats after %i', (status) => {
    expect(decide(refusal(status), standing)).toEqual({ kind: 'wait', ms: 125 });
  });

  it.each([
    [1, 125],
    [2, 250],
    [3, 500],
    [6, 4000],
    [20, 4000],
  ])('backs off after attempt %i by half of the cap: %i ms', (attempt, ms) => {
    expect(decide(failure({}), { ...standing, attempt, retries: 30 })).toEqual({ kind: 'wait', ms });
  });

  it('stops when the attempts are used up, or the time is', () => {
    expect(decide(failure({}), { ...standing, attempt: 4 })).toEqual({ kind: 'stop' });
    expect(decide(failure({}), { ...standing, remainingMs: 125 })).toEqual({ kind: 'stop' });
  });

  it('stops at a failure that another try cannot mend', () => {
    expect(decide(failure({ passing: false }), standing)).toEqual({ kind: 'stop' });
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Sat, 02 May 2026 09:00:12 GMT' }, 12_000],
    [{ 'retry-after': 'Sat, 02 May 2026 08:00:00 GMT' }, 125],
    [{ 'retry-after': 'soon' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9000],
    [{ 'ratelimit-remaining': '5', 'ratelimit-reset': '9' }, 125],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(now / 1000 + 4) }, 4000],
  ])('waits as %j asks', (headers, ms) => {
    expect(decide(refusal(429, headers), standing)).toEqual({ kind: 'wait', ms });
  });

  it('stops at a wait longer than the time left, and says how long it is', () => {
    expect(decide(refusal(429, { 'retry-after': '61' }), standing)).toEqual({ kind: 'stop', askedMs: 61_000 });
  });
});

describe('totalMs', () => {
  it('is all attempts and the longest backoffs between them', () => {
    expect(totalMs(30_000, 0)).toBe(30_000);
    expect(totalMs(30_000, 3)).toBe(4 * 30_000 + 250 + 500 + 1000);
  });
});
