// Checks the lines of a calendar (ICS, RFC 5545) before anything is built of them, and finds those
// of its events. Must not know what they mean.
import { type Limits, tooLarge } from '../limits.ts';

/** The line of each event of the calendars, which are checked before anything is built of them. */
export function eventLines(text: string, limits: Limits): readonly number[] {
  const linesOfEvents: number[] = [];
  let [line, depth] = [1, 0];
  for (let at = 0; at < text.length; line++) {
    const [begun] = /^BEGIN:\w*/i.exec(text.slice(at, at + 'BEGIN:VEVENT '.length)) ?? [];
    if (begun !== undefined) {
      depth++;
      if (depth > maxDepth)
        throw tooLarge(limits.file, `it is nested deeper than ${maxDepth} components`, line);
      if (depth === 2 && begun.toUpperCase() === 'BEGIN:VEVENT') linesOfEvents.push(line);
    } else if (/^END:/i.test(text.slice(at, at + 'END:'.length))) depth--;
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  refuseManyParameters(text, limits.file);
  limits.cells(line * cellsPerLine);
  for (const sign of [',', ';'])
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) limits.cells(1);
  return linesOfEvents;
}

/**
 * The time that the library takes for a line grows with its length times the number of its
 * parameters.
 */
function refuseManyParameters(text: string, file: string): void {
  let [line, parameters, isQuoted, isValue] = [1, 0, false, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\n') {
      line++;
      const isFolded = text[at + 1] === ' ' || text[at + 1] === '\t';
      if (!isFolded) [parameters, isQuoted, isValue] = [0, false, false];
    } else if (isValue) continue;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === ':') isValue = true;
    else if (sign === ';' && ++parameters > maxParameters)
      throw tooLarge(file, `it has a line with more than ${maxParameters} parameters`, line);
  }
}

const maxDepth = 10;

const maxParameters = 100;

/** What a line counts as: the library makes several objects of it. */
const cellsPerLine = 4;
