// Sends the placements of sessions, and reports what was done. Must not read schedule files.
import { InterruptedError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { readJsonLines } from '../../../runs/json-lines.ts';
import type { ScheduleChange } from '../../../schedule/changes.ts';
import { planOf } from '../../../schedule/plan.ts';
import {
  type MakePlan,
  readScheduleHeader,
  runChanges,
  type ScheduleRun,
  type ScheduleRunOptions,
} from '../../../schedule/run.ts';
import { readChange } from '../../../schedule/saved-plan.ts';
import type { Context } from '../../context.ts';
import type { PaceFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { resumeCommands } from '../../output/advice.ts';
import {
  lostReport,
  noticeCommands,
  noticeLost,
  noticeUndo,
  prepareSending,
  type Sending,
  savedRuns,
} from '../sending.ts';
import { applyError, resumeSteps, staleError } from './apply-errors.ts';
import { notListed } from './create.ts';
import type { Application } from './input.ts';
import { confirmChanges, printApplied } from './report.ts';

/** Resumes an interrupted run of `sessions apply` from the changes that it saved. */
export async function resumeApply(context: Context<PaceFlags>, header: RunHeader, rowsPath: string): Promise<void> {
  const { file, sha256, event, baseUrl, options } = readScheduleHeader(header);
  refuseFlags(context.typed, importFlags, 'not used by a run of `sessions apply`');
  const changes: ScheduleChange[] = [];
  for await (const { line, value } of readJsonLines(rowsPath)) changes.push(readChange(value, rowsPath, line));
  const plan = { ...planOf(changes), file, event, baseUrl };
  const { allowPartial } = options;
  await applyAndReport(
    context,
    {
      ...{ file, event, baseUrl, sha256, allowPartial, mayCreate: false },
      makePlan: () => plan,
      stopBefore: async (_, fresh) =>
        allowPartial ? undefined : staleError(fresh, file, 'run `plenary sessions apply` with its file again'),
    },
    { sending: await prepareSending(context, 'sessions') },
  );
}

/** Applies a plan, and reports what was done. */
export async function applyAndReport(
  context: Context,
  { makePlan, stopBefore, ...application }: Application,
  { sending, created }: { readonly sending: Sending; readonly created?: number | undefined },
): Promise<void> {
  const { io } = context;
  const done = await sendChanges(context, sending, {
    ...application,
    makePlan,
    async review(plan, fresh) {
      const error = await stopBefore(plan, fresh, created);
      if (error !== undefined) {
        await printApplied(context, { plan, fresh, run: undefined, applied: 0, failed: [] }, created);
        throw error;
      }
      if (created !== undefined && (plan.creations ?? []).length > 0) throw notListed(plan);
      // The question about the creations was about the placements as well.
      return created !== undefined || (await confirmChanges(context, fresh));
    },
  });
  if (done === undefined) return context.notice('Canceled; nothing was sent.');
  const unseen = await printApplied(context, done, created);
  if (done.applied > 0 && done.fresh.toDo.some(({ action }) => action === 'move')) await noticeUndo(context, done.run);
  const lost = unseen && lostReport(unseen, done.run, done.applied);
  const error = applyError(done) ?? lost;
  if (lost !== undefined && error !== lost) await noticeLost(context, lost);
  if (error === undefined) return;
  const next = resumeSteps(done.run);
  if (error === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, {
      fix: 'run the same command again: completed rows are skipped',
      next,
    });
  }
  if (error === done.stoppedBy) await noticeCommands(context, resumeCommands(done.run));
  throw error;
}

/** What differs between runs that place sessions; the rest follows from the command. */
type SentChanges = Pick<
  ScheduleRunOptions,
  'event' | 'baseUrl' | 'allowPartial' | 'file' | 'sha256' | 'parent' | 'undoes' | 'review'
> & { readonly makePlan: MakePlan };

/** Sends a plan with the client, the pace and the progress of a command. Once `review` accepts it, a signal lets its writes finish. */
export async function sendChanges(
  context: Context,
  sending: Sending,
  { makePlan, ...changes }: SentChanges,
): Promise<ScheduleRun | undefined> {
  const { io } = context;
  return runChanges(makePlan, {
    ...changes,
    client: await sending.client(),
    timeZone: (await context.setting('timezone')).value,
    workers: sending.workers,
    runs: savedRuns(io),
    clock: io.clock,
    lateMs: sending.lateMs,
    onWait: sending.onWait,
    onProgress: sending.onProgress,
    signal: io.stopped,
    async review(plan, fresh) {
      const isWanted = await changes.review(plan, fresh);
      if (isWanted) sending.begin();
      return isWanted;
    },
  }).finally(sending.clearProgress);
}

/** The flags of `runs resume` that apply to imports only. */
const importFlags = ['maxErrors', 'rejects', 'results', 'annotations'];
