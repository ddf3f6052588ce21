// Imports a file, or applies it: reads and checks all of its rows, looks up existing records,
// plans, and sends the rest. Must not know the terminal.
import { readTable } from '../columns/read-table.ts';
import { InvalidInputError } from '../errors.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import type { RowSource } from '../files/table.ts';
import { countRows, createRows, type Rows } from '../runs/rows.ts';
import { runChanges } from '../runs/run.ts';
import type { Run, RunTask } from '../runs/task.ts';
import { leftOutError } from './errors.ts';
import { createHeader } from './header.ts';
import type { ImportOptions, SavedRun } from './options.ts';
import { type RecordsPart, recordsPart } from './records-part.ts';
import { type Form, writeRowFiles } from './row-files.ts';
import { savedMapping, startFileWork, startWork } from './start-work.ts';
import { takeRows } from './take-rows.ts';
import type { Work } from './work.ts';

/**
 * Runs an import to its end. Resumes an interrupted one with the same file, target and options.
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are
 *   skipped
 * @throws {UsageError} for a mapping or an encoding that does not fit, or if addresses are hidden
 * @throws {ConflictError} if another run works on the target
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws the signal's reason, before anything was sent
 */
export async function runImport(options: ImportOptions): Promise<Run<RecordsPart>> {
  const { endpoint, source, dryRun, skipInvalid, maxErrors, onNotice } = options;
  let read: { readonly part: RecordsPart; readonly form: Form } | undefined;
  let written: Promise<void> | undefined;
  const opened = () => {
    if (read === undefined) throw new TypeError('the rows are not read yet');
    return read;
  };
  /** Only the first call does. */
  const writeFiles = (run?: string) => {
    const { part, form } = opened();
    written ??= writeRowFiles(part, form, options, run);
    return written;
  };
  const task: RunTask<RecordsPart> = {
    ...options,
    resources: [endpoint.resource],
    resumes: 'run' in source ? source.run : undefined,
    async open() {
      const { work, form } = await readRows(options);
      const part = recordsPart(work, { file: source.file, skipInvalid, maxErrors });
      read = { part, form };
      // Rows that are matched with records may have faults that only their records show; all are
      // reported together.
      const refusal = work.matching === 'key' && !dryRun ? part.refusal() : undefined;
      if (refusal !== undefined) throw refusal;
      return [part];
    },
    header: () => createHeader(opened().part, opened().form, options),
    counts: () => countRows(opened().part.rows),
    writeFiles,
  };
  const ended = await runChanges(task).catch(async (error: unknown) => {
    // The error of the import matters more.
    if (read !== undefined)
      await writeFiles().catch(({ message }) =>
        onNotice?.({ kind: 'unwritten_file', reason: message }),
      );
    throw error;
  });
  const unwritten = await writeFiles().catch((error: unknown) => error);
  return { ...ended, stoppedBy: ended.stoppedBy ?? unwritten };
}

interface Read {
  readonly work: Work;
  readonly form: Form;
}

/** Reads and checks all rows. */
async function readRows(options: ImportOptions): Promise<Read> {
  const { source } = options;
  if ('run' in source) return readSaved(createRows(), source, options);
  return readFile(createRows(), source, options);
}

async function readFile(own: Rows, source: RowSource, options: ImportOptions): Promise<Read> {
  const { signal, oneRowPer } = options;
  const sheet = await source.open();
  const { columns, delimiter, headerLine = 1 } = sheet;
  const { work, table, submitterOf } = await startFileWork(own, sheet, options);
  refuseMergedCells(
    sheet,
    work.mapping.mapped.map(({ index }) => index),
  );
  const needsNames = work.resource === 'speakers';
  await takeRows(readTable(table, { needsNames }).rows(), work, {
    submitterOf,
    oneRowPer,
    signal,
  });
  if (own.length > own.count('left-out')) return { work, form: { columns, delimiter } };
  if (work.warnings.size > 0) throw leftOutError(work, source.file);
  throw new InvalidInputError(`${source.file} has a header but no rows`, {
    details: [{ file: source.file, line: headerLine + 1, message: 'at least one row is required' }],
  });
}

/** The mapping of the columns of a run that is resumed; its rows are filled in afterwards. */
async function readSaved(own: Rows, source: SavedRun, options: ImportOptions): Promise<Read> {
  const { columns, delimiter } = source;
  const work = { ...startWork(own, options), columns };
  return {
    work: { ...work, mapping: savedMapping(columns, options) },
    form: { columns, delimiter },
  };
}
