// Owns `program plan` and `program apply` from the flags to the exit code. Must not send.
import { hash } from 'node:crypto';
import { dirname, relative, resolve, sep } from 'node:path';
import { ChangesPendingError } from '../../../errors.ts';
import { createProgramHeader, type ProgramHeader, programResource } from '../../../program/header.ts';
import { byKind } from '../../../program/kinds.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { hashFolder } from '../../../program/snapshot.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { applyChanges, planChanges, resumeChanges, unfinishedRun } from '../../review/apply.ts';
import { planError } from '../../review/errors.ts';
import type { ChangesInput } from '../../review/planned.ts';
import { hasChanges, plannedJson, printPlanned } from '../../review/report.ts';
import { isSavedPlan, noticeSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { prepareSending } from '../sending.ts';
import { failOn } from '../sessions/plan-errors.ts';
import type { SummaryFlag } from '../sessions/report.ts';
import { type FolderFlags, filesOf, inputOfPlan, readFolder, readPlan } from './input.ts';
import { type FolderArgument, needsProgram, programOptions } from './run.ts';

interface PlanFlags extends FolderFlags, SummaryFlag {
  readonly out: string | undefined;
  readonly detailedExitcode: boolean;
}

/** Prints the plan first. @throws {PlenaryError} for what cannot be applied */
export async function plan(context: Context<PlanFlags>, { folder }: FolderArgument): Promise<void> {
  const { flags, io } = context;
  const { header, read } = await openFolder(context, folder);
  const sending = await prepareSending(context, 'records');
  let hasPending = false;
  await usingSink(await openPlan(io, flags.out, folder), async (out) => {
    const input = await read();
    await planChanges(context, { sending, input, header }, async (planned) => {
      const error = planError(planned, failOn(context));
      const saved = { ...planned, input: { ...input, folder: folderFrom(String(flags.out), folder) } };
      if (error === undefined) await out?.write(`${JSON.stringify(plannedJson(saved), null, 2)}\n`);
      await printPlanned(context, planned);
      if (error !== undefined) {
        if (flags.out !== undefined)
          await context.notice(`${flags.out} was not written, because the plan cannot be applied.`);
        throw error;
      }
      hasPending = hasChanges(planned.plan);
    });
  });
  await noticeSavedPlan(context, 'program');
  if (flags.detailedExitcode && hasPending) throw new ChangesPendingError('changes pending');
}

/** So that plan and folder may be moved together. */
function folderFrom(plan: string, folder: string): string {
  return (
    relative(dirname(resolve(plan)), resolve(folder))
      .split(sep)
      .join('/') || '.'
  );
}

/**
 * Resumes an unfinished run of the same folder or plan.
 * @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done
 */
export async function apply(
  context: Context<FolderFlags & PaceFlags & MaxChangesFlag>,
  { folder: path }: FolderArgument,
): Promise<void> {
  const maxChanges = context.flags.maxChanges ?? (context.interactive ? undefined : usualLimit);
  const { header, read } = (await isSavedPlan(path)) ? await openSaved(context, path) : await openFolder(context, path);
  const unfinished = await unfinishedRun(context, header);
  if (unfinished !== undefined) return resumeChanges(context, unfinished);
  const sending = await prepareSending(context, 'records');
  await applyChanges(context, { sending, input: await read(), header, maxChanges });
}

/** What is to be applied, and the header of its run. */
interface ProgramSource {
  readonly header: ProgramHeader;
  read(): Promise<ChangesInput>;
}

/** @throws {UsageError} if the folder has no program */
async function openFolder(context: Context<FolderFlags>, folder: string): Promise<ProgramSource> {
  const { create, base, overwrite, empty } = context.flags;
  const found = await programOptions(context, folder);
  needsProgram(folder);
  const options: ProgramOptions = { ...found, base, overwrite: overwrite ? empty : undefined };
  const target = { file: folder, sha256: hashFolder(folder, base) };
  return {
    header: headerOf(
      context,
      { ...options, ...target },
      {
        ...{ files: filesOf(folder), creates: create, timeZone: options.timeZone, folder: resolve(folder) },
        ...{ base: base === undefined ? undefined : resolve(base), overwrite: options.overwrite },
      },
    ),
    read: () => readFolder(context, options),
  };
}

async function openSaved(context: Context, path: string): Promise<ProgramSource> {
  const { text, plan } = await readPlan(context, path);
  const folder = resolve(dirname(path), plan.folder);
  const timeZone = (await context.setting('timezone')).value;
  return {
    header: headerOf(
      context,
      { ...plan, file: path, sha256: hash('sha256', text) },
      {
        ...{ files: byKind((name) => plan[name]?.file), creates: plan.creates, timeZone, folder },
      },
    ),
    read: async () => inputOfPlan(plan, path),
  };
}

function headerOf(
  { io }: Context,
  { event, baseUrl, file, sha256 }: Pick<ProgramHeader, 'event' | 'baseUrl' | 'file' | 'sha256'>,
  options: Omit<ProgramHeader['options'], 'allowPartial'>,
): ProgramHeader {
  const startedAt = new Date(io.clock.now());
  const target = { resource: programResource, event, baseUrl, file, sha256, startedAt };
  return createProgramHeader(target, { ...options, allowPartial: false });
}

/** Of an event as a whole: an existing record changes at most once. */
function usualLimit(records: number): number {
  return Math.max(20, records * 0.3);
}
