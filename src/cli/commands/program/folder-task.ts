// Owns the run of a folder's files, or of its schedule alone: the plan, the application, and what
// both refuse.

import { dirname, relative, resolve, sep } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { mapColumns } from '../../../columns/mapping.ts';
import { byResource, type FileResource, fileResources } from '../../../contract/endpoint.ts';
import { pathWord } from '../../../contract/escape.ts';
import type { InputFault } from '../../../errors.ts';
import type { Sheet } from '../../../files/table.ts';
import type { AppliedFile } from '../../../plans/applied-files.ts';
import { changesHeader, type NewChangesRun, programResource } from '../../../plans/run-header.ts';
import { editsOfSchedule, type ProgramEdits, readEdits } from '../../../program/edits.ts';
import { programFile, programFiles } from '../../../program/files.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { hashFolder, programPaths } from '../../../program/snapshot.ts';
import { realPath } from '../../../real-path.ts';
import { type MakePlan, planSchedule } from '../../../schedule/plan/plan.ts';
import { readScheduleFile } from '../../../schedule/read/schedule-file.ts';
import type { Context } from '../../context.ts';
import {
  type ClashFlags,
  clashFlags,
  type PaceFlags,
  type PlanFlags,
  type ReportFlags,
  reportFlags,
} from '../../flag-sets.ts';
import { namesIn, peopleIn } from '../../folder-people.ts';
import { identifyNewRows, warnOfNewRows } from '../../new-ids.ts';
import { typedFlags } from '../../output/next-command.ts';
import { needsProgram, programOptions } from '../../program-folder.ts';
import { applyChanges, planChanges } from '../../review/cycle.ts';
import type { PlanLimits } from '../../review/errors.ts';
import { plannedTask, resumePlanned, unfinishedRun } from '../../review/planned-task.ts';
import type { SummaryFlag } from '../../review/show.ts';
import { type Sinks, usingSinks } from '../../user-files.ts';
import { scheduleOptions } from '../sessions/clash-options.ts';
import { folderReview } from './folder-review.ts';
import { baseWords } from './print.ts';

/** What of a folder is planned: all of its files, or its schedule. */
export type FolderScope = 'program' | 'sessions';

/** The flags that specify what a folder changes. */
export interface FolderFlags extends ClashFlags, Pick<PlanLimits, 'maxChanges'> {
  readonly create: boolean;
  readonly base: string | undefined;
  readonly overwrite: boolean;
  readonly empty: 'keep' | 'clear';
  readonly allowNewValue: boolean;
  readonly allowPartial: boolean;
  readonly listLimit: boolean | undefined;
}

export type FolderApplyFlags = FolderFlags & PaceFlags & ReportFlags & SummaryFlag;

/** Prints the plan first. @throws {PlenaryError} for what cannot be applied */
export async function planFolder(
  context: Context<FolderFlags & PlanFlags>,
  folder: string,
  scope: FolderScope,
): Promise<void> {
  const { out } = context.flags;
  // So that plan and folder may be moved together.
  const saved =
    out === undefined
      ? folder
      : relative(dirname(resolve(out)), resolve(folder))
          .split(sep)
          .join('/') || '.';
  const { rememberingLists } = await import('../../../client/remembered-lists.ts');
  let client: Promise<Client> | undefined;
  // The comparison, the records and the schedule are planned from the same lists.
  const reading: Context<FolderFlags & PlanFlags> = {
    ...context,
    client() {
      client ??= context.client().then(rememberingLists);
      return client;
    },
  };
  const opened = await openFolder(reading, folder, scope);
  await planChanges(reading, readPaths(context, folder), async () => opened.task('plan', saved));
}

/**
 * Resumes an unfinished run of the same folder.
 * @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if
 *   something was not done
 */
export async function applyFolder(
  context: Context<FolderApplyFlags>,
  folder: string,
  scope: FolderScope,
): Promise<void> {
  const command = { group: scope, verb: 'apply' } as const;
  await usingSinks(context, readPaths(context, folder), async (sinks) => {
    const { header, task } = await openFolder(context, folder, scope);
    const unfinished = await unfinishedRun(context, header);
    if (unfinished !== undefined) return resumePlanned(context, unfinished, { command, sinks });
    await applyChanges(context, () => task('apply', folder, sinks));
  });
}

/** Of a plan and of its application: what one refuses, the other refuses as well. */
export function folderLimits(
  { flags, interactive }: Context<FolderFlags>,
  scope: FolderScope,
): PlanLimits {
  const { failOn, allowPartial } = flags;
  const usual = scope === 'program' && !interactive ? usualLimit : undefined;
  const { maxChanges = usual } = flags;
  return { failOn, maxChanges, allowPartial };
}

/** Of an event as a whole: an existing record changes at most once. */
function usualLimit(records: number): number {
  return Math.max(20, records * 0.3);
}

/** The files of the folder, and of the one that it is compared with. */
function readPaths({ flags: { base } }: Context<FolderFlags>, folder: string): readonly string[] {
  return [folder, ...(base === undefined ? [] : [base])].flatMap(programPaths);
}

/** The files as they are applied: afterwards, they are pulled. */
function appliedFiles(
  { tables }: ProgramEdits,
  kinds: readonly FileResource[],
): readonly AppliedFile[] {
  return kinds.flatMap((kind) => {
    const table = tables[kind];
    if (table === undefined) return [];
    const { columns, delimiter, rows } = table;
    return [{ kind, file: programFiles[kind].name, columns, delimiter, rows }];
  });
}

/** What a suggested command repeats beside the folder and its base. */
const repeatedFlags = [
  'create',
  'timezone',
  'listLimit',
  'empty',
  'allowNewValue',
  'allowPartial',
  'maxChanges',
  ...Object.keys(clashFlags),
  'out',
  ...Object.keys(reportFlags),
];

/**
 * The header of its run, and the task that its files specify.
 * @throws {UsageError} if the folder has no program
 */
async function openFolder(context: Context<FolderFlags>, folder: string, scope: FolderScope) {
  const { base, overwrite, empty, allowNewValue, allowPartial } = context.flags;
  const ofFolder = await programOptions(context, folder);
  needsProgram(folder);
  // Also without --create, because the run is replaced by an apply.
  if (scope === 'program') await identifyNewRows(context, ofFolder);
  else await warnOfNewRows(context, ofFolder);
  const options: ProgramOptions = { ...ofFolder, base, overwrite: overwrite ? empty : undefined };
  const header = headerOf(context, options, scope);
  return {
    header,
    async task(verb: 'plan' | 'apply', shownFolder: string, sinks: Sinks = {}) {
      const read = await readEdits(options);
      const edits = scope === 'program' ? read : editsOfSchedule(read);
      const named = scope === 'program' ? ` ${pathWord(folder)}` : '';
      const words = `plenary ${scope} ${verb}${named}${baseWords(base)}`;
      const command = `${words}${typedFlags(context, repeatedFlags)}`;
      const review = folderReview(options, edits, { allowPartial, command });
      const { conflict, conflicts, skipped, resolution, warnings, fixesFor, isUnchanged } = review;
      const { speakers, submissions, schedule } = edits;
      return plannedTask(context, header, {
        changes: {
          speakers: speakers?.changes,
          submissions: submissions?.changes,
          sessions: schedule && (await readSchedule(context, folder, schedule, skipped)),
          checksStatuses: !allowNewValue,
        },
        command: { group: scope, verb },
        isUnchanged,
        limits: { ...folderLimits(context, scope), conflict, fixesFor },
        files: appliedFiles(edits, kindsOf(scope)),
        sinks,
        subject: { folder: shownFolder, conflicts, resolution, warnings },
      });
    },
  };
}

function kindsOf(scope: FolderScope): readonly FileResource[] {
  return scope === 'program' ? fileResources : ['sessions'];
}

function headerOf(
  { flags }: Context<FolderFlags>,
  { folder, base, event, baseUrl, timeZone, overwrite }: ProgramOptions,
  scope: FolderScope,
): NewChangesRun {
  const { create, allowPartial, listLimit } = flags;
  const files = byResource((name) => {
    return kindsOf(scope).includes(name) ? programFile(folder, name) : undefined;
  });
  return changesHeader(
    {
      resource: scope === 'program' ? programResource : 'sessions',
      event,
      baseUrl,
      file: scope === 'program' ? folder : programFile(folder, 'sessions'),
      sha256: hashFolder(folder, base),
    },
    {
      files,
      creates: create,
      allowPartial,
      ignoresListLimit: listLimit === false || undefined,
      timeZone,
      folder: realPath(folder),
      isOfFiles: true,
      base: base === undefined ? undefined : realPath(base),
      overwrite,
    },
  );
}

/**
 * The schedule of a folder as a plan.
 * @param skipped what is wrong with rows that are left out
 * @throws {InvalidInputError} if a setting is missing without which rows cannot be read
 */
async function readSchedule(
  context: Context<ClashFlags>,
  folder: string,
  sheet: Sheet,
  skipped: readonly InputFault[],
): Promise<MakePlan> {
  const { file } = sheet;
  const timeZone = await context.timeZone();
  const lines = new Set(skipped.map(({ line }) => line));
  const rest = { ...sheet, rows: sheet.rows.filter(({ line }) => !lines.has(line)) };
  const { rows: sessions, faults = [] } = await readScheduleFile(rest, {
    file,
    map: [],
    mapColumns: async (options) => mapColumns(options),
    time: { timeZone, dateOrder: undefined, firstDay: undefined },
    askTimeZone: undefined,
    isForSending: true,
  });
  const unreadable = [...skipped, ...faults];
  const options = { ...(await scheduleOptions(context)), timeZone, unreadable };
  const withPeople = peopleIn(folder);
  const rows = namesIn(folder)(sessions);
  return (listed, rooms) => {
    return planSchedule(rows, withPeople(listed), { ...options, file, rooms });
  };
}
