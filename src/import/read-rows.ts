// Reads and checks all rows of a file. Must not know existing records.
import { createLedger, type Ledger } from '../changes/ledger.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import { sampleRows } from '../files/rows.ts';
import type { RowSource } from '../files/table.ts';
import type { RowRange } from '../runs/entry.ts';
import type { RowFile } from '../runs/row-file.ts';
import { checkRows } from './check.ts';
import { leftOutError } from './errors.ts';
import type { ChangeSource, ImportOptions, SavedRun } from './options.ts';
import { countRows } from './report.ts';
import type { Form } from './row-files.ts';
import { checkChanges } from './rows.ts';
import { savedMapping, startReading, startWork } from './start-work.ts';
import type { Work } from './work.ts';

interface Read {
  readonly work: Work;
  readonly form: Form;
}

/** Reads and checks all rows. */
export async function readRows(file: RowFile, options: ImportOptions): Promise<Read> {
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
