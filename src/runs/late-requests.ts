// Finds requests of earlier runs that got no response: they may still take effect, and undo or repeat what is sent now.
import { partFor, type Target } from './entry.ts';
import { historyOf, type RowHistory, readHistory } from './history.ts';
import type { Sending } from './task.ts';

export interface LateRequests {
  readonly run: string;
  /** The rows in doubt. */
  readonly rows: readonly RowHistory[];
  /** After this moment their requests have taken effect, or never will; in milliseconds since 1970. */
  readonly until: number;
}

/** The requests of earlier runs of a target that may still take effect, even if another run has replaced those runs. */
export async function findLateRequests(
  target: Target,
  { runs, clock, lateMs }: Pick<Sending, 'runs' | 'clock' | 'lateMs'>,
): Promise<readonly LateRequests[]> {
  const found: LateRequests[] = [];
  for (const { header } of await runs.list()) {
    const part = partFor(header, target);
    if (part === undefined) continue;
    const folder = runs.folder(header.run);
    const until = (await folder.touchedAt()) + lateMs;
    if (until <= clock.now()) continue;
    const rows = historyOf(await readHistory(folder), part).filter(({ outcome }) => outcome === 'unknown');
    if (rows.length > 0) found.push({ run: header.run, rows, until });
  }
  return found;
}

/** Waits until a moment, or not at all if it has passed. @throws the signal's reason */
export async function waitUntil(
  moment: number,
  { clock, onWait, signal }: Pick<Sending, 'clock' | 'onWait' | 'signal'>,
): Promise<void> {
  const ms = moment - clock.now();
  if (ms <= 0) return;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
}
