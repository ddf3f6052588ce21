// Decodes a compressed body (RFC 9110 §8.4): servers and proxies compress although the request does not ask for it. Pure.

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
  const decoders = new Map(Object.entries(await loadDecoders()));
  const decode = decoders.get(name);
  if (decode === undefined) return { fault: `is compressed in an unknown way (${name.slice(0, 20)})` };
  try {
    return { bytes: await decode(bytes, { maxOutputLength: largest }) };
  } catch (error) {
    return { fault: isTooLarge(error) ? 'is larger than 64 MiB' : `is damaged: it cannot be decompressed (${name})` };
  }
}

/** Loaded when a response needs them: few do. */
async function loadDecoders() {
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  const gunzip = promisify(zlib.gunzip);
  return { gzip: gunzip, 'x-gzip': gunzip, deflate: promisify(zlib.inflate), br: promisify(zlib.brotliDecompress) };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
