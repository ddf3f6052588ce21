// Sends the placements of sessions, and reports what was done. Must not read schedule files.
import { InterruptedError } from '../../../errors.ts';
import { createProgramHeader, type ProgramHeader } from '../../../program/header.ts';
import { type ProgramTask, runProgram } from '../../../program/run.ts';
import { changesIn, failedIn } from '../../../schedule/placements-part.ts';
import { planOf, type SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { resumeCommands } from '../../output/advice.ts';
import { noticeText } from '../import/words.ts';
import { lostReport, noticeCommands, noticeLost, noticeUndo, prepareSending, type Sending } from '../sending.ts';
import { type AppliedSchedule, applyError, resumeSteps, staleError } from './apply-errors.ts';
import type { Application } from './input.ts';
import { confirmChanges, nothingSent, printApplied } from './report.ts';

/** Resumes an interrupted run of `sessions apply` from the changes that it saved. */
export async function resumeApply(context: Context<PaceFlags>, header: ProgramHeader): Promise<void> {
  const { file, sha256, event, baseUrl, options } = header;
  refuseFlags(context.typed, importFlags, 'not used by a run of `sessions apply`');
  const { allowPartial } = options;
  await applyAndReport(context, await prepareSending(context, 'sessions'), {
    ...{ file, event, baseUrl, sha256, allowPartial, resumes: header },
    makePlan: () => ({ ...planOf([]), file, event, baseUrl }),
    stopBefore: async (_, fresh) =>
      allowPartial ? undefined : staleError(fresh, file, 'run `plenary sessions apply` with its file again'),
  });
}

/** Applies a plan, and reports what was done. */
export async function applyAndReport(context: Context, sending: Sending, application: Application): Promise<void> {
  const { io } = context;
  const done = await apply(context, sending, application).finally(sending.clearProgress);
  if (done === undefined) return context.notice('Canceled; nothing was sent.');
  const unseen = await printApplied(context, done);
  if (done.applied > 0 && done.fresh.toDo.some(({ action }) => action === 'move')) await noticeUndo(context, done.run);
  const lost = unseen && lostReport(unseen, done.run, done.applied);
  const error = applyError(done) ?? lost;
  if (lost !== undefined && error !== lost) await noticeLost(context, lost);
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

/** @returns what was done; undefined if it is not wanted */
async function apply(
  context: Context,
  sending: Sending,
  { makePlan, stopBefore, resumes, ...given }: Application,
): Promise<AppliedSchedule | undefined> {
  const { file, event, baseUrl, sha256, allowPartial } = given;
  const about = { resource: 'sessions', event, baseUrl, file, sha256, startedAt: new Date(context.io.clock.now()) };
  let plan: SchedulePlan = { ...planOf([]), event, baseUrl, file };
  const task: ProgramTask = {
    ...(await sending.options()),
    onNotice: (notice) => sending.notice(noticeText(notice, context.serviceFlags)),
    timeZone: (await context.setting('timezone')).value,
    header: resumes ?? createProgramHeader(about, { files: { sessions: file }, creates: false, allowPartial }),
    changes: { sessions: { file, makePlan } },
    dryRun: false,
    async review({ schedule = plan, sessions }) {
      plan = schedule;
      const fresh = sessions?.fresh ?? { toDo: [], done: [], stale: [] };
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
  const { run, stoppedBy, isWanted, sessions } = await runProgram(task);
  if (!isWanted || sessions === undefined) return undefined;
  const fresh = { ...sessions.fresh, done: changesIn(sessions, 'unchanged') };
  const left = run === undefined ? [] : failedIn(sessions);
  // After a stop, what was not sent has not failed.
  const failed = left.filter(({ kind }) => kind !== 'unsent' || stoppedBy === undefined);
  return {
    ...{ plan, run, fresh, unshown: sessions.unshown, failed, stoppedBy },
    ...{ applied: sessions.rows.count('updated'), pending: left.length - failed.length },
  };
}

/** The flags of `runs resume` that apply to imports only. */
const importFlags = ['maxErrors', 'rejects', 'results'];
