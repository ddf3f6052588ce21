// The best placement so far is saved meanwhile; the clock is set by hand.
import { expect, it } from 'vitest';
import { createBestSoFar } from './search.ts';

it('saves each better placement, at most once a second, and with pauses of 20 times as long as saving takes', async () => {
  let now = 0;
  const saved: string[] = [];
  const best = createBestSoFar({ now: () => now }, async (lanes: string) => {
    now += lanes === 'slow' ? 500 : 0;
    if (lanes === 'full') throw new Error('no space left');
    saved.push(lanes);
  });
  const offer = async (at: number, version: number, lanes: string) => {
    now = at;
    best.offer({ version, lanes });
    await best.settled();
    return best.isSaved({ version, lanes });
  };
  expect(await offer(500, 0, 'early')).toBe(false);
  expect(await offer(1000, 0, 'first')).toBe(true);
  expect(await offer(2500, 0, 'no better')).toBe(true);
  expect(await offer(2500, 1, 'slow')).toBe(true);
  expect(await offer(12_000, 2, 'too soon')).toBe(false);
  expect(await offer(13_500, 2, 'full')).toBe(false);
  expect(await offer(14_600, 2, 'again')).toBe(true);
  expect(saved).toEqual(['first', 'slow', 'again']);
});
