// Writes a talk or a speaker as a page: YAML front matter, Markdown, and the line below which the
// text is a person's. Pure.

import { lineEndsOf } from '../../files/line-ends.ts';
import { pageMarkdown } from './markdown.ts';
import type { SiteSpeaker, SiteTalk } from './site.ts';

export function talkPage({ title, abstract, ...talk }: SiteTalk): string {
  return page({ title, ...talk }, abstract);
}

/** Site generators show the member `title`: here it is the name. */
export function speakerPage({ name, biography, ...speaker }: SiteSpeaker): string {
  return page({ title: name, ...speaker }, biography);
}

/** A comment of Markdown: unlike one of HTML, no page has it, and no generator warns of it. */
export const markerLine = '[//]: # (plenary: text below this line stays)';

/**
 * The page with what a person has written below the line, and with the line ends of the old page.
 * @param old undefined if there is none
 * @returns undefined if the old page has no such line
 */
export function renewedPage(page: string, old: string | undefined): string | undefined {
  if (old === undefined) return page;
  const [, below] = /^\[\/\/\]: # \(plenary: [^\n]*\n?([\s\S]*)$/m.exec(old) ?? [];
  if (below === undefined) return undefined;
  return `${withEndsOf(old, page)}${below}`;
}

/** A text whose lines end as those of the old one. */
export function withEndsOf(old: string, text: string): string {
  return text.replaceAll('\n', lineEndsOf(old).end);
}

function page(members: Members, text: string): string {
  const body = text === '' ? '' : `${pageMarkdown(text)}\n\n`;
  return `---\n${yamlOf(members)}---\n\n${body}${markerLine}\n`;
}

type Value = string | null | readonly Members[];
type Members = { readonly [name: string]: Value };

/** Members without a value are left out. Texts are quoted, so that none is a date or a number. */
function yamlOf(members: Members): string {
  return Object.entries(members)
    .map(([name, value]) => {
      if (value === null) return '';
      if (typeof value === 'string') return `${name}: ${yamlText(value)}\n`;
      const items = value.map((item) => indented(yamlOf(item)));
      return items.length === 0 ? '' : `${name}:\n${items.join('')}`;
    })
    .join('');
}

/** An item of a list. */
function indented(yaml: string): string {
  const lines = yaml.trimEnd().split('\n');
  return lines.map((line, at) => `${at === 0 ? '  - ' : '    '}${line}\n`).join('');
}

/** A JSON text is one of YAML, but for characters that YAML 1.1 takes as line ends or refuses. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
