// The system clock, on fake timers.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longestTimerMs, systemClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does not wake early from a sleep that is too long for a timer', async () => {
  const woken = vi.fn();
  const sleeping = systemClock.sleep(2 ** 31 + 5).then(woken);
  await vi.advanceTimersByTimeAsync(longestTimerMs - 1);
  expect(woken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
});

it('stops listening to the signal after a sleep and after an abort', async () => {
  const stop = new AbortController();
  const listeners = () => getEventListeners(stop.signal, 'abort').length;
  const sleeping = systemClock.sleep(100, stop.signal);
  expect(listeners()).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  await sleeping;
  expect(listeners()).toBe(0);

  const aborted = systemClock.sleep(100, stop.signal);
  stop.abort('SIGINT');
  await expect(aborted).rejects.toBe('SIGINT');
  expect([listeners(), vi.getTimerCount()]).toEqual([0, 0]);
});
