// Opens a database file: creates it if need be, connects and migrates.
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseError } from '../../../errors.ts';
import { type Connection, connect, loadSqlite, makeDurable, sqliteCode } from './connection.ts';
import { migrate } from './migrations.ts';

export interface OpenFile {
  readonly connection: Connection;
  /** The absolute path. */
  readonly file: string;
  /** Removes the database if it was created when it was opened. Call it after the connection is closed. */
  remove(): void;
}

/**
 * Opens a database file, and migrates one of an older version. Only its owner can read a file that is created.
 * @throws DatabaseError if it cannot be opened, is empty, belongs to another program, or is of a newer version
 */
export function openFile(path: string, create: boolean): OpenFile {
  const file = resolve(path);
  // Before a file is created.
  loadSqlite();
  const isNew = createFile(file, path, create);
  let connection: Connection | undefined;
  try {
    connection = connect(file);
    migrate(connection, path);
    makeDurable(connection);
    return { connection, file, remove: () => (isNew ? removeFile(file) : undefined) };
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
