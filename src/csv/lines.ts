// Counts the lines of a text that arrives in pieces; LF, CRLF and a lone CR each end a line.

/** The number of line ends in a piece of text; a CRLF counts once. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) count++;
  }
  return count;
}

export function createLineCounter() {
  let line = 1;
  let endedInCr = false;
  return {
    add(text: string): void {
      if (text === '') return;
      line += countLineEnds(text);
      // A CRLF cut in two was already counted at its CR.
      if (endedInCr && text.startsWith('\n')) line--;
      endedInCr = text.endsWith('\r');
    },
    /** The line of the next character, from 1. */
    get line() {
      return line;
    },
  };
}
