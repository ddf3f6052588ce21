// Reads files with one JSON value per line, as runs write them. Must not know what the values mean.
import { createReadStream } from 'node:fs';
import { JournalError, systemFault } from '../errors.ts';

export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly value: unknown;
  /** The length of the file up to the end of the line, in bytes. */
  readonly end: number;
}

/**
 * The values in order. Incomplete data that a crash left at the end is ignored: a last line without
 * its line feed, and everything from the first NUL on, which the file system shows for bytes that
 * never reached the disk. Only a line feed ends a line: JSON text may contain U+2028, at which
 * Node's readline would split it.
 * @param onBytes called with all bytes of the file
 * @throws {JournalError} for any other line that is not JSON, and for a file that cannot be read
 */
export async function* readJsonLines(
  path: string,
  onBytes?: (bytes: Buffer) => void,
): AsyncGenerator<JsonLine> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let end = 0;
  for await (const bytes of chunksOf(path)) {
    onBytes?.(bytes);
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let start = 0;
    for (let feed = rest.indexOf(0x0a); feed >= 0; feed = rest.indexOf(0x0a, start)) {
      const text = rest.toString('utf8', start, feed);
      if (text.includes('\0')) return;
      end += feed + 1 - start;
      start = feed + 1;
      yield { line: ++line, value: parse(text, path, line), end };
    }
    rest = rest.subarray(start);
    if (rest.includes(0)) return;
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new JournalError(...systemFault(`cannot read ${path}`, cause));
  }
}

/** The error for a line on disk that this program cannot have written. */
export function damagedLine(path: string, line: number, what: string): JournalError {
  return new JournalError(`${path}:${line}: ${what}`, {
    fix:
      'restore the file from a backup, or move its folder away and run the original command ' +
      'again',
  });
}

function parse(text: string, path: string, line: number): unknown {
  const value = parseJson(text);
  if (value === undefined) throw damagedLine(path, line, 'not JSON; the file is damaged');
  return value;
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
