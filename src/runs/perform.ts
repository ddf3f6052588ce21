// Performs a run: holds its lock while its rows are sent, and closes it afterwards. Must not know what is sent.
import type { RunFolder } from './folder.ts';
import type { Journal } from './journal.ts';

/** The result of sending the rows of a run. */
export interface SendingResult {
  /** What ended it early: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
  /** What the journal ends with; undefined while something is left to do. */
  readonly finalCounts: object | undefined;
}

/**
 * Sends the rows of a run that was begun, and closes its journal. Once nothing is left to do, the run is marked as ended
 * and its rows are removed.
 * @returns what `send` returns; with the error in `stoppedBy` if the journal could not be closed
 * @throws {ConflictError} if another process works on the run; what `send` throws
 */
export async function performRun<T extends SendingResult>(
  folder: RunFolder,
  journal: Journal,
  send: () => Promise<T>,
): Promise<T> {
  const lock = folder.lock();
  const sent = await sendAndClose(journal, send).finally(() => lock.release());
  if (sent.isClosed) await folder.removeRows();
  return sent.result;
}

async function sendAndClose<T extends SendingResult>(
  journal: Journal,
  send: () => Promise<T>,
): Promise<{ readonly result: T; readonly isClosed: boolean }> {
  const result = await send().catch(async (error: unknown) => {
    await journal.close().catch(() => undefined);
    throw error;
  });
  const { finalCounts, stoppedBy } = result;
  if (finalCounts !== undefined) journal.recordEnd(finalCounts);
  try {
    await journal.close();
  } catch (error) {
    return { result: { ...result, stoppedBy: stoppedBy ?? error }, isClosed: false };
  }
  return { result, isClosed: finalCounts !== undefined };
}
