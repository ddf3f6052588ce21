// Decodes a compressed body (RFC 9110 §8.4): servers and proxies compress although the request does not ask for it. Pure.
import type { BrotliOptions, InputType, ZlibOptions } from 'node:zlib';

/** The decoded bytes, or why there are none, as the end of a sentence about the response. */
export type Decoded =
  | { readonly bytes: Buffer; readonly fault?: undefined }
  | { readonly bytes?: undefined; readonly fault: string };

/**
 * @param header the value of Content-Encoding
 * @param largest the size, in bytes, that the body may have at each step
 */
export async function decodeContent(bytes: Buffer, header: string, largest: number): Promise<Decoded> {
  const encodings = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (bytes.length === 0) return { bytes };
  if (encodings.length > mostEncodings) return { fault: `is compressed ${encodings.length} times` };
  const decoders = await loadDecoders();
  let decoded = bytes;
  // Listed in the order in which they were applied.
  for (const name of encodings.reverse()) {
    const decode = decoders(name, decoded);
    if (decode === undefined) return { fault: `is compressed in an unknown way (${name.slice(0, 20)})` };
    try {
      decoded = await decode(decoded, { maxOutputLength: largest });
    } catch (error) {
      return { fault: isTooLarge(error) ? 'is larger than 64 MiB' : `is damaged: it cannot be decompressed (${name})` };
    }
  }
  return { bytes: decoded };
}

const mostEncodings = 3;

type Decode = (bytes: InputType, options: ZlibOptions & BrotliOptions) => Promise<Buffer>;

/** Loaded when a response needs it: few do. */
async function loadDecoders(): Promise<(name: string, bytes: Buffer) => Decode | undefined> {
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  return (name, bytes) => {
    switch (name) {
      case 'gzip':
      case 'x-gzip':
        return promisify<InputType, ZlibOptions, Buffer>(zlib.gunzip);
      case 'deflate':
        return promisify<InputType, ZlibOptions, Buffer>(hasZlibHeader(bytes) ? zlib.inflate : zlib.inflateRaw);
      case 'br':
        return promisify<InputType, BrotliOptions, Buffer>(zlib.brotliDecompress);
      default:
        return undefined;
    }
  };
}

/** Some servers send raw deflate data instead of the zlib format (RFC 1950 §2.2). */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
