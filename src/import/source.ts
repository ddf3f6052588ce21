// Where the rows of an import come from: a CSV file, or the rows that an interrupted run has kept.
import { createHash } from 'node:crypto';
import { type Row, readSheet, type Sheet } from '../csv/read.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import type { ImportHeader } from './header.ts';

export interface ImportSource {
  /** As the user named it, for messages. */
  readonly file: string;
  /** As the user named it; null where nobody did. */
  readonly encoding: string | null;
  open(): Promise<Sheet>;
  /** Of the file's bytes, in hexadecimal; once its rows have been read. */
  sha256(): string;
}

/** @param open the file's bytes from the start */
export function csvSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): ImportSource {
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

/** The rows of a run that was begun: what it read then, whatever has become of the file since. */
export function keptSource(
  { file, sha256, columns, delimiter, options }: ImportHeader,
  rowsPath: string,
): ImportSource {
  return {
    file,
    encoding: options.encoding,
    async open() {
      return { file, delimiter, columns, batches: readKept(rowsPath) };
    },
    sha256: () => sha256,
  };
}

const batchSize = 1000;

async function* readKept(path: string): AsyncGenerator<readonly Row[]> {
  let row = 0;
  let batch: Row[] = [];
  for await (const value of readJsonLines(path)) {
    // Notes, and rows with what was folded into them, stand in between; both are made anew.
    if (!isKept(value)) continue;
    const [line, cells, fault] = value;
    batch.push({ row: ++row, line, cells, fault: fault ?? undefined });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

type Kept = readonly [line: number, cells: readonly string[], fault?: string | null, filled?: null];

function isKept(value: unknown): value is Kept {
  return Array.isArray(value) && (value[3] ?? null) === null;
}
