// Parses JSON piece by piece, with the line of each object. Must not know what is in it.
import type { InvalidInputError } from '../../errors.ts';
import { mebibytes, tooLarge } from '../too-large.ts';
import { controlName, described, notAValue, notWellFormed, unquoted } from './faults.ts';
import type { Json, JsonObject } from './value.ts';

export interface JsonValues {
  /** Whether they are the elements of one array; else they follow each other, as in NDJSON, or there is one. */
  readonly isArray: boolean;
  /** Those that each piece of the text completes. Throws at the first fault, after all values before it. */
  readonly batches: AsyncIterable<readonly Json[]>;
}

/** One value may be that large: it has to be in memory as a whole. */
const maxValueLength = 32 * 1024 * 1024;

const maxDepth = 100;

/** Reads the values of a file; those of an array are read one by one. @throws {InvalidInputError} */
export async function parseJson(text: AsyncIterable<string>, file: string): Promise<JsonValues> {
  const pieces = text[Symbol.asyncIterator]();
  const parser = createParser(file);
  let first: readonly Json[] = [];
  while (first.length === 0 && (await feed())) first = parser.take();
  return { isArray: parser.isArray(), batches: batches() };

  async function* batches(): AsyncGenerator<readonly Json[]> {
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

/** Thrown where the text ends before the value does. */
const incomplete = Symbol('incomplete');

type State = 'start' | 'values' | 'first element' | 'after element' | 'element' | 'end';

function createParser(file: string) {
  let text = '';
  let at = 0;
  let line = 1;
  /** The offset of the line's first character; negative if it is no longer in memory. */
  let lineStart = 0;
  let isComplete = false;
  let state: State = 'start';
  let isArrayFile = false;
  let fault: unknown;
  /** A value that is cut off is parsed again only when the text has doubled. */
  let enough = 0;

  return {
    isArray: () => isArrayFile,
    isDone: () => isComplete && at === text.length && fault === undefined,
    /** @param piece undefined at the end of the file */
    add(piece: string | undefined): void {
      if (piece === undefined) isComplete = true;
      else {
        text = text.slice(at) + piece;
        lineStart -= at;
        at = 0;
      }
    },
    /** The values that are complete. */
    take(): readonly Json[] {
      if (fault !== undefined) throw fault;
      const values: Json[] = [];
      if (!isComplete && text.length < enough) return values;
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
  function step(values: Json[]): boolean {
    const before = { at, line, lineStart, state };
    try {
      return next(values);
    } catch (thrown) {
      if (thrown !== incomplete) throw thrown;
      if (isComplete) throw failure('the file ends before this value does; it may be incomplete', before);
      ({ at, line, lineStart, state } = before);
      const length = text.length - at;
      if (length > maxValueLength) {
        const message = `one value is larger than ${mebibytes(maxValueLength)}, and must be in memory as a whole`;
        throw tooLarge(file, 'JSON', { line, message });
      }
      enough = length * 2;
      return false;
    }
  }

  function next(values: Json[]): boolean {
    skipSpace();
    if (at === text.length) {
      if (isComplete && state !== 'values' && state !== 'end' && state !== 'start') {
        throw failure('the file ends before the array does; it may be incomplete');
      }
      return false;
    }
    switch (state) {
      case 'start':
        isArrayFile = text[at] === '[';
        state = isArrayFile ? 'first element' : 'values';
        if (isArrayFile) at++;
        return true;
      case 'first element':
      case 'after element':
        if (text[at] === ']') {
          at++;
          state = 'end';
        } else if (state === 'first element') state = 'element';
        else {
          expectComma(']');
          state = 'element';
        }
        return true;
      case 'values':
      case 'element':
        values.push(value(0));
        enough = 0;
        if (state === 'element') state = 'after element';
        return true;
      case 'end':
        throw failure('text after the end of the array');
    }
  }

  function value(depth: number): Json {
    if (depth > maxDepth) throw failure(`is nested deeper than ${maxDepth} levels`);
    skipSpace();
    switch (text[at]) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      default:
        return literal();
    }
  }

  function object(depth: number): JsonObject {
    const members = new Map<string, Json>();
    const startLine = line;
    at++;
    if (!ends('}')) {
      for (;;) {
        skipSpace();
        need();
        if (text[at] !== '"') throw failure(unquoted(text.slice(at, at + 20)));
        const start = { at, line, lineStart };
        const name = string();
        if (members.has(name)) throw failure(`${JSON.stringify(name)} occurs twice in one object`, start);
        skipSpace();
        need();
        if (text[at] !== ':') throw failure(`expected ":" after ${JSON.stringify(name)}`);
        at++;
        members.set(name, value(depth + 1));
        if (ends('}')) break;
        expectComma('}');
      }
    }
    return { line: startLine, members };
  }

  function array(depth: number): readonly Json[] {
    const values: Json[] = [];
    at++;
    if (ends(']')) return values;
    for (;;) {
      values.push(value(depth + 1));
      if (ends(']')) return values;
      expectComma(']');
    }
  }

  function ends(bracket: string): boolean {
    skipSpace();
    need();
    if (text[at] !== bracket) return false;
    at++;
    return true;
  }

  function expectComma(bracket: string): void {
    if (text[at] !== ',') throw failure(`expected "," or "${bracket}"${described(text.slice(at, at + 20))}`);
    const comma = { at, line, lineStart };
    at++;
    skipSpace();
    need();
    if (text[at] === bracket) throw failure(`a comma before "${bracket}"; remove it`, comma);
  }

  function string(): string {
    const start = at;
    plainText.lastIndex = at + 1;
    plainText.test(text);
    at = plainText.lastIndex;
    if (text[at] === '"') return text.slice(start + 1, at++);
    let result = text.slice(start + 1, at);
    for (;;) {
      need();
      const char = text[at] ?? '';
      if (char === '"') {
        at++;
        break;
      }
      if (char === '\\') result += escaped();
      else if (char < ' ') throw failure(`${controlName(char)} inside a text; in JSON, it is written as an escape`);
      const from = at;
      plainText.lastIndex = at;
      plainText.test(text);
      at = plainText.lastIndex;
      result += text.slice(from, at);
    }
    if (/\p{Cs}/u.test(result)) throw failure('the text before this contains half of a character');
    return result;
  }

  function escaped(): string {
    if (at + 1 >= text.length) need(2);
    const char = text[at + 1] ?? '';
    if (char === 'u') {
      need(6);
      const digits = text.slice(at + 2, at + 6);
      if (!/^[\da-fA-F]{4}$/.test(digits)) throw failure('expected four hexadecimal digits after \\u');
      at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = escapes.meant[escapes.written.indexOf(char)];
    if (plain === undefined) throw failure(`unknown escape \\${char}`);
    at += 2;
    return plain;
  }

  function literal(): string | null {
    literals.lastIndex = at;
    const [word = ''] = literals.exec(text) ?? [];
    // It may go on in the next piece.
    if (at + word.length === text.length && !isComplete) throw incomplete;
    if (word === '' && at === text.length) throw incomplete;
    if (word === 'null' || word === 'true' || word === 'false' || number.test(word)) {
      at += word.length;
      return word === 'null' ? null : word;
    }
    throw failure(notAValue(text.slice(at, at + 20)));
  }

  function skipSpace(): void {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
        // Of a CR at the end of a piece, it is not known yet whether a LF follows.
        if (code === 13 && at + 1 === text.length && !isComplete) throw incomplete;
        line++;
        lineStart = at + 1;
      } else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  }

  function need(count = 1): void {
    if (at + count > text.length) throw incomplete;
  }

  function failure(message: string, place: Place = { at, line, lineStart }): InvalidInputError {
    return notWellFormed(file, place.line, `character ${place.at - place.lineStart + 1}: ${message}`);
  }
}

interface Place {
  readonly at: number;
  readonly line: number;
  readonly lineStart: number;
}

// All but quotation marks, backslashes and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them (RFC 8259 §7).
const plainText = /[^"\\\u0000-\u001f]*/y;
const literals = /[-+.\w]*/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What may follow a backslash, and what it stands for, in the same order. */
const escapes = { written: '"\\/bfnrt', meant: '"\\/\b\f\n\r\t' };
