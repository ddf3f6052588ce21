// Reads a CSV file as numbered rows in batches. Must not know what the columns mean.
import { InvalidInputError } from '../errors.ts';
import { type DecodeOptions, decodeText } from './decode.ts';
import { type Delimiter, guessDelimiter, readDelimiterLine } from './delimiter.ts';
import { type CsvRecord, parseRecords } from './records.ts';

/** One record after the header. */
export interface Row {
  /** The record's number, from 1; the header is not counted. */
  readonly row: number;
  /** The line of the file on which the record starts, from 1. */
  readonly line: number;
  /** As in the file, without the enclosing quotes. */
  readonly cells: readonly string[];
  /** What is wrong with the record itself: too few or too many cells, or a NUL character. */
  readonly fault: string | undefined;
}

export interface Sheet {
  readonly file: string;
  readonly delimiter: Delimiter;
  /** The trimmed headers; those that are not empty are unique. */
  readonly columns: readonly string[];
  /** All rows in order, one batch for each piece of the file; can be iterated once. */
  readonly batches: AsyncIterable<readonly Row[]>;
}

/**
 * Opens a CSV file: reads its header now, and its rows when they are requested.
 * @throws {InvalidInputError} for a file that is empty, is not text or has two columns of one name; while reading rows,
 * for a quote that is never closed
 */
export async function readSheet(source: AsyncIterable<Uint8Array>, options: DecodeOptions): Promise<Sheet> {
  const { file } = options;
  const text = decodeText(source, options);
  const whole = await readBeginning(text);
  const given = readDelimiterLine(whole);
  const beginning = whole.slice(given?.length);
  const delimiter = given?.delimiter ?? guessDelimiter(beginning);
  const firstLine = given === undefined ? 1 : 2;
  const pieces = parseRecords(prepend(beginning, text), { file, delimiter, firstLine });
  const first = await readFirst(pieces, file, firstLine);
  const columns = readHeader(first[0], file);
  return { file, delimiter, columns, batches: numberRows(prepend(first.slice(1), pieces), columns) };
}

/** Enough characters to guess the delimiter. */
const beginningLength = 65_536;

async function readBeginning(text: AsyncIterator<string>): Promise<string> {
  let beginning = '';
  while (beginning.length < beginningLength) {
    const { value, done } = await text.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** The first records of the file, at least one. */
async function readFirst(
  pieces: AsyncIterator<readonly CsvRecord[]>,
  file: string,
  line: number,
): Promise<readonly [CsvRecord, ...CsvRecord[]]> {
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      throw new InvalidInputError(`${file} is empty`, {
        details: [{ file, line, message: 'the header line with the names of the columns is missing' }],
      });
    }
    const [header, ...rest] = value;
    if (header !== undefined) return [header, ...rest];
  }
}

async function* numberRows(
  pieces: AsyncIterable<readonly CsvRecord[]>,
  columns: readonly string[],
): AsyncGenerator<readonly Row[]> {
  // Unnamed columns at the end come from formatted but empty cells; a row may leave them out.
  const needed = columns.findLastIndex((column) => column !== '') + 1;
  let row = 0;
  for await (const records of pieces) {
    if (records.length === 0) continue;
    yield records.map(({ line, cells }) => ({
      row: ++row,
      line,
      cells,
      fault: faultOf(cells, needed, columns.length),
    }));
  }
}

function faultOf(cells: readonly string[], needed: number, width: number): string | undefined {
  if (cells.length < needed) return `${cells.length} of ${needed} cells; a delimiter is missing`;
  // Even if the extra cells are empty: after an unquoted delimiter, all cells are shifted to the right by one column.
  if (cells.length > width)
    return `${cells.length} cells for ${width} columns; a cell that contains a delimiter probably lacks quotes`;
  if (cells.some((cell) => cell.includes('\0'))) return 'contains a NUL character';
  return undefined;
}

function readHeader({ line, cells }: CsvRecord, file: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'the header contains a NUL character' }],
      fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
    });
  }
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (repeated.length === 0) return columns;
  throw new InvalidInputError(`${file} has two columns with the same name`, {
    details: [...new Set(repeated)].map((column) => ({
      file,
      line,
      column,
      message: `is the name of columns ${positions(columns, column).join(' and ')}`,
    })),
    fix: 'rename one of them in the header line',
  });
}

function positions(columns: readonly string[], wanted: string): readonly number[] {
  return columns.flatMap((column, index) => (column === wanted ? [index + 1] : []));
}
