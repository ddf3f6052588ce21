// Runs statements and transactions on PostgreSQL, again after a temporary failure. Must not know the schema.
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type StoreObserver, StoreUnavailable, type UnavailableReason } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { poolOf } from './pool.ts';

export type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Runs one statement. `Row` is what the statement's text selects. */
export type Query = <Row>(text: string, values?: readonly Value[], options?: QueryOptions) => Promise<readonly Row[]>;

interface QueryOptions {
  /** Default 5,000; 0 is no limit. */
  readonly timeoutMs?: number;
  /** Whether each connection prepares the statement once: for frequent ones. The plan may stay as it is while tables grow. */
  readonly isPrepared?: boolean;
}

export interface Transaction {
  readonly query: Query;
  /** Sends a statement without waiting for it. The transaction fails if it fails. */
  readonly send: (text: string, values: readonly Value[], options?: QueryOptions) => void;
  /** How often the transaction was begun before; it is unknown whether such an attempt was committed. */
  readonly attempt: number;
}

export interface Database {
  /** Runs one statement that may be run again without harm. */
  readonly query: Query;
  /** Runs `work` in a transaction (READ COMMITTED), several times if need be. The promise settles when it is committed. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that only reads, and sees the database as it is at one instant. */
  snapshot<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Waits for the connections in use, then closes all. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** How long after it began an operation is tried again, in milliseconds; default 5,000. */
  readonly patienceMs?: number | undefined;
  readonly observer?: Pick<StoreObserver, 'retried' | 'connected'> | undefined;
}

const beginWriting = [
  // A process that freezes in a transaction must not hold its locks for ever. A plan that is prepared while a table is small
  // must use its index when the table is large.
  'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 10000; SET LOCAL enable_seqscan = off',
];
const beginReading = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'];
const queryMs = 5000;
const longestPauseMs = 500;

/** Connects when a connection is needed. @throws Error if a file that the address names cannot be read */
export function connectTo(address: PostgresAddress, options: DatabaseOptions = {}): Database {
  const { patienceMs = 5000, observer } = options;
  const pool = poolOf(address);
  observer?.connected(pool.use);
  let closed: Promise<void> | undefined;
  let canPrepare = true;

  return {
    query: (text, values, settings) =>
      retrying(() => withConnection(async (client) => run(client, text, values, settings))),
    transaction: (work) =>
      retrying((attempt) => withConnection((client) => transact(client, beginWriting, work, attempt))),
    snapshot: (work) =>
      retrying((attempt) =>
        withConnection((client) => transact(client, beginReading, ({ query }) => work(query), attempt)),
      ),
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };

  async function run<Row>(
    client: Client,
    text: string,
    values: readonly Value[] = [],
    { timeoutMs = queryMs, isPrepared = false }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    const name = canPrepare && isPrepared ? nameOf(text) : undefined;
    // @types/pg does not know that a query can have a time limit of its own.
    const config = { text, values: [...values], query_timeout: timeoutMs, name };
    pool.sendTogether(client);
    return (await client.query(config)).rows as Row[];
  }

  /** The statements go out without waiting for each other's results, where `work` does not wait for them itself. */
  async function transact<T>(
    client: Client,
    begin: readonly string[],
    work: (transaction: Transaction) => Promise<T>,
    attempt: number,
  ): Promise<T> {
    const sent: Promise<unknown>[] = [];
    const send = (text: string, values?: readonly Value[], options?: QueryOptions) => {
      const query = run(client, text, values, options);
      // Reported below, with all others.
      query.catch(() => undefined);
      sent.push(query);
    };
    for (const statement of begin) send(statement);
    try {
      const result = await work({ query: (...query) => run(client, ...query), send, attempt });
      // After a statement that failed, this rolls back.
      send('COMMIT');
      await Promise.all(sent);
      return result;
    } catch (error) {
      const first = (await Promise.allSettled(sent)).find((settled) => settled.status === 'rejected');
      await run(client, 'ROLLBACK').catch(() => undefined);
      throw first?.reason ?? error;
    }
  }

  async function withConnection<T>(use: (client: Client) => Promise<T>): Promise<T> {
    const client = await connected();
    let failure: unknown;
    try {
      const result = await use(client);
      if (pool.isUnconfirmed(client)) throw new UnconfirmedCommitError();
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure !== undefined && !isUsable(failure));
    }
  }

  /** What cannot be solved by another attempt, e.g. a wrong password, can be solved while the service runs. */
  async function connected(): ReturnType<typeof pool.connect> {
    try {
      return await pool.connect();
    } catch (error) {
      throw reasonOf(error) === undefined && closed === undefined ? new StoreUnavailable('unreachable', error) : error;
    }
  }

  async function retrying<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    // Not when it first failed, so that one that hangs ends soon: after that time and the limit of one more attempt.
    const end = performance.now() + patienceMs;
    for (let attempt = 0; ; attempt++) {
      const couldPrepare = canPrepare;
      try {
        return await work(attempt);
      } catch (error) {
        // Another operation may have found out first.
        if (couldPrepare && isForgotten(error)) {
          canPrepare = false;
          continue;
        }
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        if (closed !== undefined) throw error;
        if (performance.now() >= end) throw new StoreUnavailable(reason, error);
        observer?.retried();
        // Random, so that processes that failed together do not retry together.
        await delay(Math.min(20 * 2 ** attempt, longestPauseMs) * (0.5 + Math.random()));
      }
    }
  }
}

/**
 * The server has stopped waiting for its synchronous standby, because an administrator or a time limit has canceled the
 * COMMIT. It reports that as a warning, and the commit as done.
 */
class UnconfirmedCommitError extends Error {
  readonly code = '08007';
  constructor() {
    super('the commit was canceled while it waited for the synchronous standby');
  }
}

const names = new Map<string, string>();

/** The name of a prepared statement follows from its text, so that all processes behind a pooler mean the same by it. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `plenary_${hash('sha256', text).slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

/** Whether a prepared statement does not exist, or exists twice: a pooler may give each transaction another connection. */
function isForgotten(error: unknown): boolean {
  return ['26000', '42P05'].includes(stateOf(error) ?? '');
}

/** Whether the connection can be used after this error: the server has refused a statement, and is as it was. */
function isUsable(error: unknown): boolean {
  return /^(?:0A|2[23]|40|42|5[45])/.test(stateOf(error) ?? '');
}

/** SQLSTATE, e.g. `40001`; undefined for an error that the server did not report. */
export function stateOf(error: unknown): string | undefined {
  // EPIPE has the form of an SQLSTATE.
  if (!(error instanceof Error) || !('code' in error) || 'syscall' in error) return undefined;
  return /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : undefined;
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const reasons: readonly (readonly [state: RegExp, reason: UnavailableReason])[] = [
  [/^(?:08|57P0[1-5]|25006)/, 'unreachable'],
  [/^(?:40001|40003|40P01|55P03)/, 'locked'],
  // 57014: a time limit or an administrator has canceled the statement.
  [/^(?:53300|53400|57014)/, 'overloaded'],
  [/^53100/, 'full'],
];

/** Why the database cannot do now what it can do later; undefined for any other error. */
function reasonOf(error: unknown): UnavailableReason | undefined {
  const state = stateOf(error);
  if (state !== undefined) return reasons.find(([pattern]) => pattern.test(state))?.[1];
  return isLost(error) ? 'unreachable' : undefined;
}

/**
 * Whether the connection was lost or refused. Node reports that with a system call, or together for all addresses of a
 * name; pg reports it as an Error without a code. A certificate that is not trusted has a code of its own.
 */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || error instanceof AggregateError || (error.constructor === Error && !('code' in error));
}
