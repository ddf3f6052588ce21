// Owns a connection to the database file: the only use of libsql in the service, and the settings that make a commit durable.
import Libsql from 'libsql';

export type Value = string | number | null;
export type Values = readonly Value[] | Readonly<Record<string, Value>>;

export interface One<Row> {
  get(values: Values): Row | undefined;
}

export interface Many<Row> {
  all(values: Values): Row[];
}

export interface Run {
  run(values: Values): { readonly changes: number };
}

/**
 * Prepares each statement once. `Row` is what the statement's text selects. A text is prepared separately for `get` and
 * for `all`, because libsql returns wrong rows if `get` follows `all` on the same statement.
 */
export interface Connection {
  one<Row>(sql: string): One<Row>;
  many<Row>(sql: string): Many<Row>;
  run(sql: string): Run;
  exec(sql: string): void;
  pragma(name: string): number;
  readonly inTransaction: boolean;
  close(): void;
}

// How long a writer waits for another process's transaction. The service's own last a few milliseconds.
const busyMilliseconds = 5000;

/** @throws SqliteError, or an Error if the file cannot be opened */
export function connect(path: string): Connection {
  const database = new Libsql(path);
  database.pragma(`busy_timeout = ${busyMilliseconds}`);
  const prepared = { one: new Map(), many: new Map(), run: new Map() };
  return {
    one: <Row>(sql: string): One<Row> => firstRow(statementOf(prepared.one, sql)),
    many: <Row>(sql: string): Many<Row> => statementOf(prepared.many, sql),
    run: (sql) => statementOf(prepared.run, sql),
    exec: (sql) => void database.exec(sql),
    pragma: (name) => Number(Object.values(database.prepare(`PRAGMA ${name}`).raw().get() as unknown[])[0]),
    get inTransaction() {
      return database.inTransaction;
    },
    close: () => void database.close(),
  };

  // The rows of libsql have no type. The caller, who has written the SQL, specifies it.
  function statementOf<Statement>(statements: Map<string, unknown>, sql: string): Statement {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement as Statement;
  }
}

// libsql adds the duration of the statement to the row that `get` returns.
function firstRow<Row>(statement: One<Row & { _metadata?: unknown }>): One<Row> {
  return {
    get: (values) => {
      const row = statement.get(values);
      if (row !== undefined) delete row._metadata;
      return row;
    },
  };
}

/** Makes readers independent of writers, and makes a commit return only after it has reached the disk. */
export function makeDurable(connection: Connection): void {
  connection.one('PRAGMA journal_mode = WAL').get([]);
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
}

/** The symbolic code of a database error, e.g. `SQLITE_BUSY`; undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Libsql.SqliteError ? error.code : undefined;
}
