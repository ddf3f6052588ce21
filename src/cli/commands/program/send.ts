// Applies a program: its plan, the limit on changes, one question, one run with a phase for each kind of records, and one report.
import { InterruptedError, PartlyDoneError, PlenaryError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import { readImportHeader } from '../../../import/header.ts';
import { resumedImport } from '../../../import/resume.ts';
import { programResources } from '../../../program/files.ts';
import {
  countWritten,
  findReplacedPrograms,
  linesOf,
  type ProgramHeader,
  type ProgramWork,
  unfinishedPhase,
} from '../../../program/run.ts';
import type { RunFolder } from '../../../runs/folder.ts';
import type { Journal } from '../../../runs/journal.ts';
import { performRun } from '../../../runs/perform.ts';
import { writeRows } from '../../../runs/row-file.ts';
import { findUndone, supersede } from '../../../runs/unfinished.ts';
import { placeCreated } from '../../../schedule/place-created.ts';
import type { Context } from '../../context.ts';
import { resumeCommands } from '../../output/advice.ts';
import { amount } from '../../output/text.ts';
import { sendRows } from '../import/run.ts';
import { type MaxChanges, tooManyChanges } from '../max-changes.ts';
import { noticeCommands, noticeUndo, type Sending, savedRuns } from '../sending.ts';
import { applyError } from '../sessions/apply-errors.ts';
import { notListed } from '../sessions/create.ts';
import { failOn, sendChanges } from '../sessions/run.ts';
import { type Applied, addEarlier, appliedChanges, printApplied } from './applied.ts';
import { type ProgramInput, type ProgramPlan, planProgram, rowsOf } from './plan.ts';
import { planError, staleSessions } from './plan-errors.ts';
import { announceProgram, confirmProgram, hasChanges, type Planned } from './plan-report.ts';
import { hasChanges as haveChanged } from './report.ts';
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

/** Speakers, then submissions, then sessions, and an undo in reverse; what fails stops the rest. */
async function sendPhases(context: Context, sending: Sending, planned: Planned, applied: Applied): Promise<unknown> {
  const { input, plan } = planned;
  const order = input.undoes === undefined ? programResources : programResources.toReversed();
  for (const name of order) {
    const error = name === 'sessions' ? await sendSessions() : await sendRecords(name);
    if (error !== undefined) return error;
  }
  return undefined;

  async function sendRecords(name: 'speakers' | 'submissions'): Promise<unknown> {
    const changes = plan[name]?.changes ?? [];
    if (input[name] === undefined) return undefined;
    const { file } = input[name];
    const planned = { ...rowsOf({ ...input[name], changes }, input), parent: applied.run, dryRun: false };
    const rows = (await restOfPhase(name)) ?? (changes.length === 0 ? undefined : planned);
    if (rows === undefined) return undefined;
    const { maxErrors } = planned;
    const result = await sendRows(context, sending, { ...rows, maxErrors, review: async () => true });
    const { report } = result;
    applied[name] = { run: report.run, counts: report.counts };
    // What is resumed is the whole program.
    return importError({ ...result, report: { ...report, run: applied.run }, canResume: true }, file);
  }

  /** What is left of a phase that was interrupted. */
  async function restOfPhase(name: 'speakers' | 'submissions') {
    const runs = savedRuns(context.io);
    const header = await unfinishedPhase(applied.run, name, runs);
    const imported = header && readImportHeader(header);
    return imported && resumedImport(imported, runs.folder(imported.run).rowsPath);
  }

  async function sendSessions(): Promise<unknown> {
    const { sessions } = plan;
    if (sessions === undefined || sessions.changes.length + (sessions.creations ?? []).length === 0) return undefined;
    const { event, baseUrl, undoes, allowPartial = false } = input;
    const { file } = sessions;
    const done = await sendChanges(context, sending, {
      ...{ event, baseUrl, allowPartial, file, sha256: input.sessions?.sha256 ?? '' },
      ...{ parent: applied.run, undoes: undoes?.run },
      makePlan: (program) => placeCreated(sessions, program),
      async review(now, fresh) {
        const stale = staleSessions(input, fresh, file);
        if (stale !== undefined && !allowPartial) throw stale;
        // The submissions exist now, but may not be listed yet.
        if ((now.creations ?? []).length > 0) throw notListed(now);
        return true;
      },
    });
    if (done === undefined) return undefined;
    applied.sessions = { run: done.run, counts: { applied: done.applied, failed: done.failed.length } };
    return applyError({ ...done, run: applied.run });
  }
}

/** What was skipped, because it has changed since. */
function leftError({ input, plan }: Planned): PartlyDoneError | undefined {
  if (input.allowPartial !== true) return undefined;
  const ofRecords = (['speakers', 'submissions'] as const).flatMap((name) =>
    (plan[name]?.rejects ?? []).map((fault) => ({ file: input[name]?.file ?? '', ...fault })),
  );
  const ofSessions = staleSessions(input, plan, input.sessions?.file ?? '');
  const details = [...ofRecords, ...(ofSessions?.details ?? [])];
  if (details.length === 0) return undefined;
  return new PartlyDoneError(`${amount(details.length, 'change was', 'changes were')} not undone`, {
    details,
    advice: { kind: 'check_records' },
  });
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
