// Runs an import as a command: opens its files, shows its progress, asks before anything is sent, and reports.
import type { Endpoint } from '../../../contract/endpoint.ts';
import { InterruptedError } from '../../../errors.ts';
import { runImport } from '../../../import/import.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { ImportResult } from '../../../import/report.ts';
import type { RunSending } from '../../../runs/task.ts';
import type { Context } from '../../context.ts';
import type { RunFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { columnMapper } from '../../mapping/columns.ts';
import { openRows } from '../../row-source.ts';
import { type Sinks, usingSinks } from '../../sinks.ts';
import type { MaxChangesFlag } from '../max-changes.ts';
import type { ImportFlags } from '../records/flags.ts';
import { addressOf, prepareSending, type Sending } from '../sending.ts';
import { conclude, isInterruption } from './conclude.ts';
import { type Reviewer, reviewer } from './review.ts';
import { readSubmitters } from './submitters.ts';
import { noticeText } from './words.ts';

/** The flags of all commands that send rows, as far as a command has them. */
type SendingFlags = Some<RunFlags & MaxChangesFlag & { readonly dryRun: boolean }>;

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(
  endpoint: Endpoint,
  context: Context<ImportFlags>,
  { file: path }: { readonly file: string },
): Promise<void> {
  const { flags } = context;
  const source = await openRows(context, path, endpoint.resource === 'speakers' ? 'speakers' : 'submissions');
  const submitters = endpoint.resource === 'submissions' ? await readSubmitters(context) : {};
  await usingSinks(context, path, async (sinks) =>
    performImport(context, sinks, {
      ...submitters,
      path,
      endpoint,
      event: await context.required('event'),
      baseUrl: await addressOf(context),
      source,
      map: flags.map,
      mapColumns: columnMapper(context),
      skipInvalid: flags.skipInvalid,
      dryRun: flags.dryRun,
    }),
  );
}

/** What an import does. How fast it sends follows from flags that every run has. */
export type ImportTask = Omit<SentRows, 'maxErrors' | 'rejects' | 'results' | 'review'> & {
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
  const { endpoint, source, submitters } = task;
  const sending = await prepareSending(context, endpoint.resource);
  try {
    const result = await sendRows(context, sending, {
      ...task,
      maxErrors: context.flags.maxErrors ?? (() => Number.POSITIVE_INFINITY),
      rejects: sinks.rejects?.write,
      results: sinks.results?.write,
      async review(plan) {
        if (submitters?.given) await context.notice(submitters.notice(submitters.given));
        return review.ask(plan);
      },
    });
    if (review.isCanceled()) return await context.notice('Canceled; nothing was sent.');
    await conclude(context, result, { file: source.file });
  } catch (error) {
    // Ctrl-C at a question throws without advice.
    const isAtQuestion = error instanceof InterruptedError && error.fix === undefined;
    if (!isInterruption(context, error) && !isAtQuestion) throw error;
    throw new InterruptedError(io.stopped.reason ?? 'SIGINT', { fix: 'nothing was sent; run the same command again' });
  }
}

/** What differs between imports; the rest follows from the command. */
type SentRows = Omit<ImportOptions, keyof RunSending>;

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
