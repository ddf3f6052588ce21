// Owns a file as a source of rows, in whichever format it is, and the hash of its bytes. Must not know what the rows mean.
import { createHash } from 'node:crypto';
import { type Format, formatOf, openingLength } from './formats.ts';
import { readHeader } from './header.ts';
import type { RawTable, RowSource } from './table.ts';

/** A file whose tables can also be read as they are, before anything is known about a header. */
export interface FileSource extends RowSource {
  /** Reads the file's tables, in order. Call either this or `open`, once. */
  tables(): Promise<readonly [RawTable, ...RawTable[]]>;
}

/**
 * Detects the format of a file by its content.
 * @param open reads the file's bytes from the start
 */
export function fileSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): FileSource {
  const hash = createHash('sha256');
  let digest: string | undefined;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  async function tables(): Promise<readonly [RawTable, ...RawTable[]]> {
    const { format, bytes } = await detectFormat(hashed(), file);
    return format.read(bytes, { file, encoding });
  }
  return {
    file,
    encoding: encoding ?? null,
    tables,
    async open() {
      const [table] = await tables();
      return readHeader(table, file);
    },
    sha256() {
      digest ??= hash.digest('hex');
      return digest;
    },
  };
}

/** @throws {InvalidInputError} for a format that is not read */
async function detectFormat(
  source: AsyncGenerator<Uint8Array>,
  file: string,
): Promise<{ format: Format; bytes: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < openingLength) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const format = formatOf(Buffer.concat(chunks).subarray(0, openingLength), file);
  return { format, bytes: rejoin(chunks, source) };
}

async function* rejoin(chunks: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  yield* rest;
}
