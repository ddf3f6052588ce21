// Owns what became of a run: its report, what remains or is doubtful, and the commands that may
// follow. Must not print.

import { listFaults } from '../../columns/fault-list.ts';
import { recordName } from '../../columns/record-name.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { fileResources, singularOf } from '../../contract/endpoint.ts';
import { pathWord } from '../../contract/escape.ts';
import type { InputFault } from '../../errors.ts';
import type { EventRun } from '../../plans/event-run.ts';
import type { reportDocument } from '../../plans/report-document.ts';
import { countRows, createdRows, faultsIn } from '../../runs/rows.ts';
import { waitingFaults } from '../../schedule/send/placement-words.ts';
import { countPlaced } from '../../schedule/send/placements-part.ts';
import type { Context } from '../context.ts';
import { type ReportFlags, rowFlags, slotFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { nextCommand, typedFlags } from '../output/next-command.ts';
import { isRegularFile } from '../user-files.ts';
import { commandText } from './command-name.ts';
import { inFile, type Plan, planOf, sumCounts } from './plan.ts';

export type Report = DocumentOf<typeof reportDocument>;

/** A run that has ended, done or not. */
export interface FinishedRun {
  readonly plan: Plan;
  readonly ran: EventRun;
  readonly report: Report;
  /** What the service shows otherwise than it was sent. */
  readonly unconfirmed: readonly InputFault[];
  /** The sessions that the service cannot take out of the schedule. */
  readonly remains: readonly InputFault[];
  /** The command that sends what is left of it, if it can be resumed; for `nextCommand`. */
  readonly resume: string | undefined;
  /** The command that changes back what it has changed, if that is something; likewise. */
  readonly undo: string | undefined;
  /** The command that sends the rows of the reject file, once they are fixed; likewise. */
  readonly retry: string | undefined;
}

export function finishedRun(
  context: Context<Some<ReportFlags>>,
  plan: Plan,
  ran: EventRun,
): FinishedRun {
  const { subject } = plan;
  const { sessions, run } = ran;
  const counts = countAll(ran);
  const waiting = sessions === undefined ? [] : waitingFaults(sessions);
  const unconfirmed = fileResources.flatMap((kind) =>
    inFile(ran[kind]?.unconfirmed ?? [], subject, kind),
  );
  const remains = inFile(sessions?.remains ?? [], subject, 'sessions');
  const { updated, placed, moved, unplaced } = counts;
  const hasChanged = updated + placed + moved + unplaced + waiting.length > 0;
  const hasRejected = counts.rejected + counts.failed > 0;
  const command = (verb: 'resume' | 'undo') =>
    run === undefined ? undefined : `plenary runs ${verb} ${run}`;
  const resume = ran.canResume ? command('resume') : undefined;
  const undo = hasChanged ? command('undo') : undefined;
  const retry = hasRejected ? retryCommand(context, subject, ran) : undefined;
  const commands = [resume, retry, undo].filter((text) => text !== undefined);
  const next = commands.map((text) => nextCommand(text, context.serviceFlags));
  const report: Report = {
    schemaVersion: '2.0',
    ...(run !== undefined && { run }),
    command: commandText(subject.command),
    counts,
    createdRecords: createdIn(plan, ran),
    rejects: rejectsOf(plan, ran, waiting),
    // Also warnings that were found while it was sent.
    warnings: [...planOf(ran, subject).warnings, ...remains, ...unconfirmed],
    next: [...next, ...plan.next].map((command) => ({ command })),
  };
  return { plan, ran, report, unconfirmed, remains, resume, undo, retry };
}

/** Undefined without a reject file that can be read again. */
function retryCommand(
  context: Context<Some<ReportFlags>>,
  { command }: Plan['subject'],
  { isResumed }: EventRun,
): string | undefined {
  const { rejects } = context.flags;
  // The rows of a folder are fixed in its files.
  if (rejects === undefined || command.group === 'program') return undefined;
  // How its file was read is not saved.
  if (isResumed && command.group === 'sessions') return undefined;
  if (!isRegularFile(rejects)) return undefined;
  const flags = typedFlags(context, command.group === 'sessions' ? slotFlags : rowFlags);
  return `plenary ${commandText(command)} ${pathWord(rejects)}${flags}`;
}

/** What was not done, and why. @param waiting sessions that wait for their places */
function rejectsOf(
  { subject }: Plan,
  ran: EventRun,
  waiting: ReturnType<typeof waitingFaults>,
): Report['rejects'] {
  const faults = fileResources.flatMap((kind) =>
    inFile(ran[kind] === undefined ? [] : faultsIn(ran[kind].rows), subject, kind),
  );
  return listFaults([...faults, ...inFile(waiting, subject, 'sessions')]).listed;
}

/** The first records that the run has created. */
function createdIn({ subject }: Plan, ran: EventRun): Report['createdRecords'] {
  const created: Report['createdRecords'][number][] = [];
  for (const kind of ['speakers', 'submissions'] as const) {
    const rows = ran[kind]?.rows;
    for (const row of rows === undefined ? [] : createdRows(rows)) {
      if (created.length === listedCreations) return created;
      const { id } = row.note;
      created.push({
        kind: singularOf(kind),
        ...(id !== undefined && { id }),
        name: recordName(kind, row.fields),
        file: subject.files[kind] ?? '',
        line: row.line,
      });
    }
  }
  return created;
}

const listedCreations = 1000;

const noCounts: Report['counts'] = {
  rows: 0,
  created: 0,
  updated: 0,
  placed: 0,
  moved: 0,
  unplaced: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  pending: 0,
  differing: 0,
};

function countAll({ speakers, submissions, sessions }: EventRun): Report['counts'] {
  const counts: Report['counts'][] = [];
  for (const part of [speakers, submissions]) {
    if (part === undefined) continue;
    counts.push({ ...noCounts, ...countRows(part.rows), differing: part.differing });
  }
  if (sessions !== undefined) {
    const placed = { ...countRows(sessions.rows), ...countPlaced(sessions), updated: 0 };
    counts.push({ ...noCounts, ...placed });
  }
  return sumCounts(counts, noCounts);
}

/** How many rows have changed something. */
export function countDone({ created, updated, placed, moved, unplaced }: Report['counts']): number {
  return created + updated + placed + moved + unplaced;
}
