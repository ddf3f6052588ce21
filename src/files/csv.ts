// Reads CSV with csv-parse: its delimiter, and its records with their lines. Must not know what
// they mean.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { InvalidInputError } from '../errors.ts';
import { createLimits, type Limits, tooLarge } from './limits.ts';
import { type Delimiter, delimiters, maxColumns, type RawRecord, type RawTable } from './table.ts';
import { type DecodeOptions, decodeText } from './text.ts';

/**
 * @throws {InvalidInputError} for a file that is not text, and for a quote that is never closed or
 *   closed too early
 * @throws {UsageError} for an unknown encoding
 */
export function readCsv(
  bytes: Uint8Array,
  options: DecodeOptions & { readonly limits?: Limits },
): RawTable {
  const { file, limits = createLimits(file) } = options;
  const text = decodeText(bytes, options);
  refuseConflict(text, file);
  // In this line, Excel names the delimiter before the header.
  const [line = '', named] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = delimiters.find((sign) => sign === named) ?? guessDelimiter(body);
  const firstLine = line === '' ? 1 : 2;
  const records = parseRecords({ bytes: Buffer.from(body), delimiter, firstLine }, limits);
  return { delimiter, records };
}

/**
 * A line that git writes where it could not merge two versions is no row.
 * @throws {InvalidInputError}
 */
function refuseConflict(text: string, file: string): void {
  const marker = /^<{7} /m.exec(text);
  if (marker === null) return;
  const line = text.slice(0, marker.index).split(/\r\n|\r|\n/).length;
  throw new InvalidInputError(`${file} has a merge conflict of git`, {
    details: [{ file, line, message: 'the conflict begins here' }],
    fix:
      'keep the rows that you want, and remove the lines that begin with <<<<<<<, ======= and ' +
      '>>>>>>>',
  });
}

const dialect = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** @param firstLine the line of the file on which the text starts */
function parseRecords(
  {
    bytes,
    delimiter,
    firstLine,
  }: { readonly bytes: Buffer; readonly delimiter: Delimiter; readonly firstLine: number },
  limits: Limits,
): readonly RawRecord[] {
  limits.cells(countCells(bytes, delimiter));
  const records: RawRecord[] = [];
  let line = firstLine;
  let at = 0;
  try {
    parse(bytes, {
      ...dialect,
      delimiter,
      on_record(cells: string[], { bytes: end }) {
        skipBlankLines();
        if (cells.length > maxColumns)
          throw tooLarge(limits.file, `a record has more than ${maxColumns} cells`, line);
        records.push({ line, cells });
        line += lineEnds(bytes, at, end);
        at = end;
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    skipBlankLines();
    throw new InvalidInputError(`${limits.file} is not well-formed CSV`, {
      cause,
      details: [{ file: limits.file, line, message: quoteFaults[cause.code] ?? cause.message }],
      fix: 'put the cell in quotes, and double each quote inside it: "the ""best"" talk"',
    });
  }
  return records;

  function skipBlankLines(): void {
    const start = at;
    while (bytes[at] === lf || bytes[at] === cr) at++;
    line += lineEnds(bytes, start, at);
  }
}

const quoteFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the record that starts here has a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE:
    'the record that starts here has a quote that is closed in the middle of a cell',
  INVALID_OPENING_QUOTE: 'the record that starts here has a quote in a cell that is not quoted',
};

const lf = 0x0a;
const cr = 0x0d;

/** At least as many as there are: a text in quotes may have delimiters too. */
function countCells(bytes: Uint8Array, delimiter: Delimiter): number {
  const sign = delimiter.charCodeAt(0);
  let count = 0;
  for (const byte of bytes) if (byte === sign || byte === lf || byte === cr) count++;
  return count;
}

function lineEnds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] !== lf)) count++;
  }
  return count;
}

/**
 * The delimiter that splits each of the first records into the same number of cells, and into the
 * most; if none does, the one that is most frequent in the first record.
 */
function guessDelimiter(text: string): Delimiter {
  const beginning = text.slice(0, sampledLength);
  const trials = delimiters
    .filter((delimiter) => beginning.includes(delimiter))
    .map((delimiter) => ({ delimiter, widths: widthsOf(beginning, delimiter) }))
    .filter(({ widths }) => (widths[0] ?? 1) > 1)
    .sort((a, b) => (b.widths[0] ?? 0) - (a.widths[0] ?? 0));
  const even = trials.find(({ widths }) => widths.every((width) => width === widths[0]));
  return (even ?? trials[0])?.delimiter ?? ',';
}

const sampledLength = 65_536;
const sampledRecords = 20;

function widthsOf(beginning: string, delimiter: Delimiter): readonly number[] {
  const options = {
    ...dialect,
    delimiter,
    relax_quotes: true,
    skip_records_with_error: true,
    to: sampledRecords,
  };
  const widths = parse(beginning, options).map((record) => record.length);
  // With fewer records than requested, the last one may be cut off.
  return widths.length > 1 && widths.length < sampledRecords ? widths.slice(0, -1) : widths;
}
