// From a file's bytes to its text: byte order marks, encodings, and where the first byte stands that is no text.
import type { TextDecoder as Decoder } from 'node:util';
import { InvalidInputError, UsageError } from '../errors.ts';
import { createLineCounter } from './lines.ts';

export interface DecodeOptions {
  /** Names the file in messages. */
  readonly file: string;
  /** A label of the WHATWG Encoding Standard; without one UTF-8, or UTF-16 where a byte order mark says so. */
  readonly encoding?: string | undefined;
}

/**
 * The text, in pieces, without a byte order mark.
 * @throws {UsageError} for an encoding that does not exist
 * @throws {InvalidInputError} at the first byte that the encoding does not know
 */
export async function* decodeText(source: AsyncIterable<Uint8Array>, options: DecodeOptions): AsyncGenerator<string> {
  const given = options.encoding === undefined ? undefined : createDecoder(options.encoding);
  const lines = createLineCounter();
  let decoder = given;
  let offset = 0;
  let pending = new Uint8Array();
  for await (const chunk of source) {
    const bytes = concat(pending, chunk);
    // The mark needs its two bytes; a shorter file has none.
    if (decoder === undefined && bytes.length < 2) {
      pending = bytes;
      continue;
    }
    decoder ??= createDecoder(encodingByMark(bytes));
    // What is cut off at the end of a chunk waits for the next one, so that every decoding starts at a character.
    const whole = decoder.encoding === 'utf-8' ? wholeCharacters(bytes) : bytes.length;
    const text = decode(decoder, bytes.subarray(0, whole), { ...options, offset, line: lines.line });
    lines.add(text);
    offset += whole;
    pending = bytes.slice(whole);
    if (text !== '') yield text;
  }
  decoder ??= createDecoder('utf-8');
  const place = { ...options, offset, line: lines.line };
  const text = decode(decoder, pending, place) + finish(decoder, place);
  if (text !== '') yield text;
}

interface Place extends DecodeOptions {
  readonly offset: number;
  readonly line: number;
}

function createDecoder(label: string): Decoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new UsageError(`--encoding ${label}: no such encoding`, {
      fix: 'name one of the WHATWG list, such as utf-8, utf-16le, windows-1252, windows-1250 or shift_jis',
    });
  }
}

function encodingByMark(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decode(decoder: Decoder, bytes: Uint8Array, place: Place): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw invalidBytes(decoder, bytes, place);
  }
}

function finish(decoder: Decoder, place: Place): string {
  try {
    return decoder.decode();
  } catch {
    throw invalidBytes(decoder, new Uint8Array(), place);
  }
}

function invalidBytes(decoder: Decoder, bytes: Uint8Array, place: Place): InvalidInputError {
  const { file, offset } = place;
  const isUtf8 = decoder.encoding === 'utf-8';
  const valid = isUtf8 ? validUtf8Length(bytes) : 0;
  const counter = createLineCounter();
  counter.add(new TextDecoder(decoder.encoding).decode(bytes.subarray(0, valid)));
  const line = place.line + counter.line - 1;
  const at = isUtf8 ? `byte ${offset + valid}` : `after byte ${offset}`;
  const message = `not ${decoder.encoding.toUpperCase()} (${at})`;
  return new InvalidInputError(`${file} is not ${decoder.encoding.toUpperCase()} text`, {
    details: [{ file, line, message }],
    fix: isUtf8
      ? 'save it as "CSV UTF-8", or say what it is; spreadsheets in Western Europe write --encoding windows-1252'
      : 'name the encoding that the file was saved in, with --encoding',
  });
}

/** How many bytes come before a character that is cut off at the end, if one is. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** How many bytes are valid UTF-8 from the start on (Unicode 15.0, table 3-7). */
function validUtf8Length(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    const first = bytes[at];
    if (first === undefined) return at;
    const length = sequenceLength(first);
    if (length === 0 || !isSequence(bytes, at, length)) return at;
    at += length;
  }
}

function sequenceLength(first: number): 0 | 1 | 2 | 3 | 4 {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

function isSequence(bytes: Uint8Array, at: number, length: number): boolean {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
  if (first === 0xe0 && second < 0xa0) return false;
  if (first === 0xed && second > 0x9f) return false;
  if (first === 0xf0 && second < 0x90) return false;
  if (first === 0xf4 && second > 0x8f) return false;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return false;
  }
  return true;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
