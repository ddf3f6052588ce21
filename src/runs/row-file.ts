// Owns the rows of a run on disk: appended once, and read by their offset, so that memory use does not grow with the file. Must not know CSV.
import * as nodeFiles from 'node:fs';
import type { Runs } from './folder.ts';
import { cannotWrite } from './journal.ts';

/** One JSON value per line. Reading and writing are synchronous: the pages are in memory, and a promise for each row would cost more. */
export interface RowFile {
  /** @returns the offset by which it is read again @throws {JournalError} if it cannot be written */
  append(value: unknown): number;
  read(offset: number): unknown;
  /** Makes everything appended so far durable. @throws {JournalError} if it cannot be written */
  sync(): void;
  /** Removes everything. */
  clear(): void;
  close(): void;
}

const bufferSize = 256 * 1024;
// Enough for most single rows; reading in file order loads whole buffers.
const smallSize = 4 * 1024;
// Several places are read in turn: a record in the service, what it was before, the note of a row.
const partsInMemory = 4;

/** The file system calls that a row file uses. */
export interface FileCalls
  extends Pick<typeof nodeFiles, 'openSync' | 'readSync' | 'fsyncSync' | 'ftruncateSync' | 'closeSync'> {
  writeSync(file: number, bytes: Buffer, offset: number, length: number, at: number): number;
}

/** Creates the file, readable by its owner only. @throws {JournalError} */
export function createRowFile(path: string, files: FileCalls = nodeFiles): RowFile {
  const file = openNew(path, files);
  const unwritten = Buffer.allocUnsafe(bufferSize);
  let written = 0;
  let filled = 0;
  /** The last one used comes first. */
  let parts: readonly Chunk[] = [];
  let usualSize = smallSize;

  function flush(): void {
    write(unwritten.subarray(0, filled));
    filled = 0;
  }

  // Written at an explicit position, so that a write that failed halfway can be repeated.
  function write(bytes: Buffer): void {
    saving(() => {
      for (let at = 0; at < bytes.length; ) at += files.writeSync(file, bytes, at, bytes.length - at, written + at);
    });
    written += bytes.length;
  }

  function saving(save: () => void): void {
    try {
      save();
    } catch (cause) {
      throw cannotWrite(path, cause);
    }
  }

  /** @param size how many bytes to load first; more are loaded for a longer line */
  function loadLine(offset: number, size: number): { part: Chunk; line: string } {
    const part = load(offset, size);
    const line = lineAt(part, offset);
    if (line === undefined) return loadLine(offset, size * 4);
    // The next line is most likely of the same length.
    usualSize = Math.max(smallSize, Math.min(bufferSize, line.length * 2));
    return { part, line };
  }

  function load(start: number, length: number): Chunk {
    const bytes = Buffer.allocUnsafe(Math.min(length, written - start));
    const size = files.readSync(file, bytes, 0, bytes.length, start);
    return { start, bytes: bytes.subarray(0, size) };
  }

  return {
    append(value) {
      const line = `${JSON.stringify(value)}\n`;
      const offset = written + filled;
      // A character takes at most three bytes for each unit of its length.
      if (line.length * 3 > bufferSize - filled) flush();
      if (line.length * 3 <= bufferSize) filled += unwritten.write(line, filled);
      else write(Buffer.from(line));
      return offset;
    },
    read(offset) {
      if (offset >= written)
        return JSON.parse(lineAt({ start: written, bytes: unwritten.subarray(0, filled) }, offset) ?? '');
      const near = parts.find(({ start, bytes }) => offset >= start && offset <= start + bytes.length);
      const known = near && lineAt(near, offset);
      const { part, line } =
        near !== undefined && known !== undefined
          ? { part: near, line: known }
          : loadLine(offset, near === undefined ? usualSize : bufferSize);
      // Where reading continues, the next part replaces the one before it.
      if (part !== parts[0])
        parts = [part, ...parts.filter((each) => each !== part && each !== near)].slice(0, partsInMemory);
      return JSON.parse(line);
    },
    sync() {
      flush();
      saving(() => files.fsyncSync(file));
    },
    clear() {
      files.ftruncateSync(file, 0);
      written = 0;
      filled = 0;
      parts = [];
    },
    close: () => files.closeSync(file),
  };
}

/** Removes the rows when `use` has ended. @throws {JournalError} if nothing can be saved on disk */
export async function usingTemporaryRows<T>(
  runs: Pick<Runs, 'prepare'>,
  use: (file: RowFile) => Promise<T>,
): Promise<T> {
  const folder = await runs.prepare();
  const file = createRowFile(folder.rowsPath);
  try {
    return await use(file);
  } finally {
    file.close();
    await folder.removeUnlessBegun();
  }
}

/** Values that are read whenever they are needed, because they may be on disk. An array is such a list. */
export interface SavedList<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** @param places of the values, which `read` needs to find them */
export function savedList<Place, T>(places: readonly Place[], read: (place: Place) => T): SavedList<T> {
  return {
    length: places.length,
    at(index) {
      const place = places[index];
      return place === undefined ? undefined : read(place);
    },
    *[Symbol.iterator]() {
      for (const place of places) yield read(place);
    },
  };
}

function openNew(path: string, files: FileCalls): number {
  try {
    return files.openSync(path, 'wx+', 0o600);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

/** Bytes of the file from `start` on. */
interface Chunk {
  readonly start: number;
  readonly bytes: Buffer;
}

function lineAt({ start, bytes }: Chunk, offset: number): string | undefined {
  const from = offset - start;
  if (from < 0 || from >= bytes.length) return undefined;
  const end = bytes.indexOf(0x0a, from);
  return end < 0 ? undefined : bytes.toString('utf8', from, end);
}
