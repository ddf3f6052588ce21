// Measures, cuts and wraps text by terminal columns. The only file that imports string-width. Must not print.
import stringWidth from 'string-width';

/** The number of terminal columns that a text takes; color codes take none. */
export function columnsOf(text: string): number {
  if (isNarrow(text)) return text.length;
  return isSimple.test(text) ? text.length + text.replace(notWide, '').length : stringWidth(text);
}

/** A line of at most `width` columns, ending in `…` if something was cut off. */
export function cutToWidth(line: string, width: number): string {
  if (line.length <= width && isNarrow(line)) return line;
  if (columnsOf(line) <= width) return line;
  return `${beginning(line, width - 1).trimEnd()}…`;
}

/** A text in at most `most` lines of at most `width` columns, broken between words; the last line is cut if the text is longer. */
export function wrapToWidth(text: string, width: number, most = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim().replace(/\s+/g, ' ');
  while (lines.length < most - 1 && isWider(rest, width)) {
    const line = brokenAtWord(beginning(rest, width), rest, width);
    if (line === '') break;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, cutToWidth(rest, width)];
}

/** Breaks the lines that are too long between words. The terminal breaks those with a longer word, such as an address. */
export function wrapLines(text: string, width: number): string {
  const isBreakable = (line: string) => columnsOf(line) > width && widestOf(line.split(/\s+/)) <= width;
  const lines = text.split('\n');
  return lines.flatMap((line) => (isBreakable(line) ? wrapToWidth(line, width) : line)).join('\n');
}

/** Prose with its lines wrapped. A command would be broken, and an indented line is part of a list or a table. */
export function wrapProse(text: string, width: number): string {
  const isProse = (line: string) => !/^ | {2}|plenary(?:\.js)? [a-z]/.test(line);
  const lines = text.split('\n');
  return lines.map((line) => (isProse(line) ? wrapLines(line, width) : line)).join('\n');
}

/**
 * The first of these texts, and the others as far as they fit beside it, joined by ` · `. The last column of a terminal
 * stays empty: a line that wraps cannot be drawn again.
 */
export function joinFitting([first = '', ...others]: readonly string[], width: number): string {
  let line = cutToWidth(first, width - 1);
  for (const text of others) if (columnsOf(`${line} · ${text}`) < width) line += ` · ${text}`;
  return line;
}

/** The number of columns of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);
}

/** Lines of text, none wider than `width`. */
export interface Column {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Columns of text side by side, as many lines as the longest column has. */
export function sideBySide(gap: string, columns: readonly Column[]): readonly string[] {
  const height = Math.max(...columns.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ width, lines }, index) => {
        const text = lines[line] ?? '';
        return index === columns.length - 1 ? text : padToWidth(text, width);
      })
      .join(gap)
      .trimEnd(),
  );
}

// Created on first use, which takes some 10 ms.
let graphemes: Intl.Segmenter | undefined;

/** As many whole characters of a line as fit in `width`. @param looked how much of the line is looked at first */
function beginning(line: string, width: number, looked = usualLength): string {
  // With one more, which may belong to the last one.
  const start = line.slice(0, Math.max(0, width) + 1);
  if (isNarrow(start)) return start.slice(0, Math.max(0, width));
  let used = 0;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  // Of a part, because the segmenter copies the whole text: a long one would be copied for each of its lines.
  for (const { segment, index } of graphemes.segment(line.slice(0, looked))) {
    used += columnsOf(segment);
    // The last character of a part may continue after it.
    if (used > width && (looked >= line.length || index + segment.length < looked)) return line.slice(0, index);
  }
  return line.length <= looked ? line : beginning(line, width, looked * 4);
}

/** A longer text is looked at in parts. */
const usualLength = 1_000;

/** Whether a text takes more columns than `width`. Looks at no more of a long one than decides it. */
function isWider(text: string, width: number): boolean {
  return text.length <= usualLength ? columnsOf(text) > width : beginning(text, width).length < text.length;
}

/** The beginning of a text without a broken word, unless that word is longer than a line (or is not separated, as in Japanese). */
function brokenAtWord(start: string, text: string, width: number): string {
  const space = start.lastIndexOf(' ');
  if (space <= 0 || text[start.length] === ' ') return start;
  const [word = ''] = text.slice(space + 1).split(' ', 1);
  return isWider(word, width) ? start : start.slice(0, space);
}

/** A line with spaces up to `width` columns. */
export function padToWidth(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - columnsOf(line)));
}

// The characters of most texts, which take one or two columns whatever is beside them: Latin, Greek, Cyrillic, punctuation,
// lines and bars; Chinese, Japanese and Korean. string-width, which knows all others, takes 30 ms to start.
const narrow =
  '\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2190-\\u2193\\u2500-\\u259f';
const wide = '\\u3001-\\u3011\\u3041-\\u3096\\u30a1-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60';
const isAllNarrow = new RegExp(`^[${narrow}]*$`);
const isSimple = new RegExp(`^[${narrow}${wide}]*$`);
const notWide = new RegExp(`[^${wide}]`, 'g');

/** Whether every way of measuring finds the same width. */
export function hasUsualWidth(text: string): boolean {
  return isSimple.test(text);
}

function isNarrow(line: string): boolean {
  return isAllNarrow.test(line);
}
