// Owns `program pull` and `status` from the flags to the exit code. Must not word the reports.
import { ChangesPendingError } from '../../../errors.ts';
import { programStatus } from '../../../program/program.ts';
import { pullProgram } from '../../../program/pull.ts';
import { readManifest } from '../../../program/snapshot.ts';
import type { Context } from '../../context.ts';
import { identifyNewRows } from '../../new-ids.ts';
import { needsProgram, programFolder, programOptions } from '../../program-folder.ts';
import { hasChanges, mergeError, overwriteError, printPulled, printStatus } from './print.ts';

export interface FolderArgument {
  readonly folder: string | undefined;
}

interface PullFlags {
  readonly merge: boolean;
  readonly prefer: 'file' | 'service' | undefined;
  readonly privateColumns: boolean | undefined;
  readonly base: string | undefined;
}

/**
 * @throws {ConflictError} if the files have been edited and are not merged, if a conflict remains,
 *   or if a row may be that of a record which would get another one
 */
export async function pull(context: Context<PullFlags>, named: FolderArgument): Promise<void> {
  const { merge, prefer, privateColumns, base } = context.flags;
  const folder = await programFolder(context, named.folder);
  const options = { ...(await programOptions(context, folder)), base };
  if (readManifest(folder) !== undefined) await identifyNewRows(context, options);
  const result = await pullProgram({ ...options, merge, prefer, privateColumns });
  if (result.outcome === 'refused') throw overwriteError(options, result);
  await printPulled(context, options, result);
  const error = prefer === undefined ? mergeError(options, result) : undefined;
  if (error !== undefined) throw error;
}

/** @throws {ChangesPendingError} if something has changed, with `--detailed-exitcode` */
export async function status(
  context: Context<{ readonly detailedExitcode: boolean; readonly base: string | undefined }>,
  named: FolderArgument,
): Promise<void> {
  const folder = await programFolder(context, named.folder);
  const options = { ...(await programOptions(context, folder)), base: context.flags.base };
  needsProgram(options.folder);
  const status = await programStatus(options);
  await printStatus(context, options, status);
  if (context.flags.detailedExitcode && hasChanges(status))
    throw new ChangesPendingError('changes pending');
}
