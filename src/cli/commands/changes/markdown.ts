// Owns a plan of speakers or submissions as Markdown, for a pull request or the job summary of a CI system.
import type { ImportPlan } from '../../../import/options.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import { markdownText } from '../../output/markdown.ts';
import { publicChange } from '../../output/private-values.ts';
import { changesOf, changesText, countPlan, countsText } from './changes.ts';

/** A heading, the counts, a table of the changes without private values, and the rows that cannot be applied. */
export function planMarkdown(plan: ImportPlan, file: string): string {
  const { resource, rejects } = plan.report;
  const counts = countPlan(plan);
  const { update } = counts;
  const what = update === 0 ? 'nothing to change' : `${update} to update`;
  const changes: RecordChange[] = [];
  for (const change of changesOf(plan)) {
    if (changes.push(publicChange(change)) === listed) break;
  }
  const lines = [
    `## ${resource === 'speakers' ? 'Speakers' : 'Submissions'}: ${what}`,
    '',
    `${markdownText(file)}: ${countsText(counts)}.`,
    ...(changes.length === 0 ? [] : ['', '| | name | changes | line |', '|---|---|---|---|']),
    ...changes.map(
      ({ action, name, fields, line }) =>
        `| ${action} | ${markdownText(name)} | ${markdownText(changesText(fields))} | ${line} |`,
    ),
    ...(update > changes.length ? ['', `and ${update - changes.length} more`] : []),
    ...(rejects.length === 0 ? [] : ['', '### Rows that cannot be applied', '']),
    ...rejects.map(({ line, message }) => `- line ${line}: ${markdownText(message)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Job summaries are limited to a megabyte. */
const listed = 1000;
