// A schedule file as a command: planned, applied, checked.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../client/clock.ts';
import { ChangesPendingError, InterruptedError, UsageError } from '../../errors.ts';
import type { RunHeader } from '../../import/runs.ts';
import type { Change } from '../../schedule/plan.ts';
import { readProgram, readSessions } from '../../schedule/program.ts';
import { runChanges, type ScheduleRun } from '../../schedule/run.ts';
import { readSavedPlan } from '../../schedule/saved-plan.ts';
import { checkProgram, planSchedule, type ScheduleOptions, type SchedulePlan } from '../../schedule/schedule.ts';
import type { Context } from '../context.ts';
import { readLength, readWholeNumber } from '../flags.ts';
import { createProgress } from '../progress.ts';
import { cannotRead, openSink } from '../user-files.ts';
import { runsOf } from './bulk.ts';
import { readRate } from './import-flags.ts';
import { applyError, clashError, type FailOn, refusal, unknownError } from './schedule-errors.ts';
import { readScheduleFile } from './schedule-sheet.ts';
import { confirmChanges, printApplied, printCheck, printPlan } from './schedule-talk.ts';

/** @throws {PlenaryError} for rows that nobody can match, and for clashes; the plan has been printed by then */
export async function planFile(context: Context): Promise<void> {
  const out = typeof context.own.out === 'string' ? await openSink(context.own.out) : undefined;
  const { plan } = await makePlan(context);
  await printPlan(context, plan);
  await out?.write(`${JSON.stringify(plan, null, 2)}\n`);
  await out?.close();
  const error = unknownError(plan) ?? clashError(plan, failOn(context));
  if (error !== undefined) throw error;
  if (context.own.detailedExitcode === true && plan.changes.length > 0)
    throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} where something stands in the way, before anything is sent; where something was not done */
export async function applyFile(context: Context): Promise<void> {
  const [file = ''] = context.args;
  if (file.endsWith('.json')) return applySaved(context, file);
  const { plan, sha256 } = await makePlan(context);
  await printPlan(context, plan, { isApplied: true });
  const isPartial = context.own.allowPartial === true;
  const error = (isPartial ? undefined : unknownError(plan)) ?? clashError(plan, failOn(context));
  if (error !== undefined) throw error;
  await carryOut(context, plan.changes, { file, sha256, plan });
}

/** @throws {ConflictError} where sessions clash */
export async function checkEvent(context: Context): Promise<void> {
  const event = await context.required('event');
  const client = await context.client({ concurrency: 'auto' });
  const checked = checkProgram(await readSessions(client, event), await scheduleOptions(context));
  await printCheck(context, checked);
  const error = clashError(checked, failOn(context));
  if (error !== undefined) throw error;
}

/** Goes on with what an interrupted run of `sessions apply` has kept. */
export async function resumeApply(
  context: Context,
  { file, sha256 }: RunHeader,
  rows: AsyncIterable<unknown>,
): Promise<void> {
  const changes: Change[] = [];
  for await (const change of rows) changes.push(change as Change);
  await carryOut(context, changes, { file, sha256 });
}

async function applySaved(context: Context, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw cannotRead(file, cause);
  });
  const { baseUrl, event, changes } = readSavedPlan(text, file);
  const now = { baseUrl: await context.required('base-url'), event: await context.required('event') };
  if (baseUrl !== now.baseUrl || event !== now.event) {
    throw new UsageError(
      `${file} was made for ${baseUrl}, event ${event}; the settings say ${now.baseUrl}, ${now.event}`,
      {
        fix: `give --base-url ${baseUrl} --event ${event}, or make the plan again`,
      },
    );
  }
  await carryOut(context, changes, { file, sha256: createHash('sha256').update(text).digest('hex') });
}

interface Assignment {
  readonly file: string;
  readonly sha256: string;
  /** Where it was made just now, and printed. */
  readonly plan?: SchedulePlan;
}

async function carryOut(
  context: Context,
  changes: readonly Change[],
  { file, sha256, plan }: Assignment,
): Promise<void> {
  const { io, own } = context;
  const concurrency =
    own.concurrency === 'auto' ? 'auto' : readWholeNumber('--concurrency', own.concurrency, { from: 1, to: 64 });
  const ratePerSecond = readRate(own.rate);
  const progress = createProgress(context, 'sessions');
  // A placement that is under way is finished, unless nothing was sent yet.
  const breakOff = new AbortController();
  let isSending = false;
  io.stopped.addEventListener('abort', () => isSending || breakOff.abort(io.stopped.reason));
  const client = await context.client({
    concurrency,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    breakOff: breakOff.signal,
    onPause: progress.pause,
  });
  const done: ScheduleRun = await runChanges(changes, {
    client,
    event: await context.required('event'),
    baseUrl: await context.required('base-url'),
    file,
    sha256,
    workers: concurrency === 'auto' ? 64 : concurrency,
    runs: runsOf(io),
    clock: systemClock,
    onProgress: progress.update,
    signal: io.stopped,
    async review(fresh) {
      const inTheWay = refusal(fresh, file, { isPartial: own.allowPartial === true });
      if (inTheWay !== undefined) throw inTheWay;
      isSending = await confirmChanges(context, fresh);
      return isSending;
    },
  }).finally(progress.clear);
  if (done.isCancelled) return context.notice('Cancelled; nothing was sent.');
  await printApplied(context, changes, done, plan);
  if (done.stoppedBy !== undefined && done.stoppedBy === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, { fix: 'run the same command again: what is done is found' });
  }
  const error = done.stoppedBy ?? applyError(done, file, plan);
  if (error !== undefined) throw error;
}

async function makePlan(context: Context): Promise<{ plan: SchedulePlan; sha256: string }> {
  const [path = ''] = context.args;
  const options = await scheduleOptions(context);
  const { rows, file, source } = await readScheduleFile(context, path);
  const client = await context.client({ concurrency: 'auto' });
  const plan = planSchedule(rows, await readProgram(client, options.event), { ...options, file });
  return { plan, sha256: source.sha256() };
}

async function scheduleOptions(context: Context): Promise<Omit<ScheduleOptions, 'file'>> {
  const { own } = context;
  return {
    baseUrl: await context.required('base-url'),
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
