// Shows which column fills which field, what is not used, and the first records as they would be stored.
import type { describeMapping } from '../../columns/mapping-report.ts';
import { maskAddresses } from '../../contract/address.ts';
import { isAddressField } from '../../contract/key.ts';
import type { PreviewedRow } from '../../import/planned-rows.ts';
import type { Context } from '../context.ts';
import { publicValue } from '../output/private-values.ts';
import { toLine } from '../output/terminal-text.ts';
import { quoted } from '../output/text.ts';
import { cutToWidth } from '../output/width.ts';

type ShownMapping = Pick<ReturnType<typeof describeMapping>, 'mapping' | 'reasons'>;

/**
 * A row for each column (some are looked up in another file) with the first cell that is not empty, unless all have the names of their fields; then why columns
 * are not used.
 */
export async function noticeMapping(
  context: Context,
  { mapping, reasons }: ShownMapping,
  lookedUp: readonly string[] = [],
): Promise<void> {
  if (context.global.quiet) return;
  const entries = mapping.map(({ column, field, sample = '' }) => ({
    column,
    field: field ?? (lookedUp.includes(column) ? '(looked up)' : notUsed),
    sample,
  }));
  if (entries.some(({ column, field }) => column !== field)) {
    await noticeTable(context, entries, ['column', 'field', 'sample']);
  }
  for (const { column, reason } of reasons) await context.notice(`${quoted(column)} is not used: ${reason}.`);
}

const notUsed = '(not used)';

/** The first records: a column for each, a row for each field that one of them has. */
export async function noticePreview(context: Context, rows: readonly PreviewedRow[]): Promise<void> {
  if (context.global.quiet || rows.length === 0) return;
  await context.notice(rows.length === 1 ? 'The first record:' : `The first ${rows.length} records:`);
  const shown = context.io.stderr.isTTY === true ? (_: string, value: string) => value : publicText;
  const fields = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const records = fields.map((field) => ({
    field,
    ...Object.fromEntries(rows.map(({ line, values }, at) => [headingOf(line, at), shown(field, values[field] ?? '')])),
  }));
  await noticeTable(context, records, ['field', ...rows.map(({ line }, at) => headingOf(line, at))]);
}

/** An address is masked with the rest of its cell. */
function publicText(field: string, value: string): string {
  return isAddressField(field) ? value : publicValue(field, value);
}

/** Two people of one row have the same line. */
function headingOf(line: number, at: number): string {
  return `line ${line}${' '.repeat(at)}`;
}

/** As wide as the terminal. A log gets the beginnings of cells, and no address. */
async function noticeTable(
  context: Context,
  records: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
): Promise<void> {
  const { io } = context;
  const { recordTable } = await import('../output/table.ts');
  const { isTTY, columns: width = 80 } = io.stderr;
  const shown = records.map((record) =>
    Object.fromEntries(columns.map((name) => [name, shortened(name, record[name] ?? '', isTTY === true)])),
  );
  const table = recordTable(shown, columns, { width: isTTY === true ? width : undefined, bold: (text) => text });
  await context.notice(table.trimEnd());
}

function shortened(name: string, cell: string, isTerminal: boolean): string {
  const text = toLine(isTerminal ? cell : maskAddresses(cell));
  return cutToWidth(text, isTerminal || name === 'column' ? longestCell : longestInLogs);
}

const longestCell = 60;
const longestInLogs = 40;
