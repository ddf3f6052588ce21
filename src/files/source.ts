// Owns a file as a source of rows, in whichever format it is, and the hash of its bytes. Must not know what the rows mean.
import { createHash } from 'node:crypto';
import { chooseTable, meantFor, namedTable } from './choose.ts';
import { readTables } from './formats.ts';
import { createLimits, maxFileBytes, tooLarge } from './limits.ts';
import { readHeader } from './rows.ts';
import type { Contents, OnNotice, RowSource, Table } from './table.ts';

export interface SourceOptions {
  readonly encoding?: string | undefined;
  /** The name or the number of a sheet. */
  readonly sheet?: string | undefined;
  /** What is wanted of a file that has several kinds of records. */
  readonly contents?: Contents | undefined;
  /** Whether the cells of a line may be the header of what is wanted. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  /** Whether the command has `--sheet` for this file. */
  readonly hasSheetFlag?: boolean;
  readonly onNotice?: OnNotice | undefined;
  /** Ends the reading, which throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file whose tables can also be read as they are, before anything is known about a header. */
export interface FileSource extends RowSource {
  /** The sheet that the user chose, or else all that are not hidden and may have the contents. */
  tables(): Promise<readonly Table[]>;
}

/**
 * Detects the format of a file by its content. The file is read whole, once.
 * @param open reads the file's bytes from the start
 */
export function fileSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  { encoding, sheet, contents, isHeader, hasSheetFlag, onNotice = async () => undefined, signal }: SourceOptions = {},
): FileSource {
  let sha256 = '';
  let known: Promise<readonly Table[]> | undefined;
  async function readAll(): Promise<readonly Table[]> {
    const bytes = await readBytes(open(), file);
    signal?.throwIfAborted();
    const hash = createHash('sha256').update(bytes);
    sha256 = (sheet === undefined ? hash : hash.update(`\0${sheet}`)).digest('hex');
    const tables = await readTables(bytes, { file, encoding, limits: createLimits(file) });
    return tables.map(readOnce);
  }
  function tables(): Promise<readonly Table[]> {
    known ??= readAll();
    return known;
  }
  return {
    file,
    encoding: encoding ?? null,
    async tables() {
      const all = await tables();
      return sheet === undefined
        ? meantFor(contents, all, file).filter(({ isHidden }) => isHidden !== true)
        : [namedTable(all, sheet, file)];
    },
    async open() {
      const table = await chooseTable(await tables(), { file, sheet, contents, isHeader, hasSheetFlag, onNotice });
      return readHeader(table.read(), { file, onNotice });
    },
    sha256: () => sha256,
  };
}

/** @throws {InvalidInputError} for a file that is too large */
async function readBytes(chunks: AsyncIterable<Uint8Array>, file: string): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxFileBytes) throw tooLarge(file, 'it is larger than 64 MiB');
    read.push(chunk);
  }
  return Buffer.concat(read);
}

function readOnce(table: Table): Table {
  let found: ReturnType<Table['read']> | undefined;
  return {
    ...table,
    read() {
      found ??= table.read();
      return found;
    },
  };
}
