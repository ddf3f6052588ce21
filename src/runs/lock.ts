// Owns locks between processes. A lock ends with its process, however that ends. Must not know what
// is locked.
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { BusyError, JournalError, type NextStep } from '../errors.ts';
import { needFreeFiles } from '../free-files.ts';
import { cannotWrite } from './write-error.ts';

export interface Lock {
  release(): void;
}

/** A process that only checks the lock holds it for a moment. */
const momentMs = 100;

/**
 * Takes the lock of a file, or gives up soon. Node offers no file locks; SQLite does, and the
 * system releases them.
 * @param holder who else may hold it. `what`: as the start of a message, `another run that sends
 *   speakers to conf`; `next`: commands that show what it does
 * @param patienceMs how long to block this process while another one holds it
 * @throws {BusyError} if another process holds it
 * @throws {JournalError} if the file cannot be written, or SQLite has no binary for this system
 */
export function takeLock(
  path: string,
  holder: { readonly what: string; readonly next?: readonly NextStep[] },
  patienceMs = momentMs,
): Lock {
  try {
    closeSync(openSync(path, 'a', 0o600));
    needFreeFiles();
    const Sqlite = loadSqlite();
    const database = new Sqlite(path, { timeout: patienceMs });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => void database.close() };
  } catch (cause) {
    const isBusy =
      cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');
    if (!isBusy) throw cannotWrite(path, cause);
    throw new BusyError(`${holder.what} is in progress`, {
      cause,
      retryable: true,
      fix: 'wait until it has ended, or stop it with Ctrl-C, then run the same command again',
      next: holder.next ?? [],
    });
  }
}

/** @throws {JournalError} on a system for which no binary is installed */
function loadSqlite(): typeof Libsql {
  try {
    return createRequire(import.meta.filename)('libsql');
  } catch (cause) {
    throw new JournalError(
      'the run cannot be locked against another one: libsql has no binary for this system',
      {
        cause,
        fix: 'install Plenary again with its optional dependencies',
      },
    );
  }
}
