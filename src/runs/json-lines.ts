// Reads files with one JSON value per line, as runs write them. Must not know what the values mean.
import { createReadStream } from 'node:fs';
import { JournalError } from '../errors.ts';

export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly value: unknown;
}

/**
 * The values in order. Incomplete data that a crash left at the end is ignored: a last line without its line feed, and
 * everything from the first NUL on, which the file system shows for bytes that never reached the disk. Only a line feed
 * ends a line: JSON text may contain U+2028, at which Node's readline would split it.
 * @throws {JournalError} for any other line that is not JSON, and for a file that cannot be read
 */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine> {
  let rest = '';
  let line = 0;
  for await (const text of chunksOf(path)) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) {
      if (each.includes('\0')) return;
      yield { line: ++line, value: parse(each, path, line) };
    }
    if (rest.includes('\0')) return;
  }
}

async function* chunksOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  } catch (cause) {
    throw new JournalError(`cannot read ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The length of the part of a file that `readJsonLines` reads, in bytes. */
export async function readableLength(path: string): Promise<number> {
  let length = 0;
  let offset = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const nul = chunk.indexOf(0);
    const end = (nul < 0 ? chunk : chunk.subarray(0, nul)).lastIndexOf(0x0a) + 1;
    if (end > 0) length = offset + end;
    if (nul >= 0) break;
    offset += chunk.length;
  }
  return length;
}

/** The error for a line on disk that this program cannot have written. */
export function damagedLine(path: string, line: number, what: string): JournalError {
  return new JournalError(`${path}:${line}: ${what}`, {
    fix: 'restore the file from a backup, or move its folder away and run the original command again',
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
