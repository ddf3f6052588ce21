// The limiter, on a clock on which waiting takes no time.
import { describe, expect, it } from 'vitest';
import { instantClock } from '../../test/support/instant-clock.ts';
import { NetworkError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { type Outcome, toOutcome } from './failure.ts';
import { Pace, type PaceOptions } from './pace.ts';

function paceWith(options: Partial<PaceOptions> = {}) {
  const clock = instantClock();
  const pauses: number[] = [];
  const pace = new Pace({
    concurrency: 2,
    retries: 3,
    clock,
    onPause: (ms) => pauses.push(ms),
    onSilence: () => undefined,
    ...options,
  });
  return { pace, clock, pauses };
}

const attempt = {
  base: readBaseUrl('https://program.example.org'),
  token: 'token',
  request: { method: 'GET', path: '/v1/x', repeatable: true },
  attempts: 1,
};

function respond(status: number, headers: Record<string, string> = {}): Outcome {
  return toOutcome({ status, headers, text: '' }, attempt, instantClock().date());
}

const reset: Outcome = { kind: 'failure', effect: 'unknown', error: new NetworkError('reset') };

function limited(remaining: number, seconds: number): Outcome {
  return respond(201, { 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${seconds}` });
}

async function acquire(pace: Pace, count: number): Promise<readonly number[]> {
  const turns: number[] = [];
  for (let i = 0; i < count; i++) turns.push(await pace.acquire());
  return turns;
}

/** One request after the other, each with its outcome at once. */
async function exchange(pace: Pace, ...outcomes: readonly Outcome[]): Promise<void> {
  for (const outcome of outcomes) pace.release(await pace.acquire(), outcome);
}

/** Lets all pending promises resolve. */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the pace', () => {
  it('admits as many as the limit at once, and the others in order', async () => {
    const { pace } = paceWith();
    const acquired: [number, number][] = [];
    for (const number of [1, 2, 3, 4])
      void pace.acquire().then((turn) => acquired.push([number, turn]));
    await nextTurn();
    expect(acquired.map(([number]) => number)).toEqual([1, 2]);
    for (const [, turn] of acquired.slice(0, 1)) pace.release(turn);
    await nextTurn();
    expect(acquired.map(([number]) => number)).toEqual([1, 2, 3]);
  });

  it('spaces requests by the rate, from the first on', async () => {
    const { pace, clock } = paceWith({ concurrency: 9, ratePerSecond: 10 });
    for (let i = 0; i < 4; i++) await pace.acquire();
    expect(clock.waits).toEqual([100, 100, 100]);
  });

  it('saves up no turns while idle', async () => {
    const { pace, clock } = paceWith({ concurrency: 9, ratePerSecond: 10 });
    await pace.acquire();
    await clock.sleep(5000);
    await pace.acquire();
    await pace.acquire();
    expect(clock.waits).toEqual([5000, 100]);
  });

  it('pauses all requests when one response asks for it, and reports the pause once', async () => {
    const { pace, clock, pauses } = paceWith({ concurrency: 9 });
    await exchange(pace, respond(429, { 'retry-after': '3' }));
    await Promise.all([pace.acquire(), pace.acquire(), pace.acquire()]);
    expect(clock.waits).toEqual([3000]);
    expect(pauses).toEqual([3000]);
  });

  it('rejects waiting requests when the signal is aborted', async () => {
    const stopping = new AbortController();
    const { pace } = paceWith({ concurrency: 1, signal: stopping.signal });
    await pace.acquire();
    const waiting = [pace.acquire(), pace.acquire()];
    const ends = Promise.allSettled(waiting);
    await nextTurn();
    stopping.abort('SIGINT');
    expect(await ends).toEqual([
      { status: 'rejected', reason: 'SIGINT' },
      { status: 'rejected', reason: 'SIGINT' },
    ]);
  });
});

describe('a limit that the service reports', () => {
  it('is not exceeded before its reset, which is reported as a pause', async () => {
    const { pace, clock, pauses } = paceWith({ concurrency: 9 });
    await exchange(pace, limited(2, 60));
    for (const turn of await acquire(pace, 2)) pace.release(turn, limited(0, 60));
    await pace.acquire();
    expect(clock.waits).toEqual([60_010]);
    expect(pauses).toEqual([60_010]);
  });

  it('may not include the requests in flight', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [first] = await acquire(pace, 4);
    if (first !== undefined) pace.release(first, limited(4, 60));
    await pace.acquire();
    expect(clock.waits).toEqual([]);
    await pace.acquire();
    expect(clock.waits).toEqual([60_010]);
  });

  it('is not raised by an older response that arrives late', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [first, second] = await acquire(pace, 2);
    if (first === undefined || second === undefined) throw new Error('no turn was acquired');
    pace.release(second, limited(0, 60));
    pace.release(first, limited(1, 60));
    await pace.acquire();
    expect(clock.waits).toEqual([60_010]);
  });

  it('resets a second after the request was sent, however long the response took', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const turn = await pace.acquire();
    await clock.sleep(400);
    pace.release(turn, limited(0, 1));
    await pace.acquire();
    expect(clock.waits).toEqual([400, 610]);
  });

  it('does not carry over to the next window', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [first, late] = await acquire(pace, 2);
    if (first === undefined || late === undefined) throw new Error('no turn was acquired');
    pace.release(first, limited(5, 1));
    await clock.sleep(1200);
    pace.release(late, limited(0, 1));
    await acquire(pace, 3);
    expect(clock.waits).toEqual([1200]);
  });
});

describe('a service in trouble', () => {
  const busy = respond(429);
  const ok = respond(201);

  it('gets longer pauses until a request succeeds, if it requests none itself', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    await exchange(pace, busy, busy, busy, busy, busy, busy, busy, ok, ok, busy, ok);
    expect(clock.waits).toEqual([125, 250, 500, 1000, 2000, 4000, 4000, 125]);
  });

  it.each<[string, readonly Outcome[]]>([
    [
      'a single failure, which may be caused by the request',
      [respond(500), ok, reset, ok, respond(503)],
    ],
    [
      'two failures, between which it refuses a request',
      [respond(500), respond(422), respond(500), ok],
    ],
    ['a failure that asks for a wait', [respond(500, { 'retry-after': '3600' }), ok]],
    ['a success that asks for a wait', [respond(201, { 'retry-after': '3' }), ok]],
    [
      'responses that cannot be used, but show that it works',
      [respond(303), respond(303), respond(303), reset, ok],
    ],
  ])('gets no pause after %s', async (_, outcomes) => {
    const { pace, clock } = paceWith();
    await exchange(pace, ...outcomes);
    expect(clock.waits).toEqual([]);
  });

  it('gets a pause after two failures in a row', async () => {
    const { pace, clock } = paceWith();
    await exchange(pace, respond(503), respond(500), ok);
    expect(clock.waits).toEqual([125]);
  });

  it('is probed by one request at a time, after one pause for all failures in flight', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    for (const turn of await acquire(pace, 9)) pace.release(turn, reset);
    let acquired = 0;
    for (let i = 0; i < 9; i++) void pace.acquire().then(() => acquired++);
    await nextTurn();
    expect([acquired, clock.waits]).toEqual([1, [125]]);
  });

  it('counts as working while requests succeed, not counting the longest pause', async () => {
    const { pace, clock } = paceWith();
    expect(pace.succeededWithin(1000)).toBe(false);
    await exchange(pace, ok, respond(429, { 'retry-after': '90' }));
    pace.release(await pace.acquire(), busy);
    expect(pace.succeededWithin(1000)).toBe(true);
    await clock.sleep(1001);
    expect(pace.succeededWithin(1000)).toBe(false);
  });
});
