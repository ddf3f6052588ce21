// Parses a file of JSON piece by piece: one value, several, or the elements of an array. Must not know what is in them.
import { mebibytes, tooLarge } from '../too-large.ts';
import type { JsonValue } from './value.ts';
import { createValueReader, incomplete } from './value-reader.ts';

export interface JsonValues {
  /** Whether they are the elements of one array; else they follow each other, as in NDJSON, or there is one. */
  readonly isArray: boolean;
  /** Those that each piece of the text completes. Throws at the first fault, after all values before it. */
  readonly batches: AsyncIterable<readonly JsonValue[]>;
}

/** One value may be that large: it has to be in memory as a whole. */
const maxValueLength = 32 * 1024 * 1024;

/** Reads the values of a file; those of an array are read one by one. @throws {InvalidInputError} */
export async function parseJson(text: AsyncIterable<string>, file: string): Promise<JsonValues> {
  const pieces = text[Symbol.asyncIterator]();
  const parser = createParser(file);
  let first: readonly JsonValue[] = [];
  while (first.length === 0 && (await feed())) first = parser.take();
  return { isArray: parser.isArray(), batches: batches() };

  async function* batches(): AsyncGenerator<readonly JsonValue[]> {
    if (first.length > 0) yield first;
    while (!parser.isDone()) {
      await feed();
      const values = parser.take();
      if (values.length > 0) yield values;
    }
  }

  async function feed(): Promise<boolean> {
    if (parser.isDone()) return false;
    const { value, done } = await pieces.next();
    parser.add(done ? undefined : value);
    return true;
  }
}

type State = 'start' | 'values' | 'first element' | 'after element' | 'element' | 'end';

function createParser(file: string) {
  const reader = createValueReader(file);
  let state: State = 'start';
  let isArrayFile = false;
  let fault: unknown;
  /** A value that is cut off is parsed again only when the text has doubled. */
  let enough = 0;

  return {
    isArray: () => isArrayFile,
    isDone: () => reader.isComplete() && reader.rest() === 0 && fault === undefined,
    /** @param piece undefined at the end of the file */
    add: reader.add,
    /** The values that are complete. */
    take(): readonly JsonValue[] {
      if (fault !== undefined) throw fault;
      const values: JsonValue[] = [];
      if (!reader.isComplete() && reader.rest() < enough) return values;
      try {
        while (step(values));
      } catch (thrown) {
        if (values.length === 0) throw thrown;
        fault = thrown;
      }
      return values;
    },
  };

  /** What is cut off at the end of the text is read again with the next piece. @returns whether there may be more in the text */
  function step(values: JsonValue[]): boolean {
    const before = { place: reader.place(), state };
    try {
      return next(values);
    } catch (thrown) {
      if (thrown !== incomplete) throw thrown;
      if (reader.isComplete()) {
        throw reader.failure('the file ends before this value does; it may be incomplete', before.place);
      }
      reader.goBack(before.place);
      state = before.state;
      const length = reader.rest();
      if (length > maxValueLength) {
        const message = `one value is larger than ${mebibytes(maxValueLength)}, and must be in memory as a whole`;
        throw tooLarge(file, 'JSON', { line: before.place.line, message });
      }
      enough = length * 2;
      return false;
    }
  }

  function next(values: JsonValue[]): boolean {
    reader.skipSpace();
    const char = reader.peek();
    if (char === undefined) {
      if (reader.isComplete() && state !== 'values' && state !== 'end' && state !== 'start') {
        throw reader.failure('the file ends before the array does; it may be incomplete');
      }
      return false;
    }
    switch (state) {
      case 'start':
        isArrayFile = char === '[';
        state = isArrayFile ? 'first element' : 'values';
        if (isArrayFile) reader.skip();
        return true;
      case 'first element':
      case 'after element':
        if (char === ']') {
          reader.skip();
          state = 'end';
        } else if (state === 'first element') state = 'element';
        else {
          reader.expectComma(']');
          state = 'element';
        }
        return true;
      case 'values':
      case 'element':
        values.push(reader.value());
        enough = 0;
        if (state === 'element') state = 'after element';
        return true;
      case 'end':
        throw reader.failure('text after the end of the array');
    }
  }
}
