// Owns `program plan` from the flags to the exit code. Must not send.
import { dirname, relative, resolve, sep } from 'node:path';
import { ChangesPendingError } from '../../../errors.ts';
import { usingTemporaryRows } from '../../../runs/row-file.ts';
import type { Context } from '../../context.ts';
import { planChanges } from '../../review/apply.ts';
import { planError } from '../../review/errors.ts';
import { hasChanges, plannedJson, printPlanned } from '../../review/report.ts';
import { noticeSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { failOn } from '../sessions/plan-errors.ts';
import type { SummaryFlag } from '../sessions/report.ts';
import { headerOf } from './apply.ts';
import type { FolderFlags } from './input.ts';
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
