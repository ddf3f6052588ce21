// Decodes a file's bytes as text: byte order marks, encodings, and the position of an invalid byte. Must not know formats.
import { InvalidInputError, UsageError } from '../errors.ts';

export interface DecodeOptions {
  /** Names the file in messages. */
  readonly file: string;
  /** A label of the WHATWG Encoding Standard. A byte order mark overrides it; without either, the text is UTF-8. */
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
  const label = encodingByMark(bytes) ?? encoding ?? 'utf-8';
  try {
    return decode(openDecoder(label), bytes);
  } catch (cause) {
    throw cause instanceof UsageError ? cause : invalidBytes(label, bytes, options);
  }
}

/** A decoder that throws for bytes that are invalid in the encoding. */
function openDecoder(label: string): TextDecoderLike {
  try {
    return dosDecoder(label) ?? new TextDecoder(label, { fatal: true });
  } catch {
    throw new UsageError(`unknown encoding "${label}"`, {
      fix: 'use a name from the WHATWG Encoding Standard, such as utf-8, utf-16le, windows-1252, windows-1250 or shift_jis, or cp850',
    });
  }
}

function decode(decoder: TextDecoderLike, bytes: Uint8Array): string {
  // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters (nodejs/node#56542).
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function invalidBytes(label: string, bytes: Uint8Array, { file, fix }: DecodeOptions): InvalidInputError {
  const at = firstInvalid(label, bytes);
  const name = label.toUpperCase();
  const line = decode(openDecoder(label), bytes.subarray(0, at)).split(/\r\n|\n|\r/).length;
  return new InvalidInputError(`${file} is not ${name} text`, {
    details: [{ file, line, code: 'invalid_bytes', message: `byte ${at} is not valid ${name}` }],
    fix:
      fix ??
      (label === 'utf-8'
        ? `save the file as "CSV UTF-8", or pass --encoding with the encoding in which the word at this byte is right: ${readingsOf(bytes, at)}`
        : 'specify the encoding in which the file was saved'),
  });
}

/** The offset of the first character that is invalid or cut off. */
function firstInvalid(label: string, bytes: Uint8Array): number {
  const isValid = (end: number, stream: boolean) => {
    try {
      openDecoder(label).decode(bytes.subarray(0, end), { stream });
      return true;
    } catch {
      return false;
    }
  };
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isValid(middle, true)) valid = middle;
    else invalid = middle;
  }
  // A character of several bytes may have begun.
  while (!isValid(valid, false)) valid--;
  return valid;
}

/** The word at an invalid byte as it reads in some encodings, the most common first. */
function readingsOf(bytes: Uint8Array, at: number): string {
  const start = bytes.subarray(0, at).findLastIndex((byte) => byte < 0x30) + 1;
  return likelyEncodings
    .map((encoding) => {
      const decoder = dosDecoder(encoding) ?? new TextDecoder(encoding);
      const text = decoder.decode(bytes.subarray(start, at + 20), { stream: true });
      const [word = ''] = /[\p{L}\p{M}\p{N}'’-]*(?![\0-\x7f])[\p{L}\p{M}\p{N}'’-]+/u.exec(text) ?? [];
      return word === '' ? encoding : `${encoding} (${word})`;
    })
    .join(', ');
}

const likelyEncodings = ['windows-1252', 'macintosh', 'cp850', 'windows-1250', 'windows-1251', 'shift_jis'];

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

/** For CP850, in which Excel saves "CSV (MS-DOS)"; undefined for the label of another encoding. */
function dosDecoder(label: string): TextDecoderLike | undefined {
  if (!/^(cp|ibm)850$/i.test(label.trim())) return undefined;
  return {
    decode: (bytes = new Uint8Array()) =>
      Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : cp850[byte - 0x80])).join(''),
  };
}

/** The characters of the bytes from 80 on. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
