// An import as a command: where the bytes come from, where rejects and progress go, and what is said at the end.
import { createReadStream } from 'node:fs';
import { access, type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Endpoint } from '../../contract/endpoint.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import { type ImportOptions, runImport } from '../../import/import.ts';
import { type ImportCounts, type ImportReport, importError } from '../../import/report.ts';
import type { Context } from '../context.ts';
import { printRecord } from '../output/records.ts';
import { createProgress } from '../progress.ts';
import { type Spool, spoolStdin } from '../spool.ts';

/** @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been printed by then */
export async function importFile(endpoint: Endpoint, context: Context): Promise<void> {
  const { io, own } = context;
  const path = context.args[0] ?? '';
  const file = path === '-' ? '<stdin>' : path;
  const rejectsFile = typeof own.rejects === 'string' ? own.rejects : undefined;
  if (rejectsFile !== undefined && resolve(rejectsFile) === resolve(path)) {
    throw new UsageError('--rejects names the file that is imported', { fix: 'give the rejects a file of their own' });
  }
  const source = path === '-' ? await spoolStdin(io) : await openFile(path);
  const rejects = rejectsFile === undefined ? undefined : lazyFile(rejectsFile);
  const progress = createProgress(context, endpoint.resource);
  const options: ImportOptions = {
    endpoint,
    event: await context.required('event'),
    file,
    open: source.open,
    map: Array.isArray(own.map) ? own.map.map(String) : [],
    skipInvalid: own.skipInvalid === true,
    dryRun: own.dryRun === true,
    concurrency: readConcurrency(own.concurrency),
    // A signal stops the taking of rows; what is in flight is finished, so that no row is left in doubt.
    client: () =>
      context.client({ concurrency: readConcurrency(own.concurrency), signal: new AbortController().signal }),
    onProgress: progress.update,
    signal: io.stopped,
    ...(typeof own.encoding === 'string' ? { encoding: own.encoding } : {}),
    ...(rejects === undefined ? {} : { rejects: rejects.write }),
    ...(context.interactive && context.global.yes !== true
      ? { confirm: (counts: ImportCounts) => confirmCounts(context, endpoint, counts) }
      : {}),
  };
  try {
    const report = await runImport(options)
      .catch((error) => throwAsInterruption(error, context))
      .finally(progress.clear);
    await printReport(context, report);
    const error = importError(report, file);
    if (error !== undefined) throw error;
  } finally {
    await rejects?.close();
    await source.remove();
  }
}

function throwAsInterruption(error: unknown, { io }: Context): never {
  if (!io.stopped.aborted || error !== io.stopped.reason) throw error;
  throw new InterruptedError(io.stopped.reason, {
    fix: 'run the same command again; rows that are there are skipped',
  });
}

async function printReport(context: Context, report: ImportReport): Promise<void> {
  const { unmapped, suggestions, counts } = report;
  if (unmapped.length > 0) {
    await context.notice(`Not imported: ${unmapped.map((name) => JSON.stringify(name)).join(', ')}.`);
  }
  for (const { column, field } of suggestions) {
    await context.notice(`Did you mean --map ${JSON.stringify(`${column}=${field}`)}?`);
  }
  if (report.dryRun) await context.notice('Nothing was sent (dry run).');
  const some = Object.fromEntries(Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0));
  await printRecord(context, { ...report }, some);
}

async function confirmCounts(context: Context, { resource }: Endpoint, counts: ImportCounts): Promise<boolean> {
  const { confirm } = await import('../ask.ts');
  const others = counts.rows - counts.created;
  return confirm(context, `Create ${counts.created} ${resource} (${others} of ${counts.rows} rows need nothing)?`);
}

async function openFile(file: string): Promise<Spool> {
  try {
    await access(file);
  } catch (cause) {
    throw new UsageError(`cannot read ${file}: no such file, or no right to it`, { cause });
  }
  return { open: () => createReadStream(file), remove: async () => undefined };
}

/** A file that is made when there is something to write. */
function lazyFile(path: string): { write(text: string): Promise<void>; close(): Promise<void> } {
  let handle: FileHandle | undefined;
  return {
    async write(text) {
      handle ??= await open(path, 'w');
      await handle.write(text);
    },
    async close() {
      await handle?.close();
    },
  };
}

function readConcurrency(value: unknown): number {
  const concurrency = Number(value);
  if (Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 64) return concurrency;
  throw new UsageError(`--concurrency ${value}: must be a whole number from 1 to 64`);
}
