// Owns the words of an import: its notices and its report.

import { amount, plural, quoted } from '../../../contract/amount.ts';
import type { ImportNotice } from '../../../import/options.ts';
import type { ImportResult } from '../../../import/report.ts';
import { type RunDifference, resumeCommands } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import { warningLines } from '../../output/fault-lines.ts';
import { nextCommand, type ServiceFlags } from '../../output/next-command.ts';
import { printRecord } from '../../output/records.ts';

/** A notice of an import under way. */
export function noticeText(notice: ImportNotice, flags: ServiceFlags): string {
  switch (notice.kind) {
    case 'resuming_run':
      return `Resuming run ${notice.run}, started ${notice.startedAt}.`;
    case 'damaged_run':
      return `The saved rows of run ${notice.run} are damaged, so it is not resumed: a new run looks up what exists, and sends the rest.`;
    case 'unfinished_run': {
      const { run, difference } = notice;
      // It needs its own address.
      const own = difference.what === 'base_url' ? { baseUrl: difference.was } : flags;
      const commands = resumeCommands(run).map((command) => nextCommand(command, own));
      return `Run ${run} of this file is unfinished and is not resumed: ${differenceText(difference)}. To finish it: ${commands.join(' ')}`;
    }
    case 'unlisted_records': {
      const { run, rows, journal } = notice;
      const which = `${amount(rows, 'row')} ${plural(rows, 'counts as an existing record', 'count as existing records')}`;
      return `Warning: ${which}: run ${run} created ${plural(rows, 'it', 'them')}, but the service does not list ${plural(rows, 'it', 'them')}. If ${plural(rows, 'it was', 'they were')} deleted since, delete ${journal} and import the file again.`;
    }
    case 'unwritten_file':
      return `Warning: ${notice.reason}`;
  }
}

function differenceText(difference: RunDifference): string {
  switch (difference.what) {
    case 'resource':
      return `it imports ${difference.was}`;
    case 'base_url':
      return `it sends to ${difference.was}`;
    case 'event':
      return `it imports into the event ${difference.was}`;
    case 'file_content':
      return 'the file has changed since then';
    case 'options':
      return 'it has different options';
  }
}

/** The report, or its counts alone: a table has those that are not zero. `--fields` chooses from both. */
export async function printReport(context: Context, result: Pick<ImportResult, 'report' | 'canResume'>): Promise<void> {
  const { run, resource, counts } = result.report;
  const report = reportJson(result, context.serviceFlags);
  // Scripts may find the columns of a CSV line by their places.
  const { differing: _, repeated: __, ...columns } = counts;
  if (context.fields !== undefined) return printRecord(context, { ...report, ...counts });
  const byFormat = {
    json: report,
    ndjson: report,
    csv: { run, resource, ...columns },
    table: shownCounts(result.report),
  };
  await printRecord(context, { ...byFormat[await context.format()] });
}

/** As scripts read it, with the commands to run next. */
export function reportJson({ report, canResume }: Pick<ImportResult, 'report' | 'canResume'>, flags: ServiceFlags) {
  const commands = resumeCommands(canResume ? report.run : undefined);
  return { ...report, next: commands.map((command) => ({ command: nextCommand(command, flags) })) };
}

/** The counts worth showing to a person. */
export function nonzero(counts: object): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0));
}

function shownCounts({ counts, dryRun }: ImportResult['report']): Readonly<Record<string, number>> {
  const shown = Object.entries(nonzero(counts));
  return Object.fromEntries(shown.map(([name, count]) => [(dryRun && wouldDo[name]) || name, count]));
}

const wouldDo: Readonly<Record<string, string>> = {
  created: 'would create',
  updated: 'would update',
  skipped: 'would skip',
};

/** What is doubtful in the rows, or left out of them. */
export async function noticeWarnings(context: Context, warnings: ImportResult['report']['warnings']): Promise<void> {
  const lines = warningLines(warnings, ({ column, message }) =>
    column === undefined ? message : `column ${quoted(column)}: ${message}`,
  );
  for (const line of lines) await context.notice(`Warning: ${line}.`);
}
