// Owns the input of `sessions plan` and `apply`: a schedule file or a saved plan, and the flags that a plan depends on.
import { hash } from 'node:crypto';
import { InvalidInputError, type PlenaryError } from '../../../errors.ts';
import type { ProgramHeader } from '../../../program/header.ts';
import type { Freshness } from '../../../schedule/changes.ts';
import { type CheckOptions, checkedAgain, planSchedule, type ScheduleOptions } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/plan-now.ts';
import { readSavedPlan } from '../../../schedule/saved-plan.ts';
import type { SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import { type ClashFlags, type ReadingFlags, readingFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { refuseOtherTarget } from '../../saved-plan-file.ts';
import type { SinkFlags } from '../../sinks.ts';
import { readWhole } from '../../user-files.ts';
import { addressOf } from '../sending.ts';
import { type LoadedSchedule, loadDetails, loadPlanned, type ScheduleFlag } from './schedule-file.ts';

/** The flags about a file that becomes a plan. */
export interface ScheduleFileFlags extends ReadingFlags, ClashFlags, ScheduleFlag, SinkFlags {}

/** A file that was read, and how it becomes a plan. */
export interface ApplyInput extends Pick<SchedulePlan, 'file' | 'event' | 'baseUrl'> {
  readonly sha256: string;
  readonly makePlan: MakePlan;
}

/** A plan to apply. */
export interface Application extends ApplyInput {
  readonly allowPartial: boolean;
  /** The run that is resumed. */
  readonly resumes?: ProgramHeader;
  /** The error that stops the plan before anything is sent. */
  stopBefore(plan: SchedulePlan, fresh: Freshness): Promise<PlenaryError | undefined>;
}

/** A saved plan. @throws {UsageError} if it is for another service or event, and for flags that it cannot use */
export async function inputFromPlan(context: Context, path: string): Promise<ApplyInput> {
  refuseFlags(context.typed, planFlags, `${path} is a saved plan, which is applied unchanged`);
  const bytes = await readWhole(context.io, path);
  const plan = readSavedPlan(bytes, path);
  const { file, baseUrl, event } = plan;
  refuseOtherTarget(path, plan, { baseUrl: await addressOf(context), event: await context.required('event') });
  if (plan.creations !== undefined) {
    throw new InvalidInputError(`${path} is a plan that also creates submissions, of an earlier version`, {
      fix: 'create the submissions with `plenary submissions import`, and save the plan again',
    });
  }
  const timeZone = (await context.setting('timezone')).value;
  return {
    ...{ file, baseUrl, event, sha256: hash('sha256', bytes) },
    makePlan: (program) => checkedAgain(plan, program, timeZone),
  };
}

/** @param skipsUnknown whether rows without a submission are left out */
export async function inputFromSchedule(
  context: Context<ScheduleFileFlags>,
  path: string,
  skipsUnknown = false,
): Promise<ApplyInput & Pick<LoadedSchedule, 'mapping'>> {
  const { dateOrder, firstDay, schedule } = context.flags;
  const checked = await scheduleOptions(context);
  const { rows, file, mapping, source } = await loadPlanned(context, path);
  const withDetails = await loadDetails(context, { dateOrder, firstDay, schedule });
  // Reading the file may have asked for it.
  const timeZone = (await context.setting('timezone')).value;
  const { baseUrl, event } = checked;
  return {
    ...{ file, baseUrl, event, sha256: source.sha256(), mapping },
    makePlan: (program) =>
      planSchedule(rows, withDetails(program, checked.defaultDurationMs).submissions, {
        ...checked,
        timeZone,
        file,
        skipsUnknown,
      }),
  };
}

/** The settings that a plan depends on. @throws {UsageError} for missing settings */
export async function scheduleOptions(context: Context<ClashFlags>): Promise<Omit<ScheduleOptions, 'file'>> {
  return {
    baseUrl: await addressOf(context),
    event: await context.required('event'),
    timeZone: (await context.setting('timezone')).value,
    ...clashOptions(context),
  };
}

export function clashOptions({ flags }: Context<Omit<ClashFlags, 'failOn'>>): Omit<CheckOptions, 'timeZone'> {
  const { defaultDuration, turnaround, sharedRoom } = flags;
  return { defaultDurationMs: defaultDuration, turnaroundMs: turnaround, sharedRooms: sharedRoom };
}

/** Flags that have no effect on a saved plan. */
const planFlags = [...Object.keys(readingFlags), 'schedule', 'defaultDuration', 'turnaround', 'sharedRoom'];
