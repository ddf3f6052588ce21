// Decodes a file's bytes as text: byte order marks, encodings, and the position of an invalid byte.
// Must not know formats.
import { InvalidInputError, UsageError } from '../errors.ts';

export interface DecodeOptions {
  /** Names the file in messages. */
  readonly file: string;
  /**
   * A label of the WHATWG Encoding Standard. A byte order mark overrides it; without either, the
   * text is UTF-8.
   */
  readonly encoding?: string | undefined;
  /** What to do about invalid bytes of a file whose encoding no flag specifies. */
  readonly fix?: string | undefined;
}

/**
 * The text without its byte order mark.
 * @throws {UsageError} for an unknown encoding
 * @throws {InvalidInputError} for a byte that is invalid in the encoding
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions): string {
  const { encoding } = options;
  if (encoding !== undefined) openDecoder(encoding);
  const named = encodingByMark(bytes) ?? encoding;
  if (named === undefined) refuseZeros(bytes, options);
  const label = named ?? 'utf-8';
  try {
    return decode(openDecoder(label), bytes);
  } catch (cause) {
    throw cause instanceof UsageError ? cause : invalidBytes(label, bytes, options);
  }
}

/** The characters of an encoding of single bytes, from 80 on. */
export function upperCharacters(label: string): readonly string[] {
  const bytes = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  return Array.from(decode(openDecoder(label), bytes));
}

/** A decoder that throws for bytes that are invalid in the encoding. */
function openDecoder(label: string): TextDecoderLike {
  try {
    return dosDecoder(label) ?? new TextDecoder(label, { fatal: true });
  } catch {
    throw new UsageError(`unknown encoding "${label}"`, {
      fix:
        'use a name from the WHATWG Encoding Standard, such as utf-8, utf-16le, windows-1252, ' +
        'windows-1250 or shift_jis, or cp850',
    });
  }
}

function decode(decoder: TextDecoderLike, bytes: Uint8Array): string {
  // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters
  // (nodejs/node#56542).
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

const lineEnd = /\r\n|\n|\r/;

function invalidBytes(
  label: string,
  bytes: Uint8Array,
  { file, fix }: DecodeOptions,
): InvalidInputError {
  const at = firstInvalid(label, bytes);
  const name = label.toUpperCase();
  const line = decode(openDecoder(label), bytes.subarray(0, at)).split(lineEnd).length;
  return new InvalidInputError(`${file} is not ${name} text`, {
    details: [{ file, line, code: 'invalid_bytes', message: `byte ${at} is not valid ${name}` }],
    fix:
      fix ??
      (label === 'utf-8'
        ? `save the file as "CSV UTF-8", or ${encodingAdvice(bytes, at)}`
        : 'specify the encoding in which the file was saved'),
  });
}

/** The offset of the first character that is invalid or cut off. */
function firstInvalid(label: string, bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isValid(label, bytes.subarray(0, middle), { stream: true })) valid = middle;
    else invalid = middle;
  }
  // A character of several bytes may have begun.
  while (!isValid(label, bytes.subarray(0, valid))) valid--;
  return valid;
}

/** @throws {InvalidInputError} for UTF-16 without a mark, whose Latin letters have a zero */
function refuseZeros(bytes: Uint8Array, { file, fix }: DecodeOptions): void {
  const opening = bytes.subarray(0, examinedBytes);
  const [even, odd] = [0, 1].map((parity) => {
    return opening.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  });
  if (even === undefined || odd === undefined || (even === 0) === (odd === 0)) return;
  // Letters of other scripts have none.
  if (Math.max(even, odd) * 4 < opening.length) return;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  const message = `zeros are at every second place, as in ${encoding.toUpperCase()}`;
  throw new InvalidInputError(`${file} is not UTF-8 text`, {
    details: [{ file, line: 1, code: 'invalid_bytes', message }],
    fix: fix ?? `pass --encoding ${encoding}, or save the file as "CSV UTF-8"`,
  });
}

const examinedBytes = 512;

/**
 * A word as it reads in some encodings, the most common first: of the words with bytes that are not
 * ASCII, the first in which most of them differ. `Žofie` is the same in two, `Černá` in none.
 */
function encodingAdvice(bytes: Uint8Array, at: number): string {
  const isPossible = (label: string) => label !== 'shift_jis' || isValid(label, bytes);
  const encodings = likelyEncodings.filter(isPossible);
  let best: { start: number; words: readonly string[] } = { start: at, words: [] };
  for (const start of wordStarts(bytes, at)) {
    const words = encodings.map((encoding) => wordAt(encoding, bytes, start));
    if (new Set(words).size > new Set(best.words).size) best = { start, words };
    if (new Set(words).size === encodings.length) break;
  }
  const line = Buffer.from(bytes.subarray(0, best.start)).toString('latin1').split(lineEnd).length;
  const shown = encodings.map((encoding, index) => `${encoding} (${best.words[index] ?? ''})`);
  const which = `the encoding in which this word of line ${line} is right`;
  return `pass --encoding with ${which}: ${shown.join(', ')}`;
}

/** Where words with bytes that are not ASCII begin, from that of a byte on. */
function* wordStarts(bytes: Uint8Array, from: number): Iterable<number> {
  let start = bytes.subarray(0, from).findLastIndex(endsWord) + 1;
  let last = -1;
  for (let at = from, count = 0; at < bytes.length && count < examinedWords; at++) {
    const byte = bytes[at] ?? 0;
    if (endsWord(byte)) start = at + 1;
    else if (byte >= 0x80 && start !== last) {
      yield start;
      last = start;
      count++;
    }
  }
}

const examinedWords = 200;

/** Control characters, spaces, and signs of ASCII that separate words or cells. */
function endsWord(byte: number): boolean {
  return byte < 0x30 || (byte >= 0x3a && byte <= 0x40) || byte === 0x7c;
}

function wordAt(encoding: string, bytes: Uint8Array, start: number): string {
  const decoder = dosDecoder(encoding) ?? new TextDecoder(encoding);
  const text = decoder.decode(bytes.subarray(start, start + longestWord), { stream: true });
  const [word = ''] = /^[^\0-/:-@|]+/.exec(text) ?? [];
  return word.replace(/\p{C}/gu, '\ufffd');
}

/** In bytes. */
const longestWord = 40;

/** @param options `stream` if the last character may be cut off */
function isValid(label: string, bytes: Uint8Array, options?: { readonly stream: true }): boolean {
  try {
    openDecoder(label).decode(bytes, options);
    return true;
  } catch {
    return false;
  }
}

const likelyEncodings = [
  'windows-1252',
  'macintosh',
  'cp850',
  'windows-1250',
  'windows-1251',
  'shift_jis',
];

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** As much of the standard's decoder as reading a file needs. */
interface TextDecoderLike {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/**
 * For the encodings in which Excel saves "CSV (MS-DOS)"; undefined for the label of another one.
 */
function dosDecoder(label: string): TextDecoderLike | undefined {
  const [, , page] = /^(cp|ibm)(437|850)$/i.exec(label.trim()) ?? [];
  if (page === undefined) return undefined;
  const characters = page === '437' ? cp437 : cp850;
  return {
    decode: (bytes = new Uint8Array()) =>
      Array.from(bytes, (byte) =>
        byte < 0x80 ? String.fromCharCode(byte) : characters[byte - 0x80],
      ).join(''),
  };
}

/** The characters of the bytes from 80 on. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ' +
  '╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
