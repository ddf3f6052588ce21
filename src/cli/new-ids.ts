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
import { busyError } from '../runs/busy.ts';
import type { RunHeader } from '../runs/entry.ts';
import type { RunFolder } from '../runs/folder.ts';
import { newRowsOf } from '../runs/new-rows.ts';
import type { Context } from './context.ts';
import { nextCommand } from './output/next-command.ts';
import { toLine } from './output/terminal-text.ts';
import { savedRuns } from './review/sending.ts';

/** The folder of a program, and its event. */
interface ProgramTarget extends ProgramEvent {
  readonly folder: string;
}

/** The runs of a command. */
interface OwnRuns {
  /** The run that it works on. Another process that works on a run writes its ids itself. */
  readonly own?: string | undefined;
  /** A run that needs no ids, because what it has sent is merged. */
  readonly skipped?: string | undefined;
}

/**
 * Writes the ids of records into the rows that they were created from, because no merge has done
 * so. The same command still resumes the run.
 * @returns an error if a row may be that of a record which would be created again
 * @throws {PlenaryError} for files that cannot be read or written
 */
async function saveNewIds(
  context: Context,
  { folder, event, baseUrl }: ProgramTarget,
  { own, skipped }: OwnRuns = {},
): Promise<ConflictError | undefined> {
  const runs = savedRuns(context.io);
  const place = realPath(folder);
  let lost: ConflictError | undefined;
  for (const { header, fileSha256 = header.sha256, ended } of await runs.list()) {
    const isOfEvent = header.event === event && header.baseUrl === baseUrl;
    const isOfFolder = header.resource === programResource && savedFolder(header) === place;
    if (ended !== undefined || !isOfEvent || !isOfFolder) continue;
    const { run } = header;
    if (run === skipped) continue;
    if (run !== own && busyError(runs.folder(run)) !== undefined) continue;
    const saved = await readRun(runs.folder(run), header).catch((error: unknown) => {
      if (error instanceof JournalError) return error;
      throw error;
    });
    if (saved instanceof JournalError) {
      const message = `it is unknown which records run ${run} has created: ${saved.message}`;
      await context.notice(toLine(`Warning: ${message}.`));
      continue;
    }
    const { newRows, base } = saved;
    const isUnchanged = hashFolder(folder, base) === fileSha256;
    const end = context.io.holdSignals();
    try {
      const { written, faults } = writeNewIds(folder, { event, baseUrl }, newRows);
      if (written.length > 0 && isUnchanged) runs.folder(run).followFile(hashFolder(folder, base));
      const files = listText(written.filter((path) => path !== snapshotPath(folder)));
      if (files !== '')
        await context.notice(`The ids of the records that run ${run} created are now in ${files}.`);
      if (faults.length > 0) lost = lostError(run, faults);
    } finally {
      await end();
    }
  }
  return lost;
}

/** @throws {JournalError} if its new rows or its options are damaged, or of another version */
async function readRun(folder: RunFolder, header: RunHeader) {
  const { base } = readChangesHeader(header).options;
  return { newRows: await newRowsOf(folder, header), base };
}

function lostError(run: string, details: readonly InputFault[]): ConflictError {
  const isInDoubt = details.some(({ code }) => code === 'outcome_unknown');
  return new ConflictError(
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

/**
 * Saves them before new rows are planned, or records without a row get one.
 * @throws {ConflictError} if a row may be that of a record which would be created again
 */
export async function identifyNewRows(
  context: Context,
  target: ProgramTarget,
  skipped?: string,
): Promise<void> {
  const lost = await saveNewIds(context, target, { skipped });
  if (lost !== undefined) throw lost;
}

/** Saves them if no new rows are created. @throws {PlenaryError} as `saveNewIds` */
export async function warnOfNewRows(context: Context, target: ProgramTarget): Promise<void> {
  const lost = await saveNewIds(context, target);
  if (lost !== undefined) await warnOfLost(context, lost);
}

/**
 * Saves them for a run that has ended early, or whose files may have changed since. Its own error
 * matters more.
 * @returns false if rows were not found, which a merge would add again
 */
export async function saveIdsOfRun(
  context: Context,
  { event, baseUrl, options }: Pick<ChangesHeader, 'event' | 'baseUrl' | 'options'>,
  own?: string,
): Promise<boolean> {
  if (options.folder === undefined) return true;
  const folder = relative(realPath('.'), options.folder) || '.';
  try {
    const lost = await saveNewIds(context, { folder, event, baseUrl }, { own });
    if (lost !== undefined) await warnOfLost(context, lost);
    return lost === undefined;
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    await context.notice(`The ids of new records were not written: ${error.message}.`);
    return true;
  }
}

async function warnOfLost(context: Context, { details, fix, next }: ConflictError): Promise<void> {
  for (const { file, line, message } of details)
    await context.notice(toLine(`Warning: ${file}:${line}: ${message}.`));
  await context.notice(`Before new rows are created: ${fix}.`);
  for (const { command } of next)
    await context.notice(`Next: ${nextCommand(command, context.serviceFlags)}`);
}
