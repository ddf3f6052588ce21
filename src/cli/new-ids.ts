// Saves in the folder of a program what its unfinished runs have created. Must not send anything.

import { relative } from 'node:path';
import { listText } from '../contract/amount.ts';
import { ConflictError, type InputFault, JournalError, PlenaryError } from '../errors.ts';
import {
  type ChangesHeader,
  programResource,
  readChangesHeader,
  savedFolder,
} from '../plans/run-header.ts';
import { writeNewIds } from '../program/new-ids.ts';
import { hashFolder, type ProgramEvent, snapshotPath } from '../program/snapshot.ts';
import { realPath } from '../real-path.ts';
import { newRowsOf } from '../runs/new-rows.ts';
import type { Context } from './context.ts';
import { toLine } from './output/terminal-text.ts';
import { savedRuns } from './review/sending.ts';

/** The folder of a program, and its event. */
interface ProgramTarget extends ProgramEvent {
  readonly folder: string;
}

/** A run that has created records whose rows were not found. */
interface LostRows {
  readonly run: string;
  readonly faults: readonly InputFault[];
}

/**
 * Writes the ids of records into the rows that they were created from, because no merge has done
 * so. The same command still resumes the run.
 * @throws {PlenaryError} for files that cannot be read or written
 */
export async function saveNewIds(
  context: Context,
  { folder, event, baseUrl }: ProgramTarget,
): Promise<LostRows | undefined> {
  const runs = savedRuns(context.io);
  const place = realPath(folder);
  let lost: LostRows | undefined;
  for (const { header, fileSha256 = header.sha256, ended } of await runs.list()) {
    const isOfEvent = header.event === event && header.baseUrl === baseUrl;
    const isOfFolder = header.resource === programResource && savedFolder(header) === place;
    if (ended !== undefined || !isOfEvent || !isOfFolder) continue;
    const { run } = header;
    const newRows = await newRowsOf(runs.folder(run), header).catch((error: unknown) => {
      // The run that replaces it looks up what exists.
      if (error instanceof JournalError) return undefined;
      throw error;
    });
    if (newRows === undefined) continue;
    const { base } = readChangesHeader(header).options;
    const isUnchanged = hashFolder(folder, base) === fileSha256;
    const end = context.io.holdSignals();
    try {
      const { written, faults } = writeNewIds(folder, { event, baseUrl }, newRows);
      if (written.length > 0 && isUnchanged) runs.folder(run).followFile(hashFolder(folder, base));
      const files = listText(written.filter((path) => path !== snapshotPath(folder)));
      if (files !== '')
        await context.notice(`The ids of the records that run ${run} created are now in ${files}.`);
      if (faults.length > 0) lost = { faults, run };
    } finally {
      await end();
    }
  }
  return lost;
}

/**
 * Saves them before new rows are planned.
 * @throws {ConflictError} if a row may be that of a record which would be created again
 */
export async function identifyNewRows(context: Context, target: ProgramTarget): Promise<void> {
  const lost = await saveNewIds(context, target);
  if (lost === undefined) return;
  const { faults: details, run } = lost;
  const isInDoubt = details.some(({ code }) => code === 'outcome_unknown');
  throw new ConflictError(
    `run ${run} was stopped, and rows that it may have created have changed since`,
    {
      details,
      fix: isInDoubt
        ? 'resume the run: it looks up what it has created, and writes the ids into the rows'
        : 'write each id into the row of its record, or into a new row if that was removed',
      next: isInDoubt ? [{ command: `plenary runs resume ${run}` }] : [],
    },
  );
}

/** Saves them for a run that has ended early, or is resumed. Its own error matters more. */
export async function saveIdsOfRun(
  context: Context,
  { event, baseUrl, options }: Pick<ChangesHeader, 'event' | 'baseUrl' | 'options'>,
): Promise<void> {
  if (options.folder === undefined) return;
  const folder = relative(realPath('.'), options.folder) || '.';
  try {
    const lost = await saveNewIds(context, { folder, event, baseUrl });
    for (const { file, line, message } of lost?.faults ?? [])
      await context.notice(toLine(`Warning: ${file}:${line}: ${message}.`));
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    await context.notice(`The ids of new records were not written: ${error.message}.`);
  }
}
