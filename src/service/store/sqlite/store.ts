// The Store on an SQLite file: opens it, and composes the parts that read and write it.
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseError } from '../../../errors.ts';
import { idSource } from '../../ids.ts';
import { administration } from '../administration.ts';
import type { Administration, Store } from '../store.ts';
import type { World } from '../world.ts';
import { type Connection, connect, makeDurable, sqliteCode } from './connection.ts';
import { eventKeys } from './events.ts';
import { listing } from './listing.ts';
import { migrate } from './migrations.ts';
import { once } from './once.ts';
import { recordWriting } from './record-writing.ts';
import { statements } from './sql.ts';
import { writeQueue } from './write-queue.ts';

export interface OpenOptions {
  /** Makes the file where there is none; else that is a DatabaseError. */
  readonly create?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Opens a database file, and migrates it where an older version wrote it. The file is made readable by its owner only.
 * @throws DatabaseError where it cannot be opened, is not ours, or is of a newer version.
 */
export function openStore(path: string, { create = false, now = Date.now }: OpenOptions = {}): Store & Administration {
  const file = resolve(path);
  const connection = openFile(file, path, create);
  const world: World = { connection, now, newId: idSource(now) };
  const eventKey = eventKeys(connection);
  const queue = writeQueue(connection);
  const findToken = connection.one<{ organizationId: string; hash: string }>(statements.findToken);
  let closed = false;
  return {
    ...administration(world, queue),
    ...recordWriting(world, queue, eventKey, once(world)),
    ...listing(connection, eventKey),
    findToken: async (id) => findToken.get([id]),
    ping: async () => void connection.pragma('user_version'),
    close: async () => {
      if (closed) return;
      closed = true;
      queue.flush();
      connection.close();
    },
  };
}

function openFile(file: string, path: string, create: boolean): Connection {
  if (!existsSync(file)) makeFile(file, path, create);
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

// Made before SQLite opens it, so that no one else can read it even for an instant; its log files take after it.
function makeFile(file: string, path: string, create: boolean): void {
  if (!create) {
    throw new DatabaseError(`there is no database ${path}`, {
      fix: `make one with: plenary service init --data ${path}`,
      next: [{ command: `plenary service init --data ${path}` }],
    });
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
    fix: 'check the path given with --data and the rights on it',
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
