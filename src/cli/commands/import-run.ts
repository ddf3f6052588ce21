// An import as a command: where the bytes come from, where rejects and progress go, what is asked and what is said.
import { resolve } from 'node:path';
import type { Endpoint } from '../../contract/endpoint.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import { type ImportOptions, runImport } from '../../import/import.ts';
import { type ImportReport, importError } from '../../import/report.ts';
import type { Context } from '../context.ts';
import { readWholeNumber } from '../flags.ts';
import { ignoreClosedPipe } from '../io.ts';
import { printRecord } from '../output/records.ts';
import { createProgress } from '../progress.ts';
import { spoolStdin } from '../spool.ts';
import { openSink, openSource, type Sink, type Source } from '../user-files.ts';

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(endpoint: Endpoint, context: Context): Promise<void> {
  const path = context.args[0] ?? '';
  const rejects = await openRejects(context, path);
  const source = path === '-' ? await spoolStdin(context.io) : await openSource(path);
  try {
    await importFrom(source, rejects, endpoint, context);
  } finally {
    await rejects?.close();
    await source.remove();
  }
}

async function importFrom(source: Source, rejects: Sink | undefined, endpoint: Endpoint, context: Context) {
  const progress = createProgress(context, endpoint.resource);
  const talk = conversation(context);
  const options = { ...(await readOptions(endpoint, context)), open: source.open, onProgress: progress.update };
  const report = await runImport({ ...options, rejects: rejects?.write, confirm: talk.confirm })
    .catch((error) => throwAsInterruption(error, context))
    .finally(progress.clear);
  if (talk.isCancelled()) return context.notice('Cancelled; nothing was sent.');
  await talk.explain(report);
  // Whoever reads the report may have gone; what became of the rows is told all the same.
  await printReport(context, report).catch(ignoreClosedPipe);
  const error = importError(report, options.file);
  if (error !== undefined) throw error;
}

async function openRejects(context: Context, path: string): Promise<Sink | undefined> {
  const { rejects } = context.own;
  if (typeof rejects !== 'string') return undefined;
  if (resolve(rejects) === resolve(path)) {
    throw new UsageError('--rejects names the file that is imported', { fix: 'give the rejects a file of their own' });
  }
  return openSink(rejects);
}

async function readOptions(endpoint: Endpoint, context: Context): Promise<Omit<ImportOptions, 'open'>> {
  const { io, own } = context;
  const [path = ''] = context.args;
  const concurrency = readWholeNumber('--concurrency', own.concurrency, { from: 1, to: 64 });
  return {
    endpoint,
    event: await context.required('event'),
    file: path === '-' ? '<stdin>' : path,
    map: Array.isArray(own.map) ? own.map.map(String) : [],
    encoding: typeof own.encoding === 'string' ? own.encoding : undefined,
    skipInvalid: own.skipInvalid === true,
    dryRun: own.dryRun === true,
    concurrency,
    // A signal stops the taking of rows; what is in flight is finished, so that no row is left in doubt.
    client: () => context.client({ concurrency, signal: new AbortController().signal }),
    signal: io.stopped,
  };
}

/** What is said of a plan, once, and asked about it where there is somebody to ask. */
function conversation(context: Context) {
  let isExplained = false;
  let isCancelled = false;
  const explain = async (report: ImportReport) => {
    if (!isExplained) await explainColumns(context, report);
    isExplained = true;
  };
  const confirm = async (plan: ImportReport) => {
    await explain(plan);
    isCancelled = !(await confirmPlan(context, plan));
    return !isCancelled;
  };
  const asks = context.interactive && context.global.yes !== true;
  return { explain, confirm: asks ? confirm : undefined, isCancelled: () => isCancelled };
}

/** Which column fills which field, and which are left out: what is sent cannot be taken back. */
async function explainColumns(context: Context, { mapped, unmapped, suggestions }: ImportReport): Promise<void> {
  const pairs = mapped.map(({ column, field }) => `${JSON.stringify(column)} → ${field}`);
  await context.notice(`Columns: ${pairs.join(', ')}.`);
  if (unmapped.length > 0) {
    await context.notice(`Not imported: ${unmapped.map((name) => JSON.stringify(name)).join(', ')}.`);
  }
  for (const { column, field } of suggestions) {
    await context.notice(`Did you mean --map ${JSON.stringify(`${column}=${field}`)}?`);
  }
}

async function confirmPlan(context: Context, { resource, counts }: ImportReport): Promise<boolean> {
  const { askConfirmation } = await import('../ask.ts');
  const { rows, created, skipped, rejected } = counts;
  const others = [
    skipped > 0 ? `skip ${skipped} that are there or repeated` : '',
    rejected > 0 ? `leave out ${rejected} invalid` : '',
  ].filter(Boolean);
  return askConfirmation(context, `${[`Of ${rows} rows create ${created} ${resource}`, ...others].join(', ')}?`);
}

async function printReport(context: Context, report: ImportReport): Promise<void> {
  if (report.dryRun) await context.notice('Nothing was sent (dry run).');
  const some = Object.fromEntries(Object.entries(report.counts).filter(([name, n]) => name === 'rows' || n > 0));
  await printRecord(context, { ...report }, some);
}

function throwAsInterruption(error: unknown, { io }: Context): never {
  if (!io.stopped.aborted || error !== io.stopped.reason) throw error;
  throw new InterruptedError(io.stopped.reason, {
    fix: 'run the same command again; rows that are there are skipped',
  });
}
