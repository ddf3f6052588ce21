// The interface between the store and a database: statements and transactions. Must not know the
// schema or any database.

export type SqlValue = string | number | null;

/**
 * Runs one statement. Parameters are written `?1`, `?2`, and a list of texts `IN (SELECT value FROM
 * json_each(?3))`; `Row` is what the statement's text selects. Statements are run in the order of
 * their calls, which need not wait for each other.
 */
export type Query = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

export interface TransactionOptions {
  /** How long after it began it is tried again; default: that of the database. */
  readonly patienceMs?: number;
  /** After this time, an attempt is given up if it waits for a server. */
  readonly attemptMs?: number;
}

export interface Driver {
  /** Runs a statement that only reads, on what is committed. */
  readonly read: Query;
  /**
   * Runs `work` in a transaction, again after a temporary failure. Resolves when it is durable.
   * `mayBeStored`: an earlier attempt may have been committed, because its result was lost.
   * @throws StoreUnavailable if nothing was stored
   * @throws StoreUncertain if that is unknown
   */
  transaction<T>(
    work: (query: Query, mayBeStored: boolean) => Promise<T>,
    options?: TransactionOptions,
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

/**
 * Why a database cannot process a request now: another process holds its lock, it has too much to
 * do, a statement took too long, the disk is full, the file cannot be written, a privilege is
 * missing, the file was deleted or replaced while it was open, another version of the program has
 * changed the tables since, no server that accepts writes can be reached, or it does not confirm
 * them.
 */
export type UnavailableReason =
  | 'locked'
  | 'overloaded'
  | 'slow'
  | 'full'
  | 'unwritable'
  | 'forbidden'
  | 'replaced'
  | 'changed'
  | 'unreachable'
  | 'unconfirmed';

/** The database cannot process the request now, and has stored nothing of it. */
export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;
  /** What an operator can do, if the database knows more than the reason says. */
  readonly fix: string | undefined;

  constructor(reason: UnavailableReason, cause?: unknown, fix?: string) {
    const { message, retryAfterSeconds } = unavailable[reason];
    super(message, { cause: readable(cause) });
    this.name = 'StoreUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fix = fix;
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

const unavailable: Readonly<
  Record<UnavailableReason, { message: string; retryAfterSeconds: number }>
> = {
  locked: { message: 'the database is locked by another process', retryAfterSeconds: 1 },
  overloaded: { message: 'too many requests are waiting for the database', retryAfterSeconds: 5 },
  slow: { message: 'the database takes too long', retryAfterSeconds: 5 },
  full: { message: 'the disk is full', retryAfterSeconds: 60 },
  unwritable: { message: 'the database cannot be read or written', retryAfterSeconds: 60 },
  forbidden: { message: 'this user lacks a privilege in the database', retryAfterSeconds: 60 },
  unreachable: {
    message: 'no database server that accepts writes can be reached',
    retryAfterSeconds: 5,
  },
  unconfirmed: {
    message: 'the database does not confirm writes: it takes too long, or its standby is missing',
    retryAfterSeconds: 5,
  },
  replaced: {
    message: 'the database file was deleted or replaced while it was open',
    retryAfterSeconds: 60,
  },
  changed: {
    message: 'another version of Plenary has changed the tables: restart this process with it',
    retryAfterSeconds: 60,
  },
};
