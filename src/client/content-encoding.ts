// Decodes a compressed body (RFC 9110 §8.4): servers and proxies compress although the request does not ask for it. Pure.
import type { BrotliOptions, InputType, ZlibOptions } from 'node:zlib';

/** The decoded bytes, or why there are none, as the end of a sentence about the response. */
export type Decoded =
  | { readonly bytes: Buffer; readonly fault?: undefined }
  | { readonly bytes?: undefined; readonly fault: string };

/**
 * @param header the value of Content-Encoding
 * @param largest the size, in bytes, that the decoded body may have
 */
export async function decodeContent(bytes: Buffer, header: string, largest: number): Promise<Decoded> {
  const name = header.trim().toLowerCase();
  if (bytes.length === 0 || name === '' || name === 'identity') return { bytes };
  const decode = await loadDecoder(name);
  if (decode === undefined) return { fault: `is compressed in an unknown way (${name.slice(0, 20)})` };
  try {
    return { bytes: await decode(bytes, { maxOutputLength: largest }) };
  } catch (error) {
    return { fault: isTooLarge(error) ? 'is larger than 64 MiB' : `is damaged: it cannot be decompressed (${name})` };
  }
}

type Decode = (bytes: InputType, options: ZlibOptions & BrotliOptions) => Promise<Buffer>;

/** Loaded when a response needs it: few do. */
async function loadDecoder(name: string): Promise<Decode | undefined> {
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return promisify<InputType, ZlibOptions, Buffer>(zlib.gunzip);
    case 'deflate':
      return promisify<InputType, ZlibOptions, Buffer>(zlib.inflate);
    case 'br':
      return promisify<InputType, BrotliOptions, Buffer>(zlib.brotliDecompress);
    default:
      return undefined;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
