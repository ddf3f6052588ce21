// Groups the writes that arrive together in one transaction, so that durability costs one flush to disk for all.

import { StoreUnavailable } from '../store.ts';
import { type Connection, sqliteCode } from './connection.ts';

export interface WriteQueue {
  /**
   * Runs `work`, which may be run twice; settles when the transaction that holds it is durable. A write that throws
   * is undone alone, and its promise rejects.
   */
  write<T>(work: () => T): Promise<T>;
  /** Commits what is waiting. */
  flush(): void;
}

interface Waiting {
  /** Does the work and returns what settles its promise once it is durable. */
  attempt(): () => void;
  reject(error: unknown): void;
}

// A group this large gains nothing more by waiting for company.
const fullGroup = 128;

export function writeQueue(connection: Connection): WriteQueue {
  const begin = connection.run('BEGIN IMMEDIATE');
  const commit = connection.run('COMMIT');
  const savepoint = connection.run('SAVEPOINT write');
  const release = connection.run('RELEASE write');
  const undo = connection.run('ROLLBACK TO write');
  let waiting: Waiting[] = [];

  return { write, flush };

  function write<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push({
        attempt: () => {
          const result = work();
          return () => resolve(result);
        },
        reject,
      });
      if (waiting.length === 1) setImmediate(turn, 1);
    });
  }

  /** Commits at the end of the first turn of the event loop that brings no further write. */
  function turn(seen: number): void {
    const { length } = waiting;
    if (length > seen && length < fullGroup) setImmediate(turn, length);
    else flush();
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      begin.run([]);
      const settle = together(group) ?? group.map(apart);
      commit.run([]);
      for (const done of settle) done();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      const refusal = translated(error);
      for (const write of group) write.reject(refusal);
    }
  }

  /** Does all writes; or none, where one of them fails. */
  function together(group: readonly Waiting[]): (() => void)[] | undefined {
    try {
      return group.map((write) => write.attempt());
    } catch (error) {
      // A full disk has ended the transaction already, and leaves room for none of them.
      if (!connection.inTransaction) throw error;
      connection.exec('ROLLBACK; BEGIN IMMEDIATE');
      return undefined;
    }
  }

  function apart(write: Waiting): () => void {
    savepoint.run([]);
    try {
      const done = write.attempt();
      release.run([]);
      return done;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      undo.run([]);
      release.run([]);
      return () => write.reject(translated(error));
    }
  }
}

/** An error that passes by itself becomes StoreUnavailable; any other stays. */
function translated(error: unknown): unknown {
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_BUSY'))
    return new StoreUnavailable('the database is locked by another process', 1, error);
  if (code.startsWith('SQLITE_FULL')) return new StoreUnavailable('the disk is full', 60, error);
  return error;
}
