// What a command of the schedule is given: a schedule file, or a plan that was kept; and the flags that a plan follows.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseDuration } from '../../../config/settings.ts';
import { UsageError } from '../../../errors.ts';
import { planSchedule, type ScheduleOptions, type SchedulePlan } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { readSavedPlan } from '../../../schedule/saved-plan.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { cannotRead, isSameFile, openSink, type Sink } from '../../user-files.ts';
import { addressOf } from '../sending.ts';
import { loadSchedule } from './schedule-file.ts';

/** A file that was read: the plan that it makes of the program. */
export interface ApplyInput extends Pick<SchedulePlan, 'file' | 'event' | 'baseUrl'> {
  readonly sha256: string;
  readonly makePlan: MakePlan;
}

/** By its name: standard input is CSV. */
export function isSavedPlan(file: string): boolean {
  return /\.json$/i.test(file);
}

/** A plan that was kept. @throws {UsageError} for one of another service or event, and for flags that it cannot follow */
export async function inputFromPlan(context: Context, file: string): Promise<ApplyInput> {
  refuseFlags(context.typed, planFlags, `${file} is a plan already, and is applied as it was made`);
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

/** A schedule file. @throws {InvalidInputError} for what cannot be read */
export async function inputFromSchedule(context: Context, path: string): Promise<ApplyInput> {
  const options = await scheduleOptions(context);
  const { rows, file, source } = await loadSchedule(context, path);
  const makePlan = (program: readonly EventSubmission[]) => planSchedule(rows, program, { ...options, file });
  return { file, baseUrl: options.baseUrl, event: options.event, sha256: source.sha256(), makePlan };
}

/** What a plan is made by. @throws {UsageError} for settings that are missing, and lengths that are none */
export async function scheduleOptions(context: Context): Promise<Omit<ScheduleOptions, 'file'>> {
  const { own } = context;
  return {
    baseUrl: await addressOf(context),
    event: await context.required('event'),
    timeZone: (await context.setting('timezone')).value,
    defaultDurationMs: readDurationFlag('--default-duration', own.defaultDuration, { from: 1 }),
    turnaroundMs: readDurationFlag('--turnaround', own.turnaround, { from: 0 }),
    sharedRooms: Array.isArray(own.sharedRoom) ? own.sharedRoom.map(String) : [],
  };
}

/** A duration in milliseconds: `45m`, `1h`, `90s`; a bare number could be minutes or seconds. @throws {UsageError} naming the flag */
export function readDurationFlag(flag: string, value: unknown, { from }: { readonly from: number }): number {
  const ms = /[a-z]$/.test(String(value)) ? parseDuration(String(value)) : undefined;
  if (ms !== undefined && ms >= from) return ms;
  throw new UsageError(`${flag} ${value}: not a duration`, { fix: 'write it with its unit, as in 45m or 1h' });
}

/** What is settled once a plan is made. */
const planFlags = ['map', 'mapFile', 'dateOrder', 'encoding', 'defaultDuration', 'turnaround', 'sharedRoom'];

/** Where a plan is kept. @throws {UsageError} for a name that is no plan's */
export async function openPlan(out: string, source: string): Promise<Sink> {
  if (isSavedPlan(out) && !isSameFile(out, source)) return openSink(out);
  throw new UsageError(`--out ${out}: a plan is kept in a file of its own, whose name ends in .json`, {
    fix: 'name such a file; for the plan on standard output, give --json',
  });
}
