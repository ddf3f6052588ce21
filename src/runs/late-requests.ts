// Finds requests of earlier runs that got no response: they may still take effect, and undo or repeat what is sent now.
import type { Clock } from '../client/clock.ts';
import { entriesOf, partFor, type RunHeader, type Target } from './entry.ts';
import type { RunFolder, Runs } from './folder.ts';
import { inDoubt } from './history.ts';

export interface LateRequests {
  readonly header: RunHeader;
  readonly folder: RunFolder;
  /** The rows in doubt. */
  readonly rows: ReadonlySet<number>;
  /** After this moment their requests have taken effect, or never will; in milliseconds since 1970. */
  readonly until: number;
}

/**
 * The requests of earlier runs of a target that may still take effect, even if another run has replaced those runs.
 * @param lateMs how long after it was sent a request may take effect
 */
export async function findLateRequests(
  target: Target,
  { runs, now, lateMs }: { readonly runs: Runs; readonly now: number; readonly lateMs: number },
): Promise<readonly LateRequests[]> {
  const found: LateRequests[] = [];
  for (const { header } of await runs.list()) {
    const part = partFor(header, target);
    if (part === undefined) continue;
    const folder = runs.folder(header.run);
    const until = (await folder.touchedAt()) + lateMs;
    if (until <= now) continue;
    // A run that was stopped rather than killed has no rows in doubt.
    const rows = await inDoubt(entriesOf(folder.entries(), part));
    if (rows.size > 0) found.push({ header, folder, rows, until });
  }
  return found;
}

export interface WaitOptions {
  readonly clock: Clock;
  /** Called with the length of the wait, in milliseconds. */
  readonly onWait?: ((ms: number) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Waits until a moment, or not at all if it has passed. @throws the signal's reason */
export async function waitUntil(moment: number, { clock, onWait, signal }: WaitOptions): Promise<void> {
  const ms = moment - clock.now();
  if (ms <= 0) return;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
}
