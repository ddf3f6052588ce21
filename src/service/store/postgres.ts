// The driver of PostgreSQL: statements and transactions. Must not know the schema.
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, UsageError } from '../../errors.ts';
import {
  type Driver,
  type Query,
  type SqlValue,
  StoreUnavailable,
  StoreUncertain,
} from './driver.ts';
import { connectionOf, redacted } from './postgres-address.ts';
import { type Connection, connectionsTo, limited } from './postgres-connections.ts';
import {
  fixFor,
  isForbidden,
  isLockTimeout,
  isLost,
  isRepeatable,
  reasonOf,
  UnconfirmedCommit,
} from './postgres-errors.ts';
import {
  checkCreation,
  checkPrivileges,
  checkSchema,
  MissingPrivilege,
} from './postgres-privileges.ts';

/** How long after it began an operation is tried again: at least once if it had no answer. */
const usualPatienceMs = 5000;
const longestPauseMs = 500;
/** As a time limit of pg, and of PostgreSQL. */
const noLimit = 0;
// The server's function that warns when a commit no longer waits for a synchronous standby, because
// somebody has canceled it (src/backend/replication/syncrep.c). The code is that of any warning,
// and the text is in the language of the server.
const waitsForStandby = 'SyncRepWaitForLSN';

/**
 * @throws DatabaseError if the database cannot be reached or is not in UTF-8
 * @throws UsageError for its address
 */
export async function openPostgres(data: string, patienceMs = usualPatienceMs): Promise<Driver> {
  const driver = driverOn(connectionsTo(connectionOf(data)), patienceMs);
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

function driverOn(connections: ReturnType<typeof connectionsTo>, usualMs: number): Driver {
  const { reading, writing, isClosed, close } = connections;
  const read: Query = <Row>(sql: string, values?: readonly SqlValue[]) => {
    const attempt = () => reading((client) => queryOn(client)<Row>(sql, values));
    return repeated(attempt, usualMs, isClosed);
  };
  return {
    read,
    listTables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    overtakenAfterMs: 2000,
    patienceMs: usualMs,
    isLockTimeout,
    checkPrivileges: (tables, name) => checkPrivileges(read, tables, name),
    checkCreation: (name) => checkCreation(read, name),
    pools: connections.uses,
    transaction(work, { patienceMs = usualMs, attemptMs } = {}) {
      const attempt = (mayBeStored: boolean) =>
        writing((client) => {
          const transaction = transact(client, (query) => work(query, mayBeStored));
          return attemptMs === undefined ? transaction : endedAfter(attemptMs, client, transaction);
        });
      return repeated(attempt, patienceMs, isClosed);
    },
    snapshot: (work) =>
      writing(async (client) => {
        const query = queryOn(client, noLimit);
        await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
          await query(`SET LOCAL ${limit} = ${noLimit}`);
        }
        const result = await work(query);
        // It has read everything, and there is nothing to store.
        await query('COMMIT').catch(() => undefined);
        return result;
      }),
    checkDisk,
    close,
    discard: close,
  };
}

/**
 * Most small writes need no new space, and larger ones do. What does not fit into the memory that
 * is allowed here is written to a file beside the tables.
 */
async function checkDisk(query: Query): Promise<void> {
  await Promise.all([
    query("SET LOCAL work_mem = '64kB'"),
    query("SET LOCAL temp_tablespaces = ''"),
    query('SELECT count(*) FROM generate_series(1, 10000)'),
  ]);
}

async function transact<T>(client: Connection, work: (query: Query) => Promise<T>): Promise<T> {
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
    const { command } = await client.query(limited('COMMIT')).catch((error) => {
      throw isLost(error) ? new UnconfirmedCommit(error) : error;
    });
    if (isCanceled) throw new UnconfirmedCommit();
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}

/** Ends the connection if it takes longer. */
function endedAfter<T>(ms: number, client: Connection, work: Promise<T>): Promise<T> {
  const late = setTimeout(() => client.connection.stream.destroy(), ms);
  return work.finally(() => clearTimeout(late));
}

/** @param timeoutMs after which a statement is given up; default: the usual time */
function queryOn(client: Connection, timeoutMs?: number): Query {
  return async <Row>(sql: string, values: readonly SqlValue[] = []) => {
    const query = { ...limited(textOf(sql), timeoutMs), values: [...values] };
    try {
      return (await client.query<Row & object>(query)).rows;
    } catch (error) {
      throw isForbidden(error) ? new MissingPrivilege(sql, error) : error;
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
 * @param isOver whether no further attempt can succeed
 */
async function repeated<T>(
  attempt: (mayBeStored: boolean) => Promise<T>,
  patienceMs: number,
  isOver: () => boolean,
): Promise<T> {
  const end = performance.now() + patienceMs;
  let unconfirmed: UnconfirmedCommit | undefined;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(unconfirmed !== undefined);
    } catch (error) {
      if (error instanceof UnconfirmedCommit) unconfirmed = error;
      const isLast = isOver() || performance.now() >= end || !isRepeatable(error);
      if (isLast && unconfirmed !== undefined) throw new StoreUncertain(error);
      if (isLast) throw asUnavailable(error);
    }
    // Random, so that processes that failed together do not try again together.
    await delay(Math.min(20 * 2 ** failures, longestPauseMs) * (0.5 + Math.random()));
  }
}

/** An error that is not temporary stays as it is. */
function asUnavailable(error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const fix = error instanceof MissingPrivilege ? error.fix : undefined;
  return new StoreUnavailable(reason, error, fix);
}
