// Owns locks between processes. A lock ends with its process, however that ends.
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import type { Clock } from '../client/clock.ts';
import { ConflictError, JournalError } from '../errors.ts';
import { needFreeFiles } from '../free-files.ts';
import { cannotWrite } from './journal.ts';

export interface Lock {
  release(): void;
}

/** A process that only checks the lock holds it for a moment. */
const momentMs = 100;

/**
 * Takes the lock of a file, or gives up soon. Node offers no file locks; SQLite does, and the
 * system releases them.
 * @param what the holder, as the start of the message: `another run that sends speakers to conf`
 * @param patienceMs how long to block this process while another one holds it
 * @throws {ConflictError} if another process holds it
 * @throws {JournalError} if the file cannot be written, or SQLite has no binary for this system
 */
export function takeLock(path: string, what: string, patienceMs = momentMs): Lock {
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
    throw new ConflictError(`${what} is in progress`, {
      cause,
      fix: 'wait until it has ended, or stop it with Ctrl-C, then run the same command again',
    });
  }
}

/**
 * Takes a lock that others hold for one request each.
 * @param take takes it, if it is free
 * @throws what `take` throws: {ConflictError}, if the lock is still held after some seconds
 */
export async function lockWhenFree(
  take: () => Lock,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Lock> {
  const until = clock.now() + waitedMs;
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof ConflictError) || clock.now() >= until) throw error;
      await clock.sleep(pauseMs, signal);
    }
  }
}

const waitedMs = 10_000;
const pauseMs = 50;

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
