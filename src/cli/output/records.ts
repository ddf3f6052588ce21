// Prints records on stdout in the requested format, or as a table among the notices. JSON, NDJSON
// and CSV with --fields are streamed; a table's widths and a CSV header without --fields need all
// records first. Must not know resources.
import { memberOf, servedRecord } from '../../client/records.ts';
import type { RecordData } from '../../client/response.ts';
import type { OutputFormat } from '../command-settings.ts';
import type { Context } from '../context.ts';
import { write } from '../io.ts';
import {
  type AskedField,
  askedByFields,
  noteAbsentFields,
  withKnownFields,
} from './asked-fields.ts';
import { cellText } from './cell-text.ts';
import { chooseFields } from './default-fields.ts';
import { jsonText } from './json.ts';
import type { TableStyle } from './table.ts';
import { outputText, toLine } from './terminal-text.ts';

/** What is listed, and how it is selected. */
interface Listing {
  /** Its name for people. */
  readonly noun: string;
  /** What a table says once it is known that no record is listed: `No <noun>.` unless given. */
  readonly none?: () => string | undefined;
  /** The fields that a table shows without --fields. */
  readonly defaultFields: readonly string[];
  /** Fields that --fields may name although no record has them. */
  readonly knownFields?: readonly string[];
  /** Further fields that the user names. */
  readonly asked?: readonly AskedField[];
  /** Chooses and sorts the records before they are printed. */
  readonly select?: (
    batches: AsyncIterable<readonly RecordData[]>,
  ) => AsyncIterable<readonly RecordData[]>;
}

/**
 * Prints a list of any length: one JSON array, NDJSON lines, CSV or a table.
 * @throws {UsageError} if the user names a field that does not exist; nothing is printed then
 */
export async function printRecords(
  context: Context,
  batches: AsyncIterable<readonly RecordData[]>,
  listing: Listing,
): Promise<void> {
  const { knownFields = [], asked = [], select = (all) => all } = listing;
  const named = [...askedByFields(context), ...asked];
  const checked = withKnownFields(context, batches, named, knownFields);
  const format = await context.format();
  await printers[format](context, select(checked), listing);
}

/**
 * Prints one record: JSON as served. A table has a line for each field that is not empty; `shown`
 * is what it shows instead of the record.
 */
export async function printRecord(
  context: Context,
  record: RecordData,
  shown: RecordData = record,
): Promise<void> {
  const { io, fields } = context;
  const format = await context.format();
  if (format === 'json') await write(io.stdout, jsonText(io.stdout, pickServed(record, fields), 2));
  else if (format !== 'table')
    await printers[format](context, oneBatch([record]), { noun: 'record', defaultFields: [] });
  await noteAbsentFields(context, record);
  if (format !== 'table') return;
  const { fieldTable } = await import('./card.ts');
  const columns =
    fields ?? Object.keys(shown).filter((name) => shown[name] !== null && shown[name] !== '');
  return write(io.stdout, fieldTable(pick(shown, columns), columns, tableStyle(context)));
}

/** Records that are complete, as one batch. */
export async function* oneBatch<T>(records: readonly T[]): AsyncGenerator<readonly T[]> {
  yield records;
}

type Printer = (
  context: Context,
  batches: AsyncIterable<readonly RecordData[]>,
  listing: Listing,
) => Promise<void>;

const printers: Readonly<Record<OutputFormat, Printer>> = {
  async json({ io, fields }, batches) {
    let before = '[';
    for await (const batch of batches) {
      for (const record of batch) {
        const text = jsonText(io.stdout, pickServed(record, fields), 2)
          .trimEnd()
          .replaceAll('\n', '\n  ');
        await write(io.stdout, `${before}\n  ${text}`);
        before = ',';
      }
    }
    await write(io.stdout, before === '[' ? '[]\n' : '\n]\n');
  },

  async ndjson({ io, fields }, batches) {
    for await (const batch of batches) {
      await write(
        io.stdout,
        batch.map((record) => jsonText(io.stdout, pickServed(record, fields), 0)).join(''),
      );
    }
  },

  async csv({ io, fields }, batches) {
    const { csvText, guard } = await import('../../files/csv-write.ts');
    const cellOf = (value: unknown) => guard(outputText(io.stdout, cellText(value)));
    // Unlike a text, a field name has no use for a control character.
    const headingOf = (name: string) => guard(toLine(name));
    const rowsOf = (records: readonly RecordData[], names: readonly string[]) =>
      records.map((record) => names.map((name) => cellOf(memberOf(record, name))));
    if (fields !== undefined) {
      let header = csvText([fields.map(headingOf)]);
      // Not before the names in it are known to be right.
      for await (const batch of batches) {
        await write(io.stdout, header + csvText(rowsOf(batch, fields)));
        header = '';
      }
      return write(io.stdout, header);
    }
    // The header names each field of any record, so all records are needed first.
    const records = await gather(batches);
    if (records.length === 0) return;
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
    await write(io.stdout, csvText([names.map(headingOf), ...rowsOf(records, names)]));
  },

  async table(context, batches, { noun, none, defaultFields }) {
    const records = await gather(batches);
    if (records.length === 0) return context.notice(none?.() ?? `No ${noun}.`);
    const { recordTable } = await import('./table.ts');
    const columns = context.fields ?? chooseFields(records, defaultFields);
    const shown = records.map((record) => pick(record, columns));
    await write(context.io.stdout, recordTable(shown, columns, tableStyle(context)));
  },
};

/** A table among the notices, as wide as the terminal. */
export async function noticeTable(
  context: Context,
  records: readonly RecordData[],
  columns: readonly string[],
): Promise<void> {
  const { recordTable } = await import('./table.ts');
  const { isTTY, columns: width } = context.io.stderr;
  const style = { width: isTTY === true ? width || 80 : undefined, bold: (text: string) => text };
  await context.notice(recordTable(records, columns, style).trimEnd());
}

async function gather(
  batches: AsyncIterable<readonly RecordData[]>,
): Promise<readonly RecordData[]> {
  const records: RecordData[] = [];
  for await (const batch of batches) for (const record of batch) records.push(record);
  return records;
}

/**
 * How tables are drawn on standard output. A terminal that does not know its size has 0 columns.
 * COLUMNS is the width of a pipe, if it is set.
 */
export function tableStyle({ io, style }: Context): TableStyle {
  const { isTTY, columns } = io.stdout;
  const named = Number(io.env.COLUMNS) || undefined;
  return { width: isTTY === true ? columns || 80 : named, bold: style.stdout.bold };
}

function pick(record: RecordData, fields: readonly string[]): RecordData {
  return Object.fromEntries(fields.map((name) => [name, memberOf(record, name)]));
}

/**
 * The record as served, or these fields of it; one that the server gives another name is the one
 * that was read.
 */
function pickServed(record: RecordData, fields: readonly string[] | undefined): RecordData {
  const served = servedRecord(record);
  if (fields === undefined) return served;
  return Object.fromEntries(fields.map((name) => [name, served[name] ?? record[name] ?? null]));
}
