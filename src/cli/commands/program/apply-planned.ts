// Applies a program: its plan, the limit on changes, one question, one run, and one report.
import type { RunNotice } from '../../../changes/producer.ts';
import { InterruptedError, PlenaryError } from '../../../errors.ts';
import type { ProgramHeader } from '../../../program/header.ts';
import { type ProgramRunPlan, runProgram } from '../../../program/run.ts';
import type { Context } from '../../context.ts';
import { resumeCommands } from '../../output/advice.ts';
import { noticeText } from '../import/words.ts';
import { type MaxChanges, tooManyChanges } from '../max-changes.ts';
import { noticeCommands, noticeUndo, type Sending } from '../sending.ts';
import { notListed } from '../sessions/create.ts';
import { failOn } from '../sessions/run.ts';
import { type Applied, appliedBy, appliedChanges, failureOf, leftError, printApplied } from './applied.ts';
import { type Planned, type ProgramInput, type ProgramPlan, shownPlan } from './plan.ts';
import { planError } from './plan-errors.ts';
import { announceProgram, confirmProgram, publicPlanJson } from './plan-report.ts';
import { hasChanges as haveChanged } from './report.ts';
import { refresh } from './snapshot.ts';

export interface ProgramTask {
  readonly sending: Sending;
  readonly input: ProgramInput;
  /** Of the run in which it is sent; with its name if it was begun before: what it changes was checked then. */
  readonly header: ProgramHeader;
  readonly maxChanges?: MaxChanges | undefined;
}

/** Plans a program without sending it. @param use is called with the plan, which can be read until it has ended */
export async function planProgram(
  context: Context,
  { sending, input, header }: Pick<ProgramTask, 'sending' | 'input' | 'header'>,
  use: (planned: Planned) => Promise<void>,
): Promise<void> {
  const review = async (found: ProgramRunPlan) => {
    await use({ input, plan: shownPlan(context, found, input) });
    return false;
  };
  const options = { ...(await sending.options()), header, changes: input, dryRun: true, notListed, review };
  await runProgram(options, async () => {});
}

/** @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done */
export async function applyProgram(context: Context, task: ProgramTask): Promise<void> {
  const { sending, input, header, maxChanges } = task;
  let reviewed: { readonly planned: Planned; readonly json: Readonly<Record<string, unknown>> } | undefined;
  const options = {
    ...(await sending.options()),
    ...{ header, changes: input, dryRun: false, notListed },
    onNotice: (notice: RunNotice) => sending.notice(noticeText(notice, context.serviceFlags)),
    review: async (found: ProgramRunPlan) => {
      const planned = { input, plan: shownPlan(context, found, input) };
      await announceProgram(context, planned);
      const refusal = planError(header.file, planned, failOn(context));
      const error = refusal ?? (found.isResumed ? undefined : tooManyChangesError(planned.plan, maxChanges));
      if (error !== undefined) throw error;
      const isWanted = await confirmProgram(context, planned);
      // Afterwards, nothing is left to change.
      const json = (await context.format()) === 'json' ? publicPlanJson(planned) : {};
      reviewed = { planned, json };
      if (isWanted) sending.begin();
      return isWanted;
    },
  };
  await runProgram(options, async (ran, parts) => {
    if (!ran.isWanted || reviewed === undefined) return context.notice('Canceled; nothing was sent.');
    const { planned, json } = reviewed;
    const applied = appliedBy(ran, parts);
    const failure = failureOf(ran, parts, planned);
    const left = failure === undefined ? leftError(planned) : undefined;
    sending.clearProgress();
    const unseen = await printApplied(context, planned, applied, json);
    if (applied.run !== undefined && appliedChanges(applied) > 0) await noticeUndo(context, applied.run);
    if (failure !== undefined) throw await stopped(context, failure, applied);
    if (input.undoes === undefined && !isUpToDate(input, applied)) await refresh(context, header, parts);
    const error = left ?? unseen;
    if (error !== undefined) throw error;
  }).finally(sending.clearProgress);
}

/** Whether neither files nor service have changed since the snapshot; otherwise they may have become the same. */
function isUpToDate({ edits }: ProgramInput, applied: Applied): boolean {
  return appliedChanges(applied) === 0 && edits !== undefined && !(edits.hasSnapshot && haveChanged(edits));
}

export function tooManyChangesError(
  { speakers, submissions, sessions, records }: ProgramPlan,
  maxChanges: MaxChanges | undefined,
): PlenaryError | undefined {
  const changed = (speakers?.counts.update ?? 0) + (submissions?.counts.update ?? 0) + (sessions?.counts.move ?? 0);
  return tooManyChanges(changed, records, maxChanges, 'record');
}

async function stopped(context: Context, failure: unknown, { run }: Applied): Promise<unknown> {
  const { io } = context;
  const commands = resumeCommands(run);
  if (io.stopped.aborted && failure === io.stopped.reason) {
    const next = commands.map((command) => ({ command }));
    return new InterruptedError(io.stopped.reason, {
      fix: 'run the same command again: completed rows are skipped',
      next,
    });
  }
  const isExplained = failure instanceof PlenaryError && (failure.next.length > 0 || failure.advice !== undefined);
  if (!isExplained) await noticeCommands(context, commands);
  return failure;
}
