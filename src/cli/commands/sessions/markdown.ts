// Owns a plan as Markdown, for the job summary of a CI system.

import type { InvalidInputError } from '../../../errors.ts';
import { clashText, placeText } from '../../../schedule/clash-report.ts';
import type { SchedulePlan } from '../../../schedule/schedule-plan.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { markdownText } from '../../output/markdown.ts';
import { breaksText, changeTexts, countsText, warningText } from './words.ts';

/** A heading, the counts, a table of the changes, and lists of clashes, unmatched rows and warnings. @param zone of the times */
export function planMarkdown(plan: SchedulePlan, zone: string): string {
  const { file, counts, clashes, clashCounts, unknown, warnings } = plan;
  const { place, move, create = 0 } = counts;
  const placed = place + create;
  const breaks = breaksText(plan);
  const lines = [
    `## Schedule: ${placed + move === 0 ? 'nothing to change' : `${placed} to place, ${move} to move`}`,
    '',
    `${markdownText(file)}: ${countsText(counts)}.`,
    ...(breaks === undefined ? [] : ['', `${markdownText(breaks)}.`]),
    ...table(plan, zone),
    ...list('Clashes', [
      ...clashes.map((clash) => clashText(clash)),
      ...(clashCounts.total > clashes.length ? [`and ${clashCounts.total - clashes.length} more`] : []),
    ]),
    ...list(
      'Rows without a submission',
      unknown.map((row) => `${placeText(row)}: ${row.message}`),
    ),
    ...list('Warnings', warnings.map(warningText)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Why there is no plan of `sessions plan`, if the file cannot be read. */
export function faultsMarkdown({ message, details, fix }: InvalidInputError): string {
  const faults = faultLines(details.map(({ file: _, ...fault }) => fault));
  const lines = ['## Schedule: the file cannot be read', '', `${markdownText(message)}.`, ...list('Faults', faults)];
  return `${[...lines, ...(fix === undefined ? [] : ['', `Fix: ${markdownText(fix)}.`])].join('\n')}\n`;
}

function table(plan: SchedulePlan, zone: string): readonly string[] {
  const { changes, creations = [] } = plan;
  const created = creations.map((each) => ({ ...each, from: null }));
  if (changes.length + created.length === 0) return [];
  const rows = [...created, ...changes].map((change) => {
    const { action, title, line } = change;
    const { room, start } = changeTexts(change, zone);
    return `| ${action} | ${markdownText(title)} | ${markdownText(room)} | ${markdownText(start)} | ${line} |`;
  });
  return ['', '| | session | room | start | line |', '|---|---|---|---|---|', ...rows];
}

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `### ${heading}`, '', ...items.map((item) => `- ${markdownText(item)}`)];
}
