// Lets one process at a time change a file: the one that creates the lock file. Must not know what
// is changed.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const defaultTimes = {
  /**
   * A lock that is there for longer was left behind by a process that died: the work under a lock
   * takes milliseconds.
   */
  staleMs: 5000,
  /** How long to wait for the lock. Longer than `staleMs`. */
  maxWaitMs: 10_000,
};

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
  const beganAt = performance.now();
  const content = `${process.pid} ${randomUUID()}\n`;
  const hasStayed = createWatch(times.staleMs);
  while (!tryCreate(() => writeFileSync(lock, content, { flag: 'wx', mode: 0o600 }))) {
    if (performance.now() - beganAt > times.maxWaitMs)
      throw new Error(`${lock} has existed for too long; remove it`);
    removeStale(lock, hasStayed);
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
function removeStale(lock: string, hasStayed: (path: string) => boolean): void {
  if (!hasStayed(lock)) return;
  const guard = `${lock}.removing`;
  if (!tryCreate(() => mkdirSync(guard))) {
    if (hasStayed(guard)) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (hasStayed(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/**
 * Decides whether a file or a folder has been the same for longer than `staleMs` since it was first
 * seen, by a clock that does not step; its date alone does not show its age.
 */
function createWatch(staleMs: number): (path: string) => boolean {
  const sightings = new Map<string, { readonly modified: number; readonly at: number }>();
  return (path) => {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined) return false;
    const seen = sightings.get(path);
    if (seen?.modified === modified) return performance.now() - seen.at > staleMs;
    sightings.set(path, { modified, at: performance.now() });
    return false;
  };
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
