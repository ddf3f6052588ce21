// Owns locks between processes. A lock ends with its process, however that ends.
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { ConflictError } from '../errors.ts';
import { cannotWrite } from './journal.ts';
import { type ProcessLock, takeProcessLock } from './process-lock.ts';

export interface Lock {
  release(): void;
}

// A process that only checks the lock holds it for a moment.
const timeoutMs = 100;

/**
 * Takes the lock of a file, or gives up soon. Node offers no file locks; SQLite does, and the system releases them. Where
 * SQLite has no binary, a file names the process instead.
 * @param what the holder, as the start of the message: `another run that sends speakers to conf`
 * @param load returns undefined where SQLite has no binary
 * @throws {ConflictError} if another process holds it @throws {JournalError} if the file cannot be written
 */
export function takeLock(path: string, what: string, load = loadSqlite): Lock {
  const sqlite = load();
  let lock: Lock | ProcessLock;
  try {
    lock = sqlite === undefined ? takeProcessLock(path) : takeFileLock(path, sqlite);
  } catch (cause) {
    if (isBusy(cause)) throw held(what, { cause });
    throw cannotWrite(path, cause);
  }
  if (!('isHeld' in lock) || !lock.isHeld) return lock;
  throw held(what, lock);
}

function takeFileLock(path: string, Sqlite: typeof Libsql): Lock {
  closeSync(openSync(path, 'a', 0o600));
  const database = new Sqlite(path, { timeout: timeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => void database.close() };
}

/** Undefined on a system for which no binary is installed. */
function loadSqlite(): typeof Libsql | undefined {
  try {
    return createRequire(import.meta.filename)('libsql');
  } catch {
    return undefined;
  }
}

type Held = Partial<Extract<ProcessLock, { isHeld: true }>> & { readonly cause?: unknown };

function held(what: string, { cause, holder, file }: Held): ConflictError {
  const wait = 'wait until it has ended, or stop it with Ctrl-C, then run the same command again';
  const otherwise =
    holder === undefined ? '' : `; if process ${holder.pid} on ${holder.host} is something else, remove ${file} first`;
  return new ConflictError(`${what} is in progress`, { cause, fix: `${wait}${otherwise}` });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
