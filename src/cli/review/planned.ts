// Owns what a review is given: changes of one or more kinds of records, and their plan as it is shown. Must not send.

import { basename } from 'node:path';
import type { DocumentOf } from '../../contract/document.ts';
import type { PlenaryError } from '../../errors.ts';
import type { ImportPlan } from '../../import/options.ts';
import type { ProgramHeader } from '../../program/header.ts';
import type { RecordKind } from '../../program/kinds.ts';
import type { ProgramChanges, ProgramRun } from '../../program/run.ts';
import type { FinalRow } from '../../runs/undo.ts';
import type { ComparedChange } from '../../schedule/changes.ts';
import type { SchedulePlan } from '../../schedule/schedule-plan.ts';
import { countPlan, type RecordCounts } from '../commands/changes/changes.ts';
import { remainingPlan } from '../commands/sessions/report.ts';
import type { Context } from '../context.ts';
import type { programPlan } from './report-schema.ts';

/** What is to be applied: of the files of a folder, or a saved plan. */
export interface ChangesInput extends ProgramChanges {
  readonly baseUrl: string;
  readonly event: string;
  /** Of the files; in a saved plan, relative to the plan's own. Undefined for an undo. */
  readonly folder: string | undefined;
  /** Whether new records are created. */
  readonly creates: boolean;
  /** What else the files of a folder have to say; undefined for a saved plan. */
  readonly folderReview?: FolderReview | undefined;
  /** The run that is undone, and what remains of it. */
  readonly undoes?: { readonly run: string; readonly final: readonly FinalRow[] } | undefined;
  /** Whether records and sessions that have changed since are skipped. */
  readonly allowPartial?: boolean;
}

/** What only the files of a folder have to say. */
export interface FolderReview {
  /** Beside the plan, as JSON. */
  readonly json: Pick<DocumentOf<typeof programPlan>, 'hasSnapshot' | 'since' | 'conflicts' | 'removed'>;
  /** Whether neither files nor service have changed since the snapshot. */
  readonly isUnchanged: boolean;
  /** Values that have changed in the files and in the service. */
  readonly conflict: { readonly text: string; readonly error: PlenaryError } | undefined;
  /** What else to do about errors. */
  fixesFor(errors: readonly PlenaryError[]): readonly string[];
  notice(context: Context): Promise<void>;
}

/** The plan of one kind of records. */
export interface RecordsPlan {
  readonly plan: ImportPlan;
  readonly counts: RecordCounts;
}

export interface ShownPlan {
  /** How many speakers, submissions and sessions exist, of those whose files have changes. */
  readonly records: number;
  /** Sessions of a saved plan that somebody else has placed or moved since. */
  readonly stale: readonly ComparedChange[];
  readonly speakers: RecordsPlan | undefined;
  readonly submissions: RecordsPlan | undefined;
  readonly sessions: SchedulePlan | undefined;
}

/** What was found, as it is shown. */
export function shownPlan({ speakers, submissions, sessions, schedule, placed, isResumed }: ProgramRun): ShownPlan {
  const records = [speakers, submissions].map((part): RecordsPlan | undefined => {
    if (part === undefined) return undefined;
    const plan = part.plan(isResumed);
    return { plan, counts: countPlan(plan) };
  });
  const { fresh } = sessions ?? {};
  return {
    records: records.reduce((sum, each) => sum + (each?.plan.records ?? 0), placed),
    stale: fresh?.stale ?? [],
    speakers: records[0],
    submissions: records[1],
    sessions: schedule && fresh && remainingPlan(schedule, fresh),
  };
}

/** A plan with what it was made of. */
export interface Planned {
  readonly input: ChangesInput;
  readonly plan: ShownPlan;
}

/** What tables and notices call the changes of a resource: the name of its file. An undo has none. */
export function labelOf(input: ChangesInput, name: RecordKind): string {
  return input.undoes === undefined ? basename(input[name]?.file ?? '') : name;
}

/** What is left of a run; its rows are those that it saved. */
export function inputOfRun(
  { event, baseUrl, undoes, options }: ProgramHeader,
  final: readonly FinalRow[],
): ChangesInput {
  const { files, folder, creates, allowPartial } = options;
  const named = (file: string | undefined) => (file === undefined ? undefined : { file, changes: [] });
  return {
    ...{ event, baseUrl, folder, creates, allowPartial },
    undoes: undoes === undefined ? undefined : { run: undoes, final },
    speakers: named(files.speakers),
    submissions: named(files.submissions),
    sessions: files.sessions === undefined ? undefined : { file: files.sessions, makePlan: notPlanned },
  };
}

function notPlanned(): never {
  throw new TypeError('a run that is resumed is not planned again');
}
