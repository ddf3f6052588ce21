// Owns a file as a source of rows, in whichever format it is, and the hash of its bytes. Must not know what the rows mean.
import { createHash } from 'node:crypto';
import { prepend } from '../csv/read.ts';
import { createBudget, type ReadOptions, withPauses } from './budget.ts';
import { chooseSheet, meantFor, namedSheet } from './choose.ts';
import { formatOf, openingLength } from './formats.ts';
import { readHeader } from './header.ts';
import { type PeekableEntry, peekable } from './peek.ts';
import type { Contents, OnSheetNotice, RawTable, RowSource } from './table.ts';

export interface SourceOptions {
  readonly encoding?: string | undefined;
  /** The name or the number of a sheet. */
  readonly sheet?: string | undefined;
  /** What is wanted of a file that has several kinds of records. */
  readonly contents?: Contents | undefined;
  /** Whether the cells of a line may be the header of what is wanted. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  readonly onNotice?: OnSheetNotice | undefined;
  /** Ends the reading, which throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file whose tables can also be read as they are, before anything is known about a header. */
export interface FileSource extends RowSource {
  /** The sheet that the user chose, or else all that are not hidden and may have the contents; before `open`. */
  tables(): Promise<readonly PeekableEntry[]>;
}

/**
 * Detects the format of a file by its content.
 * @param open reads the file's bytes from the start
 */
export function fileSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  { encoding, sheet, contents, isHeader, onNotice = async () => undefined, signal }: SourceOptions = {},
): FileSource {
  const hash = createHash('sha256');
  const budget = createBudget(file, signal);
  let digest: string | undefined;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open()) {
      hash.update(chunk);
      budget.grow(chunk.length);
      await budget.pause();
      yield chunk;
    }
  }
  let known: Promise<readonly PeekableEntry[]> | undefined;
  function entries(): Promise<readonly PeekableEntry[]> {
    known ??= readTables(hashed(), { file, encoding, budget });
    return known;
  }
  return {
    file,
    encoding: encoding ?? null,
    async tables() {
      const all = await entries();
      return sheet === undefined
        ? meantFor(contents, all, file).filter(({ isHidden }) => isHidden !== true)
        : [namedSheet(all, sheet, file)];
    },
    async open() {
      return readHeader(await chooseSheet(await entries(), { file, sheet, contents, isHeader, onNotice }), {
        file,
        onNotice,
      });
    },
    sha256() {
      if (digest === undefined && sheet !== undefined) hash.update(`\0${sheet}`);
      digest ??= hash.digest('hex');
      return digest;
    },
  };
}

/** @throws {InvalidInputError} for a format that is not read */
async function readTables(source: AsyncGenerator<Uint8Array>, options: ReadOptions): Promise<PeekableEntry[]> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < openingLength) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const format = formatOf(Buffer.concat(chunks).subarray(0, openingLength), options.file);
  const found = await format.read(prepend(chunks, source), options);
  const paused = (table: RawTable): RawTable => ({ ...table, batches: withPauses(table.batches, options.budget) });
  return found.map((entry) => peekable({ ...entry, open: async () => paused(await entry.open()) }));
}
