// Writes what speakers have written as Markdown that Hugo, Eleventy and Astro print: paragraphs,
// lists, emphasis and links stay, and nothing of it runs as HTML or as a template. Pure.

/**
 * - `{`, `}`, `<` and `&` are character references, so that no tag of Hugo, Liquid, Nunjucks or
 *   HTML begins or ends. In code, the reference is printed.
 * - Only links to the web are links, and images are links: a page loads nothing from other hosts.
 * - A line of dashes ends no front matter, and makes no heading of the line before it.
 * - Code that is not closed does not continue in what comes below.
 * - Lines end where the text ends them.
 */
export function pageMarkdown(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const fences = lines.filter((line) => fence.test(line)).length;
  const lastFence = fences % 2 === 1 ? lines.findLastIndex((line) => fence.test(line)) : -1;
  const written = lines.map((line, at) => {
    return lineMarkdown(at === lastFence ? line.replace(/[`~]/g, '\\$&') : line);
  });
  const endsInside = (line: string, at: number) => line !== '' && (written[at + 1] ?? '') !== '';
  return written
    .map((line, at) => (endsInside(line, at) ? `${line}${lineBreak}` : line))
    .join('\n');
}

const fence = /^[\s>*+-]*(?:```|~~~)/;

const lineBreak = '  ';

function lineMarkdown(line: string): string {
  if (/^ {0,3}(?:-+|=+|\++)$/.test(line)) return line.trim().replace(/./g, '\\$&');
  return line
    .replace(/\\.|[&<{}]/g, (token) => references[token.slice(-1)] ?? token)
    .replaceAll('![', '&#33;[')
    .replaceAll(']:', ']&#58;')
    .replace(/\]\((?!https?:\/\/)/gi, ']&#40;');
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '{': '&#123;',
  '}': '&#125;',
};
