// Owns `program pull` and `status` from the flags to the exit code, and the pull that ends an apply. Must not word the reports.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { shellWord } from '../../../contract/escape.ts';
import { ChangesPendingError, PlenaryError, UsageError } from '../../../errors.ts';
import type { ProgramHeader } from '../../../program/header.ts';
import { type ProgramOptions, programStatus } from '../../../program/program.ts';
import { pullProgram } from '../../../program/pull.ts';
import type { ProgramParts } from '../../../program/run.ts';
import { readManifest, snapshotPath } from '../../../program/snapshot.ts';
import { changesIn } from '../../../schedule/placements-part.ts';
import type { Context } from '../../context.ts';
import { addressOf } from '../sending.ts';
import { hasChanges, mergeError, noticeWritten, printPulled, printStatus, refusal } from './report.ts';

export interface FolderArgument {
  readonly folder: string;
}

interface PullFlags {
  readonly merge: boolean;
  readonly prefer: 'file' | 'service' | undefined;
  readonly privateColumns: boolean | undefined;
  readonly base: string | undefined;
}

/** @throws {ConflictError} if the files have been edited and are not merged, or if a conflict remains */
export async function pull(context: Context<PullFlags>, { folder }: FolderArgument): Promise<void> {
  const { io } = context;
  const { merge, prefer, privateColumns, base } = context.flags;
  const options = { ...(await programOptions(context, folder)), base };
  const result = await pullProgram({ ...options, merge, prefer, privateColumns, now: () => new Date(io.clock.now()) });
  if (result.outcome === 'refused') throw refusal(options, result);
  await printPulled(context, options, result);
  const error = prefer === undefined ? mergeError(options, result) : undefined;
  if (error !== undefined) throw error;
}

/** @throws {ChangesPendingError} if something has changed, with `--detailed-exitcode` */
export async function status(
  context: Context<{ readonly detailedExitcode: boolean; readonly base: string | undefined }>,
  { folder }: FolderArgument,
): Promise<void> {
  const options = { ...(await programOptions(context, folder)), base: context.flags.base };
  needsProgram(options.folder);
  const found = await programStatus(options);
  await printStatus(context, options, found);
  if (context.flags.detailedExitcode && hasChanges(found)) throw new ChangesPendingError('changes pending');
}

/** The event is that of the folder, unless it is set. */
export async function programOptions(context: Context, folder: string): Promise<ProgramOptions> {
  const { value: event = readManifest(folder)?.event ?? (await context.required('event')) } =
    await context.setting('event');
  context.answer('event', event);
  return optionsFor(context, { folder, event, baseUrl: await addressOf(context) });
}

/** For the program of a folder that is known. */
async function optionsFor(
  context: Context,
  target: Pick<ProgramOptions, 'folder' | 'event' | 'baseUrl'>,
): Promise<ProgramOptions> {
  const timeZone = (await context.setting('timezone')).value;
  return { ...target, timeZone, client: () => context.client(), signal: context.io.stopped };
}

/**
 * Merges what a run has applied, and what else the service has changed, into the files. Everything is applied by now, so that
 * a failure is no failure of the command.
 */
export async function pullApplied(
  context: Context,
  { event, baseUrl, options: { folder: path = '', base, overwrite } }: ProgramHeader,
  { speakers, submissions, sessions }: ProgramParts,
): Promise<void> {
  const folder = relative('', path) || '.';
  const placed =
    sessions && changesIn(sessions, 'updated').map(({ submissionId, to }) => [submissionId, { ...to }] as const);
  const sent = { speakers: speakers?.written(), submissions: submissions?.written(), sessions: new Map(placed) };
  try {
    needsProgram(folder);
    const options = { ...(await optionsFor(context, { folder, event, baseUrl })), base, overwrite, sent };
    const merge = base !== undefined || existsSync(snapshotPath(folder));
    const { written } = await pullProgram({ ...options, merge, now: () => new Date(context.io.clock.now()) });
    await noticeWritten(context, folder, written);
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    const pull = `plenary program pull ${shellWord(folder)}`;
    await context.notice(`The files were not updated: ${error.message}. Before you edit them again: ${pull}`);
  }
}

/** @throws {UsageError} */
export function needsProgram(folder: string): void {
  if (readManifest(folder) !== undefined) return;
  throw new UsageError(`${folder} has no program`, {
    fix: 'pull the event into this folder first',
    next: [{ command: `plenary program pull ${shellWord(folder)}` }],
  });
}
