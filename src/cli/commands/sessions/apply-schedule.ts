// Owns `sessions plan` and `apply` from the flags to the exit code, and the header of a run of
// sessions. Must not word the plan.
import { changesHeader, type NewChangesRun } from '../../../plans/run-header.ts';
import { type MakePlan, planSchedule } from '../../../schedule/plan.ts';
import type { Context } from '../../context.ts';
import {
  type ClashFlags,
  clashFlags,
  type PaceFlags,
  type ReadingFlags,
  type ReportFlags,
  readingFlags,
  reportFlags,
} from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { applyChanges, type BulkTask, planChanges } from '../../review/cycle.ts';
import type { MaxChangesFlag } from '../../review/errors.ts';
import { plannedTask } from '../../review/planned-task.ts';
import { isSavedPlan } from '../../review/saved-plan.ts';
import type { SummaryFlag } from '../../review/show.ts';
import { fileWord, type Sinks, usingSinks } from '../../user-files.ts';
import { scheduleOptions } from './check.ts';
import { loadDetails, loadPlanned, type ScheduleFlag } from './schedule-file.ts';

interface FileArgument {
  readonly file: string;
}

/** The flags about a file that becomes a plan. */
interface ScheduleFileFlags extends ReadingFlags, ClashFlags, ScheduleFlag, MaxChangesFlag {
  readonly allowPartial: boolean;
}

interface PlanFlags extends ScheduleFileFlags, SummaryFlag {
  readonly out: string | undefined;
  readonly detailedExitcode: boolean;
}

interface ApplyFlags extends ScheduleFileFlags, PaceFlags, ReportFlags {}

/**
 * Prints the plan first.
 * @throws {PlenaryError} for rows that match no submission, and for clashes
 */
export async function planFile(context: Context<PlanFlags>, { file }: FileArgument): Promise<void> {
  await usingSinks(context, [file], () =>
    planChanges(context, [file], () => openFile(context, file, { verb: 'plan', sinks: {} })),
  );
}

/**
 * @throws {PlenaryError} before anything is sent, if the plan has faults; afterwards, if something
 *   was not done
 */
export async function applyFile(
  context: Context<ApplyFlags>,
  { file }: FileArgument,
): Promise<void> {
  const { allowPartial, failOn, maxChanges } = context.flags;
  if (await isSavedPlan(context, file)) {
    const limits = { failOn, maxChanges, allowPartial };
    const command = { group: 'sessions', verb: 'apply' } as const;
    const { applySavedPlan } = await import('../../review/apply-saved-plan.ts');
    return applySavedPlan(context, file, { command, fileFlags: plannedFlags, limits });
  }
  await usingSinks(context, [file], (sinks) =>
    applyChanges(context, () => openFile(context, file, { verb: 'apply', sinks })),
  );
}

/** Flags that have no effect on a saved plan. */
const plannedFlags = [
  ...[...Object.keys(readingFlags), ...Object.keys(clashFlags), 'schedule'].filter(
    (name) => name !== 'failOn',
  ),
  ...Object.keys(reportFlags),
];

async function openFile(
  context: Context<ScheduleFileFlags>,
  path: string,
  { verb, sinks }: { readonly verb: 'plan' | 'apply'; readonly sinks: Sinks },
): Promise<BulkTask> {
  const { dateOrder, firstDay, schedule, failOn, maxChanges, allowPartial } = context.flags;
  const { event, baseUrl, ...checks } = await scheduleOptions(context);
  const loaded = await loadPlanned(context, path);
  const { rows: planned, file, sheet, mapping, source, faults: unreadable, leftOut } = loaded;
  if (sheet === undefined) {
    const why = `used only with a list, and ${file} is a grid`;
    refuseFlags(context.typed, Object.keys(reportFlags), { why });
  }
  const withDetails = await loadDetails(context, { dateOrder, firstDay, schedule });
  // Reading the file may have asked for it.
  const timeZone = await context.timeZone();
  const options = { ...checks, timeZone, file, unreadable, leftOut };
  const makePlan: MakePlan = (listed, rooms) => {
    const { submissions, inFile } = withDetails(listed, checks.defaultDurationMs, rooms);
    const slots = inFile.filter(({ isBreak }) => isBreak !== true);
    return planSchedule(planned, submissions, { ...options, rooms, inFile: slots });
  };
  const header = scheduleHeader({
    event,
    baseUrl,
    file,
    sha256: source.sha256(),
    allowPartial,
  });
  return plannedTask(context, header, {
    command: { group: 'sessions', verb },
    changes: { sessions: makePlan },
    limits: { failOn, maxChanges, allowPartial },
    subject: {
      mapping: mapping.mapped.length > 0 ? mapping : undefined,
      ...(sheet === undefined && { creation: gridCreation(context, path) }),
    },
    files: sheet && [{ kind: 'sessions', ...sheet }],
    sinks,
  });
}

/** How the talks of a grid are created that the event does not have. */
function gridCreation(
  { typed, serviceFlags }: Pick<Context, 'typed' | 'serviceFlags'>,
  path: string,
): string {
  const flags = typedFlags({ typed }, ['layout', 'sheet', 'encoding']);
  const words = `plenary submissions import ${fileWord(path)}${flags} --submitter-email ADDRESS`;
  const command = nextCommand(words, serviceFlags);
  return (
    `create the submissions of new talks first, with \`${command}\`, where ADDRESS is that of ` +
    'who submits them'
  );
}

interface ScheduleRun {
  readonly event: string;
  readonly baseUrl: string;
  readonly file: string;
  /** Of what is to change. */
  readonly sha256: string;
  readonly allowPartial: boolean;
}

/** The header of a run of sessions alone. */
export function scheduleHeader(run: ScheduleRun): NewChangesRun {
  const { event, baseUrl, file, sha256, allowPartial } = run;
  return changesHeader(
    { resource: 'sessions', event, baseUrl, file, sha256 },
    { files: { sessions: file }, creates: false, allowPartial },
  );
}
