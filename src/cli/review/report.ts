// Prints the report of a run, in every format, and owns the error if that fails.

import { amount } from '../../contract/amount.ts';
import { OutputError, PlenaryError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { unprinted, write } from '../io.ts';
import { printRecord } from '../output/records.ts';
import { ExplainedError } from '../wrapped-errors.ts';
import { countDone, type FinishedRun } from './finished-run.ts';
import type { SummaryFlag } from './show.ts';
import { reportSummary } from './summary.ts';

/**
 * A report that cannot be printed does not hide the error that follows.
 * @param failure what the run ends with, if not all was done; a summary shows it first
 * @returns the failure, and why the report could not be printed
 */
export async function printReport(
  context: Context<SummaryFlag>,
  { report, plan }: FinishedRun,
  failure: unknown,
): Promise<{ readonly failure: unknown; readonly unseen: OutputError | undefined }> {
  if (context.flags.summary !== 'markdown')
    return { failure, unseen: await printCounts(context, { report, plan }) };
  const summary = reportSummary(report, plan);
  if (failure instanceof PlenaryError)
    return { failure: new ExplainedError(failure, { summary }), unseen: undefined };
  const unseen = await write(context.io.stdout, summary).then(() => undefined, unprinted);
  return { failure, unseen };
}

/** @returns why they could not be printed */
async function printCounts(
  context: Context,
  { report, plan }: Pick<FinishedRun, 'report' | 'plan'>,
): Promise<OutputError | undefined> {
  const { counts } = report;
  if (counts.rows === 0 && (await context.format()) === 'table') {
    // The counts of a part say so themselves.
    if (plan.parts.length === 0) await context.notice('Nothing to change.');
    return undefined;
  }
  const shown = Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0);
  const record = await shownReport(context, report);
  return printRecord(context, record, Object.fromEntries(shown)).then(() => undefined, unprinted);
}

/** With the counts as fields of their own, where fields are chosen by their names. */
async function shownReport(
  context: Context,
  report: FinishedRun['report'],
): Promise<Readonly<Record<string, unknown>>> {
  const { run, command, counts } = report;
  if ((await context.format()) === 'csv') return { run, command, ...counts };
  return context.fields === undefined ? { ...report } : { ...report, ...counts };
}

/** The work is done, but its report cannot be printed. */
export function lostReport(cause: OutputError, { report }: FinishedRun): OutputError {
  const { run, counts } = report;
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
