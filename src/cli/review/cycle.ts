// Owns the one cycle of every bulk command: plan, show, ask, send, report. What is to change comes
// from the command.

import { ChangesPendingError, InterruptedError, PlenaryError } from '../../errors.ts';
import { type EventPart, type EventRun, withNamedParts } from '../../plans/event-run.ts';
import { runChanges } from '../../runs/run.ts';
import type { Run, RunTask } from '../../runs/task.ts';
import type { Context } from '../context.ts';
import type { DryRunFlags, PaceFlags, ReportFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { nextCommand } from '../output/next-command.ts';
import { toLine } from '../output/terminal-text.ts';
import { ReportedError } from '../wrapped-errors.ts';
import { commandText } from './command-name.ts';
import { type PlanLimits, planError } from './errors.ts';
import { failureOf } from './failure.ts';
import { finishedRun } from './finished-run.ts';
import { countChanges, type Plan, type PlanSubject, planOf } from './plan.ts';
import { planJson } from './plan-json.ts';
import { lostReport, printReport } from './report.ts';
import { noticeSavedPlan, openPlan } from './saved-plan.ts';
import { prepareSending } from './sending.ts';
import {
  announcePlan,
  confirmPlan,
  noticeFirst,
  noticeSkipped,
  printPlan,
  type SummaryFlag,
} from './show.ts';

/** What a bulk command has read, and how it is shown. */
export interface BulkTask {
  readonly subject: PlanSubject;
  readonly limits: PlanLimits;
  readonly task: RunTask<EventPart>;
  /** What else is to be said before a question. */
  notice?(plan: Plan): Promise<void>;
  /**
   * Called when everything was sent; other rows may have been left out.
   * @returns whether the run may end; otherwise a resume calls it again
   */
  done?(ran: EventRun): Promise<boolean>;
  /** Called when the run has stopped, and can be resumed. */
  stopped?(): Promise<void>;
}

/**
 * Prints what would be sent, and saves it with `--out`.
 * @param sources the files that are read
 * @throws {PlenaryError} for what cannot be applied, after the plan
 */
export async function planChanges(
  context: Context<Some<PaceFlags & DryRunFlags & { readonly out: string | undefined }>>,
  sources: readonly string[],
  open: () => Promise<BulkTask>,
): Promise<void> {
  const { flags } = context;
  let changes = 0;
  const out = await openPlan(context.io, flags.out, sources);
  // First, so that reading keeps the pace as well.
  const sending = await prepareSending(context);
  const bulk = await open();
  const ran = await runChanges(bulk.task, {
    ...sending.options(),
    command: commandText(bulk.subject.command),
    dryRun: true,
    async review(run) {
      const plan = await planInZone(context, run, bulk.subject);
      const error = await printPlan(context, plan, planError(plan, bulk.limits));
      await bulk.notice?.(plan);
      if (error !== undefined && flags.out !== undefined)
        await context.notice(`${flags.out} was not written, because the plan cannot be applied.`);
      if (error !== undefined) throw error;
      await noticeSkipped(context, plan);
      for (const command of plan.next) await context.notice(`Next: ${command}`);
      await out?.write(planJson(plan));
      changes = countChanges(plan);
      return false;
    },
  });
  if (ran.stoppedBy !== undefined) throw ran.stoppedBy;
  if (flags.dryRun) await context.notice('Nothing was sent (dry run).');
  if (flags.out !== undefined) await noticeSavedPlan(context, flags.out, bulk.subject.command);
  if (flags.detailedExitcode && changes > 0) throw new ChangesPendingError('changes pending');
}

/** The event's time zone is read only if clashes of statuses have times. */
async function planInZone(
  context: Context,
  run: Run<EventPart>,
  subject: PlanSubject,
): Promise<Plan> {
  const eventRun = withNamedParts(run);
  const plan = planOf(eventRun, subject);
  if (plan.statusClashes.count === 0 || subject.timeZone !== undefined) return plan;
  const timeZone = await context.timeZone();
  return timeZone === undefined ? plan : planOf(eventRun, { ...subject, timeZone });
}

/**
 * Sends what a command has read, once its plan was shown and nobody has said no; and reports.
 * @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if
 *   something was not done
 */
export async function applyChanges(
  context: Context<SummaryFlag & Some<PaceFlags & ReportFlags>>,
  open: () => Promise<BulkTask>,
): Promise<void> {
  const { io } = context;
  const sending = await prepareSending(context);
  const bulk = await open();
  let planned: Plan | undefined;
  let concluded: Awaited<ReturnType<typeof conclude>> | undefined;
  const report = (run: Run<EventPart>) => {
    const ran = withNamedParts(run);
    // A run that had ended before has no plan.
    return conclude(context, planned ?? planOf(ran, bulk.subject), ran);
  };
  const running = {
    ...sending.options(),
    command: commandText(bulk.subject.command),
    dryRun: false,
    async review(run: Run<EventPart>) {
      const plan = await planInZone(context, run, bulk.subject);
      planned = plan;
      await announcePlan(context, plan);
      await bulk.notice?.(plan);
      const error = planError(plan, bulk.limits);
      if (error !== undefined) throw error;
      const isWanted = await confirmPlan(context, plan);
      if (isWanted) sending.begin();
      return isWanted;
    },
    // A report that is printed is that of a run that the same command completes, or that has ended.
    async finish(run: Run<EventPart>) {
      await sending.end();
      concluded = await report(run);
      return (await bulk.done?.(withNamedParts(run))) ?? true;
    },
  };
  const ended = await runChanges(bulk.task, running)
    .catch((error: unknown) => {
      throw stoppedBefore(io, error);
    })
    .finally(sending.end);
  if (!ended.isWanted) {
    await context.notice('Canceled; nothing was sent.');
    // There is nothing to fix about a deliberate no.
    const message = 'canceled at the question; nothing was sent';
    throw new ReportedError(new InterruptedError('SIGINT', { message }));
  }
  const { finished, failure, unseen } = concluded ?? (await report(ended));
  if (ended.canResume) await bulk.stopped?.();
  if (concluded !== undefined && ended.stoppedBy !== undefined) throw ended.stoppedBy;
  // Files that have changed would be another run than one that is to be resumed.
  const isWithoutRun = planned !== undefined && ended.run === undefined;
  if (isWithoutRun && (failure === undefined || isPartlyDone(failure)))
    await bulk.done?.(withNamedParts(ended));
  if (failure !== undefined) throw failure;
  if (unseen !== undefined) throw lostReport(unseen, finished);
}

function isPartlyDone(failure: unknown): boolean {
  return failure instanceof PlenaryError && failure.code === 'partly_done';
}

/** Prints what was done. @returns what the command ends with */
async function conclude(
  context: Context<SummaryFlag & Some<ReportFlags>>,
  plan: Plan,
  ran: EventRun,
) {
  const finished = finishedRun(context, plan, ran);
  const { report, remains, undo, resume } = finished;
  const failed = failureOf(finished, context.io);
  const { failure, unseen } = await printReport(context, finished, failed);
  // Otherwise they are the error's.
  const unconfirmed = isPartlyDone(failure) ? [] : finished.unconfirmed;
  for (const { file, line, message } of unconfirmed)
    await context.notice(toLine(`Warning: ${file}:${line}: ${message}.`));
  const { serviceFlags } = context;
  if (undo !== undefined) await context.notice(`To undo: ${nextCommand(undo, serviceFlags)}`);
  // Another error names it itself.
  if (failure !== undefined && !(failure instanceof PlenaryError) && resume !== undefined)
    await context.notice(`To resume: ${nextCommand(resume, serviceFlags)}`);
  // What comes next after a run that was stopped is its resume, which the error names.
  const next = ran.stoppedBy === undefined ? plan.next : [];
  for (const command of next) await context.notice(`Next: ${command}`);
  // If nothing else was to be done, they are the error's.
  if (remains.length < report.counts.rows)
    await noticeFirst(
      context,
      remains.map(({ message }) => toLine(`Not undone: ${message}.`)),
    );
  if (failure !== undefined && unseen !== undefined)
    await context.notice(`The report is missing: ${unseen.message}.`);
  return { finished, failure, unseen };
}

/** Ctrl-C while the file or the service is read, or at the question, which reports it itself. */
function stoppedBefore({ stopped }: Context['io'], error: unknown): unknown {
  const isAtQuestion = error instanceof InterruptedError;
  const isStopped = stopped.aborted && error === stopped.reason;
  if (!isAtQuestion && !isStopped) return error;
  return new InterruptedError(stopped.reason ?? 'SIGINT', {
    fix: 'nothing was sent; run the same command again',
  });
}
