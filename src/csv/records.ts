// Splits CSV text into records with csv-parse, each with the line on which it starts. Must not know what a record means.
import { CsvError, type Info, Parser } from 'csv-parse';
import { InvalidInputError } from '../errors.ts';
import { countLineEnds } from './lines.ts';
import { quoteError } from './quote-error.ts';

/** One record of the file, the header included. */
export interface CsvRecord {
  /** The line of the file on which the record starts, from 1. */
  readonly line: number;
  /** As in the file, without the enclosing quotes. */
  readonly cells: readonly string[];
}

export interface RecordOptions {
  readonly file: string;
  readonly delimiter: string;
  /** The line of the file on which the text starts. */
  readonly firstLine: number;
}

/**
 * Parses the records, yielding those that each piece of the text completes; empty lines are skipped.
 * @throws {InvalidInputError} for a quote that is never closed or closed too early, after all records before it
 */
export async function* parseRecords(
  text: AsyncIterable<string>,
  options: RecordOptions,
): AsyncGenerator<readonly CsvRecord[]> {
  const { file, delimiter, firstLine } = options;
  const numbering = createNumbering(firstLine);
  const unread = createUnreadText();
  const parser = new DirectParser(delimiter, numbering.add);
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    unread.add(bytes, numbering.recordEnd);
    const error = await called((done) => parser.write(bytes, done));
    yield numbering.take();
    if (error !== undefined) throw explained(error);
    if (parser.openCells > maxOpenCells) {
      throw new InvalidInputError(`${file} has too many columns`, {
        details: [{ file, line: numbering.nextLine, message: `the record has more than ${maxOpenCells} cells` }],
        fix: 'remove the columns that are not needed, and the delimiters at the end of the line',
      });
    }
  }
  const error = await called((done) => parser.end(done));
  yield numbering.take();
  if (error !== undefined) throw explained(error);

  function explained(error: Error): Error {
    if (!(error instanceof CsvError)) return error;
    return quoteError(error, { file, delimiter, line: numbering.nextLine, text: unread.from(numbering.recordEnd) });
  }
}

// What is read of a record that goes on in the next piece of the text: a cell takes more memory than its delimiter.
const maxOpenCells = 100_000;

// Without a limit, a quote that is never closed would read the rest of the file into memory.
const maxRecordBytes = 16 * 1024 * 1024;

/** Passes each record on at once: with the stream's buffer and iterator, parsing would take 1.5 times as long. */
class DirectParser extends Parser {
  readonly #onRecord: (cells: string[], info: Info) => void;

  constructor(delimiter: string, onRecord: (cells: string[], info: Info) => void) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
    });
    this.#onRecord = onRecord;
    // The callback of each write receives the error.
    this.on('error', () => undefined);
  }

  /** How many cells the record has that is not complete yet. */
  get openCells(): number {
    const state: unknown = Reflect.get(this, 'state');
    const record = typeof state === 'object' && state !== null && 'record' in state ? state.record : [];
    return Array.isArray(record) ? record.length : 0;
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    this.#onRecord(record, this.info);
    return true;
  }
}

/** Collects records and computes the line on which each starts. */
function createNumbering(firstLine: number) {
  let records: CsvRecord[] = [];
  let nextLine = firstLine;
  let emptyLines = 0;
  let lines = 0;
  let recordEnd = 0;
  return {
    add(cells: string[], info: Info): void {
      const skipped = info.empty_lines - emptyLines;
      const line = nextLine + skipped;
      nextLine = line + 1;
      // The parser counts a CRLF inside quotes twice, so its count only shows whether a cell contains line ends.
      if (info.lines - lines !== skipped + 1) for (const cell of cells) nextLine += countLineEnds(cell);
      emptyLines = info.empty_lines;
      lines = info.lines;
      recordEnd = info.bytes;
      records.push({ line, cells });
    },
    take(): readonly CsvRecord[] {
      const taken = records;
      records = [];
      return taken;
    },
    get nextLine() {
      return nextLine;
    },
    /** The byte offset at which the last record ends. */
    get recordEnd() {
      return recordEnd;
    },
  };
}

/** Holds the text after the last complete record, for an error's explanation. */
function createUnreadText() {
  let pieces: { readonly start: number; readonly end: number; readonly bytes: Buffer }[] = [];
  let length = 0;
  return {
    /** @param done bytes before this offset are no longer needed */
    add(bytes: Buffer, done: number): void {
      pieces = pieces.filter(({ end }) => end > done);
      pieces.push({ start: length, end: length + bytes.length, bytes });
      length += bytes.length;
    },
    from(offset: number): string {
      const start = pieces[0]?.start ?? 0;
      return Buffer.concat(pieces.map(({ bytes }) => bytes)).toString('utf8', offset - start);
    },
  };
}

function called(start: (done: (error?: Error | null) => void) => unknown): Promise<Error | undefined> {
  return new Promise((resolve) => start((error) => resolve(error ?? undefined)));
}
