// Opens a CSV file: finds its delimiter, and reads its records when they are requested. Must not know what they mean.
import { type DecodeOptions, decodeText } from './decode.ts';
import { type Delimiter, guessDelimiter, readDelimiterLine } from './delimiter.ts';
import { type CsvRecord, parseRecords } from './records.ts';

export interface CsvTable {
  readonly delimiter: Delimiter;
  /** All records in order, one batch for each piece of the file; can be iterated once. */
  readonly batches: AsyncIterable<readonly CsvRecord[]>;
}

/**
 * @throws {InvalidInputError} for a file that is not text; while reading records, for a quote that is never closed
 * @throws {UsageError} for an unknown encoding
 */
export async function readCsv(source: AsyncIterable<Uint8Array>, options: DecodeOptions): Promise<CsvTable> {
  const { file } = options;
  const text = decodeText(source, options);
  const whole = await readBeginning(text);
  const given = readDelimiterLine(whole);
  const beginning = whole.slice(given?.length);
  const delimiter = given?.delimiter ?? guessDelimiter(beginning);
  const firstLine = given === undefined ? 1 : 2;
  return { delimiter, batches: parseRecords(prepend([beginning], text), { file, delimiter, firstLine }) };
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

/** The first items, and then the others. */
export async function* prepend<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}
