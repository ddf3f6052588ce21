// Imports a file, or applies it: reads and checks all of its rows, looks up existing records, plans, and sends the rest. Must not know the terminal.
import { createLedger, type Ledger } from '../changes/ledger.ts';
import type { Producer } from '../changes/producer.ts';
import { runChanges } from '../changes/run.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import { sampleRows } from '../files/rows.ts';
import type { RowSource } from '../files/table.ts';
import type { RowRange } from '../runs/entry.ts';
import type { RowFile } from '../runs/row-file.ts';
import { checkRows } from './check.ts';
import { leftOutError } from './errors.ts';
import { createHeader } from './header.ts';
import type { ChangeSource, ImportOptions, SavedRun } from './options.ts';
import { type RecordsPart, recordsPart } from './records-part.ts';
import { countRows, createReport, type ImportResult } from './report.ts';
import { type Form, writeRowFiles } from './row-files.ts';
import { checkChanges } from './rows.ts';
import { savedMapping, startReading, startWork } from './start-work.ts';
import type { Work } from './work.ts';

/**
 * Runs an import to its end. Resumes an interrupted one with the same file, target and options.
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are skipped
 * @throws {UsageError} for a mapping or an encoding that does not fit, or if addresses are hidden
 * @throws {ConflictError} if another run works on the target
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws the signal's reason, before anything was sent
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { producer, reading, writeFiles } = importOf(options);
  return runChanges(producer, options, async ({ run, stoppedBy, canResume, isWanted }) => {
    const { part } = reading();
    const dryRun = options.dryRun || !isWanted;
    const report = createReport(part.set, { run, dryRun, hopeful: run === undefined });
    const unwritten = await writeFiles().catch((error: unknown) => error);
    return { report, stoppedBy: (options.dryRun ? part.refusal() : stoppedBy) ?? unwritten, canResume };
  });
}

/** An import as the producer of its changes. */
function importOf(options: ImportOptions) {
  const { endpoint, event, baseUrl, source, dryRun, skipInvalid, maxErrors } = options;
  let read: { readonly part: RecordsPart; readonly form: Form } | undefined;
  let written: Promise<void> | undefined;
  const reading = () => {
    if (read === undefined) throw new TypeError('the rows are not read yet');
    return read;
  };
  /** Only the first call does. */
  const writeFiles = (run?: string) => {
    const { part, form } = reading();
    written ??= writeRowFiles(part.set, form, options, run);
    return written;
  };
  const producer: Producer<RecordsPart> = {
    ...{ event, baseUrl, dryRun, resources: [endpoint.resource] },
    resumes: 'run' in source ? source.run : undefined,
    async open(file) {
      const { work, form } = await readRows(file, options);
      const saveIds = options.results !== undefined;
      const part = recordsPart(work, { file: source.file, skipInvalid, maxErrors, saveIds });
      read = { part, form };
      // Rows that are matched with records may have faults that only their records show; all are reported together.
      const refusal = work.matching === 'key' && !dryRun ? part.refusal() : undefined;
      if (refusal !== undefined) throw refusal;
      return [part];
    },
    header: (run) => createHeader(reading().part.set, reading().form, options, run),
    async review({ isResumed }) {
      const { part } = reading();
      const plan = part.plan(isResumed);
      const isWanted = await options.review(plan);
      if (isWanted && !dryRun && plan.refusal !== undefined) throw plan.refusal;
      return isWanted;
    },
    counts: () => countRows(reading().part.set.ledger, { hopeful: false }),
    writeFiles,
    async onError() {
      if (read === undefined) return;
      // The error of the import matters more.
      await writeFiles().catch(({ message }) => options.onNotice?.({ kind: 'unwritten_file', reason: message }));
    },
  };
  return { producer, reading, writeFiles };
}

interface Read {
  readonly work: Work;
  readonly form: Form;
}

/** Reads and checks all rows. */
async function readRows(file: RowFile, options: ImportOptions): Promise<Read> {
  const { source } = options;
  if ('changes' in source) return readChanges(createLedger(file), source, options);
  if ('run' in source) return readSaved(createLedger(file), source, options);
  return readFile(createLedger(file), source, options);
}

async function readFile(ledger: Ledger, source: RowSource, options: ImportOptions): Promise<Read> {
  const { rows: wanted, signal } = options;
  const sheet = await source.open();
  const { columns, rows } = sheet;
  const { sample, lines } = sampleRows(sheet);
  const reading = await startReading(ledger, sheet, { columns, sample, rows, lines }, options);
  refuseMergedCells(
    sheet,
    reading.mapping.mapped.map(({ index }) => index),
  );
  await checkRows(sheet.rows, reading, { columns, wanted, signal });
  if (countRows(ledger, { hopeful: true }).rows > 0) return { work: reading, form: sheet };
  if (reading.warnings.size > 0) throw leftOutError(reading, source.file);
  if (ledger.size > 0 && wanted !== undefined) {
    throw new UsageError(
      `${source.file} has no rows ${rangeText(wanted)}; its rows are 1 to ${ledger.read(ledger.last).row}`,
      {
        fix: 'specify other rows; the header is not counted, and blank rows are skipped',
      },
    );
  }
  throw new InvalidInputError(`${source.file} has a header but no rows`, {
    details: [{ file: source.file, line: (lines[0] ?? 1) + 1, message: 'at least one row is required' }],
  });
}

function rangeText([first, last]: RowRange): string {
  return last === Number.MAX_SAFE_INTEGER ? `from ${first} on` : `from ${first} to ${last}`;
}

/** Changes that were planned: they are not read from cells, and checked like rows of a file. */
async function readChanges(ledger: Ledger, { columns, changes }: ChangeSource, options: ImportOptions): Promise<Read> {
  const work = startWork(ledger, options);
  checkChanges(changes, work, options.signal);
  return { work: { ...work, columns }, form: { columns, delimiter: ',' } };
}

/** The mapping of the columns of a run that is resumed; its rows are filled in afterwards. */
async function readSaved(ledger: Ledger, source: SavedRun, options: ImportOptions): Promise<Read> {
  const { columns, delimiter } = source;
  const work = { ...startWork(ledger, options), columns };
  // Changes have no mapping.
  const mapping = options.map.length > 0 ? savedMapping(columns, options) : work.mapping;
  return { work: { ...work, mapping }, form: { columns, delimiter } };
}
