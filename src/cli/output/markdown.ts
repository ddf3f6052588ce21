// Writes Markdown for a job summary or a comment of a pull request: texts that it must not
// interpret, lists, and errors. Must not know what is summarized.

import type { PlenaryError } from '../../errors.ts';
import { fixSentence, nextSteps } from './error.ts';
import { faultLines } from './fault-lines.ts';
import type { ServiceFlags } from './next-command.ts';
import { toLine } from './terminal-text.ts';

/** GitHub takes a dollar for the beginning of a formula, except in an element of its own. */
const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '&': '&amp;',
  $: '<span>$</span>',
};

/** A space without width: invisible, and the end of what a page would turn into a link. */
const divider = '\u200b';

/** After these, it divides what GitHub notifies, links to or replaces. */
const linkBeginnings = [
  // A user or a team: its members are notified. An address.
  /@(?=\w)/g,
  // An issue: #12, conference/program#12, GH-12.
  /#(?=\d)/g,
  /\bGH-(?=\d)/gi,
  // An address of a page.
  /:(?=\/\/)/g,
  /\bwww(?=\.)/gi,
  // An emoji: :tada:.
  /:(?=[a-z+-][\w+-]*:)/gi,
];

/** A commit has at least seven digits. */
const commit = /\b[0-9a-f]{7,40}\b/gi;

/** Text in one line, as it is: no markup, no HTML, and nothing that notifies or links. */
export function markdownText(text: string): string {
  const line = toLine(text)
    .replace(/\s+/g, ' ')
    .replace(commit, (digits) => digits.replace(/.{6}(?=.)/g, `$&${divider}`));
  return linkBeginnings
    .reduce((divided, beginning) => divided.replace(beginning, `$&${divider}`), line)
    .replace(/[\\`*_{}[\]<>()#+!|~&$]/g, (mark) => entities[mark] ?? `\\${mark}`);
}

/** A command, which stays as it is when it is copied. */
function markdownCode(text: string): string {
  const line = toLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // A fence of several must not touch those of the text.
  return fence.length === 1 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** A list under a heading; nothing without items. */
export function markdownList(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `### ${heading}`, '', ...itemLines(items)];
}

/** A list that the reader opens. @param heading what it has */
export function foldedList(heading: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const opening = `<details><summary>${markdownText(heading)}</summary>`;
  return ['', opening, '', ...itemLines(items), '', '</details>'];
}

function itemLines(items: readonly string[]): readonly string[] {
  return items.map((item) => `- ${markdownText(item)}`);
}

/**
 * What failed, where, and what to do, as a section; after it the summary of the error, which has
 * its details.
 */
export function errorMarkdown(error: PlenaryError, flags: ServiceFlags): string {
  const { message, details, summary } = error;
  const fix = fixSentence(error, flags);
  const faults = summary === undefined ? faultLines(details) : [];
  const more = faults.length - shownFaults;
  const items = [
    ...itemLines(faults.slice(0, shownFaults)),
    ...(more > 0 ? [`- and ${more} more, which the log has`] : []),
  ];
  const commands = nextSteps(error, flags).map(({ command }) => markdownCode(command));
  const paragraphs = [
    '## Error',
    markdownText(message),
    items.join('\n'),
    fix === undefined ? '' : `**Fix:** ${withCommands(fix)}`,
    ...commands.map((command) => `**Next:** ${command}`),
    summary?.trimEnd() ?? '',
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

/** What to do has commands between backticks, and they are to be copied. */
function withCommands(fix: string): string {
  const parts = toLine(fix).split(/`([^`]+)`/);
  return parts.map((part, at) => (at % 2 === 0 ? markdownText(part) : markdownCode(part))).join('');
}

/** Of an error that may be a comment, which is limited. */
const shownFaults = 50;
