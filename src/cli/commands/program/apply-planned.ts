// Applies a program: its plan, the limit on changes, one question, one run, and one report.
import { InterruptedError, PlenaryError } from '../../../errors.ts';
import {
  countWritten,
  findReplacedPrograms,
  linesOf,
  type ProgramHeader,
  type ProgramWork,
} from '../../../program/run.ts';
import type { RunFolder } from '../../../runs/folder.ts';
import type { Journal } from '../../../runs/journal.ts';
import { performRun } from '../../../runs/perform.ts';
import { writeRows } from '../../../runs/row-file.ts';
import { findUndone, supersede } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import { resumeCommands } from '../../output/advice.ts';
import { type MaxChanges, tooManyChanges } from '../max-changes.ts';
import { noticeCommands, noticeUndo, type Sending, savedRuns } from '../sending.ts';
import { failOn } from '../sessions/run.ts';
import { type Applied, addEarlier, appliedChanges, printApplied } from './applied.ts';
import { type ProgramInput, type ProgramPlan, planProgram } from './plan.ts';
import { planError } from './plan-errors.ts';
import { announceProgram, confirmProgram, hasChanges, type Planned } from './plan-report.ts';
import { hasChanges as haveChanged } from './report.ts';
import { leftError, sendPhases } from './send.ts';
import { refresh } from './snapshot.ts';

export interface ProgramTask {
  readonly sending: Sending;
  readonly input: ProgramInput;
  /** Of the run in which it is sent. */
  readonly header: ProgramHeader;
  /** Whether the run was begun before; what it changes was checked then. */
  readonly isResumed: boolean;
  readonly maxChanges?: MaxChanges | undefined;
}

/** @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done */
export async function applyProgram(context: Context, task: ProgramTask): Promise<void> {
  const { sending, input, header, isResumed, maxChanges } = task;
  const planned = { input, plan: await planProgram(context, sending, input) };
  await announceProgram(context, planned);
  const refusal = planError(header.file, planned, failOn(context));
  const error = refusal ?? (isResumed ? undefined : tooManyChangesError(planned.plan, maxChanges));
  if (error !== undefined) throw error;
  if (!(await confirmProgram(context, planned))) return context.notice('Canceled; nothing was sent.');
  const applied: Applied = {};
  const failure = await send(context, planned, task, applied);
  const unseen = await printApplied(context, planned, applied);
  if (applied.run !== undefined && appliedChanges(applied) > 0) await noticeUndo(context, applied.run);
  if (failure !== undefined) throw await stopped(context, failure, applied);
  if (input.undoes === undefined && !isUpToDate(input, applied)) await refresh(context, header, planned.plan);
  const left = leftError(planned) ?? unseen;
  if (left !== undefined) throw left;
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

/** Sends the plan in one run. @returns the error, or the signal that stopped it */
async function send(
  context: Context,
  { input, plan }: Planned,
  { sending, header, isResumed }: ProgramTask,
  applied: Applied,
): Promise<unknown> {
  const runs = savedRuns(context.io);
  if (!isResumed && !hasChanges(plan)) {
    await supersede([...(await findReplacedPrograms(header, runs)), ...(await findUndone(input.undoes?.run, runs))]);
    return undefined;
  }
  const lock = runs.lock(header);
  const folder = isResumed ? runs.folder(header.run) : await runs.prepare();
  try {
    const journal = isResumed ? await folder.resume() : await begin(folder, header, plan);
    applied.run = folder.run;
    await supersede(await findReplacedPrograms({ ...header, run: folder.run }, runs));
    await supersede(await findUndone(input.undoes?.run, runs));
    const { stoppedBy } = await performRun(folder, journal, async () => {
      const failure = await sendPhases(context, sending, { input, plan }, applied).catch((error: unknown) => error);
      if (failure !== undefined) return { stoppedBy: failure, finalCounts: undefined };
      const written = await countWritten({ ...header, run: folder.run }, runs);
      if (isResumed) addEarlier(applied, written);
      const { speakers, submissions, sessions } = written;
      const finalCounts = {
        created: speakers.created + submissions.created,
        updated: speakers.changed + submissions.changed,
        placed: sessions.changed,
        failed: leftError({ input, plan })?.details.length ?? 0,
      };
      return { stoppedBy: undefined, finalCounts };
    });
    return stoppedBy;
  } finally {
    lock.release();
    await folder.removeUnlessBegun();
  }
}

/** Saves the plan with its run. */
async function begin(folder: RunFolder, header: ProgramHeader, plan: ProgramPlan): Promise<Journal> {
  const work: ProgramWork = {
    speakers: plan.speakers?.changes ?? [],
    submissions: plan.submissions?.changes ?? [],
    sessions: plan.sessions?.changes ?? [],
    creations: plan.sessions?.creations ?? [],
  };
  writeRows(folder.rowsPath, linesOf(work));
  const rows = Object.values(work).reduce((sum, { length }) => sum + length, 0);
  return folder.begin({ ...header, run: folder.run, rows });
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
