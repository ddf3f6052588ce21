// Owns locks between processes. The system releases a lock when its process ends, however it ends.
import { closeSync, openSync } from 'node:fs';
import Libsql from 'libsql';
import { ConflictError } from '../errors.ts';

export interface Lock {
  release(): void;
}

// A process that only checks the lock holds it for a moment.
const timeoutMs = 100;

/**
 * Takes the lock of a file, or gives up soon. Node offers no file locks; SQLite does, on every system.
 * @param what the holder, as the start of the message: `another run that sends speakers to conf`
 * @throws {ConflictError} if another process holds it
 */
export function takeLock(path: string, what: string): Lock {
  closeSync(openSync(path, 'a', 0o600));
  const database = new Libsql(path, { timeout: timeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    throw new ConflictError(`${what} is in progress`, {
      cause,
      fix: 'wait until it has ended, or stop it with Ctrl-C, then run the same command again',
    });
  }
  return { release: () => void database.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
