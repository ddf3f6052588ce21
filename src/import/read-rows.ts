// Reads and checks all rows of a file. Must not know existing records.
import { type MappingOptions, mapColumns } from '../columns/mapping.ts';
import { fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import { InvalidInputError, JournalError, UsageError } from '../errors.ts';
import type { RowRange } from '../runs/entry.ts';
import type { RowFile } from '../runs/row-file.ts';
import { sampleRows } from '../sheets/peek.ts';
import type { Sheet } from '../sheets/table.ts';
import { checkRows } from './check.ts';
import type { ImportOptions } from './options.ts';
import { countRows, unreadableError } from './report.ts';
import { createRowTable } from './row-table.ts';
import type { PreparedSheet } from './submitters.ts';
import { keyOfRow, noNotes, type Work } from './work.ts';

/** Reads and checks the whole file. */
export async function readRows(file: RowFile, options: ImportOptions): Promise<{ work: Work; sheet: Sheet }> {
  const { source, rows: wanted, signal } = options;
  const opened = await source.open();
  const prepared: PreparedSheet = 'rows' in source ? opened : ((await options.complete?.(opened)) ?? opened);
  const { sample, sheet } = await sampleRows(prepared);
  const { columns } = sheet;
  const work = await startWork(file, { columns, sample }, options);
  await checkRows(sheet.batches, work, { columns, wanted, areDivided: 'rows' in source, signal }).catch((error) => {
    throw error instanceof InvalidInputError ? unreadableError(work, source.file, error) : error;
  });
  const { table } = work;
  const { rows } = countRows(table, { hopeful: true });
  if ('rows' in source && rows !== source.rows) {
    throw new JournalError(`the saved rows of ${source.file} are incomplete: ${rows} of ${source.rows}`);
  }
  if (rows > 0) return { work, sheet };
  if (table.size > 0 && wanted !== undefined) {
    throw new UsageError(
      `${source.file} has no rows ${rangeText(wanted)}; its rows are 1 to ${table.read(table.size).fileRow}`,
      {
        fix: 'specify other rows; the header is not counted, and blank rows are skipped',
      },
    );
  }
  throw new InvalidInputError(`${source.file} has a header but no rows`, {
    details: [{ file: source.file, line: 2, message: 'at least one row is required' }],
  });
}

function rangeText([first, last]: RowRange): string {
  return last === Number.MAX_SAFE_INTEGER ? `from ${first} on` : `from ${first} to ${last}`;
}

async function startWork(
  file: RowFile,
  read: Pick<MappingOptions, 'columns' | 'sample'>,
  options: ImportOptions,
): Promise<Work> {
  const { endpoint, event, onConflict, empty, map, source, allowsOdd } = options;
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  const fields = fieldsOf(endpoint.body);
  const terms = { file: source.file, ...read, resource: endpoint.resource, fields, map };
  const found = await (options.mapColumns?.(terms) ?? mapColumns(terms));
  const mapping = { ...found, givenAddress: options.submitterEmail };
  const table = createRowTable(file, (row) => keyOfRow({ endpoint, mapping }, row));
  return { endpoint, update, event, mapping, onConflict, empty, table, rules: { allowsOdd }, ...noNotes() };
}
