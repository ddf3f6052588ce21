// Owns the Store on an SQLite file: opens the file and combines the parts that read and write it.
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseError } from '../../../errors.ts';
import { idSource } from '../../ids.ts';
import { kinds } from '../records.ts';
import { requestWindows } from '../request-windows.ts';
import type { OpenOptions, Store } from '../store.ts';
import { administrationStore } from './administration.ts';
import { type Connection, connect, loadSqlite, makeDurable, neverWait, sqliteCode } from './connection.ts';
import { type DatabaseFile, databaseFile } from './database-file.ts';
import { events as eventsOf } from './events.ts';
import { listing } from './listing.ts';
import { migrate } from './migrations.ts';
import { recordStore } from './records.ts';
import { writeQueue } from './write-queue.ts';

/**
 * Opens a database file, and migrates one of an older version. Only its owner can read a file that is created.
 * @throws DatabaseError if it cannot be opened, is empty, belongs to another program, or is of a newer version
 */
export function openSqlite(path: string, { create = false, now = Date.now, ...others }: OpenOptions = {}): Store {
  const file = resolve(path);
  const { connection, isNew } = openFile(file, path, create);
  const store = storeOn(connection, { ...others, now, file: databaseFile(file) });
  return isNew ? { ...store, discard: () => store.close().then(() => removeFile(file)) } : store;
}

export interface StoreSettings extends Pick<OpenOptions, 'now' | 'patienceMs' | 'observer'> {
  readonly file?: DatabaseFile;
}

/** The store on a connection to a migrated database. `close` closes the connection. */
export function storeOn(connection: Connection, settings: StoreSettings = {}): Store {
  const { now = Date.now, file, patienceMs, observer } = settings;
  neverWait(connection);
  const events = eventsOf(connection);
  const { write, drain } = writeQueue(connection, {
    onRollback: events.forget,
    ...(file && { checkFile: file.check }),
    ...(patienceMs !== undefined && { patienceMs }),
    ...(observer && { observer }),
  });
  const context = { connection, write, events, now, newId: idSource(now) };
  let closed = false;
  return {
    speakers: recordStore('speakers', kinds.speakers, context),
    submissions: recordStore('submissions', kinds.submissions, context),
    list: listing(connection, events),
    // A write for each request would cost more than the request. Each process has its own count.
    countRequests: requestWindows(now),
    ...administrationStore(connection, write, events),
    ping: async () => {
      connection.pragma('user_version');
      file?.check();
      file?.checkWritable();
    },
    close,
    discard: close,
  };

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    await drain();
    if (isInPlace(file)) connection.close();
  }
}

/** Closing would delete the log of the file that is now at this path. */
function isInPlace(file: DatabaseFile | undefined): boolean {
  try {
    file?.check();
    return true;
  } catch {
    return false;
  }
}

function openFile(file: string, path: string, create: boolean): { connection: Connection; isNew: boolean } {
  // Before a file is created.
  loadSqlite();
  const isNew = createFile(file, path, create);
  let connection: Connection | undefined;
  try {
    connection = connect(file);
    migrate(connection, path);
    makeDurable(connection);
    return { connection, isNew };
  } catch (error) {
    connection?.close();
    if (isNew) removeFile(file);
    throw error instanceof DatabaseError ? error : cannotOpen(path, error);
  }
}

/** Removes a database with its logs. */
function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Returns whether it created the file. It does so before SQLite opens it, so that nobody else can read it even for an
 * instant. SQLite gives its log files the same mode.
 */
function createFile(file: string, path: string, create: boolean): boolean {
  const advice = { kind: 'create_database', data: path } as const;
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined) {
      if (create || !found.isFile() || found.size > 0) return false;
      throw new DatabaseError(`${path} is empty, so it is not a database`, { advice });
    }
    if (!create) throw new DatabaseError(`there is no database ${path}`, { advice });
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    throw error instanceof DatabaseError ? error : cannotOpen(path, error);
  }
}

function cannotOpen(path: string, error: unknown): DatabaseError {
  const reason = sqliteCode(error) === 'SQLITE_NOTADB' ? 'it is not a database' : reasonOf(error, path);
  return new DatabaseError(`cannot open the database ${path}: ${reason}`, {
    fix: 'check the path and its permissions',
    cause: error,
  });
}

function reasonOf(error: unknown, path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder';
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return { ENOENT: 'there is no such folder', EACCES: 'permission denied' }[code] ?? error.message;
}
