// Writes a document as one self-contained HTML page, without scripts: all text in it is escaped,
// and it loads nothing else.
import { createHash } from 'node:crypto';
import { escapeMarkup } from '../contract/escape.ts';
import {
  type Marked,
  partsOf,
  type Reference,
  type ReferenceBlock,
  type ReferenceSection,
} from './model.ts';
import style from './page.css' with { type: 'text' };

/**
 * What the page may do, for its header as well. If escaping ever failed, injected markup could
 * neither run nor load anything.
 */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function htmlOf({ title, lead, sections }: Reference): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${plain(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${inline(title)}</h1>
<p>${inline(lead)}</p>
</header>
${sections.length < 2 ? '' : contents(sections)}
<main>
${sections.map((section) => sectionElement(section, 2)).join('\n')}
</main>
</body>
</html>
`;
}

function contents(sections: readonly ReferenceSection[]): string {
  const link = ({ id, title }: ReferenceSection) => `<a href="#${id}">${inline(title)}</a>`;
  const item = (section: ReferenceSection) => {
    const { sections: inner = [] } = section;
    const items = inner.map((subsection) => `<li>${link(subsection)}</li>`).join('');
    return `<li>${link(section)}${items === '' ? '' : `<ul>${items}</ul>`}</li>`;
  };
  return `<nav aria-label="Contents"><ul>\n${sections.map(item).join('\n')}\n</ul></nav>`;
}

function sectionElement(
  { id, title, blocks, sections = [] }: ReferenceSection,
  level: number,
): string {
  const inner = sections.map((section) => sectionElement(section, level + 1));
  return `<section id="${id}" aria-labelledby="${id}-heading">
<h${level} id="${id}-heading"><a href="#${id}">${inline(title)}</a></h${level}>
${[...blocks.map(blockElement), ...inner].join('\n')}
</section>`;
}

function blockElement(block: ReferenceBlock): string {
  if (block.kind === 'text') return `<p>${inline(block.text)}</p>`;
  // Long lines scroll, and the keyboard can scroll them.
  if (block.kind === 'code') return `<pre tabindex="0">${escapeMarkup(block.code)}</pre>`;
  if (block.kind === 'links') return `<ul>${block.links.map(linkItem).join('')}</ul>`;
  const { heading, terms } = block;
  const items = terms.map(
    ([term, description]) => `<div><dt>${inline(term)}</dt><dd>${inline(description)}</dd></div>`,
  );
  const above = heading === undefined ? '' : `<p class="heading">${inline(heading)}</p>\n`;
  return `${above}<dl>\n${items.join('\n')}\n</dl>`;
}

function linkItem([text, address]: readonly [Marked, string]): string {
  return `<li><a href="${escapeMarkup(address)}">${inline(text)}</a></li>`;
}

function inline(marked: Marked): string {
  return partsOf(marked)
    .map((part, at) => (at % 2 === 1 ? `<code>${escapeMarkup(part)}</code>` : escapeMarkup(part)))
    .join('');
}

function plain(marked: Marked): string {
  return escapeMarkup(partsOf(marked).join(''));
}
