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
  const unclosed = unclosedFences(lines);
  const written = lines.map((line, at) => {
    return lineMarkdown(unclosed.has(at) ? line.replace(/[`~]/g, '\\$&') : line);
  });
  const endsInside = (line: string, at: number) => line !== '' && (written[at + 1] ?? '') !== '';
  return written
    .map((line, at) => (endsInside(line, at) ? `${line}${lineBreak}` : line))
    .join('\n');
}

/**
 * The lines that begin code whose end is missing or doubtful (CommonMark 0.31 §4.5). Code in a list
 * is indented as its first line is; code in a quotation ends with it.
 */
function unclosedFences(lines: readonly string[]): ReadonlySet<number> {
  const unclosed = new Set<number>();
  // Up to which line no longer fence of its kind is closed, so that long texts take no time.
  const searched = new Map<string, { readonly length: number; readonly until: number }>();
  for (let at = 0; at < lines.length; at++) {
    const fence = fenceOf(lines[at] ?? '');
    if (fence === undefined) continue;
    const kind = `${fence.indent}${fence.marks[0]}`;
    const { length } = fence.marks;
    const before = searched.get(kind);
    const isKnown = before !== undefined && at < before.until && length >= before.length;
    const { isClosed, at: end } = isKnown ? { isClosed: false, at } : codeEnd(lines, at, fence);
    if (isClosed) {
      at = end;
      continue;
    }
    unclosed.add(at);
    if (!isKnown) searched.set(kind, { length, until: end });
  }
  return unclosed;
}

const opening = /^(?<before> *(?:(?:[-*+]|\d{1,9}[.)]) +)*)(?<marks>`{3,}(?=[^`]*$)|~{3,})/;

/** The column in which a fence begins, and its marks: three or more of one character. */
function fenceOf(line: string) {
  const { before = '', marks = '' } = opening.exec(line)?.groups ?? {};
  return marks === '' ? undefined : { indent: before.length, marks };
}

/** The line that closes code; else the one from which on it may be no code any more. */
function codeEnd(
  lines: readonly string[],
  openedAt: number,
  { indent, marks }: NonNullable<ReturnType<typeof fenceOf>>,
) {
  for (let at = openedAt + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const content = line.replace(/^[ \t]+/, '');
    const spaces = columnsOf(line.slice(0, line.length - content.length));
    if (content !== '' && spaces < indent) return { isClosed: false, at };
    const isSame = content.startsWith(marks) && content === (marks[0] ?? '').repeat(content.length);
    if (!isSame || (indent === 0 && spaces > 3)) continue;
    return { isClosed: indent === 0 || spaces === indent, at };
  }
  return { isClosed: false, at: lines.length };
}

/** A tab ends at every fourth column. */
function columnsOf(space: string): number {
  return Array.from(space).reduce((at, each) => (each === '\t' ? at + 4 - (at % 4) : at + 1), 0);
}

const lineBreak = '  ';

function lineMarkdown(line: string): string {
  if (/^ {0,3}(?:-+|=+|\++)$/.test(line)) return line.replace(/\S/g, '\\$&');
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
