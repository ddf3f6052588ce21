// Opens the run in which the rows of a task are sent: the unfinished one that it resumes, or a new
// one. Must not know what the rows want.

import { waitUntil } from '../client/clock.ts';
import { findLateRequests } from './earlier-runs.ts';
import { type RunHeader, targetOf } from './entry.ts';
import type { RunFolder, RunSummary, Runs } from './folder.ts';
import { type History, noHistory, readHistory } from './history.ts';
import { isIdle, type Part } from './part.ts';
import { savedRowsOf } from './resume.ts';
import { loadRows } from './saved-rows.ts';
import type { TaskSending } from './task.ts';
import { findUnfinished, type UnfinishedRuns } from './unfinished.ts';

/** The run in which rows are sent. */
export interface OpenRun<P> {
  readonly parts: readonly P[];
  readonly folder: RunFolder;
  /** Of the run that is resumed, with what its journal has. */
  readonly resumed: RunHeader | undefined;
  readonly history: History;
  /** The run that this one replaces, because its saved rows are damaged. */
  readonly damaged: string | undefined;
  /** After this moment of the clock no request of the run that is resumed can take effect. */
  readonly lateUntil: number;
}

/** Resumes the unfinished run of a task, or begins a new one in a folder of its own. */
export async function openRun<P extends Part>(
  sending: TaskSending<P>,
  parts: readonly P[],
  named: UnfinishedRuns | undefined,
): Promise<OpenRun<P>> {
  const { task, runs, clock, lateMs, onNotice } = sending;
  const { same, damaged, other } =
    named ?? (task.isAlwaysNew ? {} : await findUnfinished(task.header(parts), runs));
  const resumed = same?.header;
  if (resumed !== undefined)
    await onNotice?.({ kind: 'resuming_run', run: resumed.run, startedAt: resumed.startedAt });
  if (damaged !== undefined) await onNotice?.({ kind: 'damaged_run', run: damaged.run });
  if (other !== undefined)
    await onNotice?.({
      kind: 'unfinished_run',
      run: other.header.run,
      difference: other.difference,
    });
  if (!sending.dryRun) await waitForOtherRuns(sending, parts, resumed?.run);
  // The earlier process held the lock until it ended, so it has sent nothing since.
  const lateUntil = clock.now() + lateMs;
  const folder = resumed === undefined ? runs.create() : runs.folder(resumed.run);
  if (same !== undefined) for (const part of parts) part.use(savedRowsOf(part, same));
  const history = resumed === undefined ? noHistory : await readHistory(folder);
  const { damagedLines } = history;
  if (damagedLines.length > 0)
    await onNotice?.({ kind: 'damaged_lines', lines: damagedLines, journal: folder.journalPath });
  return { parts, folder, resumed, history, lateUntil, damaged: damaged?.run };
}

/** The run that a task names, with the rows that it has saved. */
export async function loadNamed(runs: Runs, { header }: RunSummary): Promise<UnfinishedRuns> {
  return { same: { header, rows: await loadRows(runs.folder(header.run).rowsPath, header) } };
}

/**
 * Waits until creations of runs that are not resumed have taken effect, because only then are their
 * records listed.
 */
async function waitForOtherRuns<P extends Part>(
  sending: TaskSending<P>,
  parts: readonly P[],
  resumes?: string,
): Promise<void> {
  for (const part of parts) {
    const { endpoint, resource } = part;
    if (endpoint === undefined || isIdle(part)) continue;
    const late = await findLateRequests(targetOf(sending.task, resource), sending);
    const others = late.filter(({ run }) => run !== resumes);
    await waitUntil(Math.max(0, ...others.map(({ until }) => until)), sending);
  }
}
