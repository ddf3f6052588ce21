// Two processes never hold the same lock; a killed process holds none.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ConflictError, JournalError } from '../errors.ts';
import { takeLock } from './lock.ts';

describe.each([
  ['of the system', undefined],
  ['of a file that names its process, where SQLite has no binary', () => undefined],
])('a lock %s', (_, load) => {
  it('is held by one process, until that is killed', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path, load);
    expect(() => takeLock(path, 'another import', load)).toThrow(ConflictError);
    expect(() => takeLock(path, 'another import', load)).toThrow('another import is in progress');
    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    takeLock(path, 'another import', load).release();
  });

  it('is held by one run within a process, until that releases it', () => {
    const path = lockPath();
    const lock = takeLock(path, 'another import', load);
    expect(() => takeLock(path, 'another import', load)).toThrow(ConflictError);
    lock.release();
    takeLock(path, 'another import', load).release();
  });

  it('that cannot be written is an error of the journal', () => {
    expect(() => takeLock(join(lockPath(), 'x'), 'another import', load)).toThrow(JournalError);
  });
});

function lockPath(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.file('x.lock');
}

/** Resolves when another process has the lock. */
async function holdElsewhere(path: string, load: (() => undefined) | undefined): Promise<ChildProcess> {
  const program = `
    import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
    globalThis.lock = takeLock(${JSON.stringify(path)}, 'it', ${load});
    process.stdout.write('taken\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('no output to read');
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('taken\n');
  return child;
}
