// Cuts CSV text into records with the lines they start on; csv-parse does the cutting. What a record means is not its concern.
import { CsvError, type Info, Parser } from 'csv-parse';
import { countLineEnds } from './lines.ts';
import { quoteError } from './quote-error.ts';

/** One record of the file, the header included. */
export interface CsvRecord {
  /** The line of the file on which the record starts, from 1. */
  readonly line: number;
  /** As they stand in the file, unquoted. */
  readonly cells: readonly string[];
}

export interface RecordOptions {
  readonly file: string;
  readonly delimiter: string;
  /** The line of the file on which the text starts. */
  readonly firstLine: number;
}

/**
 * The records, as many at a time as each piece of the text completes; empty lines are none.
 * @throws {InvalidInputError} for a quote without its other, after all records before it
 */
export async function* parseRecords(
  text: AsyncIterable<string>,
  options: RecordOptions,
): AsyncGenerator<readonly CsvRecord[]> {
  const { file, delimiter, firstLine } = options;
  const numbering = createNumbering(firstLine);
  const held = createHeldText();
  const parser = new DirectParser(delimiter, numbering.add);
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    held.add(bytes, numbering.recordEnd);
    const error = await settled((done) => parser.write(bytes, done));
    yield numbering.take();
    if (error !== undefined) throw inWords(error);
  }
  const error = await settled((done) => parser.end(done));
  yield numbering.take();
  if (error !== undefined) throw inWords(error);

  function inWords(error: Error): Error {
    if (!(error instanceof CsvError)) return error;
    return quoteError(error, { file, delimiter, line: numbering.nextLine, text: held.from(numbering.recordEnd) });
  }
}

// A quote that is never closed would otherwise take in the rest of the file.
const maxRecordBytes = 16 * 1024 * 1024;

/** Hands records over at once; by way of the stream's buffer and iterator they would take half as long again. */
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
    // Whoever writes is told of each error.
    this.on('error', () => undefined);
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    this.#onRecord(record, this.info);
    return true;
  }
}

/** Collects records, and knows where each of them starts. */
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
      // The parser counts a CRLF inside quotes twice, so its count only tells whether there is anything to count.
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
    /** How many bytes of the text the records so far take. */
    get recordEnd() {
      return recordEnd;
    },
  };
}

/** Keeps the text that is no record yet, for the words of an error. */
function createHeldText() {
  let pieces: { readonly start: number; readonly end: number; readonly bytes: Buffer }[] = [];
  let length = 0;
  return {
    /** @param done the bytes before this offset are not asked for any more */
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

function settled(start: (done: (error?: Error | null) => void) => unknown): Promise<Error | undefined> {
  return new Promise((resolve) => start((error) => resolve(error ?? undefined)));
}
