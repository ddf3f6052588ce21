// From a file's bytes to its text: byte order marks, encodings, and where the first byte stands that is no text.
import type { TextDecoder as Decoder } from 'node:util';
import { InvalidInputError, UsageError } from '../errors.ts';
import { encodingByMark, encodingByZeros, guessEncoding } from './encoding.ts';
import { openingLength, refuseOtherKinds } from './kind.ts';
import { countLineEnds, createLineCounter } from './lines.ts';

export interface DecodeOptions {
  /** Names the file in messages. */
  readonly file: string;
  /** A label of the WHATWG Encoding Standard; a byte order mark overrides it, and without either it is UTF-8. */
  readonly encoding?: string | undefined;
}

/**
 * The text, in pieces, without a byte order mark.
 * @throws {UsageError} for an encoding that does not exist
 * @throws {InvalidInputError} for a file that is something else than text, or at the first byte that the encoding does not know
 */
export async function* decodeText(source: AsyncIterable<Uint8Array>, options: DecodeOptions): AsyncGenerator<string> {
  const lines = createLineCounter();
  let decoder: Decoder | undefined;
  let offset = 0;
  let pending = new Uint8Array();
  for await (const chunk of source) {
    const bytes = concat(pending, chunk);
    if (decoder === undefined && bytes.length < openingLength) {
      pending = bytes;
      continue;
    }
    decoder ??= openDecoder(bytes, options);
    // What is cut off at the end of a chunk waits for the next one, so that every decoding starts at a character.
    const whole = decoder.encoding === 'utf-8' ? wholeCharacters(bytes) : bytes.length;
    const text = decode(decoder, bytes.subarray(0, whole), { file: options.file, offset, line: lines.line });
    lines.add(text);
    offset += whole;
    pending = bytes.slice(whole);
    if (text !== '') yield text;
  }
  decoder ??= openDecoder(pending, options);
  const place = { file: options.file, offset, line: lines.line };
  const text = decode(decoder, pending, place) + finish(decoder, pending, place);
  if (text !== '') yield text;
}

interface Place {
  readonly file: string;
  readonly offset: number;
  readonly line: number;
}

function openDecoder(opening: Uint8Array, { file, encoding }: DecodeOptions): Decoder {
  const named = encoding === undefined ? undefined : createDecoder(encoding);
  const marked = encodingByMark(opening);
  if (marked !== undefined && marked !== 'utf-8') return createDecoder(marked);
  refuseOtherKinds(opening.subarray(0, openingLength), file);
  if (marked !== undefined) return createDecoder(marked);
  return named ?? openUnnamed(opening, file);
}

function openUnnamed(opening: Uint8Array, file: string): Decoder {
  const zeros = encodingByZeros(opening.subarray(0, openingLength));
  if (zeros === undefined) return createDecoder('utf-8');
  throw new InvalidInputError(`${file} is not UTF-8 text`, {
    details: [{ file, line: 1, message: 'every other byte is 0, as in UTF-16 without a byte order mark' }],
    fix: `add --encoding ${zeros}, or save the file as "CSV UTF-8"`,
  });
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

function decode(decoder: Decoder, bytes: Uint8Array, place: Place): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw invalidBytes(decoder.encoding, bytes, place);
  }
}

function finish(decoder: Decoder, bytes: Uint8Array, place: Place): string {
  try {
    return decoder.decode();
  } catch {
    throw invalidBytes(decoder.encoding, bytes, place);
  }
}

function invalidBytes(encoding: string, bytes: Uint8Array, { file, offset, line }: Place): InvalidInputError {
  const { length, text } = decodeValid(encoding, bytes);
  const name = encoding.toUpperCase();
  return new InvalidInputError(`${file} is not ${name} text`, {
    details: [{ file, line: line + countLineEnds(text), message: `not ${name} (byte ${offset + length})` }],
    fix: encoding === 'utf-8' ? suggestEncoding(bytes, length) : 'name the encoding that the file was saved in',
  });
}

/** The characters before the first invalid one, and how many bytes they take. */
function decodeValid(encoding: string, bytes: Uint8Array): { length: number; text: string } {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let length = 0;
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at++) {
      const character = decoder.decode(bytes.subarray(at, at + 1), { stream: true });
      if (character !== '') length = at + 1;
      text += character;
    }
  } catch {
    return { length, text };
  }
  return { length, text };
}

/** Shows the word as it would be, which its reader knows to be right or wrong. */
function suggestEncoding(bytes: Uint8Array, at: number): string {
  const encoding = guessEncoding(bytes);
  // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters (nodejs/node#56542).
  const read = (part: Uint8Array) => new TextDecoder(encoding).decode(part, { stream: true });
  const before = /[\p{L}\p{M}\p{N}'’-]*$/u.exec(read(bytes.subarray(Math.max(0, at - 20), at)));
  const after = /^[\p{L}\p{M}\p{N}'’-]*/u.exec(read(bytes.subarray(at, at + 20)));
  const word = `${before?.[0]}${after?.[0]}`;
  const reading = word === '' ? '' : ` (it then reads "${word}" there)`;
  return `add --encoding ${encoding}${reading}, or save the file as "CSV UTF-8"`;
}

/** How many bytes come before a character that is cut off at the end, if one is (Unicode 15.0, table 3-6). */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(first: number): number {
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
