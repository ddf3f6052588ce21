// Owns the connections to PostgreSQL: each leads to the server that accepts writes, or is left. The
// only use of pg. Must not know what is sent on them.
import pg from 'pg';
import type { PoolUse } from './driver.ts';
import { isAway, isTemporary, NoFreeConnection, ReadOnlyServer } from './postgres-errors.ts';

/**
 * Of one process. Each has a pool of its own, so that reads are left some, whatever happens to
 * writes.
 */
const most = { reads: 6, writes: 4 };
const connectMs = 3000;
/** The server ends a statement after this time, but not a COMMIT that waits for a standby. */
const statementMs = 4000;
/** A statement that waits longer for a lock is given up: what needs no lock may wait behind it. */
const lockMs = 500;
/** After this time without an answer, a statement or a COMMIT is given up with its connection. */
const unansweredMs = 4500;
/** While it waits for the next statement, a transaction has locks. */
const idleMs = 5000;
/** A connection on which nothing is sent is known to be lost 10 seconds after this time. */
const keepAliveMs = 5000;
/** After this time, a connection is made again: its address may lead to another server. */
const usualLifeMs = 60_000;

export type Connection = pg.PoolClient;

type Work<T> = (client: Connection) => Promise<T>;

/**
 * @param config where they lead to
 * @param lifeMs after which a connection is closed as soon as it is not used
 */
export function connectionsTo(config: pg.PoolConfig, lifeMs = usualLifeMs) {
  const open = new Set<Connection>();
  const target = { ...config, maxLifetimeSeconds: lifeMs / 1000 };
  const readers = poolOf({ ...target, max: most.reads });
  const limits = { lock_timeout: lockMs, idle_in_transaction_session_timeout: idleMs };
  const writers = poolOf({ ...target, ...limits, max: most.writes });
  const pools = [readers, writers];
  // What is learned of one connection is true of all that were made before it: each has the number
  // of the generation in which it was made, and only those of the last one are used.
  const generations = new WeakMap<Connection, number>();
  let generation = 0;
  let server: string | undefined;
  for (const pool of pools) {
    pool.on('connect', (client) => {
      open.add(client);
      client.once('end', () => open.delete(client));
    });
  }
  return {
    reading: <T>(work: Work<T>) => within(readers, work),
    writing: <T>(work: Work<T>) => within(writers, work),
    /** How they are used now. */
    uses: () => [useOf('reads', readers), useOf('writes', writers)],
    isClosed: () => readers.ending,
    /** Also ends what is in progress: a COMMIT may wait for a standby without limit. */
    async close() {
      const ends = pools.map((pool) => (pool.ending ? undefined : pool.end()));
      for (const client of open) client.connection.stream.destroy();
      await Promise.all(ends);
    },
  };

  /** Runs `work` on a connection. If it fails, what it has done is rolled back. */
  async function within<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
    const client = await acquire(pool);
    try {
      const result = await work(client);
      if (isCurrent(client)) client.release();
      else discard(client);
      return result;
    } catch (error) {
      if (isAway(error)) generation++;
      // It may succeed where the address leads now: a lock can be that of a commit that waits on a
      // former primary for good.
      if (isCurrent(client) && (await isRolledBack(client))) client.release(isTemporary(error));
      else discard(client);
      throw error;
    }
  }

  async function acquire(pool: pg.Pool): Promise<Connection> {
    for (;;) {
      const client = await connect(pool);
      try {
        if (!generations.has(client)) await examine(client);
      } catch (error) {
        discard(client);
        throw error;
      }
      if (isCurrent(client)) return client;
      discard(client);
    }
  }

  /** @throws ReadOnlyServer */
  async function examine(client: Connection): Promise<void> {
    const found = await client.query<{
      isReadOnly: boolean;
      /** To the microsecond, so that no two servers have the same. */
      startedAt: string;
    }>(limited(whereItLeads, connectMs));
    const [state] = found.rows;
    if (state?.isReadOnly !== false) throw new ReadOnlyServer();
    if (state.startedAt !== server) generation++;
    server = state.startedAt;
    generations.set(client, generation);
  }

  function isCurrent(client: Connection): boolean {
    return generations.get(client) === generation;
  }
}

/** @throws NoFreeConnection if it has waited for one that is in use until the time limit */
async function connect(pool: pg.Pool): Promise<Connection> {
  try {
    return await pool.connect();
  } catch (error) {
    // pg reports it only by a text. One that cannot be made has left the pool, but the next one is
    // in it already.
    const isFull = !pool.ending && pool.totalCount - pool.idleCount >= pool.options.max;
    throw isFull && !hasReason(error) ? new NoFreeConnection(error) : error;
  }
}

/** Whether the system or the server reports why a connection could not be made. */
function hasReason(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.cause !== undefined);
}

function useOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return {
    pool,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}

const whereItLeads = `SELECT pg_postmaster_start_time()::text AS "startedAt",
  pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

/** A statement that is given up without an answer. @types/pg does not know that time limit. */
export function limited(text: string, query_timeout = unansweredMs): pg.QueryConfig {
  const statement = { text, query_timeout };
  return statement;
}

async function isRolledBack(client: Connection): Promise<boolean> {
  return client.query(limited('ROLLBACK')).then(
    () => true,
    () => false,
  );
}

/** At once: the other end of a lost connection does not confirm that it is ended. */
function discard(client: Connection): void {
  client.connection.stream.destroy();
  client.release(true);
}

function poolOf(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'plenary',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
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

/** 64-bit integers here are counts and times, which a number holds exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format ?? 'text');
}

const int8 = 20;
