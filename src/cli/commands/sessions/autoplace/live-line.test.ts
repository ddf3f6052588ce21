// The line that shows how far the search is, and the best placement so far that is saved meanwhile; the clock is set by hand.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../client/clock.ts';
import { createSecrets } from '../../../../secrets.ts';
import { createContext } from '../../../context.ts';
import type { Io } from '../../../io.ts';
import { createBestSoFar, liveLine } from './search.ts';

it.each([
  [100, 2, '12 s · 2 talks clashing or left out · 7 wishes unmet · best so far saved'],
  [100, 0, '12 s · 0 clashes · 7 wishes unmet · best so far saved'],
  [40, 0, '12 s · 0 clashes · 7 wishes unmet'],
  [30, 0, '12 s · 0 clashes'],
])('shows in %i columns what fits', (columns, musts, expected) => {
  let now = 0;
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns });
  const io: Io = {
    ...{
      env: {},
      homedir: '/',
      platform: 'linux',
      self: ['node'],
      nodeVersion: '',
      packageDirectory: '.',
      secrets: createSecrets(),
    },
    ...{ stdin: new PassThrough(), stdout: new PassThrough(), stderr, stopped: new AbortController().signal },
    clock: { ...systemClock, now: () => now },
    holdInterrupts: () => () => undefined,
    boundMemory: () => undefined,
  };
  const line = liveLine(createContext(io, { color: false, input: true, quiet: false }, {}));
  now = 12_000;
  line.update({ cost: { musts, rest: 7 } }, true);
  expect(String(stderr.read())).toBe(`\r\u001b[K${expected}`);
});

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
