// Owns the place of a row in its file: its line and, in a grid, the column and the sheet of its
// cell. A plan shows it, and saves it unchanged. Pure.
import { describe, int, object, optional, type output, positive, string } from 'zod/mini';
import { quoted } from '../contract/amount.ts';

/** The members, as a plan document has them. */
export const filePlaceFields = {
  line: int().check(positive()),
  /** The header of the cell's column, in a grid, where a line has many sessions. */
  column: optional(string()).check(describe('In a grid')),
  /** If several sheets were read. */
  sheet: optional(string()),
};

const filePlace = object(filePlaceFields);

export type FilePlace = Readonly<output<typeof filePlace>>;

/** The place of something that has one, without what else it has. */
export function filePlaceOf({ line, column, sheet }: FilePlace): {
  line: number;
  column?: string;
  sheet?: string;
} {
  return { line, ...(column !== undefined && { column }), ...(sheet !== undefined && { sheet }) };
}

/** Different for each place of a file. */
export function filePlaceKey({ line, column = '', sheet = '' }: FilePlace): string {
  return column === '' && sheet === '' ? String(line) : JSON.stringify([line, column, sheet]);
}

/** `line 7`, or in a grid `line 7 column "Saal 2"`. */
export function placeText({ line, column, sheet }: FilePlace): string {
  const sheetText = sheet === undefined ? '' : `sheet ${quoted(sheet)} `;
  return `${sheetText}line ${line}${column === undefined ? '' : ` column ${quoted(column)}`}`;
}
