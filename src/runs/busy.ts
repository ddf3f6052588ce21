// Decides whether another process works on a run, or on the records that a run is to change, and
// names its run. Must not know what is sent.
import { BusyError, JournalError } from '../errors.ts';
import { partFor, type Target } from './entry.ts';
import type { RunFolder, Runs } from './folder.ts';
import type { Lock } from './lock.ts';
import type { RunSending } from './task.ts';

/**
 * Locks the records of one kind in an event against other runs.
 * @param patience given if the others hold the lock for one request each: then it waits some
 *   seconds
 * @throws {BusyError} if another process holds the lock; it names the run, if that has begun
 * @throws {JournalError} if the lock cannot be saved
 */
export async function lockTarget(
  runs: Runs,
  target: Target,
  patience?: Pick<RunSending, 'clock' | 'signal'>,
): Promise<Lock> {
  try {
    return patience === undefined
      ? runs.lock(target)
      : await lockWhenFree(() => runs.lock(target, 0), patience);
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    throw (await runningError(runs, target)) ?? error;
  }
}

/** The error of a command that cannot touch a run while a process works on it; else undefined. */
export function busyError(run: RunFolder): BusyError | undefined {
  try {
    run.lock().release();
    return undefined;
  } catch (error) {
    if (error instanceof BusyError) return error;
    // In a folder that cannot be written, no process works on a run.
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}

/** Of the run that sends to the target; undefined while none has begun. */
async function runningError(runs: Runs, target: Target): Promise<BusyError | undefined> {
  for (const { header, ended } of (await runs.list()).toReversed()) {
    if (ended !== undefined || partFor(header, target) === undefined) continue;
    const error = busyError(runs.folder(header.run));
    if (error !== undefined) return error;
  }
  return undefined;
}

async function lockWhenFree(
  take: () => Lock,
  { clock, signal }: Pick<RunSending, 'clock' | 'signal'>,
): Promise<Lock> {
  const until = clock.now() + waitedMs;
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof BusyError) || clock.now() >= until) throw error;
      await clock.sleep(pauseMs, signal);
    }
  }
}

const waitedMs = 10_000;
const pauseMs = 50;
