// Owns what a table of rows is, whatever the format of its file. Must not know formats.
import type { FileResource } from '../contract/endpoint.ts';

/** The delimiters that spreadsheets and databases write, the most common first. */
export const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** How many columns a table may have, as many as a sheet in Excel and LibreOffice. */
export const maxColumns = 16_384;

/** A table of a file: a sheet of a workbook, a list of a document, or all of another file. */
export interface Table {
  /** The name of the sheet or list; undefined in a file that has only one table. */
  readonly name?: string | undefined;
  /** Whether the user has hidden the sheet. */
  readonly isHidden?: boolean;
  /** The contents for which the table is meant; undefined if its format does not say. */
  readonly holds?: readonly FileResource[] | undefined;
  /**
   * The names of the other lists of the file whose records it does not show; undefined if these are
   * the other tables that have cells.
   */
  readonly unread?: readonly string[] | undefined;
  /** Reads it on the first call. */
  read(): RawTable;
}

/** A table as it is in the file: nothing is known yet about a header. */
export interface RawTable {
  /** Between the cells in the file, and in a reject file. */
  readonly delimiter: Delimiter;
  /** All records in order. */
  readonly records: readonly RawRecord[];
  /**
   * Whether the first record is the header for certain, because each record of the format names its
   * cells.
   */
  readonly hasNamedCells?: boolean;
  /**
   * Whether records lack empty cells at their end, as in a workbook; elsewhere, a delimiter or a
   * quote is missing.
   */
  readonly isTrimmed?: boolean;
  /** Areas of merged cells; only their first cell has their value. */
  readonly merged?: readonly MergedArea[];
  /** What else a person should know, in sentences. */
  readonly notices?: readonly string[];
}

/** One line of cells, the header included. Blank lines are left out. */
export interface RawRecord {
  /**
   * The line of the file on which the record starts, or the number of the sheet's row or of the
   * record; from 1.
   */
  readonly line: number;
  /** As text, without enclosing quotes. */
  readonly cells: readonly string[];
  /**
   * By the index of its cell, the elements of a list in the file. The cell has them too: separated
   * by semicolons, or as the array of JSON that it is in a table without lists.
   */
  readonly elements?: ReadonlyMap<number, readonly string[]> | undefined;
  /** Why the record cannot be read. */
  readonly fault?: string | undefined;
}

/** The first and the last line and cell of an area; both ends are included. */
export interface MergedArea {
  readonly lines: readonly [first: number, last: number];
  /** Indexes of cells, from 0. */
  readonly cells: readonly [first: number, last: number];
}

/** A table whose header has been read. */
export interface Sheet {
  readonly file: string;
  /** Of the sheet or list; undefined in a file that has only one table. */
  readonly name?: string | undefined;
  readonly delimiter: Delimiter;
  /** The trimmed headers. Several may be the same, as long as no column of that name is used. */
  readonly columns: readonly string[];
  /** The line of the headers; 1 if undefined. */
  readonly headerLine?: number;
  /** Whether each record of the format names its cells, as in JSON. */
  readonly hasNamedCells?: boolean;
  readonly rows: readonly Row[];
  /** Areas of merged cells below the header; only their first cell has their value. */
  readonly merged?: readonly MergedArea[];
}

/** One record after the header. */
export interface Row extends RawRecord {
  /** The record's number, from 1; the header is not counted. */
  readonly row: number;
  /** What is wrong with the record itself: too few or too many cells, or a NUL character. */
  readonly fault: string | undefined;
}

/** A file of rows. */
export interface RowSource {
  /** As the user named it, for messages. */
  readonly file: string;
  /** As the user named it; null if the user did not. */
  readonly encoding: string | null;
  open(): Promise<Sheet>;
  /**
   * SHA-256 of the file's bytes, and of the sheet that the user chose, in hexadecimal; available
   * once the file has been opened.
   */
  sha256(): string;
}

/** The text of a cell whose formula was never calculated. */
export const formulaWithoutResult = '#NO-RESULT!';

/** Reports a sentence about how a table was read. */
export type OnNotice = (sentence: string) => Promise<void>;
