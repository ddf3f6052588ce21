// Reads a request's body as JSON. If it is not JSON, finds where the text is wrong, which JSON.parse does not report reliably.
import { isUtf8 } from 'node:buffer';
import { errorAt, faults } from '../contract/validation-error.ts';
import { invalid } from './refusal.ts';

/**
 * The value of a body; undefined if it is empty. A byte order mark is ignored.
 * @throws Refusal 422 `json_invalid`
 */
export function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw jsonInvalid('invalid UTF-8', 0);
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text === '') return undefined;
  try {
    if (!isTooDeep(text)) return JSON.parse(text);
  } catch {
    // The fault is found below.
  }
  const { error, offset } = jsonFault(text) ?? { error: 'Expecting value', offset: 0 };
  throw jsonInvalid(error, offset);
}

function jsonInvalid(error: string, offset: number) {
  return invalid([errorAt(['body', offset], faults.jsonInvalid(error), {})]);
}

export interface JsonFault {
  /** In Unicode code points from the start. */
  readonly offset: number;
  /** In the words of Python's decoder, which Pydantic passes on. */
  readonly error: string;
}

// Deeper values take long to parse and cannot be serialized.
const deepest = 1000;

/** The first fault of a text; undefined if it is JSON of at most 1,000 levels. Does not recurse, and builds no values. */
export function jsonFault(text: string): JsonFault | undefined {
  const fault = scan(text);
  return fault && { error: fault.error, offset: [...text.slice(0, fault.offset)].length };
}

/** Whether brackets are nested too deep, which takes much less time to find than to parse. */
function isTooDeep(text: string): boolean {
  if (text.length <= deepest) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === backslash) at += 1;
      else if (unit === quote) isInString = false;
    } else if (unit === quote) isInString = true;
    else if (unit === openBracket || unit === openBrace) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (unit === closeBracket || unit === closeBrace) depth -= 1;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// The valid characters of a string. Its closing quote, an invalid character or the end of the text follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const characters = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

function scan(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let at = match(space, text, 0);
  for (;;) {
    // A value is expected at `at`. Inside an opening bracket the next value is expected, unless it is closed at once.
    const bracket = text[at];
    if (bracket === '{' || bracket === '[') {
      const inside = match(space, text, at + 1);
      if (open.length === deepest) return { offset: at, error: 'recursion limit exceeded' };
      if (text[inside] !== (bracket === '{' ? '}' : ']')) {
        open.push(bracket);
        const start = bracket === '{' ? afterKey(text, inside) : inside;
        if (typeof start !== 'number') return start;
        at = start;
        continue;
      }
      at = inside + 1;
    } else {
      const end = bracket === '"' ? afterString(text, at) : match(scalar, text, at);
      if (typeof end !== 'number') return end;
      if (end === at) return { offset: at, error: 'Expecting value' };
      at = end;
    }
    // A value has ended. Close brackets up to the next comma, after which a value is expected.
    for (;;) {
      at = match(space, text, at);
      const outer = open.at(-1);
      if (outer === undefined) return at === text.length ? undefined : { offset: at, error: 'Extra data' };
      if (text[at] === ',') break;
      if (text[at] !== (outer === '{' ? '}' : ']')) return { offset: at, error: "Expecting ',' delimiter" };
      open.pop();
      at += 1;
    }
    at = match(space, text, at + 1);
    if (open.at(-1) === '{') {
      const start = afterKey(text, at);
      if (typeof start !== 'number') return start;
      at = start;
    }
  }
}

/** The offset of the value of the member whose key is at `at`. */
function afterKey(text: string, at: number): number | JsonFault {
  if (text[at] !== '"') return { offset: at, error: 'Expecting property name enclosed in double quotes' };
  const end = afterString(text, at);
  if (typeof end !== 'number') return end;
  const colon = match(space, text, end);
  if (text[colon] !== ':') return { offset: colon, error: "Expecting ':' delimiter" };
  return match(space, text, colon + 1);
}

function afterString(text: string, at: number): number | JsonFault {
  const end = match(characters, text, at + 1);
  const next = text[end];
  if (next === '"') return end + 1;
  if (next === undefined || (next === '\\' && end + 1 === text.length)) {
    return { offset: at, error: 'Unterminated string starting at' };
  }
  if (next !== '\\') return { offset: end, error: 'Invalid control character at' };
  if (text[end + 1] === 'u') return { offset: end + 1, error: 'Invalid \\uXXXX escape' };
  return { offset: end, error: 'Invalid \\escape' };
}

/** The end of a sticky pattern's match at `at`; `at` itself if there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
