// Imports a file, or applies it: reads and checks all of its rows, looks up existing records,
// plans, and sends the rest. Must not know the terminal.
import { readTable } from '../columns/read-table.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import type { RowSource } from '../files/table.ts';
import { refusalError } from '../runs/refusal.ts';
import { countRows, createRows } from '../runs/rows.ts';
import type { RunTask } from '../runs/task.ts';
import type { Batch } from './batch.ts';
import { createHeader } from './header.ts';
import { openBatch, openFileBatch, savedMapping } from './open-batch.ts';
import type { ImportOptions, SavedRun } from './options.ts';
import { type RecordsPart, recordsPart } from './records-part.ts';
import { type Form, writeRowFiles } from './row-files.ts';
import { takeRows } from './take-rows.ts';

/**
 * The task of an import. It resumes an interrupted one with the same file, target and options.
 * Reading its rows rejects with:
 * @throws {InvalidInputError} for a file that cannot be read
 * @throws {UsageError} for a mapping or an encoding that does not fit
 */
export function importTask(options: ImportOptions): RunTask<RecordsPart> {
  const { endpoint, event, baseUrl, source, skipInvalid, maxErrors } = options;
  let form: Form | undefined;
  return {
    event,
    baseUrl,
    resources: [endpoint.resource],
    resumes: 'run' in source ? source.run : undefined,
    async open({ signal }) {
      const read =
        'run' in source ? readSaved(source, options) : await readFile(source, options, signal);
      form = read.form;
      return [recordsPart(read.batch, { file: source.file, skipInvalid, maxErrors })];
    },
    // Rows that are matched with records may have faults that only their records show; all are
    // reported together.
    refusal: ([part]) => (part?.matching === 'key' ? refusalError([part.refusal()]) : undefined),
    header([part]) {
      if (part === undefined || form === undefined) throw new TypeError('the rows are not read');
      return createHeader(part, form, options);
    },
    counts: ([part]) => (part === undefined ? {} : countRows(part.rows)),
    async writeFiles([part], run) {
      if (part === undefined || form === undefined) return;
      const { rows, matching } = part;
      await writeRowFiles({ rows, matching, form }, options, run);
    },
  };
}

/** Reads and checks all rows of a file. */
async function readFile(
  source: RowSource,
  options: ImportOptions,
  signal: AbortSignal | undefined,
) {
  const { oneRowPer } = options;
  const sheet = await source.open();
  const { batch, table, submitterOf } = await openFileBatch(createRows(), sheet, options);
  refuseMergedCells(
    sheet,
    batch.mapping.mapped.map(({ index }) => index),
  );
  const needsNames = batch.resource === 'speakers';
  await takeRows(readTable(table, { needsNames }).rows(), batch, {
    submitterOf,
    oneRowPer,
    signal,
  });
  const { columns, delimiter } = sheet;
  return { batch, form: { columns, delimiter } };
}

/** The mapping of the columns of a run that is resumed; its rows are filled in afterwards. */
function readSaved(source: SavedRun, options: ImportOptions) {
  const { columns } = source;
  const mapping = savedMapping(columns, options);
  const batch: Batch = { ...openBatch(createRows(), options), columns, mapping };
  return { batch, form: source };
}
