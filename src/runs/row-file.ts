// The rows of a run on disk, appended once and read again by their offset, so that memory does not grow with the file. Must not know CSV.
import * as nodeFiles from 'node:fs';
import { cannotWrite } from './journal.ts';

/** A JSON value a line. Reading and writing are synchronous: the pages are in memory, and a promise for each row would cost more. */
export interface RowFile {
  /** @returns the offset by which it is read again @throws the system's error, such as ENOSPC */
  append(value: unknown): number;
  read(offset: number): unknown;
  /** Makes all that was appended durable. */
  sync(): void;
  close(): void;
}

const bufferSize = 256 * 1024;
// Enough for most single rows; reading on in file order takes whole buffers.
const glanceSize = 4 * 1024;

/** What a row file needs of the file system. */
export interface FileCalls extends Pick<typeof nodeFiles, 'openSync' | 'readSync' | 'fsyncSync' | 'closeSync'> {
  writeSync(file: number, bytes: Buffer, offset: number, length: number, at: number): number;
}

/** Creates the file, readable by its owner only. @throws {JournalError} */
export function createRowFile(path: string, files: FileCalls = nodeFiles): RowFile {
  const file = openNew(path, files);
  const unwritten = Buffer.allocUnsafe(bufferSize);
  let written = 0;
  let filled = 0;
  let window: Part = { start: 0, bytes: Buffer.alloc(0) };
  let glance: Part = window;

  function flush(): void {
    write(unwritten.subarray(0, filled));
    filled = 0;
  }

  // At its place, so that a write that failed halfway can be tried again.
  function write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += files.writeSync(file, bytes, at, bytes.length - at, written + at);
    written += bytes.length;
  }

  /** @param size to begin with; a longer line takes more */
  function loadLine(offset: number, size: number): { part: Part; line: string } {
    const part = load(offset, size);
    const line = lineAt(part, offset);
    return line === undefined ? loadLine(offset, size * 4) : { part, line };
  }

  function load(start: number, length: number): Part {
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
      const recent = offset < written ? [window, glance] : [{ start: written, bytes: unwritten.subarray(0, filled) }];
      for (const part of recent) {
        const line = lineAt(part, offset);
        if (line !== undefined) return JSON.parse(line);
      }
      const isNext = recent.some(({ start, bytes }) => offset >= start && offset <= start + bytes.length);
      const { part, line } = loadLine(offset, isNext ? bufferSize : glanceSize);
      // A look back must not take away what is read on from.
      if (isNext) window = part;
      else glance = part;
      return JSON.parse(line);
    },
    sync() {
      flush();
      files.fsyncSync(file);
    },
    close: () => files.closeSync(file),
  };
}

function openNew(path: string, files: FileCalls): number {
  try {
    return files.openSync(path, 'wx+', 0o600);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

/** Writes all rows of a run at once; they are on disk when it returns. @throws {JournalError} */
export function writeRows(path: string, values: Iterable<unknown>, files: FileCalls = nodeFiles): void {
  const file = createRowFile(path, files);
  try {
    for (const value of values) file.append(value);
    file.sync();
  } catch (cause) {
    throw cannotWrite(path, cause);
  } finally {
    file.close();
  }
}

/** The bytes of the file from `start` on. */
interface Part {
  readonly start: number;
  readonly bytes: Buffer;
}

function lineAt({ start, bytes }: Part, offset: number): string | undefined {
  const from = offset - start;
  if (from < 0 || from >= bytes.length) return undefined;
  const end = bytes.indexOf(0x0a, from);
  return end < 0 ? undefined : bytes.toString('utf8', from, end);
}
