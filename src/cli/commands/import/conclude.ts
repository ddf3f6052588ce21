// Ends an import as a command: its report, what to do next, and the error. Must not send.

import { amount, plural } from '../../../contract/amount.ts';
import { shellWord } from '../../../contract/escape.ts';
import { InterruptedError, OutputError, PartlyDoneError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import type { ImportReport, ImportResult } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { type RunFlags, rowFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { unprinted } from '../../io.ts';
import { resumeCommands } from '../../output/advice.ts';
import { fileFaultLines } from '../../output/error.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { isRegularFile } from '../../user-files.ts';
import { lostReport, noticeCommands, noticeLost, noticeUndo } from '../sending.ts';
import { printReport } from './words.ts';

type ReportFlags = Some<Pick<RunFlags, 'rejects'> & { readonly dryRun: boolean }>;

/** Reports what was done. @throws {PlenaryError} when rows were rejected, failed or are in doubt, or a signal stopped the work */
export async function conclude(
  context: Context<ReportFlags>,
  result: ImportResult,
  { file }: { readonly file: string },
): Promise<void> {
  const { report, stoppedBy } = result;
  // If the report cannot be printed, the rejects and the error are still reported.
  const unseen = report.dryRun ? undefined : await printReport(context, result).then(() => undefined, unprinted);
  const { created, updated } = report.counts;
  const lost = unseen && lostReport(unseen, report.run, created + updated);
  const error = importError(result, file) ?? lost;
  if (lost !== undefined && error !== lost) await noticeLost(context, lost);
  if (!report.dryRun && updated > 0) await noticeUndo(context, report.run);
  const hasUndone = report.counts.rejected + report.counts.failed > 0;
  const isAdvised = hasUndone && (await noticeRejects(context, result));
  if (error === undefined) return report.dryRun ? noticeSkipped(context, report, file) : undefined;
  if (isInterruption(context, error)) throw interrupted(context, result);
  if (error === stoppedBy && result.canResume) await noticeCommands(context, resumeCommands(report.run));
  throw isAdvised ? withoutAdvice(error) : error;
}

/** A notice has said what to do with the rows. */
function withoutAdvice(error: unknown): unknown {
  if (!(error instanceof PartlyDoneError)) return error;
  const { message, details, advice, cause } = error;
  const isTwice = advice?.kind === 'fix_rejects' || advice?.kind === 'fix_and_apply';
  return isTwice ? new PartlyDoneError(message, { details, cause }) : error;
}

/** The rows that a dry run skips, as the import reports them at its end. */
async function noticeSkipped(
  context: Context<ReportFlags>,
  { counts, rejects }: ImportReport,
  file: string,
): Promise<void> {
  if (rejects.length === 0) return;
  const details = rejects.map((fault) => ({ file, ...fault }));
  // In a dry run, the failed rows are those whose records have changed in the service.
  const { rows, rejected, failed: changed } = counts;
  const skipped = rejected + changed;
  const why = [
    ...(rejected > 0 ? [`${plural(skipped, 'is', 'are')} invalid`] : []),
    ...(changed > 0 ? [`${plural(skipped, 'has', 'have')} changed in the service since`] : []),
  ].join(' or ');
  await context.notice(`${skipped} of ${amount(rows, 'row')} ${why} and would be skipped:`);
  for (const line of fileFaultLines(details)) await context.notice(`  ${line}`);
}

/** The command that imports or applies the reject file again. @returns whether it was shown, and to a person */
async function noticeRejects(
  context: Context<ReportFlags>,
  { report: { resource, matching }, stoppedBy }: ImportResult,
): Promise<boolean> {
  const { rejects, dryRun } = context.flags;
  if (rejects === undefined || dryRun === true || stoppedBy instanceof OutputError) return false;
  // What went into a pipe cannot be read again.
  if (!isRegularFile(rejects)) return false;
  const verb = matching === 'record' ? 'apply' : 'import';
  const flags = typedFlags(context, rowFlags);
  const command = nextCommand(`plenary ${resource} ${verb} ${shellWord(rejects)}${flags}`, context.serviceFlags);
  await context.notice(`Rejected rows are in ${rejects}. After fixing them: ${command}`);
  return context.global.quiet !== true && !/json$/.test(await context.format());
}

/** Whether it was thrown because a signal stopped the work. */
export function isInterruption({ io }: Context, error: unknown): boolean {
  return io.stopped.aborted && error === io.stopped.reason;
}

function interrupted({ io }: Context, { report: { run, counts }, canResume }: ImportResult): InterruptedError {
  const { unknown } = counts;
  const doubt = unknown === 0 ? '' : `; ${amount(unknown, 'row')} with an unknown outcome will be looked up first`;
  return new InterruptedError(io.stopped.reason, {
    fix: `run the same command again to resume${doubt}`,
    next: resumeCommands(canResume ? run : undefined).map((command) => ({ command })),
  });
}
