// Owns how large a file may be, and the error beyond. Must not know formats.
import { InvalidInputError } from '../errors.ts';
import type { DecodeOptions } from './text.ts';

/** How many bytes a file may have: it is read whole. */
export const maxFileBytes = 64 * 1024 * 1024;

/** How many rows a table may have. */
export const maxRows = 100_000;

export const maxUnpackedBytes = 128 * 1024 * 1024;
const maxCells = 4_000_000;

/** Counts what one file takes. Each throws {InvalidInputError} beyond the limit of a file. */
export interface Limits {
  readonly file: string;
  /** Bytes that are unpacked, and characters of cells that repeat a text. */
  unpacked(bytes: number): void;
  /** Cells, or what becomes cells: delimiters, members, elements. */
  cells(count: number): void;
}

/** What the reader of a format gets. */
export interface ReadOptions extends DecodeOptions {
  readonly limits: Limits;
}

export function createLimits(file: string): Limits {
  let bytes = 0;
  let cells = 0;
  return {
    file,
    unpacked(count) {
      bytes += count;
      if (bytes > maxUnpackedBytes) throw tooLarge(file, 'it unpacks to more than 128 MiB');
    },
    cells(count) {
      cells += count;
      if (cells > maxCells)
        throw tooLarge(file, `it has more than ${maxCells.toLocaleString('en')} cells`);
    },
  };
}

export function tooLarge(file: string, message: string, line?: number): InvalidInputError {
  return new InvalidInputError(`${file} is too large`, {
    details: [{ file, ...(line !== undefined && { line }), message }],
    fix: 'divide the file, or remove the rows, columns and sheets that are not needed',
  });
}
