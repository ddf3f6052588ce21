// The lock on a real disk, with short times.
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { withFileLock } from './file-lock.ts';

let folder: ReturnType<typeof temporaryFolder>;
let lock: string;

beforeEach(() => {
  folder = temporaryFolder();
  lock = folder.file('config.json.lock');
});

afterEach(() => folder.remove());

const atOnce = { staleMs: 0, maxWaitMs: 60_000 };

it('exists while the work runs, and is removed even if the work fails', async () => {
  expect(await withFileLock(lock, () => existsSync(lock))).toBe(true);
  expect(existsSync(lock)).toBe(false);
  const failing = withFileLock(lock, () => {
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect(existsSync(lock)).toBe(false);
});

it('is taken over from a process that died', async () => {
  writeFileSync(lock, '1\n');
  expect(await withFileLock(lock, () => 'done', atOnce)).toBe('done');
  expect(existsSync(lock)).toBe(false);
});

it('is taken over even if a process died while taking it over', async () => {
  writeFileSync(lock, '1\n');
  mkdirSync(`${lock}.removing`);
  expect(await withFileLock(lock, () => 'done', atOnce)).toBe('done');
  expect(existsSync(`${lock}.removing`)).toBe(false);
});

it('is left to the process that took it over meanwhile', async () => {
  await withFileLock(lock, () => writeFileSync(lock, 'another process\n'));
  expect(readFileSync(lock, 'utf8')).toBe('another process\n');
});

it('is nothing to remove after another process has taken it over and removed it', async () => {
  expect(await withFileLock(lock, () => rmSync(lock))).toBeUndefined();
});

it.each([
  ['long ago', 0],
  ['in the future', Date.UTC(2099, 0)],
])('is not taken over because of its date: %s', async (_, date) => {
  writeFileSync(lock, '1\n');
  utimesSync(lock, new Date(date), new Date(date));
  const waiting = withFileLock(lock, () => 'done', { staleMs: 60_000, maxWaitMs: 0 });
  await expect(waiting).rejects.toThrow(`${lock} has existed for too long`);
  expect(existsSync(lock)).toBe(true);
});
