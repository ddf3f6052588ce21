// A lock file names its process: which processes hold the lock, and which have left it behind.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Holder, lockFileOf, takeProcessLock, thisProcess } from './process-lock.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = folder.file('lock');
});
afterEach(() => folder.remove());

const self = thisProcess();
// Above the largest process number of any system.
const endedProcess = { ...self, pid: 2 ** 22 + 1 };

/** Creates the file of a process. */
function leave(holder: Holder): string {
  const file = lockFileOf(path, holder);
  writeFileSync(file, '');
  return file;
}

describe('is taken over', () => {
  it.each([
    ['from a process that has ended', endedProcess],
    ['from an earlier process with the number of a living one', { ...self, started: '1' }],
  ])('%s', (_, holder) => {
    const left = leave(holder);
    const lock = takeProcessLock(path);
    expect(lock.isHeld).toBe(false);
    const names = readdirSync(folder.path);
    expect(names).toEqual([expect.stringMatching(`^lock\\.${self.pid}-${self.started}-\\w{32}\\.`)]);
    expect(names).not.toContain(basename(left));
    if (!lock.isHeld) lock.release();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('is not taken', () => {
  it.each([
    ['from a living process', self],
    ['from a process of another machine, which cannot be examined', { ...endedProcess, host: 'else.where/-%.å' }],
  ])('%s', (_, holder) => {
    const file = leave(holder);
    expect(takeProcessLock(path)).toEqual({ isHeld: true, file, holder });
  });

  it('and a process that gives up leaves no file', () => {
    const file = leave(self);
    takeProcessLock(path);
    expect(readdirSync(folder.path)).toEqual([basename(file)]);
  });
});

it('ignores other files beside it', () => {
  for (const name of ['lock', 'lock.x', 'lock.1-2-3']) writeFileSync(folder.file(name), '');
  expect(takeProcessLock(path).isHeld).toBe(false);
});
