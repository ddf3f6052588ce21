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

const style = `
:root { --paper: #fcfcfb; --raised: #f3f3f1; --ink: #1b1c1e; --quiet: #5a5d63; --line: #dedfe2; --accent: #1f4fbf; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #131416; --raised: #1c1e21; --ink: #ecedee; --quiet: #a6a9b0; --line: #34373c; --accent: #9dbcff; }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2.5rem) 4rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
:is(h1, h2, h3, h4, p, dl, dd, ul, pre) { margin: 0; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
:is(code, pre) { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { padding: .0625em .3125em; border-radius: .25rem; background: var(--raised); white-space: pre-wrap; }
h1, h1 code { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem); line-height: 1.1; letter-spacing: -.022em; text-wrap: balance; }
header { padding: clamp(1.5rem, 5vw, 3.5rem) 0 1.5rem; }
header p { margin-top: .5rem; max-width: 48rem; color: var(--quiet); font-size: 1.125rem; }
nav { padding: 1rem 0; border-block: 1px solid var(--line); font-size: .9375rem; line-height: 1.4; }
nav ul { padding: 0; list-style: none; }
nav > ul > li { padding: .1875rem 0; font-weight: 600; }
nav li ul { display: flex; flex-wrap: wrap; gap: .125rem 1rem; padding: .125rem 0 .375rem; font-weight: 400; }
nav code { padding: 0; background: none; font-size: .9375em; }
:is(h2, h3, h4) a { color: inherit; }
:is(h2, h3, h4) code { padding: 0; background: none; font-size: .9375em; font-weight: inherit; }
h2 { padding-top: 2.5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.012em; }
h3 { padding-top: 2rem; font-size: 1.1875rem; line-height: 1.3; }
h4 { padding-top: 1.5rem; font-size: 1rem; }
section > ul { padding-left: 1.25rem; }
section > :is(p, pre, dl, ul) { margin-top: .75rem; max-width: 52rem; }
section > p.heading { margin-top: 1.25rem; font-size: .875rem; font-weight: 650; color: var(--quiet); }
section > p.heading + dl { margin-top: .25rem; }
pre { padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised); white-space: pre; }
dl > div { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr); gap: .25rem 1.25rem; padding: .375rem 0; border-top: 1px solid var(--line); }
dt { min-width: 0; }
@media (min-width: 64rem) {
  body:has(nav) { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; border-block: 0; }
  nav li ul { display: block; }
  main > section:first-child > h2 { padding-top: 1rem; }
}
@media (max-width: 35.99rem) { dl > div { grid-template-columns: minmax(0, 1fr); } }
@media print {
  :root { --paper: #fff; --raised: #fff; --ink: #000; --quiet: #333; --line: #bbb; --accent: #000; color-scheme: light; }
  nav { display: none; }
  body, body:has(nav) { display: block; max-width: none; padding: 0; font-size: 9pt; }
  pre { white-space: pre-wrap; }
  :is(h2, h3, h4, .heading) { break-after: avoid; }
}
`;

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
    return `<li>${link(section)}${inner.length === 0 ? '' : `<ul>${inner.map((each) => `<li>${link(each)}</li>`).join('')}</ul>`}</li>`;
  };
  return `<nav aria-label="Contents"><ul>\n${sections.map(item).join('\n')}\n</ul></nav>`;
}

function sectionElement(
  { id, title, blocks, sections = [] }: ReferenceSection,
  level: number,
): string {
  return `<section id="${id}" aria-labelledby="${id}-heading">
<h${level} id="${id}-heading"><a href="#${id}">${inline(title)}</a></h${level}>
${[...blocks.map(blockElement), ...sections.map((section) => sectionElement(section, level + 1))].join('\n')}
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
  return `${heading === undefined ? '' : `<p class="heading">${inline(heading)}</p>\n`}<dl>\n${items.join('\n')}\n</dl>`;
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
