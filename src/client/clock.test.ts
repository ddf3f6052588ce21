// The system clock.
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('does not wake early from a sleep that is too long for a timer', async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(2 ** 31 + 5, stop.signal);
  // Node fires such a timer after 1 ms.
  const first = await Promise.race([
    sleeping.then(() => 'too early'),
    systemClock.sleep(50).then(() => 'later'),
  ]);
  expect(first).toBe('later');
  stop.abort('SIGINT');
  await expect(sleeping).rejects.toBe('SIGINT');
});

it('stops listening to the signal after a sleep and after an abort', async () => {
  const stop = new AbortController();
  const listeners = () => getEventListeners(stop.signal, 'abort').length;
  const sleeping = systemClock.sleep(5, stop.signal);
  expect(listeners()).toBe(1);
  await sleeping;
  expect(listeners()).toBe(0);

  const aborted = systemClock.sleep(60_000, stop.signal);
  stop.abort('SIGINT');
  await expect(aborted).rejects.toBe('SIGINT');
  expect(listeners()).toBe(0);
  await expect(systemClock.sleep(0, stop.signal)).rejects.toBe('SIGINT');
});
