// Reads JSON values from a text that grows: what is cut off at its end is read again when there is more. Must not know lists.
import { InvalidInputError } from '../../errors.ts';
import { tooLarge } from '../too-large.ts';
import type { JsonObject, JsonValue } from './value.ts';

/** Thrown where the text ends before the value does. */
export const incomplete = Symbol('incomplete');

/** A place in the text. */
interface TextPosition {
  readonly at: number;
  readonly line: number;
  /** The offset of the line's first character; negative if it is no longer in memory. */
  readonly lineStart: number;
}

const maxDepth = 100;

/** How many objects and arrays one value may contain: each takes ten times the memory of its text. */
const maxContainers = 300_000;

/** How many members one of its objects may have. */
const maxMembers = 100_000;

/** The methods that read throw {@link incomplete}, and an error for a text that is not JSON. */
export function createValueReader(file: string) {
  let text = '';
  let at = 0;
  let line = 1;
  let lineStart = 0;
  let isComplete = false;
  let containers = 0;

  return {
    /** @param piece undefined at the end of the file */
    add(piece: string | undefined): void {
      if (piece === undefined) isComplete = true;
      else {
        text = text.slice(at) + piece;
        lineStart -= at;
        at = 0;
      }
    },
    /** Whether the end of the file has been added. */
    isComplete: () => isComplete,
    /** How many characters are not read yet. */
    rest: () => text.length - at,
    place: (): TextPosition => ({ at, line, lineStart }),
    goBack(place: TextPosition): void {
      ({ at, line, lineStart } = place);
    },
    /** The next character, if there is one. */
    peek: () => text[at],
    skip(): void {
      at++;
    },
    skipSpace,
    expectComma,
    value() {
      containers = 0;
      return value(0);
    },
    failure,
  };

  function value(depth: number): JsonValue {
    if (depth > maxDepth) throw failure(`is nested deeper than ${maxDepth} levels`);
    skipSpace();
    if (depth > 0 && (text[at] === '{' || text[at] === '[') && ++containers > maxContainers)
      throw tooMany(`one value contains more than ${maxContainers} objects and arrays`);
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
    const members = new Map<string, JsonValue>();
    const startLine = line;
    at++;
    if (!ends('}')) {
      for (;;) {
        skipSpace();
        need();
        if (text[at] !== '"') throw failure('expected the name of a member in double quotation marks');
        const start = { at, line, lineStart };
        const name = string();
        if (members.has(name)) throw failure(`${JSON.stringify(name)} occurs twice in one object`, start);
        skipSpace();
        need();
        if (text[at] !== ':') throw failure(`expected ":" after ${JSON.stringify(name)}`);
        at++;
        members.set(name, value(depth + 1));
        if (members.size > maxMembers) throw tooMany(`one object has more than ${maxMembers} members`);
        if (ends('}')) break;
        expectComma('}');
      }
    }
    return { line: startLine, members };
  }

  function array(depth: number): readonly JsonValue[] {
    const values: JsonValue[] = [];
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
    if (text[at] !== ',') throw failure(`expected "," or "${bracket}"`);
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
      else if (char < ' ')
        throw failure('a line break or a control character inside a text; in JSON, it is written as an escape');
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
    throw failure(word === '' ? 'expected a value' : `${word} is not a JSON value`);
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

  function tooMany(message: string): InvalidInputError {
    return tooLarge(file, 'JSON', { line, message: `${message}, and must be in memory as a whole` });
  }

  function failure(message: string, place: TextPosition = { at, line, lineStart }): InvalidInputError {
    return new InvalidInputError(`${file} is not well-formed JSON`, {
      details: [{ file, line: place.line, message: `character ${place.at - place.lineStart + 1}: ${message}` }],
      fix: 'export it again, or correct it in an editor',
    });
  }
}

// All but quotation marks, backslashes and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them (RFC 8259 §7).
const plainText = /[^"\\\u0000-\u001f]*/y;
const literals = /[-+.\w]*/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What may follow a backslash, and what it stands for, in the same order. */
const escapes = { written: '"\\/bfnrt', meant: '"\\/\b\f\n\r\t' };
