// The interface between the store and a database: statements and transactions. Must not know the
// schema or any database.

export type SqlValue = string | number | null;

/** By the names of columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/**
 * Runs one statement. Parameters are written `?1`, `?2`, and a list of texts `IN (SELECT value FROM
 * json_each(?3))`; `Row` is what the statement's text selects. Statements are run in the order of
 * their calls, which need not wait for each other.
 */
export type Query = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** An open database. */
export interface Driver {
  /** Runs a statement that only reads, on what is committed. */
  readonly read: Query;
  /**
   * Runs `work` in a transaction, again after a temporary failure. Resolves when it is durable.
   * `mayBeStored`: an earlier attempt may have been committed, because its result was lost.
   * `patienceMs`: how long after it began it is tried again; default: that of the database.
   * `attemptMs`: after this time, an attempt is given up if it waits for a server.
   * @throws StoreUnavailable if nothing was stored
   * @throws StoreUncertain if that is unknown
   */
  transaction<T>(
    work: (query: Query, mayBeStored: boolean) => Promise<T>,
    options?: { readonly patienceMs?: number; readonly attemptMs?: number },
  ): Promise<T>;
  /** Runs `work`, which only reads, on the database as it is at one instant. */
  snapshot<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** How long after it began what can be tried again is, unless an operation says otherwise. */
  readonly patienceMs: number;
  /** Whether a statement failed because another transaction has held a lock for too long. */
  isLockTimeout(error: unknown): boolean;
  /** Selects the names of all tables, as `name`. */
  readonly listTables: string;
  /**
   * When a transaction takes longer, the next one begins beside it; undefined if there can be only
   * one at a time.
   */
  readonly overtakenAfterMs: number | undefined;
  /**
   * @param name of the database, without a password
   * @throws DatabaseError if its user may not read, create and change rows of these tables
   */
  checkPrivileges(tables: readonly string[], name: string): Promise<void>;
  /**
   * @param name of the database, without a password
   * @throws DatabaseError if its user may not create tables
   */
  checkCreation(name: string): Promise<void>;
  /** How its connections are used now; none if it has no pool of them. */
  pools(): readonly PoolUse[];
  /**
   * Within a transaction: writes something that is not read, and needs some space.
   * @throws StoreUnavailable if there is no space
   */
  checkDisk(query: Query): Promise<void>;
  close(): Promise<void>;
  /** Closes the database, and removes it if it was created when it was opened. */
  discard(): Promise<void>;
}

/** How the connections of a pool are used. */
export interface PoolUse {
  /** Its name. */
  readonly pool: string;
  readonly used: number;
  readonly idle: number;
  /** Operations that wait for a connection. */
  readonly waiting: number;
}

const wait = 'free the database, or wait until it is free, and run the command again';

/** Why a database cannot process a request now, and what an operator can do. */
const unavailable = {
  locked: {
    message: 'the database is locked by another process',
    retryAfterSeconds: 1,
    fix: wait,
  },
  overloaded: {
    message: 'too many requests are waiting for the database',
    retryAfterSeconds: 5,
    fix: wait,
  },
  slow: {
    message: 'the database takes too long',
    retryAfterSeconds: 5,
    fix: wait,
  },
  full: {
    message: 'the disk is full',
    retryAfterSeconds: 60,
    fix: 'free space on the disk of the database, and run the command again',
  },
  unwritable: {
    message: 'the database cannot be read or written',
    retryAfterSeconds: 60,
    fix: 'check the disk of the database and its permissions, and run the command again',
  },
  forbidden: {
    message: 'this user lacks a privilege in the database',
    retryAfterSeconds: 60,
    fix: 'as the owner of the database, grant this user the privilege that is missing',
  },
  unreachable: {
    message: 'no database server that accepts writes can be reached',
    retryAfterSeconds: 5,
    fix: 'check that the server is running and accepts writes, and run the command again',
  },
  unconfirmed: {
    message: 'the database does not confirm writes: it takes too long, or its standby is missing',
    retryAfterSeconds: 5,
    fix: wait,
  },
  replaced: {
    message: 'the database file was deleted or replaced while it was open',
    retryAfterSeconds: 60,
    fix: 'leave the file at its path while it is in use, and run the command again',
  },
  changed: {
    message: 'another version of Plenary has changed the tables: restart this process with it',
    retryAfterSeconds: 60,
    fix: 'run the command again with that version of Plenary',
  },
} as const;

export type UnavailableReason = keyof typeof unavailable;

/** The database cannot process the request now, and has stored nothing of it. */
export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;
  /** What an operator can do. */
  readonly fix: string;

  /** @param fix if more is known than the reason says */
  constructor(reason: UnavailableReason, cause?: unknown, fix?: string) {
    const { message, retryAfterSeconds, fix: usualFix } = unavailable[reason];
    super(message, { cause: readable(cause) });
    this.name = 'StoreUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fix = fix ?? usualFix;
  }
}

/** A commit was sent, and its result was lost: it is unknown whether the write is stored. */
export class StoreUncertain extends Error {
  constructor(cause: unknown) {
    super('it is unknown whether the database has stored the write', { cause: readable(cause) });
    this.name = 'StoreUncertain';
  }
}

/** Node gives its failure to reach any address of a host no message of its own. */
function readable(cause: unknown): unknown {
  if (!(cause instanceof AggregateError) || cause.message !== '') return cause;
  return new Error(
    cause.errors
      .map((error) => (error instanceof Error ? error.message : String(error)))
      .join('; '),
  );
}
