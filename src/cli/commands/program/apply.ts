// Owns `program apply` from the flags to the exit code, and resumes its runs. Must not send.
import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { byResource } from '../../../program/files.ts';
import { createProgramHeader, hashFolder, type ProgramHeader, readWork } from '../../../program/run.ts';
import { type RowFile, usingTemporaryRows } from '../../../runs/row-file.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { isSavedPlan } from '../../saved-plan-file.ts';
import { noticeText } from '../import/words.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { applyProgram } from './apply-planned.ts';
import { type FolderFlags, inputOfPlan, inputOfWork, readPlan } from './input.ts';
import type { ProgramInput } from './plan.ts';
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
    const { run, startedAt } = same;
    await context.notice(noticeText({ kind: 'resuming_run', run, startedAt }, context.serviceFlags));
    return resumeProgram(context, { ...source.header, run });
  }
  const sending = await prepareSending(context, 'records');
  await usingTemporaryRows(savedRuns(io), async (changesFile) => {
    const input = await source.read(changesFile);
    await applyProgram(context, { sending, input, header: source.header, isResumed: false, maxChanges });
  });
}

/** Sends what is left of a run; neither its folder nor its plan is needed. */
export async function resumeProgram(context: Context<Some<PaceFlags>>, header: ProgramHeader): Promise<void> {
  const runs = savedRuns(context.io);
  const { timeZone } = header.options;
  if (timeZone !== undefined) context.answer('timezone', timeZone);
  const sending = await prepareSending(context, 'records');
  await usingTemporaryRows(runs, async (changesFile) => {
    const work = await readWork(runs.folder(header.run).rowsPath, changesFile);
    await applyProgram(context, {
      sending,
      input: inputOfWork(header, work, changesFile),
      header,
      isResumed: true,
    });
  });
}

/** What is to be applied, and the header of its run. */
interface ProgramSource {
  readonly header: ProgramHeader;
  read(changesFile: RowFile): Promise<ProgramInput>;
}

async function openFolder(context: Context<FolderFlags>, folder: string): Promise<ProgramSource> {
  const { create, empty } = context.flags;
  const options = await programOptions(context, folder);
  const { event, baseUrl } = options;
  needsProgram(folder);
  const target = {
    event,
    baseUrl,
    file: folder,
    sha256: await hashFolder(folder),
    startedAt: new Date(context.io.clock.now()),
  };
  return {
    header: createProgramHeader(target, {
      files: filesOf(folder),
      creates: create,
      allowPartial: false,
      empty,
      timeZone: options.timeZone,
      folder: resolve(folder),
    }),
    read: (changesFile) => readFolder(context, options, changesFile),
  };
}

async function openSaved(context: Context, path: string): Promise<ProgramSource> {
  const { text, plan } = await readPlan(context, path);
  const { baseUrl, event, creates, folder } = plan;
  const sha256 = hash('sha256', text);
  return {
    header: createProgramHeader(
      { event, baseUrl, file: path, sha256, startedAt: new Date(context.io.clock.now()) },
      {
        files: byResource((name) => plan[name]?.file),
        creates,
        allowPartial: false,
        timeZone: (await context.setting('timezone')).value,
        folder: resolve(dirname(path), folder),
      },
    ),
    read: async (changesFile) => inputOfPlan(plan, path, changesFile),
  };
}

/** Of an event as a whole: an existing record changes at most once. */
function usualLimit(records: number): number {
  return Math.max(20, records * 0.3);
}
