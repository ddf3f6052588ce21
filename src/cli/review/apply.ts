// Applies changes of one or more kinds of records: their plan, the limit on changes, one question, one run, and one report.

import { InterruptedError, type PlenaryError } from '../../errors.ts';
import { type ProgramHeader, readProgramHeader } from '../../program/header.ts';
import { type ProgramRun, runProgram } from '../../program/run.ts';
import type { RunNotice } from '../../runs/task.ts';
import type { FinalRow } from '../../runs/undo.ts';
import { findUnfinished, resumeCommands, resumeSteps } from '../../runs/unfinished.ts';
import { noticeText } from '../commands/import/words.ts';
import { type MaxChanges, tooManyChanges } from '../commands/max-changes.ts';
import { noticeCommands, noticeUndo, prepareSending, type Sending, savedRuns } from '../commands/sending.ts';
import { failOn } from '../commands/sessions/plan-errors.ts';
import type { Context } from '../context.ts';
import type { PaceFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { type Applied, appliedBy, appliedChanges, failureOf, leftError, printApplied } from './applied.ts';
import { planError } from './errors.ts';
import { type ChangesInput, inputOfRun, type Planned, type ShownPlan, shownPlan } from './planned.ts';
import { announceChanges, confirmPlanned, publicJson } from './report.ts';

export interface ChangesTask {
  readonly sending: Sending;
  readonly input: ChangesInput;
  /** Of the run in which it is sent; with its name if it was begun before: what it changes was checked then. */
  readonly header: ProgramHeader;
  readonly maxChanges?: MaxChanges | undefined;
}

/** Plans changes without sending them. @param use is called with the plan, which can be read until it has ended */
export async function planChanges(
  context: Context,
  task: ChangesTask,
  use: (planned: Planned) => Promise<void>,
): Promise<void> {
  const { input } = task;
  const review = async (found: ProgramRun) => {
    await use({ input, plan: shownPlan(found) });
    return false;
  };
  const given = { ...(await optionsFor(context, task)), dryRun: true, review };
  await runProgram(given);
}

/** @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done */
export async function applyChanges(context: Context, task: ChangesTask): Promise<void> {
  const { sending, input, header, maxChanges } = task;
  let reviewed: { readonly planned: Planned; readonly json: Readonly<Record<string, unknown>> } | undefined;
  const options = {
    ...(await optionsFor(context, task)),
    dryRun: false,
    onNotice: (notice: RunNotice) => sending.notice(noticeText(notice, context.serviceFlags)),
    review: async (found: ProgramRun) => {
      const planned = { input, plan: shownPlan(found) };
      await announceChanges(context, planned);
      const refusal = planError(planned, failOn(context));
      const error = refusal ?? (found.isResumed ? undefined : tooManyChangesError(planned.plan, maxChanges));
      if (error !== undefined) throw error;
      const isWanted = await confirmPlanned(context, planned);
      // Afterwards, nothing is left to change.
      const json = (await context.format()) === 'json' ? publicJson(planned) : {};
      reviewed = { planned, json };
      if (isWanted) sending.begin();
      return isWanted;
    },
  };
  const run = await runProgram(options).finally(sending.clearProgress);
  if (!run.isWanted || reviewed === undefined) return context.notice('Canceled; nothing was sent.');
  const { planned, json } = reviewed;
  const applied = appliedBy(run);
  const failure = failureOf(run, planned);
  const left = failure === undefined ? leftError(planned) : undefined;
  const unseen = await printApplied(context, planned, applied, json);
  if (applied.run !== undefined && appliedChanges(applied) > 0) await noticeUndo(context, applied.run);
  if (failure !== undefined) throw await stopped(context, failure, run.stoppedBy, applied);
  const isUpToDate = appliedChanges(applied) === 0 && input.folderReview?.isUnchanged === true;
  if (header.options.folder !== undefined && !isUpToDate) {
    const { pullApplied } = await import('../commands/program/run.ts');
    await pullApplied(context, header, run);
  }
  const error = left ?? unseen;
  if (error !== undefined) throw error;
}

/** What plans and applications have in common. */
async function optionsFor(context: Context, { sending, input, header }: ChangesTask) {
  const timeZone = (await context.setting('timezone')).value;
  return { ...(await sending.options()), header, changes: input, timeZone };
}

/** The unfinished run with the same content and options. One whose saved rows are damaged is replaced. */
export async function unfinishedRun(context: Context, header: ProgramHeader): Promise<ProgramHeader | undefined> {
  const { same, damaged } = await findUnfinished(header, savedRuns(context.io));
  if (damaged !== undefined)
    await context.notice(noticeText({ kind: 'damaged_run', run: damaged.run }, context.serviceFlags));
  return same && readProgramHeader(same.header);
}

/** Sends what is left of a run; neither its folder nor its plan is needed. */
export async function resumeChanges(
  context: Context<Some<PaceFlags>>,
  header: ProgramHeader,
  final: readonly FinalRow[] = [],
): Promise<void> {
  const { timeZone } = header.options;
  if (timeZone !== undefined) context.answer('timezone', timeZone);
  const sending = await prepareSending(context, 'records');
  await applyChanges(context, { sending, input: inputOfRun(header, final), header });
}

export function tooManyChangesError(
  { speakers, submissions, sessions, records }: ShownPlan,
  maxChanges: MaxChanges | undefined,
): PlenaryError | undefined {
  const changed = (speakers?.counts.update ?? 0) + (submissions?.counts.update ?? 0) + (sessions?.counts.move ?? 0);
  return tooManyChanges(changed, records, maxChanges, 'record');
}

async function stopped(context: Context, failure: unknown, stoppedBy: unknown, { run }: Applied): Promise<unknown> {
  const { io } = context;
  if (io.stopped.aborted && failure === io.stopped.reason) {
    return new InterruptedError(io.stopped.reason, {
      fix: 'run the same command again: completed rows are skipped',
      next: resumeSteps(run),
    });
  }
  if (failure === stoppedBy) await noticeCommands(context, resumeCommands(run));
  return failure;
}
