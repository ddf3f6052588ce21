// Reads a CSV file as numbered rows, one at a time; what the columns mean is not its concern.
import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { InvalidInputError } from '../errors.ts';
import { type DecodeOptions, decodeText } from './decode.ts';
import { countLineEnds } from './lines.ts';
import { type Delimiter, sniffDelimiter } from './sniff.ts';

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
  /** Can be gone through once. */
  readonly rows: AsyncIterable<Row>;
}

/**
 * Opens a CSV file: reads its header now, its rows as they are asked for.
 * @throws {InvalidInputError} for a file that is empty, not text, has a column twice or, later, a quote without its other
 */
export async function readSheet(source: AsyncIterable<Uint8Array>, options: DecodeOptions): Promise<Sheet> {
  const { file } = options;
  const text = decodeText(source, options);
  const beginning = await readBeginning(text);
  const delimiter = sniffDelimiter(beginning);
  const records = parseRecords(resume(beginning, text), delimiter, file);
  const { value: header } = await records.next();
  if (header === undefined) {
    throw new InvalidInputError(`${file} is empty`, {
      details: [{ file, line: 1, message: 'a header line with the names of the columns is missing' }],
    });
  }
  const columns = readHeader(header, file);
  return { file, delimiter, columns, rows: numberRows(records, columns.length) };
}

interface NumberedRecord {
  readonly line: number;
  readonly cells: readonly string[];
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

async function* resume(beginning: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (beginning !== '') yield beginning;
  yield* rest;
}

// A quote that is never closed would otherwise take in the rest of the file.
const maxRecordBytes = 16 * 1024 * 1024;

async function* parseRecords(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  file: string,
): AsyncGenerator<NumberedRecord, undefined> {
  // The parser miscounts the lines of a CRLF inside quotes; the cells tell how many a record has.
  let nextLine = 1;
  let emptyLines = 0;
  const lines: number[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    on_record(cells: string[], { empty_lines }: InfoRecord): string[] {
      const line = nextLine + empty_lines - emptyLines;
      lines.push(line);
      emptyLines = empty_lines;
      nextLine = line + 1;
      for (const cell of cells) nextLine += countLineEnds(cell);
      return cells;
    },
  });
  // An error of the source reaches whoever reads the records by way of the parser.
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const cells of parser) yield { line: lines.shift() ?? 0, cells };
  } catch (error) {
    if (!isCsvError(error)) throw error;
    throw unreadable(error, file, nextLine + Number(error.empty_lines) - emptyLines);
  }
}

async function* numberRows(records: AsyncIterable<NumberedRecord>, width: number): AsyncGenerator<Row> {
  let row = 0;
  for await (const { line, cells } of records) yield { row: ++row, line, cells, fault: faultOf(cells, width) };
}

function faultOf(cells: readonly string[], width: number): string | undefined {
  if (cells.length < width) return `${cells.length} of ${width} cells; a delimiter is missing`;
  if (cells.length > width)
    return `${cells.length} cells for ${width} columns; is a cell with a delimiter not in quotes?`;
  if (cells.some((cell) => cell.includes('\0'))) return 'holds a NUL character';
  return undefined;
}

function readHeader({ line, cells }: NumberedRecord, file: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  if (columns.some((column) => column.includes('\0'))) {
    throw new InvalidInputError(`${file} is not text`, {
      details: [{ file, line, message: 'holds a NUL character' }],
      fix: 'if it is UTF-16 without a byte order mark, say --encoding utf-16le',
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

function isCsvError(error: unknown): error is CsvError {
  return error instanceof CsvError;
}

const quoteFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened in this record and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is closed in the middle of a cell; is one before it not closed, or not doubled?',
  INVALID_OPENING_QUOTE: 'a quote stands in a cell that is not in quotes itself',
  CSV_MAX_RECORD_SIZE: 'the record is larger than 16 MiB; is a quote not closed?',
};

function unreadable(error: CsvError, file: string, line: number): InvalidInputError {
  const message = quoteFaults[error.code] ?? error.message;
  return new InvalidInputError(`${file} is not well-formed CSV`, {
    cause: error,
    details: [{ file, line, message }],
    fix: 'put the cell in quotes and double each quote inside it: "the ""best"" talk"',
  });
}
