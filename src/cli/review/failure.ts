// Owns the error that a run ends with: what stopped it, or what of it was not done.

import { amount, plural } from '../../contract/amount.ts';
import { fileResources } from '../../contract/endpoint.ts';
import {
  ConflictError,
  type InputFault,
  InterruptedError,
  isErrorCode,
  NetworkError,
  type NextStep,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../../errors.ts';
import type { EventRun } from '../../plans/event-run.ts';
import { interimRows } from '../../runs/part.ts';
import type { RowState } from '../../runs/row.ts';
import type { Io } from '../io.ts';
import { ExplainedError } from '../wrapped-errors.ts';
import type { CommandName } from './command-name.ts';
import { countDone, type FinishedRun } from './finished-run.ts';

/** What ended the run before all of it was done, or what of it was not done. */
export function failureOf(finished: FinishedRun, io: Pick<Io, 'stopped'>): unknown {
  const { ran, report, remains } = finished;
  const { rejects: details } = report;
  const { rows, rejected, failed, unknown } = report.counts;
  // A record that was created may lack the fields that follow.
  const pending = countIn(ran, 'create') + countIn(ran, 'update');
  const { stoppedBy } = ran;
  const next = steps(finished.resume);
  if (stoppedBy !== undefined && io.stopped.aborted) {
    const doubt =
      unknown === 0
        ? ''
        : `; ${amount(unknown, 'row')} with an unknown outcome will be looked up first`;
    return new InterruptedError(io.stopped.reason, {
      details: details.filter(({ code }) => code === 'waits'),
      fix: `run the same command again to resume: completed rows are skipped${doubt}`,
      next,
    });
  }
  const cause = stoppedBy instanceof PlenaryError ? stoppedBy : undefined;
  if (cause === undefined && stoppedBy !== undefined) return stoppedBy;
  if (cause !== undefined && unknown === 0) {
    const { run = '' } = ran;
    // It may name the resume with flags of its own.
    const isNamed = cause.next.some(({ command }) => command.includes(run));
    return isNamed ? cause : new ExplainedError(cause, { next: [...cause.next, ...next] });
  }
  const of = `of ${amount(rows, 'row')}`;
  if (unknown > 0) {
    return new OutcomeUnknownError(
      `the outcome of ${unknown} ${of} is unknown: ` +
        `${cause?.message ?? 'no response confirmed them'}`,
      {
        cause,
        details,
        next,
        retryable: true,
        fix: 'run the same command again: it looks up these rows before it sends anything',
      },
    );
  }
  if (pending > 0 && !waitsForRefused(finished)) {
    return new NetworkError(
      `${pending} ${of} could not be sent: ${whyPending(finished, pending)}`,
      {
        details,
        next,
        retryable: true,
        fix: 'run the same command again later: completed rows are skipped',
      },
    );
  }
  if (remains.length > 0 && remains.length === rows) {
    return new ConflictError('the service cannot take a session out of the schedule', {
      details: remains,
      fix: 'take it out in the service itself, or move it with `plenary sessions place`',
    });
  }
  const undone = rejected + failed + pending;
  return undone > 0 ? notDone(finished, undone) : notConfirmed(finished);
}

function steps(command: string | undefined): readonly NextStep[] {
  return command === undefined ? [] : [{ command }];
}

/** A session that waits is among the pending ones, and shows that the service accepts requests. */
function whyPending({ ran: { sessions }, report }: FinishedRun, pending: number): string {
  const { counts } = report;
  const incomplete = pending - counts.pending;
  const accepted = countDone(counts) - incomplete;
  if (accepted > 0) return `the service has accepted ${amount(accepted, 'other')}`;
  const waiting = sessions === undefined ? 0 : interimRows(sessions).length;
  if (waiting === 0) return 'the service does not accept requests now';
  return `the service has accepted only ${amount(waiting, 'interim placement')}`;
}

/** Whether rows were not sent because records of another kind, which come first, were refused. */
function waitsForRefused({ plan, ran }: FinishedRun): boolean {
  const order = plan.subject.undoes === undefined ? fileResources : fileResources.toReversed();
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
function notDone(finished: FinishedRun, undone: number): PlenaryError {
  const { plan, ran, report } = finished;
  const { rejects: details } = report;
  const { rows, failed } = report.counts;
  const untouched = countIn(ran, 'untouched');
  const was = plural(undone, 'was', 'were');
  const did = participleOf(plan.subject.command);
  const [code, ...others] = new Set(details.map((fault) => fault.code));
  const isSame = failed === rows - untouched && others.length === 0 && isErrorCode(code);
  return new PartlyDoneError(
    `${undone} of ${amount(rows, 'row')} ${was} not ${did}`,
    { details, ...notDoneFix(finished, undone) },
    isSame ? code : undefined,
  );
}

function participleOf({ verb }: CommandName): string {
  if (verb === 'undo') return 'undone';
  return verb === 'import' ? 'imported' : 'applied';
}

function notDoneFix({ plan, ran, report, retry }: FinishedRun, undone: number) {
  const { command, undoes, resolution } = plan.subject;
  const { rejects } = report;
  const isConflict = ({ code }: InputFault) => code === 'conflict';
  if (resolution !== undefined && rejects.some(isConflict)) {
    const others = rejects.every(isConflict) ? [] : [fixOf(command)];
    return { fix: [...others, ...resolution.fixes].join('; '), next: resolution.next ?? [] };
  }
  if (countIn(ran, 'conflict') === undone && undoes === undefined)
    return { fix: 'plan these changes again: the records have changed since' };
  if (retry === undefined) return { fix: fixOf(command) };
  return {
    fix: 'fix these rows in the file of --rejects, and run the next command',
    next: steps(retry),
  };
}

function countIn({ parts }: EventRun, state: RowState): number {
  return parts.reduce((sum, { rows }) => sum + rows.count(state), 0);
}

function fixOf({ verb }: CommandName): string {
  switch (verb) {
    case 'import':
      return 'fix these rows and import the file again; existing records are skipped';
    case 'apply':
      return 'fix these rows and apply the file again; rows that are applied need no change';
    case 'undo':
      return 'check these records with the service, and change them there if they should go back';
    default:
      return 'undo the run to take back what was done';
  }
}

/** Everything was sent, and the service does not show all of it so. */
function notConfirmed({ report, unconfirmed }: FinishedRun): PlenaryError | undefined {
  const count = unconfirmed.length;
  if (count === 0) return undefined;
  const isDuplicate = unconfirmed.every(({ code }) => code === 'duplicate_record');
  const what = isDuplicate
    ? `${plural(count, 'has', 'have')} more than one record in the event`
    : `${plural(count, 'is', 'are')} not shown by the service as it was sent`;
  return new PartlyDoneError(`${count} of ${amount(report.counts.rows, 'row')} ${what}`, {
    details: unconfirmed,
    fix: 'check these records with the service',
  });
}
