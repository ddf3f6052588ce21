// Writes a document as Markdown (GitHub's).
import {
  type Marked,
  partsOf,
  type Reference,
  type ReferenceBlock,
  type ReferenceSection,
} from '../../src/reference/model.ts';

export function markdownOf({ title, lead, sections }: Reference): string {
  const parts = [
    `# ${textOf(title)}`,
    textOf(lead),
    contents(sections),
    ...sections.flatMap((each) => section(each, 2)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function contents(sections: readonly ReferenceSection[]): string {
  return sections.map(({ title, id }) => `- [${textOf(title)}](#${id})`).join('\n');
}

function section(
  { id, title, blocks, sections = [] }: ReferenceSection,
  level: number,
): readonly string[] {
  return [
    `<a id="${id}"></a>\n\n${'#'.repeat(level)} ${textOf(title)}`,
    ...blocks.map(block),
    ...sections.flatMap((each) => section(each, level + 1)),
  ];
}

function block(each: ReferenceBlock): string {
  if (each.kind === 'text') return textOf(each.text);
  if (each.kind === 'code') return `\`\`\`text\n${each.code}\n\`\`\``;
  if (each.kind === 'links')
    return each.links.map(([text, address]) => `- [${textOf(text)}](${address})`).join('\n');
  const rows = each.terms.map(
    (cells) => `| ${cells.map((cell) => textOf(cell).replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return [`| ${each.heading ?? ''} | |`, '|---|---|', ...rows].join('\n');
}

/** Code stays as it is; other text has nothing that Markdown or HTML would read. */
function textOf(marked: Marked): string {
  const escaped = (text: string) =>
    text.replace(/[\\*<]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
  return partsOf(marked)
    .map((part, at) => (at % 2 === 1 ? `\`${part}\`` : escaped(part)))
    .join('');
}
