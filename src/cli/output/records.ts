// Records on stdout, in the format that was asked for. All formats but the table stream; its widths need every row.
import type { Context, Format } from '../context.ts';
import { write } from '../io.ts';
import { chooseColumns } from './columns.ts';
import type { TableStyle } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

/** What is listed: its name for people, and the fields that a table shows where `--fields` chose none. */
export interface Listing {
  readonly noun: string;
  readonly usual: readonly string[];
}

/** A list, whatever the number of records: one JSON array, NDJSON lines, CSV or a table. */
export async function printRecords(
  context: Context,
  batches: AsyncIterable<readonly Row[]>,
  listing: Listing,
): Promise<void> {
  await printers[await context.format()](context, batches, listing);
}

/** One record. A table has a line for each field that is not empty; `shown` replaces what it is made of. */
export async function printRecord(context: Context, record: Row, shown: Row = record): Promise<void> {
  const { io, fields } = context;
  const format = await context.format();
  if (format === 'json') return write(io.stdout, `${JSON.stringify(pick(record, fields), null, 2)}\n`);
  if (format !== 'table') return printRecords(context, all([record]), { noun: 'record', usual: [] });
  const { fieldTable } = await import('./table.ts');
  const columns = fields ?? Object.keys(shown).filter((name) => shown[name] !== null && shown[name] !== '');
  return write(io.stdout, fieldTable(shown, columns, tableStyle(context)));
}

/** Records that are there already, as one batch. */
export async function* all<T>(records: readonly T[]): AsyncGenerator<readonly T[]> {
  yield records;
}

const printers: Readonly<Record<Format, typeof printRecords>> = {
  async json({ io, fields }, batches) {
    let before = '[';
    for await (const batch of batches) {
      for (const record of batch) {
        const text = JSON.stringify(pick(record, fields), null, 2).replaceAll('\n', '\n  ');
        await write(io.stdout, `${before}\n  ${text}`);
        before = ',';
      }
    }
    await write(io.stdout, before === '[' ? '[]\n' : '\n]\n');
  },

  async ndjson({ io, fields }, batches) {
    for await (const batch of batches) {
      await write(io.stdout, batch.map((record) => `${JSON.stringify(pick(record, fields))}\n`).join(''));
    }
  },

  async csv({ io, fields }, batches) {
    const { csvText, guard } = await import('../../csv/write.ts');
    const { cellText } = await import('./table.ts');
    let columns: readonly string[] | undefined;
    for await (const batch of batches) {
      const names: readonly string[] = columns ??
        fields ?? [...new Set(batch.flatMap((record) => Object.keys(record)))];
      const heading = columns === undefined ? [names] : [];
      columns = names;
      const rows = batch.map((record) => names.map((name) => guard(cellText(record[name]))));
      await write(io.stdout, csvText([...heading, ...rows]));
    }
  },

  async table(context, batches, { noun, usual }) {
    const records: Row[] = [];
    for await (const batch of batches) records.push(...batch);
    if (records.length === 0) return context.notice(`No ${noun}.`);
    const { recordTable } = await import('./table.ts');
    const columns = context.fields ?? chooseColumns(records, usual);
    await write(context.io.stdout, recordTable(records, columns, tableStyle(context)));
  },
};

function tableStyle({ io, style }: Context): TableStyle {
  const { isTTY, columns } = io.stdout;
  return { width: isTTY === true ? (columns ?? 80) : undefined, bold: style.stdout.bold };
}

function pick(record: Row, fields: readonly string[] | undefined): Row {
  if (fields === undefined) return record;
  return Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
}
