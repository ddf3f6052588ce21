// One use of a connection, as a session: runs statements, and gives the connection up if the server does not answer in
// time. Until the server is done with it, a connection that was given up counts as used, so that the server never has more
// of them than the pool.
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { StoreUnavailable } from '../store.ts';
import { isUsable, NoAnswerError, reasonOf, UnconfirmedCommitError } from './failures.ts';
import type { Pool } from './pool.ts';
import { turns } from './turns.ts';

export type PostgresValue = string | number | boolean | null | readonly (string | number | null)[];

export interface DatabaseSession {
  /** @param isPrepared whether the connection prepares the statement once */
  run<Row>(text: string, values: readonly PostgresValue[], isPrepared: boolean): Promise<readonly Row[]>;
  commit(): Promise<void>;
}

export interface SessionOptions {
  /** How long to wait for the result of a statement, in milliseconds; 0 is no limit. */
  readonly limitMs: number;
  /** Some connections of the pool are left for reads. */
  readonly isWriting: boolean;
}

export type WithSession = <T>(options: SessionOptions, work: (session: DatabaseSession) => Promise<T>) => Promise<T>;

// When the server has received a request to cancel a statement, its answer follows at once, unless the connection is lost.
const graceMs = 1000;
// For the lists and look-ups, and for asking whether a commit is still waiting.
const connectionsForReads = 2;
const longestWaitMs = 3000;

/** @param isClosing whether the pool is about to end */
export function sessionsOn(pool: Pool, isClosing: () => boolean): WithSession {
  const writers = turns(Math.max(1, pool.size - connectionsForReads), longestWaitMs);
  return within;

  async function within<T>(options: SessionOptions, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const leave = options.isWriting ? await writers.enter() : () => undefined;
    const client = await connected().catch((error) => {
      leave();
      throw error;
    });
    const { session, givenUp } = sessionOf(pool, client, options.limitMs);
    const result = work(session).then((value) => {
      if (pool.isUnconfirmed(client)) throw new UnconfirmedCommitError();
      return value;
    });
    const isFree = result.then(() => true, isUsable);
    const released = Promise.race([isFree, givenUp])
      .then(
        (isFree) => (isFree ? client.release() : pool.remove(client)),
        (error: NoAnswerError) => discard(client, isFree, error.isCommit),
      )
      .then(leave);
    return Promise.race([released.then(() => result), givenUp]);
  }

  /** What cannot be solved by another attempt, e.g. a wrong password, can be solved while the service runs. */
  async function connected(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw reasonOf(error) === undefined && !isClosing() ? new StoreUnavailable('unreachable', error) : error;
    }
  }

  async function discard(client: PoolClient, settled: Promise<unknown>, isCommit: boolean): Promise<void> {
    pool.distrust(client);
    // Canceling a commit would make visible what no standby has yet.
    if (isCommit) while (!(await isSettled(settled)) && !isClosing() && (await isBusy(client)));
    else {
      await pool.cancel(client);
      await isSettled(settled);
    }
    await pool.remove(client);
  }

  function isSettled(settled: Promise<unknown>): Promise<boolean> {
    return Promise.race([settled.then(() => true), delay(graceMs, false, { ref: false })]);
  }

  /** Whether the server is working on what this connection has sent. */
  async function isBusy(client: PoolClient): Promise<boolean> {
    const text = "SELECT pid FROM pg_stat_activity WHERE pid = $1 AND state = 'active'";
    const asking = within({ limitMs: graceMs, isWriting: false }, ({ run }) =>
      run(text, [pool.processOf(client)], false),
    );
    return asking.then((found) => found.length > 0).catch(() => false);
  }
}

function sessionOf(
  pool: Pool,
  client: PoolClient,
  limitMs: number,
): { session: DatabaseSession; givenUp: Promise<never> } {
  let failure: NoAnswerError | undefined;
  let giveUp: (error: NoAnswerError) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (error) => {
      failure ??= error;
      reject(failure);
    };
  });
  // It is awaited in turn with the work, which may end first.
  givenUp.catch(() => undefined);
  return { session: { run, commit }, givenUp };

  async function run<Row>(
    text: string,
    values: readonly PostgresValue[],
    isPrepared: boolean,
  ): Promise<readonly Row[]> {
    return (await send<Row>({ text, values: [...values], ...(isPrepared && { name: nameOf(text) }) }, false)).rows;
  }

  async function commit(): Promise<void> {
    // After a statement that failed, this rolls back.
    await send({ text: 'COMMIT' }, true);
  }

  async function send<Row>(query: { text: string; values?: PostgresValue[]; name?: string }, isCommit: boolean) {
    if (failure !== undefined) throw failure;
    const late = limitMs > 0 && setTimeout(() => giveUp(new NoAnswerError(limitMs, isCommit)), limitMs);
    try {
      pool.sendTogether(client);
      return await client.query<Row & object>(query);
    } finally {
      if (late) clearTimeout(late);
    }
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
