// The limiter on a clock that takes no time.
import { describe, expect, it } from 'vitest';
import { instantClock } from '../../test/support/instant-clock.ts';
import { createPace, type Pace, type PaceOptions } from './pace.ts';
import type { Outcome } from './retry.ts';
import type { Turn } from './window.ts';

function paceWith(options: Partial<PaceOptions> = {}) {
  const clock = instantClock();
  const pauses: number[] = [];
  const pace = createPace({ concurrency: 2, clock, onPause: (ms) => pauses.push(ms), ...options });
  return { pace, clock, pauses };
}

function answer(status: number, headers: Record<string, string> = {}): Outcome {
  const answered = { status, headers, requestId: undefined, body: undefined };
  return { kind: status < 300 ? 'success' : 'refusal', answer: answered };
}

const reset: Outcome = { kind: 'failure', sent: true, reason: 'the connection was closed', passing: true };

function told(remaining: number, seconds: number): Outcome {
  return answer(201, { 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${seconds}` });
}

async function enter(pace: Pace, count: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let i = 0; i < count; i++) turns.push(await pace.enter());
  return turns;
}

/** One request after the other, each ending at once. */
async function exchange(pace: Pace, ...outcomes: readonly Outcome[]): Promise<void> {
  for (const outcome of outcomes) pace.leave(await pace.enter(), outcome);
}

/** Lets everything that can go on now go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the pace', () => {
  it('lets so many in at once, and the others in their order', async () => {
    const { pace } = paceWith();
    const entered: [number, Turn][] = [];
    for (const number of [1, 2, 3, 4]) void pace.enter().then((turn) => entered.push([number, turn]));
    await settle();
    expect(entered.map(([number]) => number)).toEqual([1, 2]);
    for (const [, turn] of entered.slice(0, 1)) pace.leave(turn);
    await settle();
    expect(entered.map(([number]) => number)).toEqual([1, 2, 3]);
  });

  it('spaces requests by the rate, from the first on', async () => {
    const { pace, clock } = paceWith({ concurrency: 9, ratePerSecond: 10 });
    for (let i = 0; i < 4; i++) await pace.enter();
    expect(clock.waits).toEqual([100, 100, 100]);
  });

  it('saves no turns up while nothing is asked for', async () => {
    const { pace, clock } = paceWith({ concurrency: 9, ratePerSecond: 10 });
    await pace.enter();
    await clock.sleep(5000);
    await pace.enter();
    await pace.enter();
    expect(clock.waits).toEqual([5000, 100]);
  });

  it('holds everyone when one answer asks for a pause, and says so once', async () => {
    const { pace, clock, pauses } = paceWith({ concurrency: 9 });
    await exchange(pace, answer(429, { 'retry-after': '3' }));
    await Promise.all([pace.enter(), pace.enter(), pace.enter()]);
    expect(clock.waits).toEqual([3000]);
    expect(pauses).toEqual([3000]);
  });

  it('takes no pause from an answer that only names a later time', async () => {
    const { pace, clock } = paceWith();
    await exchange(pace, answer(201, { 'retry-after': '3' }), answer(201));
    expect(clock.waits).toEqual([]);
  });

  it('lets go of those in line when the signal is given', async () => {
    const stopping = new AbortController();
    const { pace } = paceWith({ concurrency: 1, signal: stopping.signal });
    await pace.enter();
    const waiting = [pace.enter(), pace.enter()];
    const ends = Promise.allSettled(waiting);
    await settle();
    stopping.abort('SIGINT');
    expect(await ends).toEqual([
      { status: 'rejected', reason: 'SIGINT' },
      { status: 'rejected', reason: 'SIGINT' },
    ]);
  });
});

describe('a limit that the service tells', () => {
  it('is not overstepped, and whole again at its reset', async () => {
    const { pace, clock, pauses } = paceWith({ concurrency: 9 });
    await exchange(pace, told(2, 60));
    await enter(pace, 3);
    expect(clock.waits).toEqual([60_010]);
    expect(pauses).toEqual([60_010]);
  });

  it('counts those that left after the one that was answered, and no others', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [, second] = await enter(pace, 4);
    if (second !== undefined) pace.leave(second, told(3, 60));
    await pace.enter();
    expect(clock.waits).toEqual([]);
    await pace.enter();
    expect(clock.waits).toEqual([60_010]);
  });

  it('does not believe an older answer that comes late', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [first, second] = await enter(pace, 2);
    if (first === undefined || second === undefined) throw new Error('nobody entered');
    pace.leave(second, told(0, 60));
    pace.leave(first, told(1, 60));
    await pace.enter();
    expect(clock.waits).toEqual([60_010]);
  });

  it('ends a second after the sending of the request that was told so, however long the answer took', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const turn = await pace.enter();
    await clock.sleep(400);
    pace.leave(turn, told(0, 1));
    await pace.enter();
    expect(clock.waits).toEqual([400, 610]);
  });

  it('is known better than a refusal at the wall tells it in whole seconds', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    await exchange(pace, told(1, 2));
    const turn = await pace.enter();
    await clock.sleep(1500);
    pace.leave(turn, answer(429, { 'retry-after': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '2' }));
    await pace.enter();
    expect(clock.waits).toEqual([1500, 510]);
  });

  it('of the window before means nothing for the next', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    const [first, late] = await enter(pace, 2);
    if (first === undefined || late === undefined) throw new Error('nobody entered');
    pace.leave(first, told(5, 1));
    await clock.sleep(1200);
    pace.leave(late, told(0, 1));
    await enter(pace, 3);
    expect(clock.waits).toEqual([1200]);
  });
});

describe('a service in trouble', () => {
  const busy = answer(429);
  const ok = answer(201);

  it('that gives no time is left alone for longer and longer, until it has done something', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    await exchange(pace, busy, busy, busy, busy, busy, busy, busy, ok, ok, busy, ok);
    expect(clock.waits).toEqual([125, 250, 500, 1000, 2000, 4000, 4000, 125]);
  });

  it('is not left alone for a single failure, which may be the request’s own', async () => {
    const { pace, clock } = paceWith();
    await exchange(pace, answer(500), ok, reset, ok, answer(503));
    expect(clock.waits).toEqual([]);
    await exchange(pace, answer(500), ok);
    expect(clock.waits).toEqual([125]);
  });

  it('is asked by one at a time whether it is back, and costs those in flight one pause', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    for (const turn of await enter(pace, 9)) pace.leave(turn, reset);
    let entered = 0;
    for (let i = 0; i < 9; i++) void pace.enter().then(() => entered++);
    await settle();
    expect([entered, clock.waits]).toEqual([1, [125]]);
  });

  it('moves on as long as anything succeeds, the longest pause left aside', async () => {
    const { pace, clock } = paceWith();
    expect(pace.movesOn(1000)).toBe(false);
    await exchange(pace, ok, answer(429, { 'retry-after': '90' }));
    pace.leave(await pace.enter(), busy);
    expect(pace.movesOn(1000)).toBe(true);
    await clock.sleep(1001);
    expect(pace.movesOn(1000)).toBe(false);
  });
});
