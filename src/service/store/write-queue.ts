// Groups the writes of one turn of the event loop in one transaction, so that durability costs one flush for all.
import { type Connection, sqliteCode } from './connection.ts';
import { StoreUnavailable } from './store.ts';

export interface WriteQueue {
  /** Runs `work` in a savepoint of its own; settles when the transaction that holds it is durable. */
  write<T>(work: () => T): Promise<T>;
  /** Commits what is waiting. */
  flush(): void;
}

interface Waiting {
  /** Does the work and returns what settles its promise once it is durable. */
  attempt(): () => void;
  reject(error: unknown): void;
}

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
      // The check phase comes after this turn's sockets have been read, so their requests are all here by then.
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ attempt: () => attempt(work, resolve, reject), reject });
    });
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      begin.run([]);
      const settle = group.map((write) => write.attempt());
      commit.run([]);
      for (const done of settle) done();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      const refusal = translated(error);
      for (const write of group) write.reject(refusal);
    }
  }

  function attempt<T>(work: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
    savepoint.run([]);
    try {
      const result = work();
      release.run([]);
      return () => resolve(result);
    } catch (error) {
      // A full disk ends the whole transaction, and with it every write of the group.
      if (!connection.inTransaction) throw error;
      undo.run([]);
      release.run([]);
      return () => reject(translated(error));
    }
  }
}

/** An error that passes by itself becomes StoreUnavailable; any other stays. */
export function translated(error: unknown): unknown {
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_BUSY'))
    return new StoreUnavailable('the database is locked by another process', 1, error);
  if (code.startsWith('SQLITE_FULL')) return new StoreUnavailable('the disk is full', 60, error);
  return error;
}
