// Measures, cuts and wraps text by terminal columns. Must not print.
import stringWidth from 'string-width';

/** The number of terminal columns that a text takes; color codes take none. */
export function columnsOf(text: string): number {
  // Latin, as most texts are: string-width takes 30 times as long.
  if (/^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f–—‘’“”…→]*$/.test(text)) return text.length;
  return partsOf(text).reduce((sum, part) => sum + stringWidth(part), 0);
}

/** The number of columns of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);
}

/** A line of at most `width` columns, ending in `…` if something was cut off. */
export function cutToWidth(line: string, width: number): string {
  const beginning = beginningOf(line, width);
  if (columnsOf(beginning) <= width) return beginning;
  const [start = ''] = piecesOf(beginning, width - 1);
  return `${start.trimEnd()}…`;
}

/**
 * A text in at most `most` lines, broken between words, or inside a word that is longer than a
 * line. The last line is cut.
 */
export function wrapToWidth(
  text: string,
  width: number,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const words = beginningOf(text, width * most).split(/\s+/);
  const lines = filledLines(
    words.flatMap((word) => [...piecesOf(word, width)]),
    width,
  );
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutToWidth(lines.slice(most - 1).join(' '), width)];
}

/**
 * Breaks the lines that are too long between words. A longer word, such as an address, stays whole,
 * so that it can be copied.
 */
export function wrapLines(text: string, width: number): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line) => (columnsOf(line) <= width ? line : filledLines(line.split(/\s+/), width)))
    .join('\n');
}

/**
 * Prose with its lines wrapped, and its commands whole, so that they can be pasted. A line with
 * gaps is part of a table.
 */
export function wrapProse(text: string, width: number): string {
  // A color may begin before the name of the program.
  const words = /`[^`]+`\S*|\S*plenary [a-z].*|\S+/g;
  const wrapped = (line: string) => {
    const indent = line.slice(0, line.search(/\S|$/));
    if (columnsOf(line) <= width || / {2}/.test(line.trimStart())) return line;
    return filledLines(line.match(words) ?? [], width - indent.length).map(
      (part) => `${indent}${part}`,
    );
  };
  return text.split('\n').flatMap(wrapped).join('\n');
}

/**
 * The first of these texts, and the others as far as they fit beside it, joined by ` · `. The last
 * column of a terminal stays empty: a line that wraps cannot be drawn again.
 */
export function joinFitting([first = '', ...others]: readonly string[], width: number): string {
  let line = cutToWidth(first, width - 1);
  for (const text of others) if (columnsOf(`${line} · ${text}`) < width) line += ` · ${text}`;
  return line;
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
      .map(({ width, lines }) => {
        const text = lines[line] ?? '';
        return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
      })
      .join(gap)
      .trimEnd(),
  );
}

/** As many words in each line as fit; a longer word has a line of its own. */
function filledLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.filter(Boolean)) {
    const line = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && columnsOf(line) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.length > 0 ? lines : [''];
}

/**
 * A text in pieces of whole characters, each at most `width` columns; of one character, if that is
 * wider.
 */
function* piecesOf(text: string, width: number): Generator<string> {
  if (columnsOf(text) <= width) return yield text;
  let piece = '';
  let used = 0;
  for (const segment of graphemesOf(text)) {
    const size = columnsOf(segment);
    if (piece !== '' && used + size > width) {
      yield piece;
      piece = '';
      used = 0;
    }
    piece += segment;
    used += size;
  }
  yield piece;
}

function* graphemesOf(text: string): Generator<string> {
  const graphemes = new Intl.Segmenter();
  for (const part of partsOf(text))
    for (const { segment } of graphemes.segment(part)) yield segment;
}

/** A text, or as much of it as is more than these columns can show. */
function beginningOf(text: string, columns: number): string {
  const longest = columns * mostUnits;
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** How many UTF-16 units a column may have: a family of four is 11 of them in two columns. */
const mostUnits = 20;

/** A segmenter of graphemes takes quadratic time for a text. */
function partsOf(text: string): readonly string[] {
  return text.length <= 500 ? [text] : (text.match(/.{1,500}/gsu) ?? []);
}
