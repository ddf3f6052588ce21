// Reads what a program applies: the files of a folder, or a saved plan. Must not compare it with the service.
import { join } from 'node:path';
import { mapColumns } from '../../../columns/mapping.ts';
import type { Sheet } from '../../../files/table.ts';
import { readRecordPlan } from '../../../import/saved-plan.ts';
import { readEdits } from '../../../program/edits.ts';
import { programFiles } from '../../../program/files.ts';
import { byKind } from '../../../program/kinds.ts';
import { placeCreated } from '../../../program/new-sessions.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import type { RecordInput, ScheduleInput } from '../../../program/run.ts';
import { readProgramPlan, type SavedProgramPlan } from '../../../program/saved-plan.ts';
import { planSchedule } from '../../../schedule/plan.ts';
import { readSavedPlan } from '../../../schedule/saved-plan.ts';
import { readScheduleFile } from '../../../schedule/schedule-file.ts';
import type { Context } from '../../context.ts';
import type { NewValueFlag } from '../../endpoint/existing-values.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { readText } from '../../json-input.ts';
import type { ChangesInput } from '../../review/planned.ts';
import { refuseOtherTarget } from '../../saved-plan-file.ts';
import { addressOf } from '../sending.ts';
import { scheduleOptions } from '../sessions/input.ts';
import { folderReview } from './folder-review.ts';

/** The flags that specify what a folder changes. */
export interface FolderFlags extends ClashFlags, NewValueFlag {
  readonly create: boolean;
  readonly base: string | undefined;
  readonly overwrite: boolean;
  readonly empty: 'keep' | 'clear';
}

/** The paths of a program's files. */
export function filesOf(folder: string) {
  return byKind((name) => join(folder, programFiles[name].name));
}

/** The schedule of a folder as a plan. @throws {InvalidInputError} for rows that cannot be read */
async function scheduleInput(context: Context<ClashFlags>, sheet: Sheet): Promise<ScheduleInput> {
  const { file } = sheet;
  const timeZone = (await context.setting('timezone')).value;
  const { rows } = await readScheduleFile(sheet, {
    ...{ file, map: [] },
    mapColumns: async (options) => mapColumns(options),
    time: { timeZone, dateOrder: undefined, firstDay: undefined },
    askTimeZone: undefined,
    isForSending: true,
    mustRename: true,
  });
  const options = { ...(await scheduleOptions(context)), timeZone };
  return { file, makePlan: (program) => planSchedule(rows, program, { ...options, file }) };
}

/** What the edits of a folder's files change. @throws {InvalidInputError} for rows that cannot be read */
export async function readFolder(context: Context<FolderFlags>, options: ProgramOptions): Promise<ChangesInput> {
  const { baseUrl, event, folder } = options;
  const files = filesOf(folder);
  const edits = await readEdits(options);
  const inputOf = (name: 'speakers' | 'submissions'): RecordInput | undefined =>
    edits[name] && { file: files[name], changes: edits[name].changes };
  return {
    ...{ baseUrl, event, folder, folderReview: folderReview(options, edits) },
    speakers: inputOf('speakers'),
    submissions: inputOf('submissions'),
    sessions: edits.schedule && (await scheduleInput(context, edits.schedule)),
    creates: context.flags.create,
    checksStatuses: context.flags.allowNewValue !== true,
  };
}

/** A saved plan. @throws {UsageError} if it is for another service or event, and for flags that it cannot use */
export async function readPlan(
  context: Context,
  path: string,
): Promise<{ readonly text: string; readonly plan: SavedProgramPlan }> {
  refuseFlags(context.typed, ['create', 'base', 'overwrite'], `${path} is a saved plan, which is applied unchanged`);
  const text = await readText(context.io, path);
  const plan = readProgramPlan(text, path);
  const { value: event = plan.event } = await context.setting('event');
  context.answer('event', event);
  refuseOtherTarget(path, plan, { event, baseUrl: await addressOf(context) });
  return { text, plan };
}

/** The changes of a saved plan. @throws {InvalidInputError} if a part of it is damaged */
export function inputOfPlan(plan: SavedProgramPlan, path: string): ChangesInput {
  const { event, baseUrl, folder, creates } = plan;
  const records = (name: 'speakers' | 'submissions'): RecordInput | undefined => {
    const part = plan[name];
    if (part === null) return undefined;
    const { file, changes } = readRecordPlan(JSON.stringify(part), path);
    return { file, changes };
  };
  const sessions = plan.sessions === null ? undefined : readSavedPlan(Buffer.from(JSON.stringify(plan.sessions)), path);
  return {
    ...{ event, baseUrl, folder, creates },
    speakers: records('speakers'),
    submissions: records('submissions'),
    sessions: sessions && { file: sessions.file, makePlan: (program) => placeCreated(sessions, program) },
  };
}
