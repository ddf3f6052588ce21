// Keeps two runs from working on the same thing at the same time. The system lets go of the lock when the process ends, however it ends.
import { closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';
import { ConflictError } from '../errors.ts';

export interface Lock {
  release(): void;
}

// Whoever only looks whether it is held has it for a moment.
const patienceMs = 100;

/**
 * Takes the lock that a file stands for, or gives up soon. Node has no file locks; the database has, on every system.
 * @param what whom it keeps out, as the start of a sentence: `another run that sends speakers to conf`
 * @throws {ConflictError} where another process has it
 */
export function takeLock(path: string, what: string): Lock {
  closeSync(openSync(path, 'a', 0o600));
  const database = new Libsql(path, { timeout: patienceMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    throw new ConflictError(`${what} is running`, {
      cause,
      fix: 'wait until it has ended, or stop it with Ctrl-C, and run this again',
    });
  }
  return { release: () => void database.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
