// Owns `sessions plan`, `apply` and `check` from the flags to the exit code. Must not word the reports.
import { describeMapping } from '../../../columns/mapping-report.ts';
import { ChangesPendingError, type PlenaryError } from '../../../errors.ts';
import type { ScheduleChange } from '../../../schedule/changes.ts';
import { checkAlone, checkSessions } from '../../../schedule/plan.ts';
import { readAlone } from '../../../schedule/planned-sessions.ts';
import { type EventSubmission, fetchSubmissions, isPlaced } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, PaceFlags, ReadingFlags } from '../../flag-sets.ts';
import { isSavedPlan, noticeSavedPlan, openPlan } from '../../saved-plan-file.ts';
import { usingSink } from '../../user-files.ts';
import { type MaxChangesFlag, tooManyChanges } from '../max-changes.ts';
import { prepareSending } from '../sending.ts';
import { staleError } from './apply-errors.ts';
import { type Application, clashOptions, inputFromPlan, inputFromSchedule, type ScheduleFileFlags } from './input.ts';
import { readPlaced } from './placed-sessions.ts';
import { clashError, failOn, unknownError } from './plan-errors.ts';
import { announcePlan, printCheck, printFaults, printPlan, type SummaryFlag } from './report.ts';
import type { ScheduleFlag } from './schedule-file.ts';
import { applyAndReport } from './send.ts';

interface FileArgument {
  readonly file: string;
}

interface PlanFlags extends ScheduleFileFlags, MaxChangesFlag, SummaryFlag {
  readonly out: string | undefined;
  readonly detailedExitcode: boolean;
}

interface ApplyFlags extends ScheduleFileFlags, MaxChangesFlag, PaceFlags {
  readonly allowPartial: boolean;
}

/** Prints the plan first. @throws {PlenaryError} for rows that match no submission, and for clashes */
export async function planFile(context: Context<PlanFlags>, { file }: FileArgument): Promise<void> {
  const { flags } = context;
  const limit = createChangesLimit(context);
  const {
    plan,
    mapping,
    error: tooMany,
  } = await usingSink(await openPlan(context.io, flags.out, file), async (out) => {
    const { event, mapping, makePlan } = await inputFromSchedule(context, file).catch(async (error: unknown) => {
      await printFaults(context, error);
      throw error;
    });
    const client = await context.client();
    const { value: timeZone } = await context.setting('timezone');
    const program = await fetchSubmissions(client, { event, timeZone });
    const made = makePlan(program);
    await out?.write(`${JSON.stringify(made, null, 2)}\n`);
    return { plan: made, mapping: describeMapping(mapping), error: limit.errorFor(made.changes, program) };
  });
  await printPlan(context, plan, mapping);
  const error = unknownError(plan, failOn(context)) ?? clashError(plan, failOn(context)) ?? tooMany;
  if (error !== undefined) throw error;
  await noticeSavedPlan(context, 'sessions');
  if (flags.detailedExitcode && plan.changes.length > 0) throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} before anything is sent, if the plan has faults; afterwards, if something was not done */
export async function applyFile(context: Context<ApplyFlags>, { file }: FileArgument): Promise<void> {
  const { allowPartial } = context.flags;
  const input = (await isSavedPlan(file))
    ? await inputFromPlan(context, file)
    : await inputFromSchedule(context, file, allowPartial);
  const limit = createChangesLimit(context);
  let sessions: readonly EventSubmission[] = [];
  const application: Application = {
    ...input,
    makePlan(program) {
      sessions = program;
      return input.makePlan(program);
    },
    allowPartial,
    async stopBefore(plan, fresh) {
      await announcePlan(context, plan, fresh);
      const tooMany = limit.errorFor(fresh.toDo, sessions);
      if (allowPartial) return clashError(plan, failOn(context)) ?? tooMany;
      const stale = staleError(
        fresh,
        plan.file,
        'create the plan again, or pass --allow-partial to apply the other changes',
      );
      const doubtful = unknownError(plan, failOn(context)) ?? clashError(plan, failOn(context));
      return doubtful ?? stale ?? tooMany;
    },
  };
  await applyAndReport(context, await prepareSending(context, 'sessions'), application);
}

/** The limit on changes for sessions: moves count, and first placements do not. */
export function createChangesLimit({ flags: { maxChanges } }: Context<MaxChangesFlag>) {
  return {
    errorFor(changes: readonly ScheduleChange[], program: readonly EventSubmission[]): PlenaryError | undefined {
      const moves = changes.filter(({ action }) => action === 'move').length;
      const placed = program.filter(isPlaced);
      return tooManyChanges(moves, placed.length, maxChanges, 'session');
    },
  };
}

/** @throws {ConflictError} if sessions clash */
export async function checkEvent(context: Context<ClashFlags & ReadingFlags & ScheduleFlag>): Promise<void> {
  const flags = clashOptions(context);
  const { submissions, breaks, alone } = await readPlaced(context, flags.defaultDurationMs);
  const options = { ...flags, timeZone: (await context.setting('timezone')).value };
  const checked =
    alone === undefined
      ? checkSessions(submissions, options, breaks)
      : checkAlone(readAlone(alone.rows, flags.defaultDurationMs), options);
  await printCheck(context, checked);
  const error = clashError(checked, failOn(context));
  if (error !== undefined) throw error;
}
