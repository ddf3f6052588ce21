// Explains a record that csv-parse could not read: which quote is at fault, and on which line it was opened.
import type { CsvError } from 'csv-parse';
import { InvalidInputError } from '../errors.ts';
import { countLineEnds } from './text.ts';

export interface BrokenRecord {
  readonly file: string;
  readonly delimiter: string;
  /** The text after the last readable record. */
  readonly text: string;
  /** The line on which that text starts. */
  readonly line: number;
}

/** The error for a record that csv-parse could not read. */
export function quoteError(error: CsvError, { file, delimiter, text, line }: BrokenRecord): InvalidInputError {
  const cell = text.slice(brokenCell(text, delimiter));
  const opened = line + countLineEnds(text.slice(0, text.length - cell.length));
  const closed = opened + countLineEnds(cell.slice(0, closingQuote(cell, 1)));
  const message = messages[error.code]?.(closed) ?? error.message;
  return new InvalidInputError(`${file} is not well-formed CSV`, {
    cause: error,
    details: [{ file, line: opened, message }],
    fix:
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'add the closing quote, and double each quote inside the cell: "the ""best"" talk"'
        : 'put the cell in quotes and double each quote inside it: "the ""best"" talk"',
  });
}

const messages: Readonly<Record<string, (closed: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: () => 'a quote is opened here and never closed',
  CSV_INVALID_CLOSING_QUOTE: (closed) => `a quote is opened here and closed in the middle of a cell on line ${closed}`,
  INVALID_OPENING_QUOTE: () => 'a quote occurs in a cell that is not quoted',
};

/** The start of the first cell that is not well-formed, or of the last cell. */
function brokenCell(text: string, delimiter: string): number {
  let at = /^[\r\n]*/.exec(text)?.[0].length ?? 0;
  for (;;) {
    const end = endOfCell(text, at, delimiter);
    if (end === undefined) return at;
    at = end + delimiter.length;
  }
}

/** The end of a well-formed cell that another cell follows. */
function endOfCell(text: string, start: number, delimiter: string): number | undefined {
  if (text[start] === '"') {
    const end = closingQuote(text, start + 1) + 1;
    return end > 0 && text.startsWith(delimiter, end) ? end : undefined;
  }
  const end = text.indexOf(delimiter, start);
  return end >= 0 && !text.slice(start, end).includes('"') ? end : undefined;
}

/** The index of the first quote that is not doubled, or -1. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}
