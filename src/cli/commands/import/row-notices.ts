// Owns the words about rows that are imported but need a look: names, addresses, and rows that contradict each other.
import type { ImportReport } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount, quoted } from '../../output/text.ts';
import { fileWord } from '../../user-files.ts';

type Noted = Pick<
  ImportReport,
  | 'divided'
  | 'coSpeakers'
  | 'breaks'
  | 'renamed'
  | 'statuses'
  | 'additions'
  | 'unclearSplits'
  | 'resource'
  | 'oddAddresses'
  | 'noValues'
  | 'warnings'
  | 'contradictions'
>;

export async function noticeRows(context: Context, report: Noted): Promise<void> {
  const { divided, coSpeakers, breaks, statuses, additions, unclearSplits, resource, oddAddresses } = report;
  const { warnings, contradictions, renamed, noValues = [] } = report;
  if (divided !== undefined) {
    const rows = amount(divided.rows, 'row names several people', 'rows name several people');
    await context.notice(`${rows}, each with an address: ${divided.people} records instead of ${divided.rows}.`);
  }
  if (coSpeakers !== undefined) {
    const rows = amount(coSpeakers.rows, 'submission has', 'submissions have');
    const others = listOf(coSpeakers, ({ line, names }) => `line ${line} (${names.join('; ')})`);
    await context.notice(
      toLine(`${rows} several speakers, and the first one is the submitter. Not imported: ${others}.`),
    );
  }
  if (breaks !== undefined) {
    const rows = amount(breaks.rows, 'row is a break and is', 'rows are breaks and are');
    await context.notice(
      toLine(`${rows} left out: ${listOf(breaks, ({ line, title }) => `line ${line} (${shortened(title)})`)}.`),
    );
  }
  if (renamed !== undefined) {
    const titles = amount(renamed.rows, 'title changes', 'titles change');
    const rows = listOf(renamed, ({ line, from, to }) => `line ${line} (${shortened(from)} → ${shortened(to)})`);
    await context.notice(toLine(`Warning: ${titles}: ${rows}. To keep the titles, leave their column out with --map.`));
  }
  if (statuses !== undefined) {
    const counts = Object.entries(statuses.counts).map(([status, count]) => `${count} ${shortened(status)}`);
    await context.notice(
      toLine(
        `The column ${quoted(statuses.column)} is not imported: ${counts.join(', ')}. New submissions are pending. To set these statuses, after the import: ${applyCommand(context)}`,
      ),
    );
  }
  if (additions !== undefined) {
    const { rows, line, example } = additions;
    const where = rows > 1 ? `${rows} rows, the first in line ${line}` : `line ${line}`;
    await context.notice(
      `Not imported: titles, degrees and other text beside names, such as ${quoted(example)} (${where}).`,
    );
  }
  if (unclearSplits !== undefined) {
    const { rows, listed } = unclearSplits;
    const names = amount(rows, 'name', 'names');
    const shown = listed
      .slice(0, shownSplits)
      .map(({ line, first, last }) => `${[first, last].filter(Boolean).map(quoted).join(' + ')} (line ${line})`);
    const prefix = resource === 'speakers' ? '' : 'submitter_';
    await context.notice(
      toLine(
        `Warning: the first and last parts of ${names} are uncertain: ${shown.join(', ')}. ` +
          `To decide it yourself, write two columns, ${prefix}first_name and ${prefix}last_name.`,
      ),
    );
  }
  if (oddAddresses > 0) {
    const addresses = amount(oddAddresses, 'address is not an e-mail address', 'addresses are not e-mail addresses');
    await context.notice(`Warning: ${addresses}. Check that the right column is mapped.`);
  }
  const [noValue] = noValues;
  if (noValue !== undefined) {
    const cells = noValues.reduce((sum, each) => sum + each.cells, 0);
    const have = amount(cells, 'cell has', 'cells have');
    const counts = noValues.map(({ column, cells }) => `${column} (${cells})`).join(', ');
    const example = `${quoted(noValue.example)} (line ${noValue.line})`;
    await context.notice(
      toLine(`Warning: ${have} a text such as ${example} instead of a value: ${counts}. To send no value, clear them.`),
    );
  }
  for (const line of faultLines(
    warnings,
    ({ line: at, column, message }) =>
      `line ${at}${column === undefined ? '' : ` column ${quoted(column)}`}: ${message}`,
  )) {
    await context.notice(`Warning: ${line}.`);
  }
  for (const { key, line, column, value, firstLine, firstValue } of contradictions.slice(0, shownAtMost)) {
    const values = `${shortened(firstValue)} in line ${firstLine} and ${shortened(value)} in line ${line}`;
    await context.notice(toLine(`${key ?? ''} column ${quoted(column ?? '')}: ${values}; line ${firstLine} is used.`));
  }
  if (contradictions.length > shownAtMost) {
    await context.notice(`… and ${contradictions.length - shownAtMost} more differences (--json lists them).`);
  }
}

/** With the file, if it can be read again. */
function applyCommand(context: Context): string {
  const flags = typedFlags(context, ['encoding', 'sheet']);
  return nextCommand(`plenary submissions apply ${fileWord(context.args[0])}${flags}`, context.serviceFlags);
}

/** The first ones, and how many others there are. */
function listOf<T>(
  { rows, listed }: { readonly rows: number; readonly listed: readonly T[] },
  textOf: (note: T) => string,
) {
  const shown = listed.slice(0, shownAtMost).map(textOf).join(', ');
  return rows > shownAtMost ? `${shown} and ${rows - shownAtMost} more (--json lists them)` : shown;
}

const shownAtMost = 10;
const shownSplits = 3;
const longestValue = 60;

function shortened(value: string): string {
  return quoted(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}
