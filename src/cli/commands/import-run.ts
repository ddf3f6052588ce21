// An import as a command: where the bytes come from, where reports and progress go, what is asked and what is said.
import { join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { systemClock } from '../../client/clock.ts';
import { stateDirectory } from '../../config/paths.ts';
import { parseDuration } from '../../config/settings.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import { type ImportOptions, runImport } from '../../import/import.ts';
import { type ImportResult, importError } from '../../import/report.ts';
import { openRuns } from '../../import/runs.ts';
import { csvSource } from '../../import/source.ts';
import type { Context } from '../context.ts';
import { readWholeNumber } from '../flags.ts';
import { type Io, ignoreClosedPipe } from '../io.ts';
import { createProgress } from '../progress.ts';
import { openSink, openSource, type Sink } from '../user-files.ts';
import { readMaxErrors, readRate, readRows } from './import-flags.ts';
import { annotate, explainStop, printReport, reviewer } from './import-talk.ts';

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(endpoint: Endpoint, context: Context): Promise<void> {
  const { io, own } = context;
  const [path = ''] = context.args;
  const encoding = typeof own.encoding === 'string' ? own.encoding : undefined;
  // Whoever waits for standard input must not wait for more of it after a signal.
  const open = path === '-' ? () => addAbortSignal(io.stopped, io.stdin) : await openSource(path);
  await carryOut(context, {
    endpoint,
    event: await context.required('event'),
    baseUrl: await context.required('base-url'),
    source: csvSource(path === '-' ? '<stdin>' : path, open, encoding),
    map: Array.isArray(own.map) ? own.map.map(String) : [],
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
  'endpoint' | 'event' | 'baseUrl' | 'source' | 'map' | 'onConflict' | 'empty' | 'rows' | 'skipInvalid' | 'dryRun'
>;

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function carryOut(context: Context, assignment: Assignment): Promise<void> {
  const { io, own } = context;
  const { endpoint, source } = assignment;
  const concurrency =
    own.concurrency === 'auto' ? 'auto' : readWholeNumber('--concurrency', own.concurrency, { from: 1, to: 64 });
  const ratePerSecond = readRate(own.rate);
  const sinks = await openSinks(context, source.file);
  const progress = createProgress(context, endpoint.resource);
  const review = reviewer(context, assignment);
  try {
    const result = await runImport({
      ...assignment,
      maxErrors: readMaxErrors(own.maxErrors),
      workers: concurrency === 'auto' ? mostWorkers : concurrency,
      settleMs: parseDuration(await context.required('timeout')) ?? 0,
      retries: Number(await context.required('retries')),
      runs: importRuns(io),
      clock: systemClock,
      client: () => context.client({ concurrency, ...(ratePerSecond === undefined ? {} : { ratePerSecond }) }),
      rejects: sinks.rejects?.write,
      results: sinks.results?.write,
      onProgress: progress.update,
      onNotice: context.notice,
      onWait: (ms) =>
        context.notice(`Waiting ${Math.ceil(ms / 1000)} s for what was sent last and may still take effect.`),
      review: review.ask,
      signal: io.stopped,
    }).finally(progress.clear);
    if (review.isCancelled()) return await context.notice('Cancelled; nothing was sent.');
    await conclude(context, result, source.file);
  } catch (error) {
    await annotate(context, error);
    throw throwable(error, context);
  } finally {
    await sinks.rejects?.close();
    await sinks.results?.close();
  }
}

const mostWorkers = 64;

/** Where runs are kept. */
export function importRuns(io: Io) {
  return openRuns(join(stateDirectory(io), 'imports'), () => io.now().getTime());
}

async function conclude(context: Context, { report, stoppedBy }: ImportResult, file: string): Promise<void> {
  // Whoever reads the report may have gone; what became of the rows is told all the same.
  if (!report.dryRun) await printReport(context, report).catch(ignoreClosedPipe);
  if (stoppedBy !== undefined) {
    await explainStop(context, report);
    throw stoppedBy;
  }
  const error = report.dryRun ? undefined : importError(report, file);
  if (error !== undefined) throw error;
}

interface Sinks {
  readonly rejects: Sink | undefined;
  readonly results: Sink | undefined;
}

async function openSinks({ own }: Context, file: string): Promise<Sinks> {
  const named = (['rejects', 'results'] as const).map((name) => [name, own[name]] as const);
  const paths = named.map(([, path]) => path).filter((path) => path !== undefined);
  for (const [name, path] of named) {
    if (typeof path === 'string' && isSameFile(path, file)) {
      throw new UsageError(`--${name} names the file that is imported`, { fix: 'give it a file of its own' });
    }
  }
  if (paths.length === 2 && isSameFile(String(paths[0]), String(paths[1]))) {
    throw new UsageError('--rejects and --results name one file', { fix: 'give each a file of its own' });
  }
  return {
    rejects: typeof own.rejects === 'string' ? await openSink(own.rejects) : undefined,
    results: typeof own.results === 'string' ? await openSink(own.results) : undefined,
  };
}

function isSameFile(a: string, b: string): boolean {
  return resolve(a) === resolve(b);
}

/** What was thrown because a signal stopped the work is that interruption. */
function throwable(error: unknown, { io }: Context): unknown {
  if (!io.stopped.aborted || error !== io.stopped.reason) return error;
  return new InterruptedError(io.stopped.reason, {
    fix: 'run the same command again: it goes on where it ended',
  });
}
