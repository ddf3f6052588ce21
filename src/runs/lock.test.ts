// Two runs of one process never hold the same lock, and where none can be taken, a run is refused.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ConflictError, JournalError } from '../errors.ts';
import { takeLock } from './lock.ts';

it('a lock is held by one run within a process, until that releases it', () => {
  const path = lockPath();
  const lock = takeLock(path, 'another import');
  expect(() => takeLock(path, 'another import')).toThrow(ConflictError);
  lock.release();
  takeLock(path, 'another import').release();
});

it('a lock that cannot be written is an error of the journal', () => {
  expect(() => takeLock(join(lockPath(), 'x'), 'another import')).toThrow(JournalError);
});

function lockPath(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.file('x.lock');
}
