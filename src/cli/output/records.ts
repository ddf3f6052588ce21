// Records on stdout, in the format that was asked for. JSON, NDJSON and CSV of chosen fields stream; a table's widths and
// a CSV header that was not chosen need every record.
import type { Context, Format } from '../context.ts';
import { write } from '../io.ts';
import { chooseColumns } from './columns.ts';
import { jsonText } from './json.ts';
import type { TableStyle } from './table.ts';
import { toLines } from './terminal-text.ts';

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
  const seen = new Set<string>();
  const noted = context.fields === undefined ? batches : noteFields(batches, seen);
  await printers[await context.format()](context, noted, listing);
  await tellAbsent(context, seen);
}

/** One record. A table has a line for each field that is not empty; `shown` replaces what it is made of. */
export async function printRecord(context: Context, record: Row, shown: Row = record): Promise<void> {
  const { io, fields } = context;
  const format = await context.format();
  if (format === 'json') {
    await write(io.stdout, jsonText(io.stdout, pick(record, fields), 2));
    return tellAbsent(context, new Set(Object.keys(record)));
  }
  if (format !== 'table') return printRecords(context, all([record]), { noun: 'record', usual: [] });
  const { fieldTable } = await import('./table.ts');
  await tellAbsent(context, new Set(Object.keys(record)));
  const columns = fields ?? Object.keys(shown).filter((name) => shown[name] !== null && shown[name] !== '');
  return write(io.stdout, fieldTable(shown, columns, tableStyle(context)));
}

async function* noteFields(batches: AsyncIterable<readonly Row[]>, seen: Set<string>): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    for (const record of batch) for (const name of Object.keys(record)) seen.add(name);
    yield batch;
  }
}

/** A field that no record has is most likely a slip of the finger. */
async function tellAbsent(context: Context, seen: ReadonlySet<string>): Promise<void> {
  const absent = context.fields?.filter((name) => !seen.has(name)) ?? [];
  if (seen.size === 0 || absent.length === 0) return;
  await context.notice(`No record has ${absent.join(' or ')}; there are: ${[...seen].join(', ')}.`);
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
        const text = jsonText(io.stdout, pick(record, fields), 2).trimEnd().replaceAll('\n', '\n  ');
        await write(io.stdout, `${before}\n  ${text}`);
        before = ',';
      }
    }
    await write(io.stdout, before === '[' ? '[]\n' : '\n]\n');
  },

  async ndjson({ io, fields }, batches) {
    for await (const batch of batches) {
      await write(io.stdout, batch.map((record) => jsonText(io.stdout, pick(record, fields), 0)).join(''));
    }
  },

  async csv({ io, fields }, batches) {
    const { csvText, guard } = await import('../../csv/write.ts');
    const { cellText } = await import('./table.ts');
    const cellOf = (value: unknown) => guard(io.stdout.isTTY === true ? toLines(cellText(value)) : cellText(value));
    const rowsOf = (records: readonly Row[], names: readonly string[]) =>
      records.map((record) => names.map((name) => cellOf(record[name])));
    if (fields !== undefined) {
      await write(io.stdout, csvText([fields]));
      for await (const batch of batches) await write(io.stdout, csvText(rowsOf(batch, fields)));
      return;
    }
    // The header names every field of every record, so all of them come first.
    const records = await gather(batches);
    if (records.length === 0) return;
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
    await write(io.stdout, csvText([names, ...rowsOf(records, names)]));
  },

  async table(context, batches, { noun, usual }) {
    const records = await gather(batches);
    if (records.length === 0) return context.notice(`No ${noun}.`);
    const { columnsWithRoom, recordTable } = await import('./table.ts');
    const style = tableStyle(context);
    const columns = context.fields ?? columnsWithRoom(records, chooseColumns(records, usual), style);
    await write(context.io.stdout, recordTable(records, columns, style));
  },
};

async function gather(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const records: Row[] = [];
  for await (const batch of batches) for (const record of batch) records.push(record);
  return records;
}

function tableStyle({ io, style }: Context): TableStyle {
  const { isTTY, columns } = io.stdout;
  return { width: isTTY === true ? (columns ?? 80) : undefined, bold: style.stdout.bold };
}

function pick(record: Row, fields: readonly string[] | undefined): Row {
  if (fields === undefined) return record;
  return Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
}
