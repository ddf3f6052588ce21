// Reads a CSV file as numbered rows, some at a time; what the columns mean is not its concern.
import { InvalidInputError } from '../errors.ts';
import { type DecodeOptions, decodeText } from './decode.ts';
import { type CsvRecord, parseRecords } from './records.ts';
import { type Delimiter, readDelimiterLine, sniffDelimiter } from './sniff.ts';

/** One record after the header. */
export interface Row {
  /** The record's number, from 1; the header is not counted. */
  readonly row: number;
  /** The line of the file on which the record starts, from 1. */
  readonly line: number;
  /** As they stand in the file, unquoted. */
  readonly cells: readonly string[];
  /** What is wrong with the record itself: too few or too many cells, or a NUL character. */
  readonly fault: string | undefined;
}

export interface Sheet {
  readonly file: string;
  readonly delimiter: Delimiter;
  /** Trimmed, unique where not empty. */
  readonly columns: readonly string[];
  /** All rows in order, as many at a time as a piece of the file holds; can be gone through once. */
  readonly batches: AsyncIterable<readonly Row[]>;
}

/**
 * Opens a CSV file: reads its header now, its rows as they are asked for.
 * @throws {InvalidInputError} for a file that is empty, not text, has a column twice or, once all rows before it were
 * given, a quote without its other
 */
export async function readSheet(source: AsyncIterable<Uint8Array>, options: DecodeOptions): Promise<Sheet> {
  const { file } = options;
  const text = decodeText(source, options);
  const whole = await readBeginning(text);
  const given = readDelimiterLine(whole);
  const beginning = whole.slice(given?.length);
  const delimiter = given?.delimiter ?? sniffDelimiter(beginning);
  const firstLine = given === undefined ? 1 : 2;
  const pieces = parseRecords(resume(beginning, text), { file, delimiter, firstLine });
  const first = await readFirst(pieces, file, firstLine);
  const columns = readHeader(first[0], file);
  return { file, delimiter, columns, batches: numberRows(resume(first.slice(1), pieces), columns) };
}

/** Enough to tell the delimiter by. */
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

async function* resume<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** The first records of the file, which are one at least. */
async function readFirst(
  pieces: AsyncIterator<readonly CsvRecord[]>,
  file: string,
  line: number,
): Promise<readonly [CsvRecord, ...CsvRecord[]]> {
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      throw new InvalidInputError(`${file} is empty`, {
        details: [{ file, line, message: 'a header line with the names of the columns is missing' }],
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
  // Columns without a name at the end come from formatted cells; a row need not have them.
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
  // Though what is over be empty: after an unquoted delimiter, all that follows stands a column too far to the right.
  if (cells.length > width)
    return `${cells.length} cells for ${width} columns; is a cell with a delimiter not in quotes?`;
  if (cells.some((cell) => cell.includes('\0'))) return 'holds a NUL character';
  return undefined;
}

function readHeader({ line, cells }: CsvRecord, file: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'the header holds a NUL character' }],
      fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
    });
  }
  const twice = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (twice.length === 0) return columns;
  throw new InvalidInputError(`${file} has two columns of one name`, {
    details: [...new Set(twice)].map((column) => ({
      file,
      line,
      column,
      message: `stands in columns ${positions(columns, column).join(' and ')}`,
    })),
    fix: 'rename one of them in the header',
  });
}

function positions(columns: readonly string[], wanted: string): readonly number[] {
  return columns.flatMap((column, index) => (column === wanted ? [index + 1] : []));
}
