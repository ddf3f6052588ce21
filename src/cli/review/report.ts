// Owns what a bulk command reports in the end: the one report document, what to do next, and the
// error for what was not done.

import { listFaults } from '../../columns/fault-list.ts';
import { recordName } from '../../columns/record-name.ts';
import { amount, plural } from '../../contract/amount.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { singularOf } from '../../contract/endpoint.ts';
import { shellWord } from '../../contract/escape.ts';
import {
  ConflictError,
  type InputFault,
  InterruptedError,
  isErrorCode,
  NetworkError,
  OutcomeUnknownError,
  OutputError,
  PartlyDoneError,
  PlenaryError,
} from '../../errors.ts';
import { kinds, type RecordKind } from '../../program/files.ts';
import type { ProgramRun } from '../../program/program-run.ts';
import type { reportDocument } from '../../program/report-document.ts';
import { interimRows } from '../../runs/part.ts';
import { countRows, faultsIn } from '../../runs/rows.ts';
import { waitingFaults } from '../../schedule/placement-words.ts';
import { countPlaced } from '../../schedule/placements-part.ts';
import type { Context } from '../context.ts';
import { rowFlags } from '../flag-sets.ts';
import { unprinted } from '../io.ts';
import { nextCommand, typedFlags } from '../output/next-command.ts';
import { printRecord } from '../output/records.ts';
import { isRegularFile } from '../user-files.ts';
import { type Plan, planOf, scheduleFaults, sumCounts } from './plan.ts';

export type Report = DocumentOf<typeof reportDocument>;

type Counts = Report['counts'];

/** What was done. @param rejects the file that has the rows that were not */
export function reportOf(
  context: Context,
  plan: Plan,
  ran: ProgramRun,
  rejects: string | undefined,
): Report {
  const { subject } = plan;
  // Also those that were found while it was sent.
  const { warnings } = planOf(ran, subject);
  const counts = countAll(plan, ran);
  const fileOf = (kind: RecordKind) => ({ file: subject.files[kind] ?? '' });
  const faults = kinds.flatMap((kind) =>
    Array.from(
      ran[kind] === undefined ? [] : faultsIn(ran[kind].rows),
      (fault): InputFault => ({ ...fileOf(kind), ...fault }),
    ),
  );
  const { unknown: unmatched, unreadable = [] } = ran.sessions?.schedule ?? {};
  const unknown = scheduleFaults(unmatched, subject.files.sessions ?? '');
  const unconfirmed = unconfirmedOf(plan, ran);
  const sessions = ran.sessions === undefined ? [] : waitingFaults(ran.sessions);
  const waiting = sessions.map((fault) => ({ ...fileOf('sessions'), ...fault }));
  const { updated, placed, moved, unplaced } = counts;
  const canUndo = updated + placed + moved + unplaced + waiting.length > 0;
  const hasUndone = counts.rejected + counts.failed > 0;
  const commands = [
    ran.run !== undefined && ran.canResume ? `plenary runs resume ${ran.run}` : '',
    hasUndone && rejects !== undefined && isRegularFile(rejects)
      ? `plenary ${subject.command} ${shellWord(rejects)}${typedFlags(context, rowFlags)}`
      : '',
    ran.run !== undefined && canUndo ? `plenary runs undo ${ran.run}` : '',
  ].filter(Boolean);
  return {
    schemaVersion: '2.0',
    ...(ran.run !== undefined && { run: ran.run }),
    command: subject.command,
    counts,
    createdRecords: createdIn(plan, ran),
    rejects: listFaults([...faults, ...waiting, ...unreadable, ...unknown]).listed,
    warnings: [...warnings, ...remainsOf(plan, ran), ...unconfirmed],
    next: [
      ...commands.map((command) => nextCommand(command, context.serviceFlags)),
      ...plan.next,
    ].map((command) => ({
      command,
    })),
  };
}

/** The first records that the run has created. */
function createdIn({ subject }: Plan, ran: ProgramRun): Report['createdRecords'] {
  const created: Report['createdRecords'][number][] = [];
  for (const kind of ['speakers', 'submissions'] as const) {
    for (const row of ran[kind]?.rows.in('created') ?? []) {
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

/** What the service shows otherwise than it was sent. */
export function unconfirmedOf({ subject }: Plan, ran: ProgramRun): readonly InputFault[] {
  return kinds.flatMap((kind) =>
    (ran[kind]?.unconfirmed ?? []).map((fault) => ({ file: subject.files[kind] ?? '', ...fault })),
  );
}

/** The sessions that the service cannot take out of the schedule. */
export function remainsOf({ subject }: Plan, { sessions }: ProgramRun): readonly InputFault[] {
  const file = subject.files.sessions ?? '';
  return (sessions?.remains ?? []).map((fault) => ({ file, ...fault }));
}

const noCounts: Counts = {
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

function countAll(plan: Plan, { speakers, submissions, sessions }: ProgramRun): Counts {
  const records = [speakers, submissions].flatMap((part): readonly Counts[] => {
    return part === undefined
      ? []
      : [{ ...noCounts, ...countRows(part.rows), differing: part.differing }];
  });
  if (sessions === undefined) return sumCounts(records, noCounts);
  const own = countRows(sessions.rows);
  // Rows of the file without a change are not among those of the run.
  const planned = plan.parts.find(({ kind }) => kind === 'sessions')?.counts;
  const {
    rows = own.rows,
    skipped: leftOut = 0,
    unknown = 0,
    rejected: unreadable = 0,
  } = planned ?? {};
  const rejected = unknown + unreadable;
  const unchanged = own.unchanged + Math.max(0, rows - own.rows - leftOut - rejected);
  const skipped = leftOut + own.skipped;
  const all = {
    ...noCounts,
    ...own,
    rows,
    ...countPlaced(sessions),
    updated: 0,
    rejected,
    skipped,
    unchanged,
  };
  return sumCounts([...records, all], noCounts);
}

/** A report that cannot be printed does not hide the error that follows. */
export async function printReport(
  context: Context,
  report: Report,
): Promise<OutputError | undefined> {
  const { run, command, counts } = report;
  const format = await context.format();
  if (counts.rows === 0 && format === 'table')
    return context.notice('Nothing to change.').then(() => undefined);
  const shown = Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0);
  const record =
    format === 'csv'
      ? { run, command, ...counts }
      : context.fields === undefined
        ? report
        : { ...report, ...counts };
  return printRecord(context, { ...record }, Object.fromEntries(shown)).then(
    () => undefined,
    unprinted,
  );
}

/** What ended the run before all of it was done, or what of it was not done. */
export function failureOf(plan: Plan, ran: ProgramRun, report: Report, io: Context['io']): unknown {
  const { counts, rejects: details, next } = report;
  const { rows, rejected, failed, unknown, pending } = counts;
  const { stoppedBy } = ran;
  const resume = next.filter(({ command }) => command.startsWith('plenary runs resume'));
  if (stoppedBy !== undefined && io.stopped.aborted) {
    const doubt =
      unknown === 0
        ? ''
        : `; ${amount(unknown, 'row')} with an unknown outcome will be looked up first`;
    return new InterruptedError(io.stopped.reason, {
      fix: `run the same command again to resume: completed rows are skipped${doubt}`,
      next: resume,
    });
  }
  const cause = stoppedBy instanceof PlenaryError ? stoppedBy : undefined;
  if (stoppedBy !== undefined && (cause === undefined || unknown === 0)) return stoppedBy;
  const of = `of ${amount(rows, 'row')}`;
  if (unknown > 0) {
    return new OutcomeUnknownError(
      `the outcome of ${unknown} ${of} is unknown: ` +
        `${cause?.message ?? 'no response confirmed them'}`,
      {
        cause,
        details,
        next: resume,
        retryable: true,
        fix: 'run the same command again: it looks up these rows before it sends anything',
      },
    );
  }
  if (pending > 0 && !waitsForRefused(plan, ran)) {
    return new NetworkError(`${pending} ${of} could not be sent: ${whyPending(ran, counts)}`, {
      details,
      next: resume,
      retryable: true,
      fix: 'run the same command again later: completed rows are skipped',
    });
  }
  const undone = rejected + failed + pending;
  const remains = remainsOf(plan, ran);
  if (remains.length > 0 && remains.length === rows) {
    return new ConflictError('the service cannot take a session out of the schedule', {
      details: remains,
      fix: 'take it out in the service itself, or move it with `plenary sessions place`',
    });
  }
  if (undone > 0) return notDone(plan, ran, report, undone);
  const unconfirmed = unconfirmedOf(plan, ran);
  if (unconfirmed.length === 0) return undefined;
  const isDuplicate = unconfirmed.every(({ code }) => code === 'duplicate_record');
  const what = isDuplicate
    ? `${plural(unconfirmed.length, 'has', 'have')} more than one record in the event`
    : `${plural(unconfirmed.length, 'is', 'are')} not shown by the service as it was sent`;
  return new PartlyDoneError(`${unconfirmed.length} ${of} ${what}`, {
    details: unconfirmed,
    fix: 'check these records with the service',
  });
}

/** A session that waits is among the pending ones, and shows that the service accepts requests. */
function whyPending({ sessions }: ProgramRun, counts: Counts): string {
  const accepted = countDone(counts);
  if (accepted > 0) return `the service has accepted ${amount(accepted, 'other')}`;
  const waiting = sessions === undefined ? 0 : interimRows(sessions).length;
  if (waiting === 0) return 'the service does not accept requests now';
  return `the service has accepted only ${amount(waiting, 'interim placement')}`;
}

/** Whether rows were not sent because records of another kind, which come first, were refused. */
function waitsForRefused({ subject }: Plan, ran: ProgramRun): boolean {
  const order = subject.undoes === undefined ? kinds : kinds.toReversed();
  const parts = order.flatMap((kind) => ran[kind] ?? []);
  return (
    parts
      .find(({ rows }) => rows.count('failed', 'create', 'update') > 0)
      ?.rows.count('create', 'update') === 0
  );
}

/**
 * Rows that were refused, or skipped because they cannot be applied. If all were refused alike, the
 * error is theirs.
 */
function notDone({ subject }: Plan, ran: ProgramRun, report: Report, undone: number): PlenaryError {
  const { rejects: details, next } = report;
  const { rows, failed } = report.counts;
  const changed = kinds.reduce((sum, kind) => sum + (ran[kind]?.rows.count('conflict') ?? 0), 0);
  const { command, undoes } = subject;
  const did = undoes !== undefined ? 'undone' : command.endsWith('import') ? 'imported' : 'applied';
  const again =
    undoes === undefined
      ? next.filter((each) => each.command.startsWith(`plenary ${command} `))
      : [];
  const [code, ...others] = new Set(details.map((each) => each.code));
  const message = `${undone} of ${amount(rows, 'row')} ${plural(undone, 'was', 'were')} not ${did}`;
  const isSame = failed === rows && others.length === 0 && isErrorCode(code);
  const fix =
    changed === undone && undoes === undefined
      ? changedSince
      : again.length > 0
        ? fixRejects
        : fixOf(command);
  return new PartlyDoneError(message, { details, fix, next: again }, isSame ? code : undefined);
}

const changedSince = 'plan these changes again: the records have changed since';
const fixRejects = 'fix these rows in the file of --rejects, and run the next command';

function fixOf(command: string): string {
  if (command.endsWith('import'))
    return 'fix these rows and import the file again; existing records are skipped';
  if (command.endsWith('apply'))
    return 'fix these rows and apply the file again; rows that are applied already need no change';
  if (command.endsWith('undo'))
    return 'check these records with the service, and change them there if they should go back';
  return 'undo the run to take back what was done';
}

/** How many rows have changed something. */
function countDone({ created, updated, placed, moved, unplaced }: Counts): number {
  return created + updated + placed + moved + unplaced;
}

/** The work is done, but its report cannot be printed. */
export function lostReport(cause: OutputError, { run, counts }: Report): OutputError {
  const fix =
    run === undefined
      ? 'run the same command again: nothing was sent'
      : 'see the outcome in the saved run: ' +
        `${amount(countDone(counts), 'row was', 'rows were')} sent`;
  return new OutputError(cause.message, {
    cause,
    fix,
    next: run === undefined ? [] : [{ command: `plenary runs show ${run}` }],
  });
}
