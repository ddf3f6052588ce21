// Two runs of one process never hold the same lock.
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ConflictError, JournalError } from '../errors.ts';
import { takeLock } from './lock.ts';

describe.each([
  ['of the system', undefined],
  ['of a file that names its process, where SQLite has no binary', () => undefined],
])('a lock %s', (_, load) => {
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
