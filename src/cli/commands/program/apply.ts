// Owns `program plan` and `apply` from the flags to the exit code: one question, then speakers, submissions and sessions.
import { createHash } from 'node:crypto';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { systemClock } from '../../../client/clock.ts';
import { endpoints } from '../../../contract/index.ts';
import { ChangesPendingError, InterruptedError, PlenaryError, UsageError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import { readRecordPlan } from '../../../import/saved-plan.ts';
import { readEdits } from '../../../program/edits.ts';
import { programFiles } from '../../../program/files.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { refreshSnapshot, type SentValues } from '../../../program/refresh.ts';
import { readProgramPlan } from '../../../program/saved-plan.ts';
import { isProgramOf } from '../../../program/snapshot.ts';
import { placeCreated } from '../../../schedule/place-created.ts';
import { runChanges } from '../../../schedule/run.ts';
import { readSavedPlan } from '../../../schedule/saved-plan.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { readText } from '../../json-input.ts';
import { shellWord } from '../../output/text.ts';
import { isSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import { sendRows } from '../import/run.ts';
import { type MaxChanges, readMaxChanges, tooManyChanges } from '../max-changes.ts';
import { addressOf, prepareSending, type Sending, savedRuns } from '../sending.ts';
import { applyError, staleError } from '../sessions/apply-errors.ts';
import { notListed } from '../sessions/create.ts';
import { clashError, unknownError } from '../sessions/plan-errors.ts';
import { failOn } from '../sessions/run.ts';
import { folderInput, type ProgramInput, type ProgramPlan, planProgram, type RecordInput, rowsOf } from './plan.ts';
import {
  type Applied,
  announceProgram,
  appliedChanges,
  confirmProgram,
  type Planned,
  planError,
  printApplied,
  printProgram,
  programPlanJson,
} from './plan-report.ts';
import { needsProgram, optionsFor, programOptions } from './run.ts';

/** Prints the plan first. @throws {PlenaryError} for what cannot be applied */
export async function plan(context: Context): Promise<void> {
  const { own, global } = context;
  if (own.summary !== undefined && global.json === true) {
    throw new UsageError('--json and --summary cannot be combined', { fix: 'remove one of them' });
  }
  const options = await programOptions(context);
  needsProgram(options.folder);
  const { planned, error } = await usingSink(await openPlan(context.io, own.out, options.folder), async (out) => {
    const input = await readFolder(context, options);
    const made = { input, plan: await planProgram(context, await prepareSending(context, 'records'), input) };
    const error = planError(options.folder, made, failOn(context));
    const saved = { ...made, input: { ...input, folder: folderFrom(String(own.out), options.folder) } };
    if (error === undefined) await out?.write(`${JSON.stringify(programPlanJson(saved), null, 2)}\n`);
    return { planned: made, error };
  });
  await printProgram(context, planned);
  if (error !== undefined) {
    if (own.out !== undefined) await context.notice(`${own.out} was not written, because the plan cannot be applied.`);
    throw error;
  }
  if (own.detailedExitcode === true && hasChanges(planned.plan)) throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if something was not done */
export async function apply(context: Context): Promise<void> {
  const { own } = context;
  const [path = ''] = context.args;
  const maxChanges = readMaxChanges(own.maxChanges) ?? (context.interactive ? undefined : usualBrake);
  const isSaved = await isSavedPlan(path);
  const options = isSaved ? undefined : await programOptions(context);
  if (options !== undefined) needsProgram(options.folder);
  const input = options === undefined ? await readPlan(context, path) : await readFolder(context, options);
  const sending = await prepareSending(context, 'records');
  const planned = { input, plan: await planProgram(context, sending, input) };
  await announceProgram(context, planned);
  const error = planError(path, planned, failOn(context)) ?? brakeError(planned.plan, maxChanges);
  if (error !== undefined) throw error;
  if (!(await confirmProgram(context, planned.plan))) return context.notice('Canceled; nothing was sent.');
  const applied: Applied = {};
  const failure = await send(context, sending, planned, applied).catch((error: unknown) => error);
  const unseen = await printApplied(context, planned, applied);
  if (failure !== undefined) throw stopped(context, failure, path);
  if (appliedChanges(applied) > 0) await refresh(context, options ?? (await folderOf(context, path, input)), planned);
  if (unseen !== undefined) throw unseen;
}

/** So that plan and folder may be moved together. */
function folderFrom(plan: string, folder: string): string {
  return (
    relative(dirname(resolve(plan)), resolve(folder))
      .split(sep)
      .join('/') || '.'
  );
}

/** The folder that a saved plan was made of; undefined, with a notice, if it is elsewhere. */
async function folderOf(
  context: Context,
  path: string,
  { folder, event, baseUrl }: ProgramInput,
): Promise<ProgramOptions | undefined> {
  const found = folder === undefined ? undefined : relative('', resolve(dirname(path), folder)) || '.';
  if (found !== undefined && isProgramOf(found, { event, baseUrl })) {
    return optionsFor(context, { folder: found, event, baseUrl });
  }
  const reason = found === undefined ? 'the plan does not name its folder' : `${found} has no program of this event`;
  await noticeSnapshot(context, reason, found);
  return undefined;
}

/** Everything is applied by now, so that a failure is no failure of the command. */
async function refresh(context: Context, options: ProgramOptions | undefined, planned: Planned): Promise<void> {
  if (options === undefined) return;
  try {
    await refreshSnapshot(options, sentValues(planned));
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    await noticeSnapshot(context, error.message, options.folder);
  }
}

async function noticeSnapshot(context: Context, reason: string, folder: string | undefined): Promise<void> {
  const pull = `plenary program pull ${folder === undefined ? 'FOLDER' : shellWord(folder)}`;
  await context.notice(`The snapshot was not updated: ${reason}. Before you edit the files again: ${pull}`);
}

function sentValues({ input, plan }: Planned): SentValues {
  const ofRecords = (name: 'speakers' | 'submissions') =>
    new Map(
      (input[name]?.changes ?? []).map(({ id = '', fields }) => [
        id,
        Object.fromEntries(Object.entries(fields).map(([field, { to }]) => [field, to ?? ''])),
      ]),
    );
  const sessions = (plan.sessions?.changes ?? []).map(({ submissionId, to }) => [submissionId, { ...to }] as const);
  return { speakers: ofRecords('speakers'), submissions: ofRecords('submissions'), sessions: new Map(sessions) };
}

async function readFolder(context: Context, options: ProgramOptions): Promise<ProgramInput> {
  const { folder } = options;
  const nameOf = (name: 'speakers' | 'submissions') => join(folder, programFiles[name].name);
  const files = { speakers: nameOf('speakers'), submissions: nameOf('submissions') };
  return folderInput(
    context,
    { ...options, files },
    await readEdits({ ...options, empty: context.own.empty === 'clear' ? 'clear' : 'keep' }),
  );
}

/** Of an event as a whole: an existing record changes at most once. */
function usualBrake(records: number): number {
  return Math.max(20, records * 0.3);
}

function brakeError({ speakers, submissions, sessions, records }: ProgramPlan, maxChanges: MaxChanges | undefined) {
  const changed = (speakers?.counts.update ?? 0) + (submissions?.counts.update ?? 0) + (sessions?.counts.move ?? 0);
  return tooManyChanges(changed, records, maxChanges, 'record');
}

function hasChanges({ speakers, submissions, sessions }: ProgramPlan): boolean {
  const records = [speakers, submissions].some((each) => each !== undefined && each.changes.length > 0);
  return records || (sessions?.changes.length ?? 0) + (sessions?.creations?.length ?? 0) > 0;
}

/** Speakers, then submissions, then sessions; what fails stops the rest. @returns the error, or the signal that stopped it */
async function send(
  context: Context,
  sending: Sending,
  { input, plan }: { readonly input: ProgramInput; readonly plan: ProgramPlan },
  applied: Applied,
): Promise<unknown> {
  for (const name of ['speakers', 'submissions'] as const) {
    const records = input[name];
    if (records === undefined || (plan[name]?.changes.length ?? 0) === 0) continue;
    const result = await sendRecords(context, sending, records, input);
    applied[name] = { run: result.report.run, counts: result.report.counts };
    const error = importError(result, records.file);
    if (error !== undefined) return error;
  }
  const { sessions } = plan;
  if (sessions === undefined || sessions.changes.length + (sessions.creations ?? []).length === 0) return undefined;
  return sendSessions(context, sending, input, applied);
}

function sendRecords(context: Context, sending: Sending, records: RecordInput, input: ProgramInput) {
  return sendRows(context, sending, { ...rowsOf(records, input), dryRun: false, review: async () => true });
}

async function sendSessions(
  context: Context,
  sending: Sending,
  { sessions, event, baseUrl }: ProgramInput,
  applied: Applied,
): Promise<unknown> {
  if (sessions === undefined) return undefined;
  const { io } = context;
  const done = await runChanges(sessions.makePlan, {
    ...{ event, baseUrl, allowPartial: false, file: sessions.file, sha256: sessions.sha256 },
    client: await sending.client(),
    timeZone: (await context.setting('timezone')).value,
    workers: sending.workers,
    runs: savedRuns(io),
    clock: systemClock,
    lateMs: sending.lateMs,
    onWait: sending.onWait,
    onProgress: sending.onProgress,
    signal: io.stopped,
    async review(plan, fresh) {
      // The submissions exist now, so that their sessions may clash, or may not be listed yet.
      const error: PlenaryError | undefined =
        unknownError(plan, failOn(context)) ??
        clashError(plan, failOn(context)) ??
        staleError(fresh, sessions.file, 'create the plan again');
      if (error !== undefined) throw error;
      if ((plan.creations ?? []).length > 0) throw notListed(plan);
      sending.begin();
      return true;
    },
  }).finally(sending.clearProgress);
  if (done === undefined) return undefined;
  applied.sessions = { run: done.run, counts: { applied: done.applied, failed: done.failed.length } };
  return applyError(done);
}

/** A saved plan. @throws {UsageError} if it is for another service or event, and for flags that it cannot use */
async function readPlan(context: Context, path: string): Promise<ProgramInput> {
  refuseFlags(context.typed, ['create'], `${path} is a saved plan, which is applied unchanged`);
  const plan = readProgramPlan(await readText(context.io, path), path);
  const { value: event = plan.event } = await context.setting('event');
  context.answer('event', event);
  const target = { event, baseUrl: await addressOf(context) };
  if (plan.baseUrl !== target.baseUrl || plan.event !== target.event) {
    throw new UsageError(
      `${path} is a plan for ${plan.baseUrl}, event ${plan.event}, but the settings specify ${target.baseUrl}, event ${target.event}`,
      { fix: `pass --base-url ${plan.baseUrl} --event ${plan.event}, or create the plan again` },
    );
  }
  const records = (name: 'speakers' | 'submissions'): RecordInput | undefined => {
    const part = plan[name];
    if (part === null) return undefined;
    const { file, changes } = readRecordPlan(JSON.stringify(part), path);
    return { file, changes, endpoint: name === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission };
  };
  const sessions = plan.sessions === null ? undefined : readSavedPlan(Buffer.from(JSON.stringify(plan.sessions)), path);
  return {
    ...target,
    folder: plan.folder,
    speakers: records('speakers'),
    submissions: records('submissions'),
    sessions: sessions && {
      file: sessions.file,
      sha256: createHash('sha256').update(JSON.stringify(sessions)).digest('hex'),
      makePlan: (program) => placeCreated(sessions, program),
    },
    creates: plan.creates,
    edits: undefined,
  };
}

function stopped({ io, own }: Context, failure: unknown, path: string): unknown {
  if (!io.stopped.aborted || failure !== io.stopped.reason) return failure;
  return new InterruptedError(io.stopped.reason, {
    fix: 'run the same command again: completed rows are skipped',
    next: [{ command: `plenary program apply ${shellWord(path)}${own.create === true ? ' --create' : ''}` }],
  });
}
