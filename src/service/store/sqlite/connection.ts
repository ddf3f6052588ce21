// Owns a connection to the database file: the only use of libsql in the service, and the settings that make a commit durable.
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import { DatabaseError, PlenaryError } from '../../../errors.ts';
import { StoreUnavailable, type UnavailableReason } from '../store.ts';

export type SqliteValue = string | number | null;
export type SqliteValues = readonly SqliteValue[] | Readonly<Record<string, SqliteValue>>;

export interface One<Row> {
  get(values: SqliteValues): Row | undefined;
}

export interface Many<Row> {
  all(values: SqliteValues): Row[];
}

export interface Each<Row> {
  /** One row at a time, so that memory does not grow. */
  iterate(values: SqliteValues): Iterable<Row>;
}

export interface Run {
  run(values: SqliteValues): { readonly changes: number; readonly lastInsertRowid: number };
}

/**
 * Prepares each statement once. Throws StoreUnavailable if the file is locked or cannot be written. `Row` is what the statement's text selects. A text is prepared separately for `get` and
 * for `all`, because libsql returns wrong rows if `get` follows `all` on the same statement.
 */
export interface Connection {
  one<Row>(sql: string): One<Row>;
  many<Row>(sql: string): Many<Row>;
  each<Row>(sql: string): Each<Row>;
  run(sql: string): Run;
  exec(sql: string): void;
  pragma(name: string): number;
  readonly inTransaction: boolean;
  close(): void;
}

/**
 * How many bytes of the log are kept when what it has is in the database file. While someone reads, the log grows beyond
 * it, because the reader needs the older state of the file.
 */
export const largestLog = 16 * 2 ** 20;

// How long opening a database waits for another process's transaction, which blocks this process.
const openingMilliseconds = 5000;

/** Loaded when it is used, because its binary may be missing. @throws DatabaseError if no binary for this system is installed */
export function loadSqlite(): typeof Libsql {
  try {
    return createRequire(import.meta.filename)('libsql');
  } catch (cause) {
    // A single executable explains why it cannot load the binary that it has.
    if (cause instanceof PlenaryError) throw cause;
    throw new DatabaseError(
      `the embedded database (libsql) cannot be loaded: no binary of it for ${process.platform}-${process.arch} is installed`,
      { cause, advice: { kind: 'install_binary' } },
    );
  }
}

/** @throws SqliteError, or an Error if the file cannot be opened */
export function connect(path: string): Connection {
  const database = new (loadSqlite())(path);
  database.pragma(`busy_timeout = ${openingMilliseconds}`);
  const prepared = { one: new Map(), many: new Map(), each: new Map(), run: new Map() };
  return {
    one: <Row>(sql: string): One<Row> => firstRow(statementOf(prepared.one, sql)),
    many: <Row>(sql: string): Many<Row> => {
      const statement: Many<Row> = statementOf(prepared.many, sql);
      return { all: (values) => guarded(() => statement.all(values)) };
    },
    each: <Row>(sql: string): Each<Row> => {
      const statement: Each<Row> = statementOf(prepared.each, sql);
      return { iterate: (values) => guardedRows(statement, values) };
    },
    run: (sql) => {
      const statement: Run = statementOf(prepared.run, sql);
      return { run: (values) => guarded(() => statement.run(values)) };
    },
    exec: (sql) => guarded(() => void database.exec(sql)),
    pragma: (name) =>
      guarded(() => Number(Object.values(database.prepare(`PRAGMA ${name}`).raw().get() as unknown[])[0])),
    get inTransaction() {
      return database.inTransaction;
    },
    close: () => void database.close(),
  };

  // The rows of libsql have no type. The caller, who has written the SQL, specifies it.
  function statementOf<Statement>(statements: Map<string, unknown>, sql: string): Statement {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = guarded(() => database.prepare(sql));
      statements.set(sql, statement);
    }
    return statement as Statement;
  }
}

// libsql adds the duration of the statement to the row that `get` returns.
function firstRow<Row>(statement: One<Row & { _metadata?: unknown }>): One<Row> {
  return {
    get: (values) => {
      const row = guarded(() => statement.get(values));
      if (row !== undefined) delete row._metadata;
      return row;
    },
  };
}

/** Makes readers independent of writers, and makes a commit return only after it has reached the disk. */
export function makeDurable(connection: Connection): void {
  connection.one('PRAGMA journal_mode = WAL').get([]);
  connection.exec(`PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = ${largestLog}`);
}

/**
 * From now on, a statement that needs a lock of another process fails at once instead of blocking this process: reads
 * need none, and writes are repeated by the write queue.
 */
export function neverWait(connection: Connection): void {
  connection.exec('PRAGMA busy_timeout = 0');
}

/** The symbolic code of a database error, e.g. `SQLITE_BUSY`; undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && /^SQLITE_/.test(String(error.code))
    ? String(error.code)
    : undefined;
}

// https://sqlite.org/rescode.html; an extended code begins with the code that it extends.
const reasons: readonly (readonly [code: string, reason: UnavailableReason])[] = [
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'unwritable'],
  ['SQLITE_IOERR', 'unwritable'],
  ['SQLITE_CANTOPEN', 'unwritable'],
  ['SQLITE_PERM', 'unwritable'],
];

function* guardedRows<Row>(statement: Each<Row>, values: SqliteValues): Iterable<Row> {
  const rows = guarded(() => statement.iterate(values))[Symbol.iterator]();
  for (;;) {
    const next = guarded(() => rows.next());
    if (next.done === true) return;
    yield next.value;
  }
}

/** A failure of the file's surroundings becomes StoreUnavailable. Any other error stays as it is. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = sqliteCode(error) ?? '';
    const reason = reasons.find(([prefix]) => code.startsWith(prefix))?.[1];
    throw reason === undefined ? error : new StoreUnavailable(reason, error);
  }
}
