// A plan as Markdown, for the job summary of a CI system.
import type { Change } from '../../schedule/plan.ts';
import type { SchedulePlan } from '../../schedule/schedule.ts';
import { placementText } from './placement-text.ts';
import { clashText, unknownText } from './schedule-errors.ts';

/** A heading, the counts, a table of the changes, and lists of what stands in the way. */
export function planMarkdown({ file, counts, changes, clashes, unknown, warnings }: SchedulePlan): string {
  const { rows, place, move, unchanged } = counts;
  const lines = [
    `## Schedule: ${place + move === 0 ? 'nothing to change' : `${place} to place, ${move} to move`}`,
    '',
    `${plain(file)}: ${rows} rows, ${unchanged} unchanged.`,
    ...table(changes),
    ...list('Clashes', clashes.map(clashText)),
    ...list(
      'Rows without a submission',
      unknown.map((row) => `line ${row.line}: ${unknownText(row)}`),
    ),
    ...list(
      'Warnings',
      warnings.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function table(changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.map(
    ({ action, title, from, to, line }) =>
      `| ${action} | ${plain(title)} | ${from === null ? '—' : plain(placementText(from))} | ${plain(placementText(to, from?.start))} | ${line} |`,
  );
  return ['', '| | session | from | to | line |', '|---|---|---|---|---|', ...rows];
}

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `### ${heading}`, '', ...items.map((item) => `- ${plain(item)}`)];
}

/** Text as it is, whatever of Markdown or HTML it holds. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, (mark) => (mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`));
}
