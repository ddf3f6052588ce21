// Owns `sessions plan` and `apply` from the flags to the exit code, and the header of a run of
// sessions. Must not word the plan.
import { UsageError } from '../../../errors.ts';
import { changesHeader, type NewChangesRun } from '../../../plans/run-header.ts';
import { type MakePlan, planSchedule } from '../../../schedule/plan/plan.ts';
import type { Context } from '../../context.ts';
import {
  type ClashFlags,
  clashFlags,
  type PaceFlags,
  type PlanFlags,
  type ReadingFlags,
  type ReportFlags,
  readingFlags,
  reportFlags,
} from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { folderOfRun } from '../../program-folder.ts';
import { applyChanges, type BulkTask, planChanges } from '../../review/cycle.ts';
import type { PlanLimits } from '../../review/errors.ts';
import { plannedTask } from '../../review/planned-task.ts';
import { isSavedPlan } from '../../review/saved-plan.ts';
import { fileWord, isSameFile, type Sinks, usingSinks } from '../../user-files.ts';
import { scheduleOptions } from './clash-options.ts';
import { loadDetails, loadSchedule, type ScheduleFlag } from './schedule-file.ts';

interface FileArgument {
  /** That of the folder if undefined. */
  readonly file: string | undefined;
}

/** The flags about a file that becomes a plan. */
interface ScheduleFileFlags
  extends ReadingFlags,
    ClashFlags,
    ScheduleFlag,
    Pick<PlanLimits, 'maxChanges'> {
  readonly allowPartial: boolean;
  readonly base: string | undefined;
  readonly overwrite: boolean;
}

/**
 * Prints the plan first.
 * @throws {PlenaryError} for rows that match no submission, and for clashes
 */
export async function planFile(
  context: Context<ScheduleFileFlags & PlanFlags>,
  named: FileArgument,
): Promise<void> {
  const file = await otherFile(context, named);
  if (file === undefined) {
    const { folder, ofSchedule } = await scheduleOfFolder(context);
    const { planFolder } = await import('../program/folder-task.ts');
    return planFolder(ofSchedule, folder, 'sessions');
  }
  refuseFolderFlags(context);
  await usingSinks(context, [file], () =>
    planChanges(context, [file], () => openFile(context, file, { verb: 'plan', sinks: {} })),
  );
}

/**
 * @throws {PlenaryError} before anything is sent, if the plan has faults; afterwards, if something
 *   was not done
 */
export async function applyFile(
  context: Context<ScheduleFileFlags & PaceFlags & ReportFlags>,
  named: FileArgument,
): Promise<void> {
  const { allowPartial, failOn, maxChanges } = context.flags;
  const file = await otherFile(context, named);
  if (file === undefined) {
    const { folder, ofSchedule } = await scheduleOfFolder(context);
    const { applyFolder } = await import('../program/folder-task.ts');
    return applyFolder(ofSchedule, folder, 'sessions');
  }
  refuseFolderFlags(context);
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

/**
 * The named file; undefined if the schedule of the folder is meant, whose base says what
 * colleagues have moved.
 */
async function otherFile(context: Context, { file }: FileArgument): Promise<string | undefined> {
  if (file === undefined || file === '-') return file;
  const ofFolder = (await context.folder())?.schedule;
  return ofFolder !== undefined && isSameFile(file, ofFolder) ? undefined : file;
}

/**
 * The folder that the command runs in, and the flags for its schedule alone.
 * @throws {UsageError} if it runs in none, and for flags about another file
 */
async function scheduleOfFolder<Flags extends ScheduleFileFlags>(context: Context<Flags>) {
  const why = 'used only with a file that is not the schedule of the folder';
  refuseFlags(context.typed, [...Object.keys(readingFlags), 'schedule'], { why });
  const folder = (await context.folder())?.path;
  if (folder === undefined) {
    throw new UsageError(
      'there is no schedule: no file is named, and no folder of a program is used',
      {
        fix:
          'pass a schedule file, or run the command in a folder that `plenary program pull` ' +
          'wrote',
      },
    );
  }
  const empty = 'keep' as const;
  const others = { create: false, empty, allowNewValue: true, listLimit: undefined };
  return { folder, ofSchedule: { ...context, flags: { ...context.flags, ...others } } };
}

/** @throws {UsageError} */
function refuseFolderFlags({ typed }: Pick<Context, 'typed'>): void {
  refuseFlags(typed, ['base', 'overwrite'], { why: 'used only with the schedule of a folder' });
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
  const loaded = await loadSchedule(context, path, { isForSending: true });
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
  const target = { event, baseUrl, file, sha256: source.sha256() };
  const header = await scheduleHeader(context, target, allowPartial);
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

/** The header of a run of sessions alone. @param target with the hash of what is to change */
export async function scheduleHeader(
  context: Context,
  target: Pick<NewChangesRun, 'event' | 'baseUrl' | 'file' | 'sha256'>,
  allowPartial = false,
): Promise<NewChangesRun> {
  const folder = await folderOfRun(context);
  return changesHeader(
    { resource: 'sessions', ...target },
    { files: { sessions: target.file }, creates: false, allowPartial, folder },
  );
}
