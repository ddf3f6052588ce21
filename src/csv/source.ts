// Owns a CSV file as a source of rows, and the hash of its bytes. Must not know what the rows mean.
import { createHash } from 'node:crypto';
import { readSheet, type Sheet } from './read.ts';

/** A file of rows. */
export interface RowSource {
  /** As the user named it, for messages. */
  readonly file: string;
  /** As the user named it; null if the user did not. */
  readonly encoding: string | null;
  open(): Promise<Sheet>;
  /** SHA-256 of the file's bytes in hexadecimal; available once all rows have been read. */
  sha256(): string;
}

/** @param open reads the file's bytes from the start */
export function csvSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): RowSource {
  const hash = createHash('sha256');
  let digest: string | undefined;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    file,
    encoding: encoding ?? null,
    open: () => readSheet(hashed(), { file, encoding }),
    sha256() {
      digest ??= hash.digest('hex');
      return digest;
    },
  };
}
