// Owns a plan and a report as Markdown, for the job summary of a CI system and for a comment of a
// pull request. What may be long comes last, because it is cut off there.

import { amount } from '../../contract/amount.ts';
import type { InputFault } from '../../errors.ts';
import { clashText } from '../../schedule/clashes/clash-report.ts';
import { faultLines, warningLines } from '../output/fault-lines.ts';
import { foldedList, markdownList, markdownText } from '../output/markdown.ts';
import { countDone, type Report } from './finished-run.ts';
import { countChanges, type Plan } from './plan.ts';
import { longChanges, markdownTable, type ShownPlan } from './plan-columns.ts';
import { countsText, warningTextIn } from './plan-text.ts';

/** The counts, what is wrong or doubtful, and a table of the changes. */
export function planSummary(shown: ShownPlan): string {
  const { plan } = shown;
  const { create, update, place, move, unplace } = plan.counts;
  const changes = { create, update, place, move, unplace };
  const publicly = { ...shown, showsPrivate: false };
  const table = markdownTable(publicly, listed);
  const more = countChanges(plan) - listed;
  const lines = [
    `## Plan: ${countedText(changes, 'to ') || 'nothing to change'}`,
    '',
    ...plan.parts.map((part) => `- ${markdownText(part.label)}: ${countsText(part)}`),
    ...markdownList('Rows that cannot be applied', faultLines(plan.rejects)),
    ...markdownList(
      'Clashes',
      plan.clashes.map((clash) => clashText(clash)),
    ),
    ...warningList(plan.warnings, plan),
    ...(table.length > 0 ? ['', ...table] : []),
    ...(more > 0 ? ['', `and ${more} more`] : []),
    ...foldedList('Long values', withinBytes(longChanges(publicly))),
  ];
  return `${lines.join('\n')}\n`;
}

/** What a run has done, and what it has not. */
export function reportSummary({ counts, rejects, warnings }: Report, plan: Plan): string {
  const { created, updated, placed, moved, unplaced } = counts;
  const done = countedText({ created, updated, placed, moved, unplaced });
  const { rows, differing: _, ...states } = counts;
  const isFailed = rejects.length > 0 || countDone(counts) + counts.unchanged < rows;
  const lines = [
    `## Applied: ${done || (isFailed ? 'nothing' : 'nothing to change')}`,
    '',
    `- ${amount(rows, 'row')}: ${countedText(states) || 'nothing to change'}`,
    ...markdownList('Rows that were not applied', faultLines(rejects)),
    ...warningList(warnings, plan),
  ];
  return `${lines.join('\n')}\n`;
}

/** Such as clashes that were there before: a schedule has the same ones in each plan. */
function warningList(warnings: readonly InputFault[], plan: Plan): readonly string[] {
  const lines = warningLines(warnings, warningTextIn(plan));
  if (lines.length <= openWarnings) return markdownList('Warnings', lines);
  return foldedList(`${lines.length} warnings`, lines);
}

/** How many are read without opening their list. */
const openWarnings = 5;

/** `2 to create, 1 to update`; empty if nothing is counted. */
function countedText(counts: object, before = ''): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verb, count]) => `${count} ${before}${verb}`)
    .join(', ');
}

/** The first of the lines, as many as have room. */
function withinBytes(lines: Iterable<string>): readonly string[] {
  const fitting: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes) return [...fitting, 'and more, which are too long for a summary'];
    fitting.push(line);
  }
  return fitting;
}

// Job summaries are limited to a megabyte.
const listed = 1000;
const mostBytes = 300_000;
