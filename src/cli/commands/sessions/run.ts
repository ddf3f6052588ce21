// A schedule file as a command: planned, applied, checked.

import { systemClock } from '../../../client/clock.ts';
import { ChangesPendingError, InterruptedError, type PlenaryError, UsageError } from '../../../errors.ts';
import type { Freshness, ScheduleChange } from '../../../schedule/changes.ts';
import { checkSessions, planOf, type SchedulePlan, withoutUnknown } from '../../../schedule/plan.ts';
import { runChanges, type ScheduleRunHeader } from '../../../schedule/run.ts';
import { readChange } from '../../../schedule/saved-plan.ts';
import { fetchPlacedSubmissions, fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { prepareSending, savedRuns } from '../sending.ts';
import { applyError, resumption, staleError } from './apply-errors.ts';
import { type ApplyInput, inputFromPlan, inputFromSchedule, isSavedPlan, openPlan, scheduleOptions } from './input.ts';
import { clashError, type FailOn, unknownError } from './plan-errors.ts';
import { announcePlan, confirmChanges, printApplied, printCheck, printFaults, printPlan } from './report.ts';
import { enrichFrom, loadScheduleFlag } from './schedule-file.ts';

/** @throws {PlenaryError} for rows that nobody can match, and for clashes; the plan has been printed by then */
export async function planFile(context: Context): Promise<void> {
  const { own, global } = context;
  const [file = ''] = context.args;
  if (own.summary !== undefined && global.json === true) {
    throw new UsageError('--json and --summary are two forms of one output', { fix: 'give one of them' });
  }
  const out = typeof own.out === 'string' ? await openPlan(own.out, file) : undefined;
  const { event, makePlan } = await inputFromSchedule(context, file).catch(async (error: unknown) => {
    await printFaults(context, error);
    throw error;
  });
  const client = await context.client({ concurrency: 'auto' });
  const plan = makePlan(await fetchSubmissions(client, { event, timeZone: (await context.setting('timezone')).value }));
  await out?.write(`${JSON.stringify(plan, null, 2)}\n`);
  await out?.close();
  await printPlan(context, plan);
  const error = unknownError(plan, failOn(context)) ?? clashError(plan, failOn(context));
  if (error !== undefined) throw error;
  if (own.detailedExitcode === true && plan.changes.length > 0) throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} where something stands in the way, before anything is sent; where something was not done */
export async function applyFile(context: Context): Promise<void> {
  const [file = ''] = context.args;
  const allowPartial = context.own.allowPartial === true;
  const given = isSavedPlan(file) ? await inputFromPlan(context, file) : await inputFromSchedule(context, file);
  await carryOut(context, {
    ...given,
    makePlan: (program) => (allowPartial ? withoutUnknown(given.makePlan(program)) : given.makePlan(program)),
    allowPartial,
    async obstacle(plan, fresh) {
      await announcePlan(context, plan, fresh);
      if (allowPartial) return clashError(plan, failOn(context));
      const stale = staleError(
        fresh,
        plan.file,
        'make the plan again, or apply this one without them: --allow-partial',
      );
      return unknownError(plan, failOn(context)) ?? clashError(plan, failOn(context)) ?? stale;
    },
  });
}

/** @throws {ConflictError} where sessions clash */
export async function checkEvent(context: Context): Promise<void> {
  const options = await scheduleOptions(context);
  const file = await loadScheduleFlag(context);
  const client = await context.client({ concurrency: 'auto' });
  const held = await fetchPlacedSubmissions(client, options);
  const checked = checkSessions(file === undefined ? held : await enrichFrom(context, file, held), options);
  await printCheck(context, checked);
  const error = clashError(checked, failOn(context));
  if (error !== undefined) throw error;
}

/** Goes on with what an interrupted run of `sessions apply` has kept. */
export async function resumeApply(
  context: Context,
  { file, sha256, event, baseUrl, options }: ScheduleRunHeader,
  rows: AsyncIterable<{ readonly value: unknown }>,
): Promise<void> {
  refuseFlags(context.typed, importFlags, 'a run of `sessions apply` has no such thing');
  const changes: ScheduleChange[] = [];
  for await (const { value } of rows) changes.push(readChange(value));
  const plan = { ...planOf(changes), file, event, baseUrl };
  const { allowPartial } = options;
  await carryOut(context, {
    ...{ file, event, baseUrl, sha256, allowPartial },
    makePlan: () => plan,
    obstacle: async (_, fresh) =>
      allowPartial ? undefined : staleError(fresh, file, 'run `sessions apply` with its file again'),
  });
}

interface Assignment extends ApplyInput {
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
    runs: savedRuns(io),
    clock: systemClock,
    lateMs: sending.lateMs,
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

/** Of the flags of `runs resume`, those that mean nothing to a schedule. */
const importFlags = ['maxErrors', 'rejects', 'results', 'annotations'];

function failOn({ own }: Context): FailOn {
  return own.failOn === 'warning' || own.failOn === 'never' ? own.failOn : 'clash';
}
