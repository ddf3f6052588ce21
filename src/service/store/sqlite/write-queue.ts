// Groups writes that arrive together into one transaction, so that one flush to disk makes all of them durable. While
// another process holds the lock, writes wait without blocking this process.
import { type StoreObserver, StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';

export interface WriteQueue {
  /**
   * Runs `work`, possibly several times. The promise settles when its transaction is durable. If `work` throws, only
   * this write is undone, and its promise rejects.
   * @param patienceMs instead of the queue's own
   */
  write<T>(work: () => T, patienceMs?: number): Promise<T>;
  /** Resolves when no write is waiting. */
  drain(): Promise<void>;
}

export interface WriteQueueOptions {
  /** Called whenever something that a write has read or written is undone. */
  readonly onRollback?: () => void;
  /** Throws if the file is no longer the one that was opened. Called before and after each transaction. */
  readonly checkFile?: () => void;
  /** How long a write waits for the lock of another process. Default: 15 seconds, half of a client's usual timeout. */
  readonly patienceMs?: number;
  /** Further writes are refused. Default: 20,000. */
  readonly mostWaiting?: number;
  readonly observer?: Pick<StoreObserver, 'committed' | 'retried'>;
}

interface PendingWrite {
  /** Does the work and returns the function that resolves the promise, which must not be called before COMMIT. */
  run(): () => void;
  reject(error: unknown): void;
  readonly patienceMs: number;
  /** When it first found the database locked, by `performance.now()`. */
  lockedSince?: number;
}

// Waiting for more writes makes a group of this size no faster.
const fullGroup = 128;
// One transaction takes at most about 20 ms, during which nothing else is served.
const largestGroup = 512;
const longestPauseMs = 40;

export function writeQueue(connection: Connection, options: WriteQueueOptions = {}): WriteQueue {
  const {
    onRollback = () => undefined,
    checkFile = () => undefined,
    patienceMs = 15_000,
    mostWaiting = 20_000,
    observer,
  } = options;
  const begin = connection.run('BEGIN IMMEDIATE');
  const commit = connection.run('COMMIT');
  const savepoint = connection.run('SAVEPOINT write');
  const release = connection.run('RELEASE write');
  const rollBackToSavepoint = connection.run('ROLLBACK TO write');
  let waiting: PendingWrite[] = [];
  let isScheduled = false;
  let isLocked = false;
  let pauseMs = 1;
  let whenDrained: (() => void)[] = [];

  return { write, drain };

  function write<T>(work: () => T, ownPatienceMs = patienceMs): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new StoreUnavailable('overloaded'));
      waiting.push({
        run: () => {
          const result = work();
          return () => resolve(result);
        },
        reject,
        patienceMs: ownPatienceMs,
      });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(turn, waiting.length);
    });
  }

  function drain(): Promise<void> {
    return waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => whenDrained.push(resolve));
  }

  /** Commits at the end of the first turn of the event loop in which no further write arrives. */
  function turn(seen: number): void {
    const { length } = waiting;
    if (length > seen && length < fullGroup) setImmediate(turn, length);
    else commitWaiting();
  }

  function commitWaiting(): void {
    isLocked = false;
    commitGroup(waiting.splice(0, largestGroup));
    isScheduled = waiting.length > 0;
    if (!isLocked) pauseMs = 1;
    if (!isScheduled) {
      for (const resolve of whenDrained) resolve();
      whenDrained = [];
    } else if (isLocked) {
      // Random, so that processes that wait for the same lock do not try at the same time.
      setTimeout(commitWaiting, pauseMs * (0.5 + Math.random()));
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    } else setImmediate(commitWaiting);
  }

  function commitGroup(group: readonly PendingWrite[]): void {
    try {
      checkFile();
      begin.run([]);
      const settle = runTogether(group) ?? group.map(runAlone);
      commit.run([]);
      // What was committed to a file that nobody can find is not stored.
      checkFile();
      observer?.committed(group.length);
      for (const settleOne of settle) settleOne();
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      onRollback();
      if (error instanceof StoreUnavailable && error.reason === 'locked') waitForLock(group, error);
      else for (const { reject } of group) reject(error);
    }
  }

  /** Puts the writes back in front of those that have arrived since, except those that have waited too long. */
  function waitForLock(group: readonly PendingWrite[], error: StoreUnavailable): void {
    isLocked = true;
    observer?.retried();
    const now = performance.now();
    for (const write of group) write.lockedSince ??= now;
    const isLate = ({ lockedSince = now, patienceMs }: PendingWrite) => now - lockedSince >= patienceMs;
    for (const { reject } of group.filter(isLate)) reject(error);
    waiting = [...group.filter((write) => !isLate(write)), ...waiting];
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
      return () => write.reject(error);
    }
  }
}
