// Text from elsewhere, made fit for a terminal: without control characters, measured in columns, cut to a width.
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

// C0 and C1 controls (which include ESC and CSI), and the bidirectional overrides that can disguise a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const unfit = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line: line breaks and tabs become spaces, other control characters go. */
export function toLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s*[\r\n\t]+\s*/g, ' ')
    .replace(unfit, '');
}

/** Several lines: line breaks stay, other control characters go. */
export function toLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(toLine)
    .join('\n');
}

/** Columns that a text takes on a terminal. */
export function columnsOf(text: string): number {
  return stringWidth(text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A line of at most `width` columns, ending in `…` where something was cut off. */
export function cutToWidth(line: string, width: number): string {
  if (line.length <= width && isNarrow(line)) return line;
  if (columnsOf(line) <= width) return line;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(line)) {
    const next = used + columnsOf(segment);
    if (next > width - 1) break;
    kept += segment;
    used = next;
  }
  return `${kept.trimEnd()}…`;
}

function isNarrow(line: string): boolean {
  return /^[\u0020-\u007e]*$/.test(line);
}
