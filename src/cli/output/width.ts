// How wide a text is on a terminal, and how it is cut to a width; string-width lives here only.
import stringWidth from 'string-width';

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
