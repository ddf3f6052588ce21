// Collects the rows of a spreadsheet's sheet as records, without blank ones. Must not know formats.
import { amount } from '../contract/amount.ts';
import type { Limits } from './limits.ts';
import { type MergedArea, maxColumns, type RawRecord, type RawTable } from './table.ts';
import { damaged } from './zip.ts';

/** How many rows a sheet can have in Excel and LibreOffice. */
const maxLines = 1_048_576;

/** What an area of merged cells counts as. */
const cellsPerArea = 20;

/** A row, or several equal ones in a row. */
interface SheetRow {
  /** Of the first one. */
  readonly line: number;
  /** Some may be missing. */
  readonly cells: readonly (string | undefined)[];
  /** How many equal rows they are; 1 if undefined. */
  readonly repeated?: number;
  /** Whether the user has hidden them: they are read like the others. */
  readonly isHidden: boolean;
}

export function collectRows(limits: Limits) {
  const records: RawRecord[] = [];
  const merged: MergedArea[] = [];
  let lastLine = 0;
  let hidden = 0;
  return {
    table(): RawTable {
      const notice =
        `${limits.file} has ${amount(hidden, 'hidden row')}, and hidden rows are read like the ` +
        'others.';
      return {
        delimiter: ',',
        isTrimmed: true,
        records,
        merged,
        notices: hidden > 0 ? [notice] : [],
      };
    },
    merge(area: MergedArea): void {
      limits.cells(cellsPerArea);
      merged.push(area);
    },
    add({ line, cells, repeated = 1, isHidden }: SheetRow): void {
      const isAfter = line > lastLine && line + repeated - 1 <= maxLines;
      if (!isAfter || cells.length > maxColumns) {
        throw damaged(
          limits.file,
          `row ${line} is out of order, or beyond the last row or column of a sheet`,
        );
      }
      lastLine = line + repeated - 1;
      const filled = Array.from(cells, (cell) => cell ?? '');
      const withoutEnd = filled.slice(0, filled.findLastIndex((cell) => cell !== '') + 1);
      if (withoutEnd.length === 0) return;
      if (isHidden) hidden += repeated;
      limits.cells(withoutEnd.length * repeated);
      limits.unpacked(withoutEnd.reduce((length, cell) => length + cell.length, 0));
      for (let at = line; at <= lastLine; at++) records.push({ line: at, cells: withoutEnd });
    },
  };
}
