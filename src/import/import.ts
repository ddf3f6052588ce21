// Imports a file: checks all of its rows, looks up existing records, plans, and sends the rest. Must not know the terminal.

import { noteOf } from '../changes/change-set.ts';
import { deliver } from '../changes/deliver.ts';
import { createLedger } from '../changes/ledger.ts';
import { findUnlisted, keyMark } from '../changes/unlisted.ts';
import type { PlenaryError } from '../errors.ts';
import type { RunFolder } from '../runs/folder.ts';
import { cannotWrite } from '../runs/journal.ts';
import type { Lock } from '../runs/lock.ts';
import { performRun } from '../runs/perform.ts';
import { createRowFile, type RowFile } from '../runs/row-file.ts';
import { findUndone, supersede } from '../runs/unfinished.ts';
import { conflictError, invalidRowsError } from './errors.ts';
import { findRun, type ImportRun, targetOf } from './find-run.ts';
import { matchRows, statusCells, takeExisting } from './match.ts';
import type { ImportOptions } from './options.ts';
import { outcomeWords } from './outcome-words.ts';
import { type Form, readRows } from './read-rows.ts';
import { countRows, createReport, type ImportResult } from './report.ts';
import { reportFiles, type WriteFiles } from './report-files.ts';
import { plannedRows, previewRows } from './results.ts';
import { loadRows, replay } from './resume.ts';
import type { Work } from './work.ts';

/**
 * Runs an import to its end. Resumes an interrupted one with the same file, target and options.
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are skipped
 * @throws {UsageError} for a mapping or an encoding that does not fit, or if addresses are hidden
 * @throws {ConflictError} if another run works on the target, or records exist and `onConflict` is `fail`
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws the signal's reason, before anything was sent
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const folder = await options.runs.prepare();
  let file: RowFile | undefined;
  let lock: Lock | undefined;
  try {
    file = createRowFile(folder.rowsPath);
    // A dry run sends nothing, so it does not block another run.
    if (!options.dryRun) lock = options.runs.lock(targetOf(options));
    const read = await readRows(file, options);
    return await importRows(file, read, folder, options);
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(folder.rowsPath, error) : error;
  } finally {
    lock?.release();
    file?.close();
    await folder.removeUnlessBegun();
  }
}

/** Plans what to do with the rows, sends them if the plan is accepted, and writes the files that report on each row. */
async function importRows(
  file: RowFile,
  { work: read, form }: { readonly work: Work; readonly form: Form },
  folder: RunFolder,
  options: ImportOptions,
): Promise<ImportResult> {
  let work = read;
  const writeFiles = reportFiles(() => work, form, options);
  let result: ImportResult;
  try {
    const unreadable = work.matching === 'key' ? refusalOf(work, options) : undefined;
    // Rows that are matched with records may have faults that only their records show; all are reported together.
    if (unreadable !== undefined && !options.dryRun) throw unreadable;
    const run = await findRun(work, form, folder, options);
    if (run.isResumed) work = await resumed(file, work, run, options);
    result = await planAndSend(work, run, { ...options, writeFiles });
  } catch (error) {
    // The error of the import matters more.
    await writeFiles().catch(({ message }) => options.onNotice?.({ kind: 'unwritten_file', reason: message }));
    throw error;
  }
  try {
    await writeFiles();
  } catch (error) {
    return { ...result, stoppedBy: result.stoppedBy ?? error };
  }
  return result;
}

/** The same command reads its file again; what its run was to do is decided, and saved. */
async function resumed(file: RowFile, work: Work, { folder }: ImportRun, { source }: ImportOptions): Promise<Work> {
  if ('rowsPath' in source) return work;
  file.clear();
  const ledger = createLedger(file);
  await loadRows(folder.rowsPath, ledger, work);
  return { ...work, ledger, feedback: undefined };
}

interface SendingOptions extends ImportOptions {
  readonly writeFiles: WriteFiles;
}

async function planAndSend(work: Work, run: ImportRun, options: SendingOptions): Promise<ImportResult> {
  const { ledger } = work;
  const { source, dryRun, skipInvalid, signal } = options;
  const sentUpdates = run.isResumed ? await replay(run.folder.entries(), work) : [];
  const inDoubt = [...ledger.rowsIn('doubt')];
  const client = await options.client();
  const { records, totals } = await matchRows(work, { client, signal });
  // The run has changed these before it was interrupted.
  for (const row of sentUpdates) if (ledger.state(row) === 'unchanged') ledger.mark(row, 'updated');
  await findUnlisted(ledger, {
    ...{ runs: options.runs, target: targetOf(options), now: options.clock.now() },
    onFound: (row, id) => takeExisting(work, row, id),
    onRun: async ({ run, journalPath: journal }, rows) =>
      options.onNotice?.({ kind: 'unlisted_records', run, rows, journal }),
  });
  const isPartial = work.matching === 'record' && skipInvalid;
  const conflict = ledger.count('conflict') > 0 && !isPartial ? conflictError(work, source.file) : undefined;
  const refusal = refusalOf(work, options) ?? conflict;
  const report = createReport(work, { dryRun: true, hopeful: true });
  const done = countRows(ledger, { hopeful: false });
  const isWanted = await options.review({
    report,
    done,
    isResumed: run.isResumed,
    records,
    totals,
    refusal,
    rows: (...only) => plannedRows(work, ...only),
    statusCells: () => statusCells(work, source.file),
    preview: () => previewRows(work),
  });
  const unsent = { report, stoppedBy: dryRun ? refusal : undefined, canResume: false };
  if (dryRun || !isWanted) return unsent;
  if (refusal !== undefined) throw refusal;
  if (!run.isResumed && ledger.count('create', 'update') === 0) {
    await supersede(await findUndone(options.undoes, options.runs));
    return { ...unsent, report: { ...report, dryRun: false } };
  }
  signal?.throwIfAborted();
  return sendRows(work, { ...run, inDoubt }, client, options);
}

async function sendRows(
  work: Work,
  { header, prepared, folder, isResumed, lateUntil, inDoubt }: ImportRun & { readonly inDoubt: readonly number[] },
  client: Awaited<ReturnType<ImportOptions['client']>>,
  options: SendingOptions,
): Promise<ImportResult> {
  work.ledger.seal();
  if (isResumed) await folder.adoptRows(prepared);
  const journal = isResumed ? await folder.resume() : await folder.begin(header);
  // An undo must know them as records that the run has created.
  for (const row of inDoubt) {
    const { id, isNew } = noteOf(work, row);
    if (work.ledger.state(row) === 'created' || isNew) {
      journal.recordOutcome({ row, did: 'created', id, key: keyMark(work.ledger.read(row).names.key ?? '') });
    }
  }
  await supersede(await findUndone(options.undoes, options.runs));
  const { stoppedBy, finalCounts } = await performRun(folder, journal, async () => {
    const sent = await deliver(work, {
      ...options,
      ...{ client, journal, run: folder.run, lateUntil },
      maxErrors: options.maxErrors(header.rows),
      saveIds: options.results !== undefined,
      skipsExisting: work.onConflict === 'skip',
      words: outcomeWords(work),
      lookUp: async () => void (await matchRows(work, { client, signal: options.signal }, journal)),
    }).catch((thrown: unknown) => (isSystemError(thrown) ? cannotWrite(folder.rowsPath, thrown) : thrown));
    // Before the run ends: what it has saved is needed until they are written.
    const unwritten = await options.writeFiles(folder.run).catch((error: unknown) => error);
    const error = sent ?? unwritten;
    const isDone = error === undefined && work.ledger.count('create', 'update', 'doubt') === 0;
    return { stoppedBy: error, finalCounts: isDone ? countRows(work.ledger, { hopeful: false }) : undefined };
  });
  const report = createReport(work, { run: folder.run, dryRun: false, hopeful: false });
  return { report, stoppedBy, canResume: finalCounts === undefined };
}

/** The error for more invalid rows than are allowed. */
function refusalOf(work: Work, { source, skipInvalid, maxErrors }: ImportOptions): PlenaryError | undefined {
  const { ledger } = work;
  const allowed = skipInvalid ? maxErrors(ledger.size - ledger.count('left-out')) : 0;
  if (ledger.count('rejected') <= allowed) return undefined;
  return invalidRowsError(work, source.file, { canSkip: !skipInvalid });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['write', 'fsync', 'rename'].includes(String(error.syscall));
}
