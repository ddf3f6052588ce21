// Owns `program plan` and `apply` from the flags to the exit code. Must not send.
import { hash } from 'node:crypto';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ChangesPendingError } from '../../../errors.ts';
import { readEdits } from '../../../program/edits.ts';
import { byResource, programFiles } from '../../../program/files.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { createProgramHeader, hashFolder, type ProgramHeader, readWork } from '../../../program/run.ts';
import { type RowFile, usingTemporaryRows } from '../../../runs/row-file.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { isSavedPlan, noticeSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import { noticeText } from '../import/words.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import type { SummaryFlag } from '../sessions/report.ts';
import { failOn } from '../sessions/run.ts';
import { type FolderFlags, folderInput, inputOfPlan, inputOfWork, readPlan } from './input.ts';
import { type ProgramInput, planProgram } from './plan.ts';
import { planError } from './plan-errors.ts';
import { hasChanges, printProgram, programPlanJson } from './plan-report.ts';
import { type FolderArgument, needsProgram, programOptions } from './run.ts';
import { applyProgram } from './send.ts';

interface PlanFlags extends FolderFlags, SummaryFlag {
  readonly out: string | undefined;
  readonly detailedExitcode: boolean;
}

/** Prints the plan first. @throws {PlenaryError} for what cannot be applied */
export async function plan(context: Context<PlanFlags>, { folder }: FolderArgument): Promise<void> {
  const { flags, io } = context;
  const options = await programOptions(context, folder);
  needsProgram(folder);
  const sending = await prepareSending(context, 'records');
  await usingTemporaryRows(savedRuns(io), async (changesFile) => {
    const { planned, error } = await usingSink(await openPlan(io, flags.out, folder), async (out) => {
      const input = await readFolder(context, options, changesFile);
      const made = { input, plan: await planProgram(context, sending, input) };
      const error = planError(folder, made, failOn(context));
      const saved = { ...made, input: { ...input, folder: folderFrom(String(flags.out), folder) } };
      if (error === undefined) await out?.write(`${JSON.stringify(programPlanJson(saved), null, 2)}\n`);
      return { planned: made, error };
    });
    await printProgram(context, planned);
    if (error !== undefined) {
      if (flags.out !== undefined)
        await context.notice(`${flags.out} was not written, because the plan cannot be applied.`);
      throw error;
    }
    await noticeSavedPlan(context, 'program');
    if (flags.detailedExitcode && hasChanges(planned.plan)) throw new ChangesPendingError('changes pending');
  });
}

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

function filesOf(folder: string) {
  return byResource((name) => join(folder, programFiles[name].name));
}

/** So that plan and folder may be moved together. */
function folderFrom(plan: string, folder: string): string {
  return (
    relative(dirname(resolve(plan)), resolve(folder))
      .split(sep)
      .join('/') || '.'
  );
}

async function readFolder(
  context: Context<FolderFlags>,
  options: ProgramOptions,
  changesFile: RowFile,
): Promise<ProgramInput> {
  const { empty } = context.flags;
  const edits = await readEdits({ ...options, empty, changesFile });
  return folderInput(context, { ...options, files: filesOf(options.folder) }, edits, changesFile);
}

/** Of an event as a whole: an existing record changes at most once. */
function usualLimit(records: number): number {
  return Math.max(20, records * 0.3);
}
