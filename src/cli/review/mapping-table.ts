// Shows which column fills which field, and what is not used.
import type { Mapping } from '../../columns/mapping.ts';
import { shownColumns, withPublicSample } from '../../columns/mapping-report.ts';
import { listText, namedColumns, quoted } from '../../contract/amount.ts';
import type { Context } from '../context.ts';
import { noticeTable } from '../output/records.ts';
import { toLine } from '../output/terminal-text.ts';
import { cutToWidth } from '../output/width.ts';

/**
 * A row for each column with the first cell that is not empty, unless all have the names of their
 * fields; then why columns are not used. If there are many of these, they are named in one sentence
 * instead. Logs store what is printed; who sits at a terminal may see every cell.
 */
export async function noticeMapping(context: Context, mapping: Mapping): Promise<void> {
  if (context.global.quiet) return;
  const { interactive } = context;
  const columns = shownColumns(mapping);
  const reasons = mapping.unmapped.flatMap(({ column, reason }) =>
    reason === undefined ? [] : [{ column, reason }],
  );
  const isExplained = (name: string) => reasons.some(({ column }) => column === name);
  const unused = columns.flatMap(({ column, field }) =>
    field !== null || isExplained(column) ? [] : [quoted(column)],
  );
  const areNamed = unused.length > (interactive ? unusedRows.terminal : unusedRows.log);
  const entries = columns
    .filter(({ field }) => field !== null || !areNamed)
    .map((column) => (interactive ? column : withPublicSample(column)))
    .map(({ column, field, sample = '' }) => ({ column, field: field ?? '(not used)', sample }));
  if (entries.some(({ column, field }) => column !== field)) {
    const shown = entries.map(({ column, field, sample }) => ({
      column: shortened(column),
      field: shortened(field),
      sample: shortened(sample),
    }));
    await noticeTable(context, shown, ['column', 'field', 'sample']);
  }
  if (areNamed) await context.notice(`Not used: ${listText(unused, namedColumns)}.`);
  for (const { column, reason } of reasons)
    await context.notice(`${quoted(column)} is not used: ${reason}.`);
}

/** How many columns that are not used have rows of their own. */
const unusedRows = { terminal: 20, log: 3 };

function shortened(cell: string): string {
  return cutToWidth(toLine(cell), longestCell);
}

const longestCell = 40;
