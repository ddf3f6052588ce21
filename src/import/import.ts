// Imports a CSV file: checks all of its rows, finds what is there, plans, and sends the rest, once. It knows no terminal.
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { type Mapping, type MappingOptions, mapColumns } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import type { Sheet } from '../csv/read.ts';
import type { RowSource } from '../csv/source.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import type { RunFolder, Runs, Target } from '../runs/folder.ts';
import { cannotWrite, type Journal, type RowRange } from '../runs/journal.ts';
import type { Lock } from '../runs/lock.ts';
import { findUnfinished, settlingMs } from '../runs/resume.ts';
import { createRowFile, type RowFile } from '../runs/row-file.ts';
import { checkRows } from './check.ts';
import { deliver } from './delivery.ts';
import { headerOf, type ImportHeader } from './header.ts';
import { matchRows } from './match.ts';
import type { OnConflict } from './plan.ts';
import { type TextSink, writeRejects } from './rejects.ts';
import { replay } from './replay.ts';
import {
  conflictError,
  countRows,
  createReport,
  type ImportCounts,
  type ImportReport,
  type ImportResult,
  invalidRowsError,
  unreadableError,
} from './report.ts';
import { type PlannedRow, plannedRows, writeResults } from './results.ts';
import { createRowTable } from './row-table.ts';
import { keyOfRow, type Work } from './work.ts';

export interface ImportOptions {
  /** A creation: of speakers or of submissions. */
  readonly endpoint: Endpoint;
  readonly event: string;
  readonly baseUrl: string;
  readonly source: RowSource;
  /** `Column=field` each. */
  readonly map: readonly string[];
  /** How columns come to fields, where `map` does not say it all. */
  readonly mapColumns?: ((options: MappingOptions) => Promise<Mapping>) | undefined;
  readonly onConflict: OnConflict;
  /** What an empty cell does to a record that is there. */
  readonly empty: 'keep' | 'clear';
  /** The rows to import, where not all are. */
  readonly rows?: RowRange | undefined;
  /** Send the valid rows although others are not. */
  readonly skipInvalid: boolean;
  /** How many rows may be invalid or refused, of so many. */
  readonly maxErrors: (rows: number) => number;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /** How long a service may take over a request: a lost one is not sent again sooner. Milliseconds. */
  readonly settleMs: number;
  /** How often lost rows are looked up and sent again. */
  readonly retries: number;
  readonly runs: Runs;
  readonly clock: Clock;
  /** Asked for once the rows are fit to be sent. */
  readonly client: () => Promise<Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>>;
  readonly rejects?: TextSink | undefined;
  readonly results?: TextSink | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Something to be said to whoever waits. */
  readonly onNotice?: ((text: string) => Promise<void>) | undefined;
  /** Told of a wait before rows in doubt are looked for, in milliseconds. */
  readonly onWait?: ((ms: number) => Promise<void>) | undefined;
  /** Shown what is planned before anything is sent; where the answer is no, nothing is. */
  readonly review: (plan: Plan) => Promise<boolean>;
  /** Send nothing, whatever the answer. */
  readonly dryRun: boolean;
  /** Aborted: no further row is sent, and those in flight are finished. */
  readonly signal?: AbortSignal | undefined;
}

export interface Plan {
  readonly report: ImportReport;
  /** What of it an interrupted run has done already. */
  readonly done: Pick<ImportCounts, 'created' | 'updated'>;
  /** What is to become of each row, in the file's order. */
  rows(): IterableIterator<PlannedRow>;
}

/**
 * Runs an import to its end, or goes on with one of the same file, target and options that was interrupted.
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are skipped
 * @throws {UsageError} for a `--map` or an encoding that does not fit, or where addresses are hidden
 * @throws {ConflictError} where another run works on the target, or where records are there and that is a fault
 * @throws {JournalError} where nothing can be kept on disk
 * @throws the signal's reason, before anything was sent
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const folder = await options.runs.prepare();
  let file: RowFile | undefined;
  let lock: Lock | undefined;
  try {
    file = openRows(folder);
    // What sends nothing is in nobody's way.
    if (!options.dryRun) lock = options.runs.lock(targetOf(options));
    const { work, sheet } = await readRows(file, options);
    const end = await runRows(work, sheet, folder, options).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    const failure = await writeOut(work, sheet, options).then(
      () => undefined,
      (error: unknown) => error,
    );
    if ('error' in end) throw end.error;
    return { ...end.result, stoppedBy: end.result.stoppedBy ?? failure };
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(folder.rowsPath, error) : error;
  } finally {
    lock?.release();
    file?.close();
    await folder.removeUnlessBegun();
  }
}

/** Reads and checks the whole file. */
async function readRows(file: RowFile, options: ImportOptions): Promise<{ work: Work; sheet: Sheet }> {
  const { endpoint, event, onConflict, empty, map, source, rows: wanted, signal } = options;
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  const sheet = await source.open();
  const { columns } = sheet;
  const fields = fieldsOf(endpoint.body);
  const terms = { file: source.file, columns, resource: endpoint.resource, fields, map };
  const mapping = await (options.mapColumns?.(terms) ?? mapColumns(terms));
  const table = createRowTable(file, (row) => keyOfRow({ endpoint, mapping }, row));
  const work = {
    endpoint,
    update,
    event,
    mapping,
    onConflict,
    empty,
    table,
    contradictions: [],
    oddAddresses: 0,
    fixed: new Set<string>(),
  };
  await checkRows(sheet.batches, work, { columns, wanted, signal }).catch((error) => {
    throw error instanceof InvalidInputError ? unreadableError(work, source.file, error) : error;
  });
  if (table.size > table.count('left-out')) return { work, sheet };
  if (table.size > 0 && wanted !== undefined) {
    throw new UsageError(`--rows ${wanted.join('-')}: none of the ${table.size} rows of ${source.file}`, {
      fix: 'the header is not counted, and blank rows are passed over',
    });
  }
  throw new InvalidInputError(`${source.file} has a header and no rows`, {
    details: [{ file: source.file, line: 2, message: 'a row is missing' }],
  });
}

async function runRows(work: Work, sheet: Sheet, folder: RunFolder, options: ImportOptions): Promise<ImportResult> {
  const { table } = work;
  const { source, dryRun, signal } = options;
  const invalid = tooManyInvalid(work, options)
    ? invalidRowsError(work, source.file, { canSkip: options.skipInvalid })
    : undefined;
  if (invalid !== undefined && !dryRun) throw invalid;

  const header = headerOf(work, sheet, { ...targetOf(options), ...options, run: folder.run });
  const unfinished = await findUnfinished(header, options);
  if (!dryRun) await settle(header, options);
  // What an interrupted run sent, it sent before its lock was free; a row may have stood in line long after its intent.
  const settledAt = options.clock.now() + options.settleMs;
  if (unfinished !== undefined) await replay(unfinished.entries(), work);
  const client = await options.client();
  await matchRows(work, { client, signal });

  const plan = createReport(work, { dryRun: true, hopeful: true });
  const isWanted = await options.review({
    report: plan,
    done: countRows(table, { hopeful: false }),
    rows: () => plannedRows(work),
  });
  const conflict = table.count('conflict') > 0 ? conflictError(work, source.file) : undefined;
  if (dryRun || !isWanted) return { report: plan, stoppedBy: dryRun ? (invalid ?? conflict) : undefined };
  if (conflict !== undefined) throw conflict;
  if (unfinished === undefined && table.count('create', 'update') === 0) {
    return { report: { ...plan, dryRun: false }, stoppedBy: undefined };
  }

  signal?.throwIfAborted();
  table.sync();
  if (unfinished !== undefined) await unfinished.adoptRows(folder);
  const run = unfinished ?? folder;
  const journal = unfinished === undefined ? await folder.begin(header) : await unfinished.resume();
  const lock = run.lock();
  const stoppedBy = await deliver(work, {
    client,
    journal,
    run: run.run,
    workers: options.workers,
    maxErrors: options.maxErrors(plan.counts.rows),
    keepIds: options.results !== undefined,
    retries: options.retries,
    settledAt,
    settleMs: options.settleMs,
    clock: options.clock,
    onProgress: options.onProgress ?? (() => undefined),
    onWait: options.onWait ?? (async () => undefined),
    signal,
  }).catch((error: unknown) => (isSystemError(error) ? cannotWrite(run.rowsPath, error) : error));
  return end(work, run, { journal, lock }, stoppedBy);
}

/** What another run of this target has on its way shows in the list only once it has taken effect. */
async function settle(header: ImportHeader, { runs, clock, settleMs, onWait, signal }: ImportOptions): Promise<void> {
  const ms = await settlingMs(header, { runs, now: clock.now(), settleMs });
  if (ms <= 0) return;
  await onWait?.(ms);
  await clock.sleep(ms, signal);
}

/** Closes the journal; a run with nothing left to be done is over, and its rows are forgotten. */
async function end(
  work: Work,
  run: RunFolder,
  { journal, lock }: { readonly journal: Journal; readonly lock: Lock },
  stoppedBy: unknown,
): Promise<ImportResult> {
  const isOver = stoppedBy === undefined && work.table.count('create', 'update', 'doubt') === 0;
  if (isOver) journal.finish(countRows(work.table, { hopeful: false }));
  const failure = await journal.close().then(
    () => undefined,
    (error: unknown) => error,
  );
  lock.release();
  if (isOver && failure === undefined) await run.forgetRows();
  const next = isOver ? [] : [{ command: `plenary imports resume ${run.run}` }];
  const report = createReport(work, { run: run.run, dryRun: false, hopeful: false, next });
  return { report, stoppedBy: stoppedBy ?? failure };
}

function tooManyInvalid({ table }: Work, { skipInvalid, maxErrors }: ImportOptions): boolean {
  const rejected = table.count('rejected');
  return rejected > (skipInvalid ? maxErrors(table.size - table.count('left-out')) : 0);
}

function targetOf({ endpoint, event, baseUrl }: ImportOptions): Target {
  return { resource: endpoint.resource, event, baseUrl };
}

async function writeOut(work: Work, sheet: Sheet, { rejects, results }: ImportOptions): Promise<void> {
  if (rejects !== undefined) await writeRejects(work, sheet, rejects);
  if (results !== undefined) await writeResults(work, results);
}

function openRows({ rowsPath }: RunFolder): RowFile {
  try {
    return createRowFile(rowsPath);
  } catch (cause) {
    throw cannotWrite(rowsPath, cause);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['write', 'fsync', 'rename'].includes(String(error.syscall));
}
