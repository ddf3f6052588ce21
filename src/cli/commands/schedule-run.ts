// A schedule file as a command: planned, applied, checked.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Client } from '../../client/client.ts';
import { systemClock } from '../../client/clock.ts';
import { ChangesPendingError, InterruptedError, UsageError } from '../../errors.ts';
import type { Change } from '../../schedule/plan.ts';
import { readProgram, readSessions } from '../../schedule/program.ts';
import { runChanges, type ScheduleRunHeader } from '../../schedule/run.ts';
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
import { addressOf, prepareSending, type Sending } from './sending.ts';

/** @throws {PlenaryError} for rows that nobody can match, and for clashes; the plan has been printed by then */
export async function planFile(context: Context): Promise<void> {
  const { own } = context;
  const out = typeof own.out === 'string' ? await openSink(own.out) : undefined;
  const { plan } = await makePlan(context, await context.client({ concurrency: 'auto' }));
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
  const sending = prepareSending(context, 'sessions');
  const isSaved = file.endsWith('.json');
  const { plan, sha256 } = isSaved ? await readPlan(context, file) : await makePlan(context, await sending.client());
  await announcePlan(context, plan);
  const allowPartial = context.own.allowPartial === true;
  const error = (allowPartial ? undefined : unknownError(plan)) ?? clashError(plan, failOn(context));
  if (error !== undefined) {
    const fresh = { toDo: plan.changes, done: [], stale: [] };
    await printApplied(context, plan, { run: undefined, applied: 0, failed: [], fresh });
    throw error;
  }
  await carryOut(context, sending, { plan, sha256, allowPartial });
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
  await carryOut(context, prepareSending(context, 'sessions'), { plan, sha256, ...options });
}

interface Assignment {
  readonly plan: SchedulePlan;
  /** Of the file that it comes from. */
  readonly sha256: string;
  readonly allowPartial: boolean;
}

async function carryOut(context: Context, sending: Sending, assignment: Assignment): Promise<void> {
  const { io } = context;
  const { plan, sha256, allowPartial } = assignment;
  const { file, event, baseUrl } = plan;
  const done = await runChanges(plan.changes, {
    client: await sending.client(),
    event,
    timeZone: (await context.setting('timezone')).value,
    baseUrl,
    allowPartial,
    file,
    sha256,
    workers: sending.workers,
    runs: importRuns(io),
    clock: systemClock,
    onProgress: sending.onProgress,
    signal: io.stopped,
    async review(fresh) {
      const isWanted = await confirmChanges(context, fresh);
      if (isWanted) sending.begin();
      return isWanted;
    },
  }).finally(sending.clearProgress);
  if (done.refused === 'cancelled') return context.notice('Cancelled; nothing was sent.');
  await printApplied(context, plan, done);
  if (done.refused === 'stale') throw staleError(done.fresh, file);
  const error = applyError(done, plan);
  if (error === undefined) return;
  const next = resumption(done.run);
  if (error === io.stopped.reason) {
    throw new InterruptedError(io.stopped.reason, { fix: 'run the same command again: what is done is found', next });
  }
  if (error === done.stoppedBy) for (const { command } of next) await context.notice(`To go on with it: ${command}`);
  throw error;
}

async function readPlan(context: Context, file: string): Promise<Omit<Assignment, 'allowPartial'>> {
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
  return { plan, sha256: createHash('sha256').update(text).digest('hex') };
}

async function makePlan(context: Context, client: Client): Promise<Omit<Assignment, 'allowPartial'>> {
  const [path = ''] = context.args;
  const options = await scheduleOptions(context);
  const { rows, file, source } = await readScheduleFile(context, path);
  const plan = planSchedule(rows, await readProgram(client, options), { ...options, file });
  return { plan, sha256: source.sha256() };
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
