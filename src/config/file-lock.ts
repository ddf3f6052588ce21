// Lets one process at a time change a file: the one that creates the lock file. Must not know what
// is changed.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockTimes {
  /**
   * A lock older than this was left behind by a process that died: the work under a lock takes
   * milliseconds.
   */
  readonly staleMs: number;
  /** How long to wait for the lock. Longer than `staleMs`. */
  readonly maxWaitMs: number;
}

const defaultTimes: LockTimes = { staleMs: 5000, maxWaitMs: 10_000 };

/**
 * Runs `work` while this process holds the lock. The work is synchronous, so that it cannot be
 * interrupted by other work.
 * @throws if the lock file cannot be created, or other processes hold the lock for too long
 */
export async function withFileLock<T>(
  lock: string,
  work: () => T,
  times = defaultTimes,
): Promise<T> {
  const giveUpAt = Date.now() + times.maxWaitMs;
  const content = `${process.pid} ${randomUUID()}\n`;
  while (!tryCreate(() => writeFileSync(lock, content, { flag: 'wx', mode: 0o600 }))) {
    if (Date.now() > giveUpAt) throw new Error(`${lock} has existed for too long; remove it`);
    removeStale(lock, times.staleMs);
    await sleep(5 + 20 * Math.random());
  }
  try {
    return work();
  } finally {
    removeOwn(lock, content);
  }
}

/**
 * While this process was suspended, another one may have taken the lock over as stale: then it is
 * that process's.
 */
function removeOwn(lock: string, content: string): void {
  if (isStored(lock, content)) rmSync(lock, { force: true });
}

function isStored(lock: string, content: string): boolean {
  try {
    return readFileSync(lock, 'utf8') === content;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Only one process at a time removes a stale lock; otherwise a second one could remove the first
 * one's new lock.
 */
function removeStale(lock: string, staleMs: number): void {
  if (!isStale(lock, staleMs)) return;
  const guard = `${lock}.removing`;
  if (!tryCreate(() => mkdirSync(guard))) {
    if (isStale(guard, staleMs)) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (isStale(lock, staleMs)) rmSync(lock, { force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

function isStale(path: string, staleMs: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > staleMs;
}

function tryCreate(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
