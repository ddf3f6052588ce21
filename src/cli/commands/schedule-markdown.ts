// A plan as Markdown, for the job summary of a CI system.
import type { Change } from '../../schedule/plan.ts';
import type { SchedulePlan } from '../../schedule/schedule.ts';
import { placementTexts } from './placement-text.ts';
import { clashText, unknownText } from './schedule-errors.ts';

/** A heading, the counts, a table of the changes, and lists of what stands in the way. @param zone in which times are told */
export function planMarkdown(plan: SchedulePlan, zone: string | undefined): string {
  const { file, counts, changes, clashes, unknown, warnings } = plan;
  const { rows, place, move, unchanged } = counts;
  const lines = [
    `## Schedule: ${place + move === 0 ? 'nothing to change' : `${place} to place, ${move} to move`}`,
    '',
    `${plain(file)}: ${rows} rows, ${unchanged} unchanged.`,
    ...table(changes, zone),
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

function table(changes: readonly Change[], zone: string | undefined): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => {
    const { action, title, line } = change;
    const { from = '—', to } = placementTexts(change, zone);
    return `| ${action} | ${plain(title)} | ${plain(from)} | ${plain(to)} | ${line} |`;
  });
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
