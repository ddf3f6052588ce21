// Runs an import as a command: opens its files, shows its progress, asks before anything is sent, and reports.
import type { MapEntry, Words } from '../../../columns/user-mapping.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type InputFault, InterruptedError, OutputError, PlenaryError, UsageError } from '../../../errors.ts';
import { importError } from '../../../import/errors.ts';
import { runImport } from '../../../import/import.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { ImportReport, ImportResult } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { type NewValueFlag, refuseNewStatuses } from '../../endpoint/existing-values.ts';
import { type RunFlags, rowFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { say, unprinted } from '../../io.ts';
import { columnMapper, readMapFile } from '../../mapping/columns.ts';
import { resumeCommands } from '../../output/advice.ts';
import { fileFaultLines } from '../../output/error.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount, plural, quoted, shellWord } from '../../output/text.ts';
import { openRows } from '../../row-source.ts';
import { type Sinks, usingSinks } from '../../sinks.ts';
import { isRegularFile } from '../../user-files.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { type ImportFlags, statusWords } from '../records/flags.ts';
import {
  addressOf,
  lostReport,
  noticeCommands,
  noticeLost,
  noticeUndo,
  prepareSending,
  type Sending,
  savedRuns,
} from '../sending.ts';
import { type Reviewer, reviewer } from './review.ts';
import { readSubmitters, type Submitters } from './submitters.ts';
import { noticeText, printReport } from './words.ts';

/** The flags of all commands that send rows, as far as a command has them. */
type SendingFlags = Some<RunFlags & MaxChangesFlag & NewValueFlag & { readonly dryRun: boolean }>;

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(
  endpoint: Endpoint,
  context: Context<ImportFlags>,
  { file: path }: { readonly file: string },
): Promise<void> {
  const { flags } = context;
  const source = await openRows(context, path, endpoint.resource === 'speakers' ? 'speakers' : 'submissions');
  const mapFile = await readMapFile(context);
  const submitters = await readSubmitters(context, { ...endpoint, mapFile });
  const statusMap = importedStatuses(endpoint, flags, mapFile);
  await usingSinks(context, path, async (sinks) =>
    performImport(context, sinks, {
      ...submitters,
      path,
      endpoint,
      event: await context.required('event'),
      baseUrl: await addressOf(context),
      source,
      map: flags.map,
      mapColumns: columnMapper(context, mapFile, sinks.saveMap, statusMap),
      onConflict: flags.onConflict,
      statusMap,
      empty: flags.empty,
      rows: flags.rows,
      allowsOdd: flags.allowOddAddresses,
      skipInvalid: flags.skipInvalid,
      dryRun: flags.dryRun,
    }),
  );
}

/** Only an update sets a status. */
function importedStatuses(
  { resource }: Endpoint,
  flags: Pick<ImportFlags, 'onConflict' | 'statusMap'>,
  mapFile: readonly MapEntry[],
): Words | undefined {
  if (resource !== 'submissions') return undefined;
  const { onConflict, statusMap = [] } = flags;
  if (onConflict === 'update') return statusWords(statusMap, mapFile);
  if (statusMap.length === 0) return undefined;
  throw new UsageError('--status-map: used only with --on-conflict update', {
    fix: 'add it, or set the statuses after the import: plenary submissions apply FILE',
  });
}

/** What an import does. How fast it sends follows from flags that every run has. */
export type ImportTask = Omit<SentRows, 'maxErrors' | 'rejects' | 'results' | 'review'> &
  Partial<Pick<Submitters, 'notice' | 'lookedUp'>> & {
    /** What the report has beside its own fields. */
    readonly also?: Readonly<Record<string, unknown>> | undefined;
    /** The file as the command names it. */
    readonly path?: string;
  };

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function performImport(
  context: Context<SendingFlags>,
  sinks: Sinks,
  task: ImportTask,
  review: Reviewer = reviewer(context, task),
): Promise<void> {
  const { io } = context;
  const { endpoint, source } = task;
  const sending = await prepareSending(context, endpoint.resource);
  try {
    const result = await sendRows(context, sending, {
      ...task,
      maxErrors: context.flags.maxErrors ?? (() => Number.POSITIVE_INFINITY),
      rejects: sinks.rejects?.write,
      results: sinks.results?.write,
      async review(plan) {
        await task.notice?.();
        // Only a file that is read has words of statuses.
        if (task.statusMap !== undefined) refuseNewStatuses(context, plan);
        return review.ask(plan);
      },
    });
    if (review.isCanceled()) return await context.notice('Canceled; nothing was sent.');
    await conclude(context, result, { file: source.file, also: task.also });
  } catch (error) {
    if (error instanceof PlenaryError) await annotate(context, error.details);
    // Ctrl-C at a question throws without advice.
    const isAtQuestion = error instanceof InterruptedError && error.fix === undefined;
    if (!isInterruption(context, error) && !isAtQuestion) throw error;
    throw new InterruptedError(io.stopped.reason ?? 'SIGINT', { fix: 'nothing was sent; run the same command again' });
  }
}

/** What differs between imports; the rest follows from the command. */
type SentRows = Omit<
  ImportOptions,
  'workers' | 'lateMs' | 'retries' | 'runs' | 'clock' | 'client' | 'onProgress' | 'onNotice' | 'onWait' | 'signal'
>;

/** Runs an import with the client, the pace and the progress of a command. Once `review` accepts it, a signal lets its writes finish. */
export async function sendRows(context: Context, sending: Sending, rows: SentRows): Promise<ImportResult> {
  const { io } = context;
  return runImport({
    ...rows,
    workers: sending.workers,
    lateMs: sending.lateMs,
    retries: Number(await context.required('retries')),
    runs: savedRuns(io),
    clock: io.clock,
    client: sending.client,
    onProgress: sending.onProgress,
    onNotice: (notice) => sending.notice(noticeText(notice, context.serviceFlags)),
    onWait: sending.onWait,
    async review(plan) {
      const isWanted = await rows.review(plan);
      if (isWanted) sending.begin();
      return isWanted;
    },
    signal: io.stopped,
  }).finally(sending.clearProgress);
}

async function conclude(
  context: Context<SendingFlags>,
  result: ImportResult,
  { file, also }: { readonly file: string } & Pick<ImportTask, 'also'>,
): Promise<void> {
  const { report, stoppedBy } = result;
  // If the report cannot be printed, the rejects and the error are still reported.
  const unseen = report.dryRun
    ? undefined
    : await printReport(context, { ...result, report: { ...report, ...also } }).then(() => undefined, unprinted);
  const { created, updated } = report.counts;
  const lost = unseen && lostReport(unseen, report.run, created + updated);
  const error = importError(result, file) ?? lost;
  if (lost !== undefined && error !== lost) await noticeLost(context, lost);
  if (!report.dryRun && updated > 0) await noticeUndo(context, report.run);
  if (report.counts.rejected + report.counts.failed > 0) await noticeRejects(context, result);
  if (error === undefined) return report.dryRun ? noticeSkipped(context, report, file) : undefined;
  if (isInterruption(context, error)) throw interrupted(context, result);
  if (error === stoppedBy && result.canResume) await noticeCommands(context, resumeCommands(report.run));
  throw error;
}

/** The rows that a dry run skips, as the import reports them at its end. */
async function noticeSkipped(
  context: Context<SendingFlags>,
  { counts, rejects }: ImportReport,
  file: string,
): Promise<void> {
  if (rejects.length === 0) return;
  const details = rejects.map((fault) => ({ file, ...fault }));
  await annotate(context, details);
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

/** The command that imports or applies the reject file again. */
async function noticeRejects(
  context: Context<SendingFlags>,
  { report: { resource, undoes, matching }, stoppedBy }: ImportResult,
): Promise<void> {
  const { rejects, dryRun } = context.flags;
  if (rejects === undefined || dryRun === true || undoes !== undefined || stoppedBy instanceof OutputError) return;
  // What went into a pipe cannot be read again.
  if (!isRegularFile(rejects)) return;
  const verb = matching === 'record' ? 'apply' : 'import';
  const flags = typedFlags(context, rowFlags);
  const command = nextCommand(`plenary ${resource} ${verb} ${shellWord(rejects)}${flags}`, context.serviceFlags);
  await context.notice(`Rejected rows are in ${rejects}. After fixing them: ${command}`);
}

/** Whether it was thrown because a signal stopped the work. */
function isInterruption({ io }: Context, error: unknown): boolean {
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

/** Prints each fault as a workflow command of GitHub Actions, if `--annotations` is given. */
async function annotate({ io, flags }: Context<SendingFlags>, faults: readonly InputFault[]): Promise<void> {
  if (flags.annotations !== 'github') return;
  for (const fault of faults) await say(io, `${toLine(annotation(fault))}\n`);
}

function annotation({ file, line, column, field, message }: InputFault): string {
  const properties = [
    file === undefined ? '' : `file=${property(file)}`,
    line === undefined ? '' : `line=${line}`,
  ].filter(Boolean);
  const place = column === undefined ? (field ?? '') : `column ${quoted(column)}`;
  return `::error ${properties.join(',')}::${data(place === '' ? message : `${place}: ${message}`)}`;
}

// The characters that would end a command's data or property.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
