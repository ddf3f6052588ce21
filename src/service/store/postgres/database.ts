// Runs statements and transactions on PostgreSQL, again after a temporary failure. Must not know the schema.
import { setTimeout as delay } from 'node:timers/promises';
import { type StoreObserver, StoreUnavailable } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { isForgotten, isTransient, NoAnswerError, reasonOf } from './failures.ts';
import { poolOf, serverLimits } from './pool.ts';
import { type DatabaseSession, type PostgresValue, sessionsOn } from './session.ts';

/** Runs one statement. `Row` is what the statement's text selects. */
export type Query = <Row>(
  text: string,
  values?: readonly PostgresValue[],
  options?: QueryOptions,
) => Promise<readonly Row[]>;

interface QueryOptions {
  /** Whether each connection prepares the statement once: for frequent ones. The plan may stay as it is while tables grow. */
  readonly isPrepared?: boolean;
}

export interface TransactionOptions {
  /** How long each statement may take, in milliseconds; 0 is no limit. By default, the first attempt ends early, so that another one is possible. */
  readonly statementMs?: number;
}

export interface Transaction {
  readonly query: Query;
  /** Sends a statement without waiting for it. The transaction fails if it fails. */
  readonly send: (text: string, values: readonly PostgresValue[], options?: QueryOptions) => void;
  /** How often the transaction was begun before; it is unknown whether such an attempt was committed. */
  readonly attempt: number;
}

export interface Database {
  /** Runs one statement that may be run again without harm. */
  readonly query: Query;
  /** Runs `work` in a transaction (READ COMMITTED), several times if need be. The promise settles when it is committed. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` in a transaction that only reads, and sees the database as it is at one instant. */
  snapshot<T>(work: (query: Query) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Waits for the connections in use, then closes all. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** How long after it began an operation is tried again, in milliseconds; default 5,000. */
  readonly patienceMs?: number | undefined;
  readonly observer?: Pick<StoreObserver, 'retried' | 'connected'> | undefined;
}

// A connection that was lost without a sign is given up while there is still time for another attempt. A statement that
// takes longer gets its time then.
const firstAttemptMs = 2000;
const laterAttemptMs = 5000;
const longestPauseMs = 500;

/** Connects when a connection is needed. @throws Error if a file that the address names cannot be read */
export function connectTo(address: PostgresAddress, options: DatabaseOptions = {}): Database {
  const { patienceMs = 5000, observer } = options;
  const pool = poolOf(address);
  observer?.connected(pool.use);
  let closed: Promise<void> | undefined;
  let canPrepare = true;
  const withSession = sessionsOn(pool, () => closed !== undefined);

  return {
    query: (text, values, settings) =>
      retrying((attempt) =>
        withSession({ limitMs: limitOf(attempt), isWriting: false }, (session) => {
          const { query } = statementsOf(session);
          if (pool.limitsStatements()) return query(text, values, settings);
          return transact(session, begin('READ COMMITTED'), () => query(text, values, settings));
        }),
      ),
    transaction: (work, { statementMs } = {}) =>
      retrying((attempt) =>
        withSession({ limitMs: statementMs ?? limitOf(attempt), isWriting: true }, (session) =>
          transact(session, `${begin('READ COMMITTED', statementMs)}; ${beginWriting}`, (statements) =>
            work({ ...statements, attempt }),
          ),
        ),
      ),
    snapshot: (work, { statementMs } = {}) =>
      retrying((attempt) =>
        withSession({ limitMs: statementMs ?? limitOf(attempt), isWriting: false }, (session) =>
          transact(session, begin('REPEATABLE READ READ ONLY', statementMs), ({ query }) => work(query)),
        ),
      ),
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };

  function statementsOf(session: DatabaseSession): Pick<Transaction, 'query'> {
    return {
      query: (text, values = [], { isPrepared = false } = {}) => session.run(text, values, canPrepare && isPrepared),
    };
  }

  /** The statements go out without waiting for each other's results, where `work` does not wait for them itself. */
  async function transact<T>(
    session: DatabaseSession,
    beginning: string,
    work: (statements: Pick<Transaction, 'query' | 'send'>) => Promise<T>,
  ): Promise<T> {
    const { query } = statementsOf(session);
    const sent: Promise<unknown>[] = [];
    const sending = (result: Promise<unknown>) => {
      // Reported below, with all others.
      result.catch(() => undefined);
      sent.push(result);
    };
    const send: Transaction['send'] = (text, values, options) => sending(query(text, values, options));
    send(beginning, []);
    try {
      const result = await work({ query, send });
      sending(session.commit());
      await Promise.all(sent);
      return result;
    } catch (error) {
      const first = (await Promise.allSettled(sent)).find((settled) => settled.status === 'rejected');
      await query('ROLLBACK').catch(() => undefined);
      throw first?.reason ?? error;
    }
  }

  async function retrying<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    // Not when it first failed, so that one that hangs ends soon: after that time and the limit of one more attempt.
    const end = performance.now() + patienceMs;
    let unconfirmed: NoAnswerError | undefined;
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
        if (error instanceof NoAnswerError && error.isCommit) unconfirmed = error;
        const reason = reasonOf(error);
        if (closed !== undefined) throw error;
        if (reason === undefined || !isTransient(reason) || performance.now() >= end)
          throw failureOf(error, unconfirmed);
        observer?.retried();
        // Random, so that processes that failed together do not retry together.
        await delay(Math.min(20 * 2 ** attempt, longestPauseMs) * (0.5 + Math.random()));
      }
    }
  }
}

/** @param unconfirmed of an earlier attempt: later ones may only have waited for its locks, or for a connection */
function failureOf(error: unknown, unconfirmed: NoAnswerError | undefined): unknown {
  const reason = reasonOf(error);
  if (unconfirmed !== undefined && (reason !== undefined || error instanceof StoreUnavailable)) {
    return new StoreUnavailable('unanswered', unconfirmed);
  }
  return reason === undefined ? error : new StoreUnavailable(reason, error);
}

function limitOf(attempt: number): number {
  return attempt === 0 ? firstAttemptMs : laterAttemptMs;
}

/** In each transaction, because a pooler does not pass on the settings of a session. */
function begin(isolation: string, statementMs: number = serverLimits.statement_timeout): string {
  const limits = { ...serverLimits, statement_timeout: statementMs };
  const settings = Object.entries(limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return [`BEGIN ISOLATION LEVEL ${isolation}`, ...settings].join('; ');
}

// A process that freezes in a transaction must not hold its locks for ever. A plan that is prepared while a table is small
// must use its index when the table is large.
const beginWriting = 'SET LOCAL idle_in_transaction_session_timeout = 10000; SET LOCAL enable_seqscan = off';
