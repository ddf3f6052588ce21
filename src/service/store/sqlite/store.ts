// Owns the Store on an SQLite file: opens the file and combines the parts that read and write it.
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseError } from '../../../errors.ts';
import { idSource } from '../../ids.ts';
import { kinds } from '../records.ts';
import type { OpenOptions, Store } from '../store.ts';
import { administrationStore } from './administration.ts';
import { type Connection, connect, makeDurable, sqliteCode } from './connection.ts';
import { events as eventsOf } from './events.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { listing } from './listing.ts';
import { migrate } from './migrations.ts';
import { recordStore } from './records.ts';
import { writeQueue } from './write-queue.ts';

/**
 * Opens a database file, and migrates one of an older version. Only its owner can read a file that is created.
 * @throws DatabaseError if it cannot be opened, belongs to another program, or is of a newer version
 */
export function openSqlite(path: string, { create = false, now = Date.now }: OpenOptions = {}): Store {
  return storeOn(openFile(resolve(path), path, create), now);
}

/** The store on a connection to a migrated database. `close` closes the connection. */
export function storeOn(connection: Connection, now: () => number = Date.now): Store {
  const events = eventsOf(connection);
  const { write, flush } = writeQueue(connection, events.forget);
  const createOnce = idempotencyKeys(connection, now);
  const context = { connection, write, events, createOnce, now, newId: idSource(now) };
  let closed = false;
  return {
    speakers: recordStore('speakers', kinds.speakers, context),
    submissions: recordStore('submissions', kinds.submissions, context),
    list: listing(connection, events),
    ...administrationStore(connection, write, events),
    ping: async () => void connection.pragma('user_version'),
    close: async () => {
      if (closed) return;
      closed = true;
      flush();
      connection.close();
    },
  };
}

function openFile(file: string, path: string, create: boolean): Connection {
  if (!existsSync(file)) createFile(file, path, create);
  let connection: Connection | undefined;
  try {
    connection = connect(file);
    migrate(connection, path);
    makeDurable(connection);
    return connection;
  } catch (error) {
    connection?.close();
    throw error instanceof DatabaseError ? error : cannotOpen(path, error);
  }
}

// Created before SQLite opens it, so that nobody else can read it even for an instant. SQLite gives its log files the same mode.
function createFile(file: string, path: string, create: boolean): void {
  if (!create) {
    throw new DatabaseError(`there is no database ${path}`, { advice: { kind: 'create_database', data: path } });
  }
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

function cannotOpen(path: string, error: unknown): DatabaseError {
  const reason = sqliteCode(error) === 'SQLITE_NOTADB' ? 'it is not a database' : reasonOf(error);
  return new DatabaseError(`cannot open the database ${path}: ${reason}`, {
    fix: 'check the path and its permissions',
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return (
    { ENOENT: 'there is no such folder', EACCES: 'permission denied', EISDIR: 'it is a folder' }[code] ?? error.message
  );
}
