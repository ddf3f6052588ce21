// Decodes a file's bytes as text: byte order marks, encodings, and the position of an invalid byte. Must not know CSV.
import { InvalidInputError, UsageError } from '../errors.ts';
import { type TextDecoderLike as Decoder, dosDecoder, openDecoderOf } from './decoders.ts';
import { guessEncodings } from './guess-encoding.ts';
import { countLineEnds, createLineCounter } from './lines.ts';

export interface DecodeOptions {
  /** Names the file in messages. */
  readonly file: string;
  /** A label of the WHATWG Encoding Standard. A byte order mark overrides it; without either, the text is UTF-8. */
  readonly encoding?: string | undefined;
}

/**
 * Decodes a file piece by piece; the byte order mark is left out.
 * @throws {UsageError} for an unknown encoding
 * @throws {InvalidInputError} at the first byte that is invalid in the encoding
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
    // A character that is cut off at the end of a chunk waits for the next chunk, so that each decoding starts at a character.
    const whole = decoder.encoding === 'utf-8' ? wholeCharacters(bytes) : bytes.length;
    const text = decode(decoder, bytes.subarray(0, whole), { file: options.file, offset, line: lines.line });
    lines.add(text);
    offset += whole;
    pending = bytes.slice(whole);
    if (text !== '') yield text;
  }
  decoder ??= openDecoder(pending, options);
  const position = { file: options.file, offset, line: lines.line };
  const text = decode(decoder, pending, position) + finish(decoder, pending, position);
  if (text !== '') yield text;
}

/** How many bytes from the start are examined for an encoding. */
const openingLength = 512;

/** Where a piece of the file starts. */
interface Position {
  readonly file: string;
  readonly offset: number;
  readonly line: number;
}

function openDecoder(bytes: Uint8Array, { encoding }: DecodeOptions): Decoder {
  const opening = bytes.subarray(0, openingLength);
  const requested = encoding === undefined ? undefined : createDecoder(encoding);
  const marked = encodingByMark(opening);
  if (marked !== undefined) return createDecoder(marked);
  return requested ?? createDecoder('utf-8');
}

function createDecoder(label: string): Decoder {
  try {
    return openDecoderOf(label);
  } catch {
    throw new UsageError(`unknown encoding "${label}"`, {
      fix: 'use a name from the WHATWG Encoding Standard, such as utf-8, utf-16le, windows-1252, windows-1250 or shift_jis, or cp437, cp850, cp852 or cp857',
    });
  }
}

function decode(decoder: Decoder, bytes: Uint8Array, position: Position): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw invalidBytes(decoder.encoding, bytes, position);
  }
}

/** Ends the text: nothing may be left of a character. @param bytes the last ones, which are decoded already */
function finish(decoder: Decoder, bytes: Uint8Array, position: Position): string {
  try {
    return decoder.decode();
  } catch {
    throw invalidBytes(decoder.encoding, bytes, position);
  }
}

function invalidBytes(encoding: string, bytes: Uint8Array, { file, offset, line }: Position): InvalidInputError {
  const { length, text } = decodeValid(encoding, bytes);
  const name = encoding.toUpperCase();
  return new InvalidInputError(`${file} is not ${name} text`, {
    details: [{ file, line: line + countLineEnds(text), message: `byte ${offset + length} is not valid ${name}` }],
    ...(encoding === 'utf-8'
      ? { advice: { kind: 'try_encoding', ...guessReading(bytes, length) } }
      : { fix: 'specify the encoding in which the file was saved' }),
  });
}

/** The characters before the first invalid one, and how many bytes they take. */
function decodeValid(encoding: string, bytes: Uint8Array): { length: number; text: string } {
  const decoder = openDecoderOf(encoding);
  let length = 0;
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at++) {
      const character = decoder.decode(bytes.subarray(at, at + 1), { stream: true });
      if (character !== '') length = at + 1;
      text += character;
    }
  } catch {
    // The invalid byte.
  }
  return { length, text };
}

interface GuessedReading {
  readonly encoding: string;
  readonly word?: string;
}

/** An encoding to try, and others that fit as well, with the word at the invalid byte in each, so that a person can judge them. */
function guessReading(bytes: Uint8Array, at: number): GuessedReading & { readonly others?: readonly GuessedReading[] } {
  const [best, ...others] = guessEncodings(bytes);
  const reading = readingIn(best, bytes, at);
  return others.length === 0 ? reading : { ...reading, others: others.map((each) => readingIn(each, bytes, at)) };
}

function readingIn(encoding: string, bytes: Uint8Array, at: number): GuessedReading {
  const start = bytes.subarray(0, at).findLastIndex((byte) => byte < 0x30) + 1;
  // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters (nodejs/node#56542).
  const text = (dosDecoder(encoding) ?? new TextDecoder(encoding)).decode(bytes.subarray(start, at + 20), {
    stream: true,
  });
  const [word = ''] = /[\p{L}\p{M}\p{N}'’-]*(?![\0-\x7f])[\p{L}\p{M}\p{N}'’-]+/u.exec(text) ?? [];
  return word === '' ? { encoding } : { encoding, word };
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** How many bytes precede a character that is cut off at the end, if one is (Unicode 15.0, table 3-6). */
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
