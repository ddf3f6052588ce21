// Shows which column fills which field, what is not used, and the first records as they would be stored.
import type { describeMapping } from '../../columns/mapping-report.ts';
import { maskAddresses } from '../../contract/address.ts';
import type { Context } from '../context.ts';
import { toLine } from '../output/terminal-text.ts';
import { flagValue, listText, namedColumns, quoted } from '../output/text.ts';
import { cutToWidth } from '../output/width.ts';

type ShownMapping = Pick<ReturnType<typeof describeMapping>, 'mapping' | 'reasons' | 'suggestions'>;

/**
 * A row for each column with the first cell that is not empty, unless all have the names of their fields; then why columns
 * are not used, and what to do.
 */
export async function noticeMapping(context: Context, { mapping, reasons, suggestions }: ShownMapping): Promise<void> {
  if (context.global.quiet) return;
  const entries = mapping.map(({ column, field, sample = '' }) => ({
    column,
    field: field ?? notUsed,
    sample,
  }));
  if (entries.some(({ column, field }) => column !== field)) {
    await noticeTable(context, entries, ['column', 'field', 'sample']);
  }
  for (const { column, reason } of reasons) await context.notice(`${quoted(column)} is not used: ${reason}.`);
  await noticeSuggestions(context, suggestions);
}

const notUsed = '(not used)';

/** Prints the flag that maps each unused column to the field that it resembles. */
export async function noticeSuggestions(context: Context, suggestions: ShownMapping['suggestions']): Promise<void> {
  for (const { column, field } of suggestions) {
    await context.notice(
      `Warning: ${quoted(column)} is not used, but looks like ${field}. To use it, pass --map ${flagValue(`${column}=${field}`)}.`,
    );
  }
}

/** The columns of a file that are not used, each once; those that look like another one must be renamed to be used. */
export async function noticeRenames(
  context: Context,
  file: string,
  columns: readonly { readonly column: string; readonly field?: string | undefined }[],
): Promise<void> {
  const unlike = columns.filter(({ field }) => field === undefined).map(({ column }) => quoted(column));
  if (unlike.length > 0) await context.notice(`Not used of ${file}: ${listText(unlike, namedColumns)}.`);
  for (const { column, field } of columns) {
    if (field === undefined) continue;
    const what = `the column ${quoted(column)} of ${file} is not used, but looks like ${field}`;
    await context.notice(`Warning: ${what}. To use it, rename it to ${field}.`);
  }
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
