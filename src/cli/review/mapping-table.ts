// Shows which column fills which field, and what is not used.
import type { describeMapping } from '../../columns/mapping-report.ts';
import { maskAddresses } from '../../contract/address.ts';
import { listText, namedColumns, quoted } from '../../contract/amount.ts';
import type { Context } from '../context.ts';
import { toLine } from '../output/terminal-text.ts';
import { cutToWidth } from '../output/width.ts';

type ShownMapping = Pick<ReturnType<typeof describeMapping>, 'mapping' | 'reasons'>;

/**
 * A row for each column with the first cell that is not empty, unless all have the names of their
 * fields; then why columns are not used. More than three such columns are named in one sentence
 * instead.
 */
export async function noticeMapping(
  context: Context,
  { mapping, reasons }: ShownMapping,
): Promise<void> {
  if (context.global.quiet) return;
  const isExplained = (name: string) => reasons.some(({ column }) => column === name);
  const unused = mapping.flatMap(({ column, field }) =>
    field !== null || isExplained(column) ? [] : [quoted(column)],
  );
  const areNamed = unused.length > unusedRows;
  const entries = mapping
    .filter(({ field }) => field !== null || !areNamed)
    .map(({ column, field, sample = '' }) => ({ column, field: field ?? '(not used)', sample }));
  if (entries.some(({ column, field }) => column !== field)) {
    await noticeTable(context, entries, ['column', 'field', 'sample']);
  }
  if (areNamed) await context.notice(`Not used: ${listText(unused, namedColumns)}.`);
  for (const { column, reason } of reasons)
    await context.notice(`${quoted(column)} is not used: ${reason}.`);
}

const unusedRows = 3;

/** As wide as the terminal. A log gets the beginnings of cells, and no address. */
async function noticeTable(
  context: Context,
  records: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
): Promise<void> {
  const { io } = context;
  const { recordTable } = await import('../output/table.ts');
  const { isTTY } = io.stderr;
  const width = io.stderr.columns || 80;
  const shown = records.map((record) =>
    Object.fromEntries(
      columns.map((name) => [name, shortened(record[name] ?? '', isTTY === true)]),
    ),
  );
  const table = recordTable(shown, columns, {
    width: isTTY === true ? width : undefined,
    bold: (text) => text,
  });
  await context.notice(table.trimEnd());
}

function shortened(cell: string, isTerminal: boolean): string {
  return cutToWidth(toLine(isTerminal ? cell : maskAddresses(cell)), longestCell);
}

const longestCell = 40;
