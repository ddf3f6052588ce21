// Owns what a program applies, and its plan as it is shown. Must not send.
import { basename } from 'node:path';
import type { ImportPlan } from '../../../import/options.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import type { ProgramResource } from '../../../program/files.ts';
import type { ProgramChanges, ProgramRunPlan } from '../../../program/run.ts';
import type { FinalRow } from '../../../runs/written.ts';
import type { ComparedChange } from '../../../schedule/changes.ts';
import type { SchedulePlan } from '../../../schedule/plan.ts';
import type { Context } from '../../context.ts';
import { type NewValueFlag, refuseNewStatuses } from '../../endpoint/existing-values.ts';
import { countPlan, type RecordCounts } from '../changes/changes.ts';
import { remainingPlan } from '../sessions/report.ts';

/** What is to be applied: of the files of a folder, or a saved plan. */
export interface ProgramInput extends ProgramChanges {
  readonly baseUrl: string;
  readonly event: string;
  /** Of the files; in a saved plan, relative to the plan's own. Undefined for an undo. */
  readonly folder: string | undefined;
  /** Whether new records are created. */
  readonly creates: boolean;
  /** Undefined for a saved plan. */
  readonly edits: ProgramEdits | undefined;
  /** The run that is undone, and what remains of it. */
  readonly undoes?: { readonly run: string; readonly final: readonly FinalRow[] } | undefined;
  /** Whether records and sessions that have changed since are skipped. */
  readonly allowPartial?: boolean;
}

/** The plan of one kind of records. */
export interface RecordsPlan {
  readonly plan: ImportPlan;
  readonly counts: RecordCounts;
}

export interface ProgramPlan {
  /** How many speakers, submissions and sessions exist, of those whose files have changes. */
  readonly records: number;
  /** Sessions of a saved plan that somebody else has placed or moved since. */
  readonly stale: readonly ComparedChange[];
  readonly speakers: RecordsPlan | undefined;
  readonly submissions: RecordsPlan | undefined;
  readonly sessions: SchedulePlan | undefined;
}

/** What was found, as it is shown. @throws {PlenaryError} for statuses that the event does not have yet */
export function shownPlan(
  context: Context<NewValueFlag>,
  { speakers, submissions, sessions, schedule, placed, isResumed }: ProgramRunPlan,
  input: ProgramInput,
): ProgramPlan {
  const records = [speakers, submissions].map((part): RecordsPlan | undefined => {
    if (part === undefined) return undefined;
    const plan = part.plan(isResumed);
    // A saved plan was checked when it was created.
    if (input.edits !== undefined) refuseNewStatuses(context, plan);
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
  readonly input: ProgramInput;
  readonly plan: ProgramPlan;
}

/** What tables and notices call the changes of a resource: the name of its file. An undo has none. */
export function labelOf(input: ProgramInput, name: ProgramResource): string {
  return input.undoes === undefined ? basename(input[name]?.file ?? '') : name;
}
