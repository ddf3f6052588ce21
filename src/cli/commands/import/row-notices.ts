// Owns the words about rows that are imported, or left out, and need a look.
import type { ImportReport } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { toLine } from '../../output/terminal-text.ts';
import { quoted } from '../../output/text.ts';
import { fileWord } from '../../user-files.ts';

type Noted = Pick<ImportReport, 'statuses' | 'warnings' | 'contradictions'>;

export async function noticeRows(context: Context, report: Noted): Promise<void> {
  const { statuses, warnings, contradictions } = report;
  if (statuses !== undefined) {
    const counts = Object.entries(statuses.counts).map(([status, count]) => `${count} ${shortened(status)}`);
    await context.notice(
      toLine(
        `The column ${quoted(statuses.column)} is not imported: ${counts.join(', ')}. New submissions are pending. To set these statuses, after the import: ${applyCommand(context)}`,
      ),
    );
  }
  const lines = faultLines(
    [...warnings, ...contradictions],
    ({ line, column, message }) => `line ${line}${column === undefined ? '' : ` column ${quoted(column)}`}: ${message}`,
  );
  for (const line of lines) await context.notice(line.startsWith('…') ? line : `Warning: ${line}.`);
}

/** With the file, if it can be read again. */
function applyCommand(context: Context): string {
  const flags = typedFlags(context, ['encoding', 'sheet']);
  return nextCommand(`plenary submissions apply ${fileWord(context.args[0])}${flags}`, context.serviceFlags);
}

const longestValue = 60;

function shortened(value: string): string {
  return quoted(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}
