// Owns the form of files with one JSON value per line, as runs write them: how lines are read, and
// how a line of a journal is numbered and checked. Must not know what the values mean.
import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { JournalError, systemFault } from '../errors.ts';

/** A line that a line feed ends. */
export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The length of the file up to the end of the line, in bytes. */
  readonly end: number;
}

/**
 * The lines in order. Incomplete data that a crash left at the end is ignored: a last line without
 * its line feed, and lines with a NUL, which the file system shows for bytes that never reached
 * the disk. A line with a NUL that others follow is damaged, and no end. Only a line feed ends a
 * line: JSON text may contain U+2028, at which Node's readline would split it.
 * @param onBytes called with all bytes of the file
 * @throws {JournalError} for a file that cannot be read
 */
export async function* readLines(
  path: string,
  onBytes?: (bytes: Buffer) => void,
): AsyncGenerator<TextLine> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let end = 0;
  let withNul: TextLine[] = [];
  for await (const bytes of chunksOf(path)) {
    onBytes?.(bytes);
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let start = 0;
    for (let feed = rest.indexOf(0x0a); feed >= 0; feed = rest.indexOf(0x0a, start)) {
      const text = rest.toString('utf8', start, feed);
      end += feed + 1 - start;
      start = feed + 1;
      const read = { line: ++line, text, end };
      if (text.includes('\0')) {
        withNul.push(read);
        continue;
      }
      yield* withNul;
      withNul = [];
      yield read;
    }
    rest = rest.subarray(start);
  }
}

/** A short one first: it has the header, and often that is all that is wanted. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      let length = 8 * 1024;
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length));
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        length = 256 * 1024;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new JournalError(...systemFault(`cannot read ${path}`, cause));
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{"row":3,"did":"created"}` → `{"row":3,"did":"created","line":7,"check":"k3Fz9aQx"}` */
export function numberedLine(value: object, number: number): string {
  const text = `${JSON.stringify(value).slice(0, -1)},"line":${number}`;
  return `${text},"check":"${checkOf(text)}"}`;
}

/**
 * The number of such a line, and its value without number and check; undefined if the line is
 * damaged, or has no check.
 */
export function readNumbered(text: string) {
  const [, before = '', members = '', number = '', check] = numberAndCheck.exec(text) ?? [];
  if (check === undefined || check !== checkOf(before + members)) return undefined;
  return { number: Number(number), value: parseJson(`${before}}`) };
}

const numberAndCheck = /^(.*)(,"line":(\d+)),"check":"([\w-]{8})"\}$/s;

/** Detects damage; it is no protection against people who edit a journal. */
function checkOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}
