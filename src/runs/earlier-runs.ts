// Finds what earlier runs have sent: requests without a response, which may still take effect, and
// records that the service does not list yet.

import { writtenValue } from '../changes/change.ts';
import { keyMark } from '../changes/names.ts';
import { JournalError } from '../errors.ts';
import { partFor, type RecordMemory, type RunPart, type Target } from './entry.ts';
import type { RunFolder, Runs } from './folder.ts';
import { type RowHistory, readHistory, rowsOfPart } from './history.ts';
import type { Part } from './part.ts';
import { turn } from './row.ts';
import type { RunSending } from './task.ts';

/** The runs that send to one of the targets, each with its part that does; the oldest first. */
async function* runsTo(runs: Runs, ...targets: readonly Target[]) {
  for (const { header } of await runs.list()) {
    for (const target of targets) {
      const part = partFor(header, target);
      if (part !== undefined) yield { folder: runs.folder(header.run), part };
    }
  }
}

/** What the rows of a run have done. A journal that cannot be read must not stop this run. */
async function readRows(folder: RunFolder, part: RunPart): Promise<readonly RowHistory[]> {
  try {
    return rowsOfPart(await readHistory(folder), part);
  } catch (error) {
    if (error instanceof JournalError) return [];
    throw error;
  }
}

/**
 * The requests of earlier runs of a target that may still take effect, even if another run has
 * replaced those runs.
 * @returns for each run the rows in doubt; `until`: after this moment of the clock their requests
 *   have taken effect, or never will
 * @throws {JournalError} if a journal with such requests cannot be read
 */
export async function findLateRequests(
  target: Target,
  { runs, clock, lateMs }: Pick<RunSending, 'runs' | 'clock' | 'lateMs'>,
) {
  const late: { run: string; rows: readonly RowHistory[]; until: number }[] = [];
  for await (const { folder, part } of runsTo(runs, target)) {
    const leftMs = lateMs - (await folder.untouchedMs());
    if (leftMs <= 0) continue;
    const all = rowsOfPart(await readHistory(folder), part);
    const rows = all.filter(({ outcome }) => outcome === 'unknown');
    if (rows.length > 0) late.push({ run: folder.run, rows, until: clock.now() + leftMs });
  }
  return late;
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
  for await (const { folder, part } of runsTo(runs, target)) {
    for (const { key, id } of await readRows(folder, part)) {
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
  const isOfTalks = target.resource === 'submissions';
  const targets = isOfTalks ? [target, { ...target, resource: 'sessions' }] : [target];
  for await (const { folder, part } of runsTo(runs, ...targets)) {
    for (const { id, updatedAt, confirmed = {} } of await readRows(folder, part)) {
      if (id === undefined) continue;
      const values = Object.entries(confirmed).map(([field, change]) => {
        return [field, writtenValue(change)];
      });
      const before = written.get(id);
      written.set(id, {
        updatedAt: updatedAt ?? before?.updatedAt,
        fields: { ...before?.fields, ...Object.fromEntries(values) },
      });
    }
  }
  return written;
}

/** For how long a list may lag behind creations that were confirmed. */
const lagMs = 60 * 60 * 1000;

/**
 * Skips the rows whose records runs of the last hour have created in this target, and that are not
 * in the list.
 */
export async function skipUnlisted(
  { rows, isListed }: Pick<Part, 'rows' | 'isListed'>,
  target: Target,
  { runs, onNotice }: RunSending,
): Promise<void> {
  for await (const { folder, part } of runsTo(runs, target)) {
    if (rows.count('create') === 0) return;
    const { run, journalPath: journal } = folder;
    if ((await folder.untouchedMs()) >= lagMs) continue;
    const created = new Map<string, string | undefined>();
    for (const { key, id } of await readRows(folder, part)) {
      if (key !== undefined) created.set(key, id);
    }
    const renamed: number[] = [];
    let unlisted = 0;
    for (const row of rows.in('create')) {
      const { key } = row.names;
      const mark = key === undefined ? undefined : keyMark(key);
      if (mark === undefined || !created.has(mark)) continue;
      const id = created.get(mark);
      turn(row, 'skipped', { id });
      if (id !== undefined && isListed?.(id) === true) renamed.push(row.line);
      else unlisted++;
    }
    if (renamed.length > 0) await onNotice?.({ kind: 'renamed_records', run, lines: renamed });
    if (unlisted > 0) await onNotice?.({ kind: 'unlisted_records', run, rows: unlisted, journal });
  }
}
