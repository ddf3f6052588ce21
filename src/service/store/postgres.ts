// The driver of PostgreSQL: the only use of pg. Must not know the schema.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseError, UsageError } from '../../errors.ts';
import {
  type Driver,
  type PoolUse,
  type Query,
  type SqlValue,
  StoreUnavailable,
  StoreUncertain,
} from './driver.ts';
import { connectionOf, redacted } from './postgres-address.ts';
import {
  fixFor,
  isLockTimeout,
  isLost,
  isRepeatable,
  namingPrivilege,
  reasonOf,
} from './postgres-errors.ts';
import { checkSchema, missingPrivileges } from './postgres-privileges.ts';

// Of one process. Reads are left some, whatever happens to writes.
const connections = { reads: 6, writes: 4 };
const connectMs = 3000;
/**
 * The server ends a statement after this time, but not a COMMIT that waits for a synchronous
 * standby. This side gives up a statement that has no answer later.
 */
const statementMs = 5000;
const unansweredMs = 6000;
/** How long after it began an operation is tried again. */
const usualPatienceMs = 5000;
const longestPauseMs = 500;
// The server's function that warns when a commit no longer waits for a synchronous standby, because
// somebody has canceled it (src/backend/replication/syncrep.c). The code is that of any warning,
// and the text is in the language of the server.
const waitsForStandby = 'SyncRepWaitForLSN';

/**
 * @throws DatabaseError if the database cannot be reached or is not in UTF-8
 * @throws UsageError for its address
 */
export async function openPostgres(data: string, patienceMs = usualPatienceMs): Promise<Driver> {
  const connection = connectionOf(data);
  const readers = poolOf({ ...connection, max: connections.reads });
  const limits = { lock_timeout: 1500, idle_in_transaction_session_timeout: 10_000 };
  const writers = poolOf({ ...connection, ...limits, max: connections.writes });
  const driver = driverOn(readers, writers, patienceMs);
  try {
    // In another encoding, some names cannot be stored.
    const [found] = await driver.read<{ server_encoding: string }>('SHOW server_encoding');
    if (found?.server_encoding === 'UTF8') {
      await checkSchema(driver.read, redacted(data));
      return driver;
    }
    throw new DatabaseError(
      `${redacted(data)} has the encoding ${found?.server_encoding}, and must have UTF8`,
      {
        fix: 'create another database, with the encoding UTF8 and the template template0',
      },
    );
  } catch (error) {
    await driver.close();
    if (error instanceof DatabaseError || error instanceof UsageError) throw error;
    const cause = error instanceof StoreUnavailable ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError(`cannot open the database ${redacted(data)}: ${reason}`, {
      fix: fixFor(cause),
      cause,
    });
  }
}

function poolOf(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'plenary',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true,
    statement_timeout: statementMs,
    types: { getTypeParser },
    ...options,
  });
  // Without a listener, the end of a connection would end the process. What runs on it gets the
  // error too.
  const ignore = () => undefined;
  return pool.on('error', ignore).on('connect', (client) => void client.on('error', ignore));
}

function driverOn(readers: pg.Pool, writers: pg.Pool, patienceMs: number): Driver {
  const read: Query = (sql, values) =>
    repeated(readers, patienceMs, (client) => queryOn(client)(sql, values));
  const writing = new Set<pg.PoolClient>();
  writers
    .on('acquire', (client) => writing.add(client))
    .on('release', (_, client) => writing.delete(client));
  return {
    read,
    listTables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    overtakenAfterMs: 2000,
    isLockTimeout,
    missingPrivileges: (tables) => missingPrivileges(read, tables),
    pools: () => [useOf('reads', readers), useOf('writes', writers)],
    transaction: (work) =>
      repeated(writers, patienceMs, (client, mayBeStored) =>
        transact(client, (query) => work(query, mayBeStored)),
      ),
    snapshot: (work) =>
      within(writers, async (client) => {
        const query = queryOn(client);
        await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
          await query(`SET LOCAL ${limit} = 0`);
        }
        const result = await work(query);
        // It has read everything, and there is nothing to store.
        await query('COMMIT').catch(() => undefined);
        return result;
      }),
    async checkWritable() {
      const [state] = await read<{ isReadOnly: boolean }>(
        "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' " +
          'AS "isReadOnly"',
      );
      if (state?.isReadOnly !== false) throw new StoreUnavailable('unreachable');
    },
    close,
    discard: close,
  };

  async function close(): Promise<void> {
    const ends = [readers, writers].map((pool) => (pool.ending ? undefined : pool.end()));
    // What is not done by now may never be: a COMMIT waits for a synchronous standby without limit.
    for (const client of writing) client.connection.stream.destroy();
    await Promise.all(ends);
  }
}

function useOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return {
    pool,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}

/** A commit was sent, and its result was lost, or it no longer waits for a synchronous standby. */
class UnconfirmedCommit extends Error {
  constructor(cause?: unknown) {
    super('the server has not confirmed a commit', { cause });
  }
}

/** A connection counts as used until the server has done what was asked for on it. */
async function within<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    const isUsable = !isLost(error) && !(error instanceof UnconfirmedCommit);
    const rollback = { text: 'ROLLBACK', query_timeout: unansweredMs };
    const rolledBack =
      isUsable &&
      (await client.query(rollback).then(
        () => true,
        () => false,
      ));
    client.release(!rolledBack);
    throw error;
  }
}

async function transact<T>(client: pg.PoolClient, work: (query: Query) => Promise<T>): Promise<T> {
  let isCanceled = false;
  const onNotice = ({ routine }: { readonly routine?: string | undefined }) => {
    isCanceled ||= routine === waitsForStandby;
  };
  client.on('notice', onNotice);
  try {
    const query = queryOn(client);
    // If it failed, each statement after it would be committed alone.
    await query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(query);
    const { command } = await client.query('COMMIT').catch((error) => {
      throw isLost(error) ? new UnconfirmedCommit(error) : error;
    });
    if (isCanceled) throw new UnconfirmedCommit();
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}

function queryOn(client: pg.PoolClient): Query {
  return async <Row>(sql: string, values: readonly SqlValue[] = []) => {
    // @types/pg does not know that a query can have a time limit of its own.
    const query = { text: textOf(sql), values: [...values], query_timeout: unansweredMs };
    try {
      return (await client.query<Row & object>(query)).rows;
    } catch (error) {
      throw namingPrivilege(error, sql);
    }
  };
}

/** With the placeholders and functions of PostgreSQL. */
function textOf(sql: string): string {
  const translated = sql.replace(/\?(\d+)/g, '$$$1').replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');
  // An array, whose size the planner takes for small: it looks each one up in an index.
  return translated.replace(
    /IN \(SELECT value FROM json_each\((\$\d+)\)\)/g,
    '= ANY (ARRAY(SELECT json_array_elements_text($1::json)))',
  );
}

/**
 * Tries again after a temporary failure. The next attempt finds out whether an unconfirmed commit
 * is stored.
 */
async function repeated<T>(
  pool: pg.Pool,
  patienceMs: number,
  work: (client: pg.PoolClient, mayBeStored: boolean) => Promise<T>,
): Promise<T> {
  const end = performance.now() + patienceMs;
  let unconfirmed: UnconfirmedCommit | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await within(pool, (client) => work(client, unconfirmed !== undefined));
    } catch (error) {
      if (error instanceof UnconfirmedCommit) unconfirmed = error;
      const isLate = pool.ending || performance.now() >= end;
      const isOver = isLate || (!(error instanceof UnconfirmedCommit) && !isRepeatable(error));
      if (isOver && unconfirmed !== undefined) throw new StoreUncertain(error);
      const reason = reasonOf(error);
      if (isOver) throw reason === undefined ? error : new StoreUnavailable(reason, error);
    }
    // Random, so that processes that failed together do not try again together.
    await delay(Math.min(20 * 2 ** attempt, longestPauseMs) * (0.5 + Math.random()));
  }
}

/** 64-bit integers here are counts and times, which a number holds exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format ?? 'text');
}

const int8 = 20;
