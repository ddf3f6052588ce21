// The limiter on a clock that takes no time.
import { describe, expect, it } from 'vitest';
import { instantClock } from '../../test/instant-clock.ts';
import { createPace, type PaceOptions } from './pace.ts';

function paceWith(options: Partial<PaceOptions> = {}) {
  const clock = instantClock();
  const pauses: number[] = [];
  const pace = createPace({ concurrency: 2, clock, onPause: (ms) => pauses.push(ms), ...options });
  return { pace, clock, pauses };
}

/** Lets everything that can go on now go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the pace', () => {
  it('lets so many in at once, and the others in their order', async () => {
    const { pace } = paceWith();
    const entered: number[] = [];
    for (const number of [1, 2, 3, 4]) void pace.enter().then(() => entered.push(number));
    await settle();
    expect(entered).toEqual([1, 2]);
    pace.leave();
    await settle();
    expect(entered).toEqual([1, 2, 3]);
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
    pace.heed(429, { 'retry-after': '3' });
    await Promise.all([pace.enter(), pace.enter(), pace.enter()]);
    expect(clock.waits).toEqual([3000]);
    expect(pauses).toEqual([3000]);
  });

  it('takes no pause from an answer that only names a later time', async () => {
    const { pace, clock } = paceWith();
    pace.heed(201, { 'retry-after': '3' });
    await pace.enter();
    expect(clock.waits).toEqual([]);
  });

  it('stops before a limit is overstepped, and goes on at its reset', async () => {
    const { pace, clock, pauses } = paceWith({ concurrency: 9 });
    await pace.enter();
    pace.leave();
    pace.heed(200, { 'ratelimit-limit': '3', 'ratelimit-remaining': '2', 'ratelimit-reset': '60' });
    for (let i = 0; i < 3; i++) await pace.enter();
    expect(clock.waits).toEqual([60_000]);
    expect(pauses).toEqual([60_000]);
  });

  it('counts what is in flight against what is left', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    for (let i = 0; i < 3; i++) await pace.enter();
    pace.leave();
    pace.heed(200, { 'ratelimit-remaining': '2', 'ratelimit-reset': '60' });
    await pace.enter();
    expect(clock.waits).toEqual([60_000]);
  });

  it('does not believe an older answer that comes late', async () => {
    const { pace, clock } = paceWith({ concurrency: 9 });
    pace.heed(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' });
    pace.heed(200, { 'ratelimit-remaining': '1', 'ratelimit-reset': '60' });
    await pace.enter();
    expect(clock.waits).toEqual([60_000]);
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
