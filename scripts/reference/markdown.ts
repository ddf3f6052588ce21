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
    ...sections.flatMap((topSection) => section(topSection, 2)),
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
    ...sections.flatMap((subsection) => section(subsection, level + 1)),
  ];
}

function block(shown: ReferenceBlock): string {
  if (shown.kind === 'text') return textOf(shown.text);
  if (shown.kind === 'code') return `\`\`\`text\n${shown.code}\n\`\`\``;
  if (shown.kind === 'links')
    return shown.links.map(([text, address]) => `- [${textOf(text)}](${address})`).join('\n');
  const rows = shown.terms.map(
    (cells) => `| ${cells.map((cell) => textOf(cell).replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return [`| ${shown.heading ?? ''} | |`, '|---|---|', ...rows].join('\n');
}

/** Code stays as it is; other text has nothing that Markdown or HTML would read. */
function textOf(marked: Marked): string {
  const escaped = (text: string) =>
    text.replace(/[\\*<]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`));
  return partsOf(marked)
    .map((part, at) => (at % 2 === 1 ? `\`${part}\`` : escaped(part)))
    .join('');
}
