// An import as a command: where the bytes come from, where reports and progress go, what is asked and what is said.
import { join } from 'node:path';
import { systemClock } from '../../../client/clock.ts';
import { stateDirectory } from '../../../config/paths.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { csvSource } from '../../../csv/source.ts';
import { InterruptedError } from '../../../errors.ts';
import { type ImportOptions, runImport } from '../../../import/import.ts';
import { type ImportReport, type ImportResult, importError } from '../../../import/report.ts';
import { openRuns } from '../../../runs/folder.ts';
import type { Context } from '../../context.ts';
import { type Io, ignoreClosedPipe } from '../../io.ts';
import { shellWord } from '../../output/text.ts';
import { openSource } from '../../user-files.ts';
import { addressOf, prepareSending } from '../sending.ts';
import { columnMapper } from './columns.ts';
import { closeSinks, openSinks, type Sinks } from './files.ts';
import { readMaxErrors, readRows } from './flags.ts';
import { annotate, explainStop, printReport, reviewer } from './words.ts';

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(endpoint: Endpoint, context: Context): Promise<void> {
  const { io, own } = context;
  const [path = ''] = context.args;
  const encoding = typeof own.encoding === 'string' ? own.encoding : undefined;
  const { file, open } = await openSource(io, path);
  const sinks = await openSinks(context, path);
  await carryOut(context, sinks, {
    endpoint,
    event: await context.required('event'),
    baseUrl: await addressOf(context),
    source: csvSource(file, open, encoding),
    map: Array.isArray(own.map) ? own.map.map(String) : [],
    mapColumns: await columnMapper(context, sinks.saveMap),
    onConflict: own.onConflict === 'update' || own.onConflict === 'fail' ? own.onConflict : 'skip',
    empty: own.empty === 'clear' ? 'clear' : 'keep',
    rows: readRows(own.rows),
    skipInvalid: own.skipInvalid === true,
    dryRun: own.dryRun === true,
  });
}

/** What an import is; how it is carried out follows from the flags that every run takes. */
export type Assignment = Pick<
  ImportOptions,
  | 'endpoint'
  | 'event'
  | 'baseUrl'
  | 'source'
  | 'map'
  | 'mapColumns'
  | 'onConflict'
  | 'empty'
  | 'rows'
  | 'skipInvalid'
  | 'dryRun'
>;

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function carryOut(context: Context, sinks: Sinks, assignment: Assignment): Promise<void> {
  const { io, own } = context;
  const { endpoint, source } = assignment;
  const sending = await prepareSending(context, endpoint.resource);
  const review = reviewer(context, assignment);
  try {
    const result = await runImport({
      ...assignment,
      maxErrors: readMaxErrors(own.maxErrors),
      workers: sending.workers,
      settleMs: sending.settleMs,
      retries: Number(await context.required('retries')),
      runs: importRuns(io),
      clock: systemClock,
      client: sending.client,
      rejects: sinks.rejects?.write,
      results: sinks.results?.write,
      onProgress: sending.onProgress,
      onNotice: sending.notice,
      onWait: sending.onWait,
      async review(plan) {
        const isWanted = await review.ask(plan);
        if (isWanted) sending.begin();
        return isWanted;
      },
      signal: io.stopped,
    }).finally(sending.clearProgress);
    if (review.isCancelled()) return await context.notice('Cancelled; nothing was sent.');
    await conclude(context, result, source.file);
  } catch (error) {
    await annotate(context, error);
    // A question that was left with Ctrl-C is an interruption that nothing more is known of.
    const isUntold = error instanceof InterruptedError && error.fix === undefined;
    if (!isInterruption(context, error) && !isUntold) throw error;
    throw new InterruptedError(io.stopped.reason ?? 'SIGINT', { fix: 'nothing was sent; run the same command again' });
  } finally {
    await closeSinks(sinks);
  }
}

/** Where runs are kept. */
export function importRuns(io: Io) {
  return openRuns(join(stateDirectory(io), 'imports'), () => io.now().getTime());
}

async function conclude(context: Context, result: ImportResult, file: string): Promise<void> {
  const { report, stoppedBy } = result;
  // Whoever reads the report may have gone; what became of the rows is told all the same.
  if (!report.dryRun) await printReport(context, report).catch(ignoreClosedPipe);
  const error = importError(result, file);
  if (report.counts.rejected + report.counts.failed > 0) await tellRejects(context, report);
  if (error === undefined) return;
  if (isInterruption(context, error)) throw interrupted(context, report);
  if (error === stoppedBy) await explainStop(context, report);
  throw error;
}

/** What becomes of the reject file next, as it is typed. */
async function tellRejects(context: Context, { resource }: ImportReport): Promise<void> {
  const { rejects, mapFile, map } = context.own;
  if (typeof rejects !== 'string' || context.own.dryRun === true) return;
  const flags = [
    ...(typeof mapFile === 'string' ? ['--map-file', mapFile] : []),
    ...(Array.isArray(map) ? map.flatMap((flag) => ['--map', String(flag)]) : []),
  ];
  const command = ['plenary', resource, 'import', rejects, ...flags].map(shellWord).join(' ');
  await context.notice(`Rejected rows are in ${rejects}. Once they are mended: ${command}`);
}

/** Whether it was thrown because a signal stopped the work. */
function isInterruption({ io }: Context, error: unknown): boolean {
  return io.stopped.aborted && error === io.stopped.reason;
}

function interrupted({ io }: Context, { counts, next }: Pick<ImportReport, 'counts' | 'next'>): InterruptedError {
  const { unknown } = counts;
  const doubt =
    unknown === 0 ? '' : `; ${unknown} ${unknown === 1 ? 'row is' : 'rows are'} in doubt, and looked up then`;
  return new InterruptedError(io.stopped.reason, {
    fix: `run the same command again: it goes on where it ended${doubt}`,
    next,
  });
}
