// Owns `program apply` from the flags to the exit code, and resumes its runs. Must not send.
import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { type CombinedHeader, createCombinedHeader, programResource } from '../../../combined/header.ts';
import { byKind } from '../../../combined/kinds.ts';
import { hashFolder } from '../../../program/folder-hash.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { type RowFile, usingTemporaryRows } from '../../../runs/row-file.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { applyChanges, resumeChanges } from '../../review/apply.ts';
import type { ChangesInput } from '../../review/planned.ts';
import { isSavedPlan } from '../../saved-plan-file.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { type FolderFlags, inputOfPlan, readPlan } from './input.ts';
import { filesOf, readFolder } from './read-folder.ts';
import { type FolderArgument, needsProgram, programOptions } from './run.ts';

/**
 * Resumes an unfinished run of the same folder or plan.
 * @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done
 */
export async function apply(
  context: Context<FolderFlags & PaceFlags & MaxChangesFlag>,
  { folder: path }: FolderArgument,
): Promise<void> {
  const { io } = context;
  const maxChanges = context.flags.maxChanges ?? (context.interactive ? undefined : usualLimit);
  const source = (await isSavedPlan(path)) ? await openSaved(context, path) : await openFolder(context, path);
  const { same } = await findUnfinished(source.header, savedRuns(io));
  if (same !== undefined) {
    return resumeChanges(context, same);
  }
  const sending = await prepareSending(context, 'records');
  await usingTemporaryRows(savedRuns(io), async (changesFile) => {
    const input = await source.read(changesFile);
    await applyChanges(context, { sending, input, header: source.header, maxChanges });
  });
}

/** What is to be applied, and the header of its run. */
interface ProgramSource {
  readonly header: CombinedHeader;
  read(changesFile: RowFile): Promise<ChangesInput>;
}

async function openFolder(context: Context<FolderFlags>, folder: string): Promise<ProgramSource> {
  const options = await programOptions(context, folder);
  needsProgram(folder);
  return {
    header: headerOf(context, options, await hashFolder(folder)),
    read: (changesFile) => readFolder(context, options, changesFile),
  };
}

/** The header of a run that applies a folder. @param sha256 of its files */
export function headerOf(
  { flags, io }: Context<FolderFlags>,
  { event, baseUrl, folder, timeZone }: ProgramOptions,
  sha256: string,
): CombinedHeader {
  const { create: creates, empty } = flags;
  const target = {
    resource: programResource,
    event,
    baseUrl,
    file: folder,
    sha256,
    startedAt: new Date(io.clock.now()),
  };
  const given = { files: filesOf(folder), creates, allowPartial: false, empty, timeZone, folder: resolve(folder) };
  return createCombinedHeader(target, given);
}

async function openSaved(context: Context, path: string): Promise<ProgramSource> {
  const { text, plan } = await readPlan(context, path);
  const { baseUrl, event, creates, folder } = plan;
  const sha256 = hash('sha256', text);
  return {
    header: createCombinedHeader(
      { resource: programResource, event, baseUrl, file: path, sha256, startedAt: new Date(context.io.clock.now()) },
      {
        files: byKind((name) => plan[name]?.file),
        creates,
        allowPartial: false,
        timeZone: (await context.setting('timezone')).value,
        folder: resolve(dirname(path), folder),
      },
    ),
    read: async () => inputOfPlan(plan, path),
  };
}

/** Of an event as a whole: an existing record changes at most once. */
function usualLimit(records: number): number {
  return Math.max(20, records * 0.3);
}
