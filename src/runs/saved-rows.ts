// Saves the rows of a run once, before it begins, and loads them when it is resumed: unchanged, or
// not at all.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { JournalError } from '../errors.ts';
import { parseHeader, type RunHeader } from './entry.ts';
import { parseJson, readLines } from './json-lines.ts';
import type { RunRow } from './row.ts';
import { cannotWrite } from './write-error.ts';

/** Of the form of saved rows. It changes with any member of a row that means something else. */
export const savedVersion = 2;

/**
 * Saves what a run is to do; on disk when it returns.
 * @returns the hash of rows and header
 * @throws {JournalError}
 */
export function saveRows(path: string, rows: Iterable<RunRow>, header: RunHeader): string {
  const hash = hashOf(header);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      let text = '';
      const write = () => {
        let bytes = Buffer.from(text);
        hash.update(bytes);
        while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
        text = '';
      };
      for (const row of rows) {
        text += `${JSON.stringify(row)}\n`;
        if (text.length > writtenAtOnce) write();
      }
      write();
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  return hash.digest('hex');
}

const writtenAtOnce = 256 * 1024;

/** Of the header as it is read again, before the rows are added. */
function hashOf({ savedSha256: _, ...header }: RunHeader): Hash {
  return createHash('sha256').update(JSON.stringify(parseHeader(header)));
}

/**
 * What a run is to do.
 * @throws {JournalError} if its rows or its header are not as they were saved, or if another
 *   version of the program has saved them
 */
export async function loadRows(path: string, header: RunHeader): Promise<readonly RunRow[]> {
  const { run } = header;
  if (header.savedVersion !== savedVersion)
    throw unusable(`the saved rows of run ${run} are of another version of Plenary: ${path}`);
  const hash = hashOf(header);
  const rows: RunRow[] = [];
  try {
    // The hash proves that this version of the form has saved it.
    for await (const { text } of readLines(path, (bytes) => hash.update(bytes)))
      rows.push(parseJson(text) as RunRow);
    if (hash.digest('hex') === header.savedSha256) return rows;
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
  }
  throw unusable(`the saved rows of run ${run}, or its header, are damaged: ${path}`);
}

function unusable(message: string): JournalError {
  return new JournalError(message, {
    fix: 'run the original command again: it begins anew and looks up what exists',
  });
}
