// Runs an import as a command: opens its files, shows its progress, asks before anything is sent, and reports.
import type { RunOptions } from '../../../changes/producer.ts';
import type { MapEntry, Words } from '../../../columns/user-mapping.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { InterruptedError, PlenaryError, UsageError } from '../../../errors.ts';
import { runImport } from '../../../import/import.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { ImportResult } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { type NewValueFlag, refuseNewStatuses } from '../../endpoint/existing-values.ts';
import type { RunFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { columnMapper, readMapFile } from '../../mapping/columns.ts';
import { openRows } from '../../row-source.ts';
import { type Sinks, usingSinks } from '../../sinks.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import { type ImportFlags, statusWords } from '../records/flags.ts';
import { addressOf, prepareSending, type Sending } from '../sending.ts';
import { annotate, conclude, isInterruption } from './conclude.ts';
import { type Reviewer, reviewer } from './review.ts';
import { readSubmitters, type Submitters } from './submitters.ts';
import { noticeText } from './words.ts';

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
  await usingSinks(context, path, async (sinks) => {
    const mapColumns = columnMapper(context, mapFile, sinks.saveMap, statusMap);
    await performImport(context, sinks, {
      ...submitters,
      path,
      endpoint,
      event: await context.required('event'),
      baseUrl: await addressOf(context),
      source,
      map: flags.map,
      mapColumns: (read) => mapColumns({ ...read, ignoresNames: submitters.ignoresNames?.() }),
      onConflict: flags.onConflict,
      statusMap,
      empty: flags.empty,
      rows: flags.rows,
      allowsOdd: flags.allowOddAddresses,
      skipInvalid: flags.skipInvalid,
      dryRun: flags.dryRun,
    });
  });
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
    await conclude(context, result, { file: source.file });
  } catch (error) {
    if (error instanceof PlenaryError) await annotate(context, error.details);
    // Ctrl-C at a question throws without advice.
    const isAtQuestion = error instanceof InterruptedError && error.fix === undefined;
    if (!isInterruption(context, error) && !isAtQuestion) throw error;
    throw new InterruptedError(io.stopped.reason ?? 'SIGINT', { fix: 'nothing was sent; run the same command again' });
  }
}

/** What differs between imports; the rest follows from the command. */
type SentRows = Omit<ImportOptions, keyof RunOptions>;

/** Runs an import with the client, the pace and the progress of a command. Once `review` accepts it, a signal lets its writes finish. */
async function sendRows(context: Context, sending: Sending, rows: SentRows): Promise<ImportResult> {
  return runImport({
    ...rows,
    ...(await sending.options()),
    onNotice: (notice) => sending.notice(noticeText(notice, context.serviceFlags)),
    async review(plan) {
      const isWanted = await rows.review(plan);
      if (isWanted) sending.begin();
      return isWanted;
    },
  }).finally(sending.clearProgress);
}
