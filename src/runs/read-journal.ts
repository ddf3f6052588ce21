// Reads the journal of a run, as far as it is not damaged. Must not know what becomes of a row.
import { JournalError } from '../errors.ts';
import { type JournalEntry, parseEntry, parseHeader, type RunHeader } from './entry.ts';
import { parseJson, readLines, readNumbered } from './json-lines.ts';

/**
 * Undefined if a crash cut it off; then nothing was sent.
 * @throws {JournalError} if it is damaged
 */
export async function readHeader(path: string): Promise<RunHeader | undefined> {
  for await (const { text } of readLines(path)) return checkedHeader(path, text);
  return undefined;
}

/**
 * The entries after the header, without those of kinds that only a later version knows. Of a line
 * that is damaged, or before which lines are missing, its number in the file, from 1: what it said
 * is unknown.
 * @throws {JournalError} if the header is damaged
 */
export async function* readEntries(
  path: string,
): AsyncGenerator<JournalEntry | { readonly damagedLine: number }> {
  let header: RunHeader | undefined;
  let lastNumber = 1;
  let isAfterDamage = false;
  for await (const { line, text } of readLines(path)) {
    if (header === undefined) {
      header = checkedHeader(path, text);
      continue;
    }
    const read =
      header.journal === 1 ? { number: line, value: parseJson(text) } : readNumbered(text);
    const entry = read === undefined ? 'damaged' : parseEntry(read.value);
    const { number = line } = read ?? {};
    // What is missing beside a damaged line is named with it.
    const isMissing = header.journal !== 1 && number !== lastNumber + 1 && !isAfterDamage;
    isAfterDamage = entry === 'damaged';
    if (isAfterDamage || isMissing) yield { damagedLine: line };
    if (entry === 'damaged') continue;
    lastNumber = number;
    if (entry !== 'other') yield entry;
  }
}

/** @throws {JournalError} */
function checkedHeader(path: string, text: string): RunHeader {
  const numbered = readNumbered(text);
  const header = parseHeader(numbered === undefined ? parseJson(text) : numbered.value);
  const hasCheck = numbered?.number === 1;
  if (header !== undefined && hasCheck === (header.journal !== 1)) return header;
  throw new JournalError(`${path}:1: not the header of a run that this version can read`, {
    fix:
      'restore the file from a backup, or move its folder away and run the original command ' +
      'again',
  });
}
