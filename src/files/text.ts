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
export function decodeText(bytes: Uint8Array, { file, encoding, fix }: DecodeOptions): string {
  if (encoding !== undefined) openDecoder(encoding);
  const label = encodingByMark(bytes) ?? encoding ?? 'utf-8';
  try {
    return decode(openDecoder(label), bytes);
  } catch (cause) {
    throw cause instanceof UsageError ? cause : invalidBytes(label, bytes, { file, fix });
  }
}

/** The number of line ends in a text; LF, CRLF and a lone CR each end a line. */
function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) count++;
  }
  return count;
}

/** A decoder that throws for bytes that are invalid in the encoding. */
function openDecoder(label: string): TextDecoderLike {
  try {
    return dosDecoder(label) ?? new TextDecoder(label, { fatal: true });
  } catch {
    throw new UsageError(`unknown encoding "${label}"`, {
      fix: 'use a name from the WHATWG Encoding Standard, such as utf-8, utf-16le, windows-1252, windows-1250 or shift_jis, or cp437, cp850, cp852 or cp857',
    });
  }
}

function decode(decoder: TextDecoderLike, bytes: Uint8Array): string {
  // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters (nodejs/node#56542).
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function invalidBytes(
  label: string,
  bytes: Uint8Array,
  { file, fix }: Pick<DecodeOptions, 'file' | 'fix'>,
): InvalidInputError {
  const at = firstInvalid(label, bytes);
  const name = label.toUpperCase();
  const line = 1 + countLineEnds(decode(openDecoder(label), bytes.subarray(0, at)));
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
  let start = 0;
  // A line feed is a character of its own in all encodings but those of two bytes.
  for (let end = 0; !/^utf-?16/i.test(label) && end >= 0; start = end) {
    end = bytes.indexOf(0x0a, start) + 1;
    try {
      decode(openDecoder(label), bytes.subarray(start, end || bytes.length));
    } catch {
      break;
    }
  }
  const decoder = openDecoder(label);
  let valid = start;
  try {
    for (let at = start; at < bytes.length; at++) {
      if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) !== '') valid = at + 1;
    }
  } catch {
    // The invalid byte.
  }
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
  readonly encoding: string;
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** For an encoding of MS-DOS, in which Excel saves "CSV (MS-DOS)"; undefined for the label of another. */
function dosDecoder(label: string): TextDecoderLike | undefined {
  const encoding = label.trim().toLowerCase().replace(/^ibm/, 'cp');
  const characters = upperHalves.get(encoding);
  if (characters === undefined) return undefined;
  return {
    encoding,
    decode: (bytes = new Uint8Array()) =>
      Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : characters[byte - 0x80])).join(''),
  };
}

/** The characters of the bytes from 80 on. */
const upperHalves: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cp437:
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
    cp850:
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
    cp852:
      'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
    cp857:
      'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  }),
);
