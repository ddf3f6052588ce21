// Finds what earlier runs have sent: requests without a response, which may still take effect, and
// records that the service does not list yet.

import { writtenValue } from '../changes/change.ts';
import { keyMark } from '../changes/names.ts';
import { JournalError } from '../errors.ts';
import { partFor, type RecordMemory, type Target } from './entry.ts';
import type { RunFolder, Runs } from './folder.ts';
import { type History, historyOf, noHistory, type RowHistory, readHistory } from './history.ts';
import { turn } from './row.ts';
import type { Rows } from './rows.ts';
import type { RunSending } from './task.ts';

export interface LateRequests {
  readonly run: string;
  /** The rows in doubt. */
  readonly rows: readonly RowHistory[];
  /**
   * After this moment their requests have taken effect, or never will; in milliseconds since 1970.
   */
  readonly until: number;
}

/**
 * The requests of earlier runs of a target that may still take effect, even if another run has
 * replaced those runs.
 */
export async function findLateRequests(
  target: Target,
  { runs, clock, lateMs }: Pick<RunSending, 'runs' | 'clock' | 'lateMs'>,
): Promise<readonly LateRequests[]> {
  const found: LateRequests[] = [];
  for (const { header } of await runs.list()) {
    const part = partFor(header, target);
    if (part === undefined) continue;
    const folder = runs.folder(header.run);
    const until = (await folder.touchedAt()) + lateMs;
    if (until <= clock.now()) continue;
    const rows = historyOf(await readHistory(folder), part).filter(
      ({ outcome }) => outcome === 'unknown',
    );
    if (rows.length > 0) found.push({ run: header.run, rows, until });
  }
  return found;
}

/** Waits until a moment, or not at all if it has passed. @throws the signal's reason */
export async function waitUntil(
  moment: number,
  { clock, onWait, signal }: Pick<RunSending, 'clock' | 'onWait' | 'signal'>,
): Promise<void> {
  const ms = moment - clock.now();
  if (ms <= 0) return;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
}

/**
 * The ids of the records that runs of this computer have created in a target, by the mark of the
 * key of their row.
 */
export async function createdRecords(
  target: Target,
  runs: Runs,
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>();
  for (const { header } of await runs.list()) {
    const part = partFor(header, target);
    if (part === undefined) continue;
    for (const { key, id } of historyOf(await readableHistory(runs.folder(header.run)), part)) {
      if (key !== undefined && id !== undefined) created.set(key, id);
    }
  }
  return created;
}

/**
 * What runs of this computer have written to the records of a target, by id. A session is the
 * submission that is placed. A request without a response is not known to have written anything.
 */
export async function writtenRecords(
  target: Target,
  runs: Runs,
): Promise<ReadonlyMap<string, RecordMemory>> {
  const written = new Map<string, RecordMemory>();
  const targets =
    target.resource === 'submissions' ? [target, { ...target, resource: 'sessions' }] : [target];
  for (const { header } of await runs.list()) {
    const parts = targets.flatMap((each) => partFor(header, each) ?? []);
    if (parts.length === 0) continue;
    const history = await readableHistory(runs.folder(header.run));
    for (const { id, updatedAt, confirmed = {} } of parts.flatMap((part) =>
      historyOf(history, part),
    )) {
      if (id === undefined) continue;
      const own = Object.entries(confirmed).map(([field, value]) => [field, writtenValue(value)]);
      const before = written.get(id);
      written.set(id, {
        updatedAt: updatedAt ?? before?.updatedAt,
        fields: { ...before?.fields, ...Object.fromEntries(own) },
      });
    }
  }
  return written;
}

/** The journal of another run must not stop this one. */
async function readableHistory(folder: RunFolder): Promise<History> {
  try {
    return await readHistory(folder);
  } catch (error) {
    if (error instanceof JournalError) return noHistory;
    throw error;
  }
}

/** For how long a list may lag behind creations that were confirmed. */
const lagMs = 60 * 60 * 1000;

/**
 * Skips the rows whose records runs of the last hour have created in this target, and that are not
 * in the list.
 */
export async function skipUnlisted(
  rows: Rows,
  target: Target,
  { runs, clock, onNotice }: RunSending,
): Promise<void> {
  for (const { header } of await runs.list()) {
    if (rows.count('create') === 0) return;
    const folder = runs.folder(header.run);
    const part = partFor(header, target);
    if (part === undefined || (await folder.touchedAt()) + lagMs <= clock.now()) continue;
    const history = await readableHistory(folder);
    const created = new Map(
      historyOf(history, part).flatMap(({ key, id }) => (key === undefined ? [] : [[key, id]])),
    );
    let found = 0;
    for (const row of rows.in('create')) {
      const mark = keyMark(row.names.key ?? '');
      if (!created.has(mark)) continue;
      turn(row, 'skipped', { id: created.get(mark) });
      found++;
    }
    const notice = { run: header.run, rows: found, journal: folder.journalPath };
    if (found > 0) await onNotice?.({ kind: 'unlisted_records', ...notice });
  }
}
