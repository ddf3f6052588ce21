// Creates the plan of a program: what the changes of its files do to each kind of records, and to the schedule. Must not send.

import { basename } from 'node:path';
import type { RowFault } from '../../../changes/change-set.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ImportPlan } from '../../../import/options.ts';
import { changesOfPlan, type RecordChange } from '../../../import/saved-plan.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import { savedChanges } from '../../../program/run.ts';
import type { RowFile, SavedList } from '../../../runs/row-file.ts';
import type { FinalRow } from '../../../runs/written.ts';
import { checkFreshness, type Freshness } from '../../../schedule/changes.ts';
import type { SchedulePlan } from '../../../schedule/plan.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import { fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { type NewValueFlag, refuseNewStatuses } from '../../endpoint/existing-values.ts';
import { keptAddresses } from '../../endpoint/kept-address.ts';
import { changesOf, countPlan, type RecordCounts } from '../changes/changes.ts';
import { planMarkdown } from '../changes/markdown.ts';
import { sendRows } from '../import/run.ts';
import type { Sending } from '../sending.ts';
import { remainingPlan, type SummaryFlag } from '../sessions/report.ts';
import { planSessions } from './new-sessions.ts';

/** What is to be applied: of the files of a folder, or a saved plan. */
export interface ProgramInput {
  readonly baseUrl: string;
  readonly event: string;
  /** Of the files; in a saved plan, relative to the plan's own. Undefined for an undo. */
  readonly folder: string | undefined;
  readonly speakers: RecordInput | undefined;
  readonly submissions: RecordInput | undefined;
  /** Undefined without a schedule. */
  readonly sessions: ScheduleInput | undefined;
  /** Whether new records are created. */
  readonly creates: boolean;
  /** The run that is resumed. */
  readonly run?: string;
  /** Undefined for a saved plan. */
  readonly edits: ProgramEdits | undefined;
  /** Where the changes are for as long as they are used. */
  readonly changesFile: RowFile;
  /** The run that is undone, and what remains of it. */
  readonly undoes?: { readonly run: string; readonly final: readonly FinalRow[] } | undefined;
  /** Whether records and sessions that have changed since are skipped. */
  readonly allowPartial?: boolean;
}

export interface RecordInput {
  readonly endpoint: Endpoint;
  readonly file: string;
  readonly changes: SavedList<RecordChange>;
}

export interface ScheduleInput {
  readonly file: string;
  readonly sha256: string;
  readonly makePlan: MakePlan;
}

/** The plan of one kind of records. */
export interface RecordsPlan {
  readonly counts: RecordCounts;
  readonly changes: SavedList<RecordChange>;
  readonly rejects: ImportPlan['report']['rejects'];
  readonly totals: ImportPlan['totals'];
  readonly warnings: readonly RowFault[];
  /** How many records the event has. */
  readonly records: number;
  /** For `--summary markdown`; empty otherwise. */
  readonly markdown: string;
  /** Why nothing may be sent. */
  readonly refusal: ImportPlan['refusal'];
}

export interface ProgramPlan {
  /** How many speakers and submissions exist, of those whose files have changes. */
  readonly records: number;
  /** Sessions of a saved plan that somebody else has placed or moved since. */
  readonly stale: Freshness['stale'];
  readonly speakers: RecordsPlan | undefined;
  readonly submissions: RecordsPlan | undefined;
  readonly sessions: SchedulePlan | undefined;
}

/** How the rows of one kind are sent, for a plan and for its application alike. */
export function rowsOf({ changes, file, endpoint }: RecordInput, input: ProgramInput) {
  const { event, baseUrl, creates, undoes, allowPartial = false, run } = input;
  return {
    ...{ endpoint, event, baseUrl, creates, parent: run },
    ...changesOfPlan(endpoint, { changes, file }, { of: undoes?.run }),
    matching: 'record' as const,
    onConflict: 'update' as const,
    empty: 'keep' as const,
    skipInvalid: allowPartial,
    maxErrors: () => Number.POSITIVE_INFINITY,
    // The values of an undo were in the service before.
    ...(undoes !== undefined && { undoes: undoes.run, allowsOdd: true }),
  };
}

/** Compares everything with the service; sends nothing. */
export async function planProgram(context: Context, sending: Sending, input: ProgramInput): Promise<ProgramPlan> {
  const speakers = await planRecords(context, sending, input.speakers, input);
  const submissions = await planRecords(context, sending, input.submissions, input);
  const { sessions } = input;
  const records = (speakers?.records ?? 0) + (submissions?.records ?? 0);
  if (sessions === undefined) return { speakers, submissions, records, sessions: undefined, stale: [] };
  const timeZone = (await context.setting('timezone')).value;
  const program = await fetchSubmissions(await sending.client(), { event: input.event, timeZone });
  const planned = planSessions(sessions.makePlan, program, newRows(submissions, input));
  const fresh = checkFreshness(planned.changes, program);
  const listed = (speakers?.records ?? 0) + program.length;
  const remaining = remainingPlan(planned, fresh);
  return { speakers, submissions, records: listed, sessions: remaining, stale: fresh.stale };
}

async function planRecords(
  context: Context<SummaryFlag & NewValueFlag>,
  sending: Sending,
  records: RecordInput | undefined,
  input: ProgramInput,
): Promise<RecordsPlan | undefined> {
  if (records === undefined || records.changes.length === 0) return undefined;
  let planned: RecordsPlan | undefined;
  await sendRows(context, sending, {
    ...rowsOf(records, input),
    dryRun: true,
    async review(plan) {
      // A saved plan was checked when it was created.
      if (input.edits !== undefined) refuseNewStatuses(context, plan);
      const { rejects } = plan.report;
      const { totals, refusal } = plan;
      const markdown = context.flags.summary === 'markdown' ? planMarkdown(plan, basename(records.file)) : '';
      const places: number[] = [];
      for (const change of changesOf(plan)) places.push(input.changesFile.append(change));
      const changes = savedChanges(places, input.changesFile);
      planned = {
        ...{ counts: countPlan(plan), changes, rejects, totals, refusal, markdown },
        ...{ records: plan.records, warnings: keptAddresses(plan) },
      };
      return false;
    },
  });
  return planned;
}

/** The rows of new submissions; without `--create`, those that are refused for lack of it. */
function* newRows(submissions: RecordsPlan | undefined, input: ProgramInput): IterableIterator<RecordChange> {
  if (submissions === undefined) return;
  const { counts, rejects, changes } = submissions;
  const refused = new Set(rejects.flatMap(({ code, line }) => (code === 'not_found' ? [line] : [])));
  const rows = input.creates ? changes : (input.submissions?.changes ?? []);
  if (counts.create + refused.size === 0) return;
  for (const row of rows) if (row.action === 'create' && (input.creates || refused.has(row.line))) yield row;
}
