// Records on stdout, in the format that was asked for. Streams all formats but the table, whose widths need every row.
import type { Resource } from '../../contract/endpoint.ts';
import type { Context, Format } from '../context.ts';
import { write } from '../io.ts';
import { chooseColumns, defaultColumns } from './columns.ts';

type Row = Readonly<Record<string, unknown>>;

/** What is shown of records: the fields asked for, or all (a table: the resource's usual ones). */
export interface Shown {
  readonly resource: Resource;
  readonly fields: readonly string[] | undefined;
}

/** A list: one JSON array, NDJSON lines, CSV or a table, whatever the number of records. */
export async function printRecords(
  context: Context,
  batches: AsyncIterable<readonly Row[]>,
  shown: Shown,
): Promise<void> {
  await printers[await context.format()](context, batches, shown);
}

/** The answer of a write: the record itself; as a table, one line per field. */
export async function printRecord(context: Context, record: Row, { fields, resource }: Shown): Promise<void> {
  const format = await context.format();
  if (format === 'json') return write(context.io.stdout, `${JSON.stringify(pick(record, fields), null, 2)}\n`);
  if (format !== 'table') return printers[format](context, once([record]), { resource, fields });
  const { fieldTable } = await import('./table.ts');
  const columns = fields ?? Object.keys(record).filter((name) => record[name] !== null && record[name] !== '');
  return write(context.io.stdout, fieldTable(record, columns, tableStyle(context)));
}

const printers: Readonly<Record<Format, typeof printRecords>> = {
  async json({ io }, batches, { fields }) {
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

  async ndjson({ io }, batches, { fields }) {
    for await (const batch of batches) {
      await write(io.stdout, batch.map((record) => `${JSON.stringify(pick(record, fields))}\n`).join(''));
    }
  },

  async csv(context, batches, { fields }) {
    const { csvText } = await import('../../csv/write.ts');
    const { cellText } = await import('./table.ts');
    let columns: readonly string[] | undefined;
    for await (const batch of batches) {
      const names: readonly string[] = columns ??
        fields ?? [...new Set(batch.flatMap((record) => Object.keys(record)))];
      const heading = columns === undefined ? [names] : [];
      columns = names;
      const rows = batch.map((record) => names.map((name) => cellText(record[name])));
      await write(context.io.stdout, csvText([...heading, ...rows]));
    }
  },

  async table(context, batches, { resource, fields }) {
    const records: Row[] = [];
    for await (const batch of batches) records.push(...batch);
    if (records.length === 0) return context.notice(`No ${resource.replace('-', ' ')}.`);
    const { recordTable } = await import('./table.ts');
    const columns = fields ?? chooseColumns(records, defaultColumns[resource]);
    await write(context.io.stdout, recordTable(records, columns, tableStyle(context)));
  },
};

function tableStyle({ io, style }: Context) {
  const { isTTY, columns } = io.stdout;
  return { width: isTTY === true ? (columns ?? 80) : undefined, bold: style.stdout.bold };
}

function pick(record: Row, fields: readonly string[] | undefined): Row {
  if (fields === undefined) return record;
  return Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
