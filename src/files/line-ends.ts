// Owns how the lines of a file end, so that a file that is written again ends them as before. Must
// not know what is in them.

export interface LineEnds {
  readonly end: string;
  /** Whether the last line ends as the others do. */
  readonly isLastEnded: boolean;
}

export const newFile: LineEnds = { end: '\n', isLastEnded: true };

/** @param text of a CSV file, or one without texts in quotes that have line ends; empty if new */
export function lineEndsOf(text: string): LineEnds {
  if (text === '') return newFile;
  return { end: firstLineEnd(text), isLastEnded: /[\r\n]$/.test(text) };
}

/** The first one outside of quotes. */
function firstLineEnd(text: string): string {
  for (const [part] of text.matchAll(/"[^"]*"|\r\n|\n|\r/g)) if (!part.startsWith('"')) return part;
  return '\n';
}

/** @param text whose lines all end with LF, and which has no other LF */
export function withLineEnds(text: string, { end, isLastEnded }: LineEnds): string {
  const lines = text.replaceAll('\n', end);
  return isLastEnded ? lines : lines.slice(0, -end.length);
}
