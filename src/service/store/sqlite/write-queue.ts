// Groups writes that arrive together into one transaction, so that one flush to disk makes all of them durable.
import { StoreUnavailable } from '../store.ts';
import { type Connection, sqliteCode } from './connection.ts';

export interface WriteQueue {
  /**
   * Runs `work`, possibly twice. The promise settles when its transaction is durable. If `work` throws, only this write
   * is undone, and its promise rejects.
   */
  write<T>(work: () => T): Promise<T>;
  /** Commits the writes that are waiting. */
  flush(): void;
}

interface PendingWrite {
  /** Does the work and returns the function that resolves the promise, which must not be called before COMMIT. */
  run(): () => void;
  reject(error: unknown): void;
}

// Waiting for more writes makes a group of this size no faster.
const fullGroup = 128;

/** @param onRollback called whenever something that a write has read or written is undone */
export function writeQueue(connection: Connection, onRollback: () => void = () => undefined): WriteQueue {
  const begin = connection.run('BEGIN IMMEDIATE');
  const commit = connection.run('COMMIT');
  const savepoint = connection.run('SAVEPOINT write');
  const release = connection.run('RELEASE write');
  const rollBackToSavepoint = connection.run('ROLLBACK TO write');
  let waiting: PendingWrite[] = [];

  return { write, flush };

  function write<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push({
        run: () => {
          const result = work();
          return () => resolve(result);
        },
        reject,
      });
      if (waiting.length === 1) setImmediate(turn, 1);
    });
  }

  /** Commits at the end of the first turn of the event loop in which no further write arrives. */
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
      const settle = runTogether(group) ?? group.map(runAlone);
      commit.run([]);
      for (const settleOne of settle) settleOne();
    } catch (error) {
      const reason = translated(error);
      for (const { reject } of group) reject(reason);
      if (connection.inTransaction) connection.exec('ROLLBACK');
      onRollback();
    }
  }

  /** Runs all writes. Undoes all of them and returns undefined if one fails. */
  function runTogether(group: readonly PendingWrite[]): (() => void)[] | undefined {
    try {
      return group.map((write) => write.run());
    } catch (error) {
      // A full disk has already ended the transaction, and leaves no room for any of the writes.
      if (!connection.inTransaction) throw error;
      connection.exec('ROLLBACK');
      onRollback();
      connection.exec('BEGIN IMMEDIATE');
      return undefined;
    }
  }

  function runAlone(write: PendingWrite): () => void {
    savepoint.run([]);
    try {
      const settle = write.run();
      release.run([]);
      return settle;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      rollBackToSavepoint.run([]);
      release.run([]);
      onRollback();
      return () => write.reject(translated(error));
    }
  }
}

/** A temporary failure becomes StoreUnavailable. Any other error stays as it is. */
function translated(error: unknown): unknown {
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_BUSY'))
    return new StoreUnavailable('the database is locked by another process', 1, error);
  if (code.startsWith('SQLITE_FULL')) return new StoreUnavailable('the disk is full', 60, error);
  return error;
}
