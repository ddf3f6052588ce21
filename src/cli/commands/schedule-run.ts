// A schedule file as a command: planned, applied, checked.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../client/clock.ts';
import { ChangesPendingError, InterruptedError, type PlenaryError, UsageError } from '../../errors.ts';
import type { Freshness } from '../../schedule/apply.ts';
import type { Change } from '../../schedule/plan.ts';
import { readProgram, readSessions, type Submission } from '../../schedule/program.ts';
import { type MakePlan, runChanges, type ScheduleRunHeader } from '../../schedule/run.ts';
import { readSavedPlan } from '../../schedule/saved-plan.ts';
import {
  checkProgram,
  planOf,
  planSchedule,
  type ScheduleOptions,
  type SchedulePlan,
} from '../../schedule/schedule.ts';
import type { Context } from '../context.ts';
import { cannotRead, openSink } from '../user-files.ts';
import { importRuns } from './import-run.ts';
import { applyError, clashError, type FailOn, resumption, staleError, unknownError } from './schedule-errors.ts';
import { readLength } from './schedule-flags.ts';
import { readScheduleFile } from './schedule-sheet.ts';
import { announcePlan, confirmChanges, printApplied, printCheck, printPlan } from './schedule-talk.ts';
import { addressOf, prepareSending } from './sending.ts';

/** @throws {PlenaryError} for rows that nobody can match, and for clashes; the plan has been printed by then */
export async function planFile(context: Context): Promise<void> {
  const { own } = context;
  if (own.out === '-')
    throw new UsageError('--out - is no file', { fix: 'for the plan on standard output, give --json' });
  const out = typeof own.out === 'string' ? await openSink(own.out) : undefined;
  const [file = ''] = context.args;
  const { event, makePlan } = await readSheet(context, file);
  const client = await context.client({ concurrency: 'auto' });
  const plan = makePlan(await readProgram(client, { event, timeZone: (await context.setting('timezone')).value }));
  await out?.write(`${JSON.stringify(plan, null, 2)}\n`);
  await out?.close();
  await printPlan(context, plan);
  const error = unknownError(plan) ?? clashError(plan, failOn(context));
  if (error !== undefined) throw error;
  if (own.detailedExitcode === true && plan.changes.length > 0) throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} where something stands in the way, before anything is sent; where something was not done */
export async function applyFile(context: Context): Promise<void> {
  const [file = ''] = context.args;
  const allowPartial = context.own.allowPartial === true;
  await carryOut(context, {
    ...(isSavedPlan(file) ? await readPlan(context, file) : await readSheet(context, file)),
    allowPartial,
    async obstacle(plan, fresh) {
      await announcePlan(context, plan);
      const clash = clashError(plan, failOn(context));
      return allowPartial ? clash : (unknownError(plan) ?? clash ?? staleError(fresh, plan.file));
    },
  });
}

/** @throws {ConflictError} where sessions clash */
export async function checkEvent(context: Context): Promise<void> {
  const options = await scheduleOptions(context);
  const client = await context.client({ concurrency: 'auto' });
  const checked = checkProgram(await readSessions(client, options), options);
  await printCheck(context, checked);
  const error = clashError(checked, failOn(context));
  if (error !== undefined) throw error;
}

/** Goes on with what an interrupted run of `sessions apply` has kept. */
export async function resumeApply(
  context: Context,
  { file, sha256, event, baseUrl, options }: ScheduleRunHeader,
  rows: AsyncIterable<unknown>,
): Promise<void> {
  const changes: Change[] = [];
  for await (const change of rows) changes.push(change as Change);
  const plan = { ...planOf(changes), file, event, baseUrl };
  const { allowPartial } = options;
  await carryOut(context, {
    ...{ file, event, baseUrl, sha256, allowPartial },
    makePlan: () => plan,
    obstacle: async (_, fresh) => (allowPartial ? undefined : staleError(fresh, file)),
  });
}

/** A file that was read: the plan that it makes of the program. */
interface Given extends Pick<SchedulePlan, 'file' | 'event' | 'baseUrl'> {
  readonly sha256: string;
  readonly makePlan: MakePlan;
}

interface Assignment extends Given {
  readonly allowPartial: boolean;
  /** What stands in the way, before anything is sent. */
  obstacle(plan: SchedulePlan, fresh: Freshness): Promise<PlenaryError | undefined>;
}

async function carryOut(context: Context, { makePlan, obstacle, ...assignment }: Assignment): Promise<void> {
  const { io } = context;
  const sending = await prepareSending(context, 'sessions');
  const done = await runChanges(makePlan, {
    ...assignment,
    client: await sending.client(),
    timeZone: (await context.setting('timezone')).value,
    workers: sending.workers,
    runs: importRuns(io),
    clock: systemClock,
    settleMs: sending.settleMs,
    onWait: sending.onWait,
    onProgress: sending.onProgress,
    signal: io.stopped,
    async review(plan, fresh) {
      const error = await obstacle(plan, fresh);
      if (error !== undefined) {
        await printApplied(context, { plan, fresh, run: undefined, applied: 0, failed: [] });
        throw error;
      }
      const isWanted = await confirmChanges(context, fresh);
      if (isWanted) sending.begin();
      return isWanted;
    },
  }).finally(sending.clearProgress);
  if (done === undefined) return context.notice('Cancelled; nothing was sent.');
  await printApplied(context, done);
  const error = applyError(done);
  if (error === undefined) return;
  const next = resumption(done.run);
  if (error === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, { fix: 'run the same command again: what is done is found', next });
  }
  if (error === done.stoppedBy) for (const { command } of next) await context.notice(`To go on with it: ${command}`);
  throw error;
}

function isSavedPlan(file: string): boolean {
  return /\.json$/i.test(file);
}

async function readPlan(context: Context, file: string): Promise<Given> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw cannotRead(file, cause);
  });
  const plan = readSavedPlan(text, file);
  const { baseUrl, event } = plan;
  const now = { baseUrl: await addressOf(context), event: await context.required('event') };
  if (baseUrl !== now.baseUrl || event !== now.event) {
    throw new UsageError(
      `${file} was made for ${baseUrl}, event ${event}; the settings say ${now.baseUrl}, ${now.event}`,
      { fix: `give --base-url ${baseUrl} --event ${event}, or make the plan again` },
    );
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { file: plan.file, baseUrl, event, sha256, makePlan: () => plan };
}

async function readSheet(context: Context, path: string): Promise<Given> {
  const options = await scheduleOptions(context);
  const { rows, file, source } = await readScheduleFile(context, path);
  const makePlan = (program: readonly Submission[]) => planSchedule(rows, program, { ...options, file });
  return { file, baseUrl: options.baseUrl, event: options.event, sha256: source.sha256(), makePlan };
}

async function scheduleOptions(context: Context): Promise<Omit<ScheduleOptions, 'file'>> {
  const { own } = context;
  return {
    baseUrl: await addressOf(context),
    event: await context.required('event'),
    timeZone: (await context.setting('timezone')).value,
    defaultDurationMs: readLength('--default-duration', own.defaultDuration, { from: 1 }),
    turnaroundMs: readLength('--turnaround', own.turnaround, { from: 0 }),
    sharedRooms: Array.isArray(own.sharedRoom) ? own.sharedRoom.map(String) : [],
  };
}

function failOn({ own }: Context): FailOn {
  return own.failOn === 'warning' || own.failOn === 'never' ? own.failOn : 'clash';
}
