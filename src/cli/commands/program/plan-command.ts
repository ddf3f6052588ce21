// Owns `program plan` from the flags to the exit code. Must not send.
import { dirname, relative, resolve, sep } from 'node:path';
import { ChangesPendingError } from '../../../errors.ts';
import { usingTemporaryRows } from '../../../runs/row-file.ts';
import type { Context } from '../../context.ts';
import { noticeSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import type { SummaryFlag } from '../sessions/report.ts';
import { failOn } from '../sessions/run.ts';
import { headerOf } from './apply.ts';
import { planProgram } from './apply-planned.ts';
import type { FolderFlags } from './input.ts';
import { planError } from './plan-errors.ts';
import { hasChanges, printProgram, programPlanJson } from './plan-report.ts';
import { readFolder } from './read-folder.ts';
import { type FolderArgument, needsProgram, programOptions } from './run.ts';

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
  let hasPending = false;
  await usingTemporaryRows(savedRuns(io), async (changesFile) => {
    await usingSink(await openPlan(io, flags.out, folder), async (out) => {
      const input = await readFolder(context, options, changesFile);
      const header = headerOf(context, options, '');
      await planProgram(context, { sending, input, header }, async (planned) => {
        const error = planError(folder, planned, failOn(context));
        const saved = { ...planned, input: { ...input, folder: folderFrom(String(flags.out), folder) } };
        if (error === undefined) await out?.write(`${JSON.stringify(programPlanJson(saved), null, 2)}\n`);
        await printProgram(context, planned);
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
  });
}

/** So that plan and folder may be moved together. */
function folderFrom(plan: string, folder: string): string {
  return (
    relative(dirname(resolve(plan)), resolve(folder))
      .split(sep)
      .join('/') || '.'
  );
}
