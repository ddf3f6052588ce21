// Owns the errors for saved rows of a run that cannot be read again.
import { JournalError } from '../errors.ts';
import { damagedLine } from './json-lines.ts';

/** @param path of the file, and the line in it */
export function damagedRow(path: string, line: number): JournalError {
  return damagedLine(path, line, 'the saved row is damaged');
}

export function changedRow(row: number): JournalError {
  return new JournalError(`row ${row} cannot be read back: its file was changed meanwhile`);
}
