// Owns the input of `sessions plan` and `apply`: a schedule file or a saved plan, and the flags that a plan depends on.
import { hash } from 'node:crypto';
import { isAddress } from '../../../columns/address.ts';
import { type PlenaryError, UsageError } from '../../../errors.ts';
import type { Freshness } from '../../../schedule/changes.ts';
import { placeCreated } from '../../../schedule/place-created.ts';
import { type CheckOptions, planSchedule, type ScheduleOptions } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { readSavedPlan } from '../../../schedule/saved-plan.ts';
import type { SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { type ClashFlags, type ReadingFlags, readingFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { refuseOtherTarget } from '../../saved-plan-file.ts';
import type { SinkFlags } from '../../sinks.ts';
import { readWhole } from '../../user-files.ts';
import { addressOf } from '../sending.ts';
import { loadDetails } from './schedule-details.ts';
import { type LoadedSchedule, loadPlanned, type ScheduleFlag } from './schedule-file.ts';

interface CreationFlags {
  readonly create: boolean;
  readonly submitterEmail: string | undefined;
}

/** The flags about a file that becomes a plan. */
export interface ScheduleFileFlags extends ReadingFlags, ClashFlags, ScheduleFlag, CreationFlags, SinkFlags {}

/** A file that was read, and how it becomes a plan. */
export interface ApplyInput extends Pick<SchedulePlan, 'file' | 'event' | 'baseUrl'> {
  readonly sha256: string;
  readonly makePlan: MakePlan;
  /** Whether the plan may create submissions. */
  readonly mayCreate: boolean;
}

/** A plan to apply. */
export interface Application extends ApplyInput {
  readonly allowPartial: boolean;
  /** The run that is resumed. */
  readonly resumes?: string;
  /** The error that stops the plan before anything is sent. */
  stopBefore(plan: SchedulePlan, fresh: Freshness): Promise<PlenaryError | undefined>;
}

/** A saved plan. @throws {UsageError} if it is for another service or event, and for flags that it cannot use */
export async function inputFromPlan(context: Context, file: string): Promise<ApplyInput> {
  refuseFlags(context.typed, planFlags, `${file} is a saved plan, which is applied unchanged`);
  const bytes = await readWhole(context.io, file);
  const plan = readSavedPlan(bytes, file);
  const { baseUrl, event } = plan;
  refuseOtherTarget(file, plan, { baseUrl: await addressOf(context), event: await context.required('event') });
  const sha256 = hash('sha256', bytes);
  return {
    file: plan.file,
    baseUrl,
    event,
    sha256,
    makePlan: (program) => placeCreated(plan, program),
    mayCreate: (plan.creations ?? []).length > 0,
  };
}

/** A schedule file. @throws {InvalidInputError} for rows that cannot be read */
export async function inputFromSchedule(
  context: Context<ScheduleFileFlags>,
  path: string,
): Promise<ApplyInput & Pick<LoadedSchedule, 'mapping'>> {
  const { dateOrder, firstDay, schedule } = context.flags;
  const checked = { ...(await scheduleOptions(context)), create: creationOptions(context) };
  const { rows, file, mapping, source } = await loadPlanned(context, path);
  const withDetails = await loadDetails(context, { dateOrder, firstDay, schedule });
  // Reading the file may have asked for it.
  const create = checked.create && { ...checked.create, mapping };
  const options = { ...checked, create, timeZone: (await context.setting('timezone')).value };
  let breaks: SchedulePlan['breaks'];
  const makePlan = (program: readonly EventSubmission[]) => {
    const plan = planSchedule(rows, withDetails(program), { ...options, file, breaks });
    breaks = plan.breaks;
    return plan;
  };
  return {
    file,
    baseUrl: options.baseUrl,
    event: options.event,
    sha256: source.sha256(),
    makePlan,
    mapping,
    mayCreate: options.create !== undefined,
  };
}

/** The settings that a plan depends on. @throws {UsageError} for missing settings */
export async function scheduleOptions(context: Context<ClashFlags>): Promise<Omit<ScheduleOptions, 'file' | 'create'>> {
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

/** @throws {UsageError} for an address that is not one */
function creationOptions({ flags }: Context<CreationFlags>): ScheduleOptions['create'] {
  const { create, submitterEmail } = flags;
  if (!create) return undefined;
  if (submitterEmail === undefined) return { submitterEmail: undefined };
  if (isAddress(submitterEmail)) return { submitterEmail };
  throw new UsageError(`--submitter-email ${submitterEmail}: not an e-mail address`, {
    fix: 'write it as name@example.org',
  });
}

/** Flags that have no effect on a saved plan. */
const planFlags = [
  ...Object.keys(readingFlags),
  'schedule',
  'create',
  'submitterEmail',
  'defaultDuration',
  'turnaround',
  'sharedRoom',
];
