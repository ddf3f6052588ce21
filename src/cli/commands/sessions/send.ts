// Sends the placements of sessions, and reports what was done. Must not read schedule files.
import { InterruptedError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { readScheduleHeader, runSchedule, type ScheduleRunOptions } from '../../../schedule/run.ts';
import { planOf } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { resumeCommands } from '../../output/advice.ts';
import { noticeText } from '../import/words.ts';
import { lostReport, noticeCommands, noticeLost, noticeUndo, prepareSending, type Sending } from '../sending.ts';
import { applyError, resumeSteps, staleError } from './apply-errors.ts';
import type { Application } from './input.ts';
import { confirmChanges, nothingSent, printApplied } from './report.ts';

/** Resumes an interrupted run of `sessions apply` from the changes that it saved. */
export async function resumeApply(context: Context<PaceFlags>, header: RunHeader): Promise<void> {
  const { run, file, sha256, event, baseUrl, options } = readScheduleHeader(header);
  refuseFlags(context.typed, importFlags, 'not used by a run of `sessions apply`');
  const { allowPartial } = options;
  await applyAndReport(context, await prepareSending(context, 'sessions'), {
    ...{ file, event, baseUrl, sha256, allowPartial, resumes: run },
    makePlan: () => ({ ...planOf([]), file, event, baseUrl }),
    stopBefore: async (_, fresh) =>
      allowPartial ? undefined : staleError(fresh, file, 'run `plenary sessions apply` with its file again'),
  });
}

/** Applies a plan, and reports what was done. */
export async function applyAndReport(
  context: Context,
  sending: Sending,
  { makePlan, stopBefore, ...application }: Application,
): Promise<void> {
  const { io } = context;
  const options: ScheduleRunOptions = {
    ...application,
    ...(await sending.options()),
    onNotice: (notice) => sending.notice(noticeText(notice, context.serviceFlags)),
    timeZone: (await context.setting('timezone')).value,
    async review(plan, fresh) {
      const error = await stopBefore(plan, fresh);
      if (error !== undefined) {
        await printApplied(context, nothingSent(plan, fresh));
        throw error;
      }
      const isWanted = await confirmChanges(context, fresh);
      if (isWanted) sending.begin();
      return isWanted;
    },
  };
  const end = await runSchedule(makePlan, options, async (done) => {
    sending.clearProgress();
    const unseen = await printApplied(context, done);
    if (done.applied > 0 && done.fresh.toDo.some(({ action }) => action === 'move'))
      await noticeUndo(context, done.run);
    const lost = unseen && lostReport(unseen, done.run, done.applied);
    const error = applyError(done) ?? lost;
    if (lost !== undefined && error !== lost) await noticeLost(context, lost);
    return { done, error };
  }).finally(sending.clearProgress);
  if (end === undefined) return context.notice('Canceled; nothing was sent.');
  const { done, error } = end;
  if (error === undefined) return;
  if (error === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, {
      fix: 'run the same command again: completed rows are skipped',
      next: resumeSteps(done.run),
    });
  }
  if (error === done.stoppedBy) await noticeCommands(context, resumeCommands(done.run));
  throw error;
}

/** The flags of `runs resume` that apply to imports only. */
const importFlags = ['maxErrors', 'rejects', 'results', 'annotations'];
