// Owns the words about rows that are imported, or left out, and need a look.
import type { ImportReport } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { toLine } from '../../output/terminal-text.ts';
import { quoted } from '../../output/text.ts';
import { fileWord } from '../../user-files.ts';

type Noted = Pick<ImportReport, 'statuses' | 'warnings' | 'contradictions'>;

/** @param file as the command names it */
export async function noticeRows(context: Context, report: Noted, file: string | undefined): Promise<void> {
  const { statuses, warnings, contradictions } = report;
  if (statuses !== undefined) {
    const counts = Object.entries(statuses.counts).map(([status, count]) => `${count} ${shortened(status)}`);
    await context.notice(
      toLine(
        `The column ${quoted(statuses.column)} is not imported: ${counts.join(', ')}. New submissions are pending. To set these statuses, after the import: ${applyCommand(context, file)}`,
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
function applyCommand(context: Context, file: string | undefined): string {
  const flags = typedFlags(context, ['encoding', 'sheet']);
  return nextCommand(`plenary submissions apply ${fileWord(file)}${flags}`, context.serviceFlags);
}

const longestValue = 60;

function shortened(value: string): string {
  return quoted(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}
