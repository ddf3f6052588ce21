// Readiness follows the writes: what a failed write and a heartbeat change.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from './store.ts';
import { type WriteHealth, writeHealth } from './write-health.ts';

const full = new StoreUnavailable('full');
const lost = new StoreUnavailable('unreachable');

let health: WriteHealth;
/** The length of each heartbeat's text. */
let beats: number[];
let result: boolean | StoreUnavailable;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  beats = [];
  result = true;
  health = writeHealth(async (text) => {
    beats.push(text.length);
    if (typeof result !== 'boolean') throw result;
    return result;
  });
});
afterEach(() => vi.useRealTimers());

const check = () => health.check().catch((error: unknown) => error);
const fail = (error: unknown) => health.watch(Promise.reject(error)).catch(() => undefined);

it('writes a heartbeat as large as a record, at most once a second', async () => {
  expect(await Promise.all([check(), check(), check()])).toEqual([undefined, undefined, undefined]);
  expect(beats).toEqual([2000]);
  vi.advanceTimersByTime(999);
  await check();
  expect(beats).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await check();
  expect(beats).toHaveLength(2);
});

it('rejects from a failed write until a later heartbeat', async () => {
  await check();
  await fail(lost);
  expect(await check()).toBe(lost);
  vi.advanceTimersByTime(1000);
  expect(await check()).toBeUndefined();
});

it('takes no notice of a write that the database has not failed', async () => {
  await check();
  await fail(new Error('a mistake'));
  await health.watch(Promise.resolve('stored'));
  expect(await check()).toBeUndefined();
});

it('rejects while heartbeats fail, and after a full disk needs room for more than a record', async () => {
  result = full;
  expect(await check()).toBe(full);
  expect(await check()).toBe(full);
  expect(beats).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  result = true;
  expect(await check()).toBeUndefined();
  expect(beats[1]).toBeGreaterThan(100_000);
  vi.advanceTimersByTime(1000);
  await check();
  expect(beats[2]).toBe(2000);
});

it('leaves it as it is while a heartbeat cannot be tried', async () => {
  result = false;
  expect(await check()).toBeUndefined();
  await fail(lost);
  vi.advanceTimersByTime(1000);
  expect(await check()).toBe(lost);
});
