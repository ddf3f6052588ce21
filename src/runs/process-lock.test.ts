// A lock file names its process: which processes hold the lock, and which have left it behind.
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { takeProcessLock, thisProcess } from './process-lock.ts';

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

function leave(number: number, content: string): void {
  writeFileSync(`${path}.${number}`, content);
}

describe('is taken over', () => {
  it.each([
    ['from a process that has ended', endedProcess],
    ['from an earlier process with the number of a living one', { ...self, started: '1' }],
  ])('%s', (_, holder) => {
    leave(1, JSON.stringify(holder));
    const lock = takeProcessLock(path);
    expect(lock.isHeld).toBe(false);
    const [name = '', ...others] = readdirSync(folder.path);
    expect(others).toEqual([]);
    expect(JSON.parse(readFileSync(folder.file(name), 'utf8'))).toEqual(self);
    if (!lock.isHeld) lock.release();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('from a process that was killed before it wrote its name', () => {
    leave(1, '');
    utimesSync(`${path}.1`, new Date(0), new Date(0));
    expect(takeProcessLock(path).isHeld).toBe(false);
  });
});

describe('is not taken', () => {
  it.each([
    ['from a living process', self],
    ['from a process of another machine, which cannot be examined', { ...endedProcess, host: 'elsewhere' }],
  ])('%s', (_, holder) => {
    leave(1, JSON.stringify(holder));
    expect(takeProcessLock(path)).toEqual({ isHeld: true, file: `${path}.1`, holder });
  });

  it('from a process that is just writing its name', () => {
    leave(1, '');
    expect(takeProcessLock(path)).toMatchObject({ isHeld: true, holder: undefined });
  });

  it('and a process that gives up leaves no file', () => {
    leave(1, JSON.stringify(self));
    takeProcessLock(path);
    expect(readdirSync(folder.path)).toEqual(['lock.1']);
  });
});
