// The driver of SQLite: the only use of libsql in the service. One connection writes, and another
// one reads what is committed.
import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type Libsql from 'libsql';
import { DatabaseError, systemFault } from '../../errors.ts';
import { needFreeFiles } from '../../free-files.ts';
import { type Driver, type Query, type SqlValue, StoreUnavailable } from './driver.ts';
import { createDatabase } from './schema.ts';
import { guarded, sqliteCode } from './sqlite-errors.ts';

// Half of a client's usual timeout.
const usualPatienceMs = 15_000;
const longestPauseMs = 40;
const openingMs = 5000;
// SQLite keeps this much of a log for the next transactions.
const largestLog = 16 * 2 ** 20;
/** With less space than this, the next writes would fail. */
const leastSpace = 2 ** 20;

/**
 * Opens a database file. Only its owner can read a file that is created.
 * @throws DatabaseError if it cannot be opened, or is missing or empty without `create`
 */
export function openSqlite(path: string, create: boolean, patienceMs = usualPatienceMs): Driver {
  const file = resolve(path);
  const opened: Connection[] = [];
  let isNew = false;
  try {
    // Before a file is created.
    needFreeFiles();
    loadSqlite();
    isNew = createFile(file, path, create);
    const writer = connect(file);
    opened.push(writer);
    // Readers are independent of writers, and a commit returns only after it has reached the disk.
    writer.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ' +
        `${largestLog}`,
    );
    // Idempotency keys are hashes: each creation writes to another page of their index.
    writer.exec(`PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = ${largestLog / 4096}`);
    const reader = connect(file);
    opened.push(reader);
    const remove = () => (isNew ? removeFile(file) : undefined);
    return driverOn({
      file,
      identity: identityOf(file),
      writer,
      reader,
      patienceMs,
      remove,
    });
  } catch (error) {
    for (const connection of opened) connection.close();
    if (isNew) removeFile(file);
    throw cannotOpen(path, error);
  }
}

interface OpenedFile {
  readonly file: string;
  /** Which file was opened: another one may be at its path later. */
  readonly identity: string | undefined;
  readonly writer: Connection;
  readonly reader: Connection;
  readonly patienceMs: number;
  /** Removes the file if it is new. */
  readonly remove: () => void;
}

function driverOn(opened: OpenedFile): Driver {
  const { writer, reader, remove } = opened;
  // From now on, a statement that needs a lock of another process fails at once.
  for (const connection of [writer, reader])
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON');
  // Of the connection that writes.
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: reader.query,
    listTables: "SELECT name FROM sqlite_schema WHERE type = 'table'",
    overtakenAfterMs: undefined,
    patienceMs: opened.patienceMs,
    // Once a transaction has begun, no other one holds a lock.
    isLockTimeout: () => false,
    checkPrivileges: async () => undefined,
    checkCreation: async () => undefined,
    pools: () => [],
    transaction(work, { patienceMs = opened.patienceMs } = {}) {
      const result = last.then(() => transact({ ...opened, patienceMs }, work));
      last = result.catch(() => undefined);
      return result;
    },
    async snapshot(work) {
      reader.exec('BEGIN');
      return work(reader.query).finally(() => reader.exec('COMMIT'));
    },
    checkDisk: async () => checkDisk(opened),
    close: () => close(opened),
    discard: async () => {
      await close(opened);
      remove();
    },
  };
}

async function transact<T>(
  opened: OpenedFile,
  work: (query: Query, mayBeStored: boolean) => Promise<T>,
): Promise<T> {
  const { writer } = opened;
  await begin(opened);
  // A full disk ends the transaction. What follows must not be stored outside of it.
  const query: Query = async (sql, values) => {
    if (!writer.inTransaction()) throw new StoreUnavailable('full');
    return writer.query(sql, values);
  };
  try {
    const result = await work(query, false);
    writer.exec('COMMIT');
    // What was committed to a file that nobody can find is not stored.
    checkFile(opened);
    return result;
  } catch (error) {
    if (writer.inTransaction()) writer.exec('ROLLBACK');
    throw error;
  }
}

/** Waits for the lock of another process, without blocking this one. */
async function begin(opened: OpenedFile): Promise<void> {
  const end = performance.now() + opened.patienceMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    checkFile(opened);
    try {
      return opened.writer.exec('BEGIN IMMEDIATE');
    } catch (error) {
      const isLocked = error instanceof StoreUnavailable && error.reason === 'locked';
      if (!isLocked || performance.now() >= end) throw error;
    }
    // Random, so that processes that wait for the same lock do not try at the same time.
    await delay(pauseMs * (0.5 + Math.random()));
  }
}

function checkFile({ file, identity }: OpenedFile): void {
  if (identityOf(file) !== identity) throw new StoreUnavailable('replaced');
}

function checkDisk({ file, writer }: OpenedFile): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < leastSpace) throw new StoreUnavailable('full');
  // SQLite writes no row that stays as it is. This number of the file has no meaning.
  writer.exec(`PRAGMA user_version = ${Date.now() % 2 ** 31}`);
}

async function close({ file, identity, writer, reader }: OpenedFile): Promise<void> {
  // Closing would delete the log of a file that is now at this path.
  if (identityOf(file) !== identity) return;
  for (const connection of [reader, writer]) connection.close();
}

type Connection = ReturnType<typeof connect>;

function connect(file: string) {
  const database = new (loadSqlite())(file);
  database.pragma(`busy_timeout = ${openingMs}`);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  let isOpen = true;
  return {
    // The rows of libsql have no type. The caller, who has written the SQL, specifies it.
    query: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      guarded(() => {
        const statement = prepared.get(sql) ?? prepare(database, sql);
        prepared.set(sql, statement);
        return statement(values) as readonly Row[];
      }),
    exec: (sql: string) => guarded(() => void database.exec(sql)),
    inTransaction: () => database.inTransaction,
    close: () => {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

function prepare(
  database: Libsql.Database,
  sql: string,
): (values: readonly SqlValue[]) => readonly unknown[] {
  const statement = database.prepare(sql.replace(/ FOR (?:NO KEY )?UPDATE.*$/, ''));
  if (/^\s*(?:SELECT|WITH)|\bRETURNING\b/.test(sql)) return (values) => statement.all(values);
  return (values) => {
    statement.run(values);
    return [];
  };
}

/**
 * Loaded when it is used, because its binary may be missing.
 * @throws DatabaseError if no binary for this system is installed
 */
function loadSqlite(): typeof Libsql {
  try {
    return createRequire(import.meta.filename)('libsql');
  } catch (cause) {
    throw new DatabaseError(
      'the embedded database (libsql) cannot be loaded: no binary of it for ' +
        `${process.platform}-${process.arch} is installed`,
      {
        cause,
        fix:
          'install Plenary again on this system, without --omit=optional; all commands that ' +
          'only call a service work without it',
      },
    );
  }
}

/**
 * A program that deletes or replaces an open file takes it away from its path, but not from the
 * process that has it open.
 */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

/** Removes a database with its logs. */
function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Returns whether it created the file. It does so before SQLite opens it, so that nobody else can
 * read it even for an instant. SQLite gives its log files the same mode.
 */
function createFile(file: string, path: string, create: boolean): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) {
    if (create || !stats.isFile() || stats.size > 0) return false;
    throw new DatabaseError(`${path} is empty, so it is not a database`, createDatabase(path));
  }
  if (!create) throw new DatabaseError(`there is no database ${path}`, createDatabase(path));
  closeSync(openSync(file, 'wx', 0o600));
  return true;
}

function cannotOpen(path: string, error: unknown): Error {
  if (error instanceof DatabaseError) return error;
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  const what = `cannot open the database ${path}`;
  const [message, data] = systemFault(what, cause, 'check the path and its permissions');
  const reason = reasonOf(path, cause);
  return new DatabaseError(reason === undefined ? message : `${what}: ${reason}`, {
    ...data,
    cause: error,
  });
}

/** Undefined if it is that of the system. */
function reasonOf(path: string, cause: unknown): string | undefined {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder) return 'it is a folder';
  return sqliteCode(cause) === 'SQLITE_NOTADB' ? 'it is not a database' : undefined;
}
