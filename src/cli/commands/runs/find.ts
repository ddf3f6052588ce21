// Finds the run that a command names, on the service that it sent to.
import { ConflictError, JournalError, UsageError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunFolder, RunSummary } from '../../../runs/folder.ts';
import type { Context } from '../../context.ts';
import { addressOf, savedRuns } from '../sending.ts';

/** The run of the first argument. @throws {UsageError} if no run has this name, or the settings specify another base URL */
export async function findRun(context: Context): Promise<RunSummary> {
  const [name = ''] = context.args;
  const run = await savedRuns(context.io).find(name);
  await checkService(context, run.header);
  return run;
}

/** @throws {UsageError} if the settings specify another base URL */
export async function checkService(context: Context, { run, baseUrl }: RunHeader): Promise<void> {
  const now = await addressOf(context);
  if (now === baseUrl) return;
  throw new UsageError(`run ${run} sends to ${baseUrl}, but the base URL is ${now}`, {
    advice: { kind: 'use_base_url', baseUrl },
  });
}

/** Whether a process works on it. */
export function isHeld(run: RunFolder): boolean {
  try {
    run.lock().release();
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    // In a folder that cannot be written, no process works on a run.
    if (error instanceof JournalError) return false;
    throw error;
  }
}
