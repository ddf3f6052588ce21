// Owns the refusal of files that are too large for the memory of a reader, by format. Must not know how they are read.
import { type InputFault, InvalidInputError } from '../errors.ts';

const fixes = {
  'a spreadsheet': 'save the sheet as "CSV UTF-8": a CSV file may have any size',
  JSON: 'save the records as one array, or one record on each line (NDJSON): such a file may have any size',
  'a schedule (XML)': 'export it in parts, or as CSV, which may have any size',
  'a calendar (ICS)': 'export it in parts, or as CSV, which may have any size',
  'a schedule': 'export it in parts, for example each day alone',
  'a table': 'remove the columns that are not needed, or divide the file',
  'a grid': 'remove the empty lines and columns, or write each day in a file of its own',
} as const;

export type LargeFormat = keyof typeof fixes;

/** @param fault what is too large, and where */
export function tooLarge(
  file: string,
  format: LargeFormat,
  fault: Pick<InputFault, 'line' | 'message'>,
): InvalidInputError {
  return new InvalidInputError(`${file} is too large for ${format}`, {
    details: [{ file, ...fault }],
    fix: fixes[format],
  });
}

export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
