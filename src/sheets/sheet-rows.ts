// Collects the rows of a spreadsheet's sheet as records: without blank rows, and with the value of merged cells in each of them. Must not know formats.
import type { MergedArea, RawRecord } from './table.ts';
import { damaged, tooLarge } from './zip.ts';

/** How many columns a sheet can have in Excel and LibreOffice, and how many rows. */
export const maxColumns = 16_384;
const maxLines = 1_048_576;

/** How many cells are in memory at once. Only a sheet that is made for it has more in a piece of 64 KiB. */
const maxCells = 4_000_000;

export interface SheetRows {
  /** An area of merged cells; to be called before its first row is added. */
  merge(area: MergedArea): void;
  /** Adds a row; it may lack cells. @param repeated how many equal rows follow each other */
  add(line: number, cells: readonly (string | undefined)[], repeated?: number): void;
  /** The records since the last call. */
  take(): readonly RawRecord[];
}

export function collectRows(file: string): SheetRows {
  let records: RawRecord[] = [];
  let merged: { readonly area: MergedArea; value: string }[] = [];
  let lastLine = 0;
  let taken = 0;
  return {
    merge: (area) => merged.push({ area, value: '' }),
    add(line, cells, repeated = 1) {
      if (line <= lastLine || line + repeated - 1 > maxLines || cells.length > maxColumns) {
        throw damaged(file, `row ${line} is out of order, or beyond the last row or column of a sheet`);
      }
      lastLine = line + repeated - 1;
      if (cells.every((cell) => cell === undefined || cell === '')) return;
      let shared: readonly string[] | undefined;
      for (let at = line; at <= lastLine; at++) {
        const own = shared ?? trimEnd(fill(at, cells));
        // Repeated rows are one row, unless a part of them is merged with others.
        if (merged.length === 0) shared ??= own;
        if (shared === undefined || at === line) taken += own.length;
        if (taken > maxCells) throw tooLarge(file, `row ${at} and the rows near it have too many columns`);
        records.push({ line: at, cells: own });
      }
    },
    take() {
      const all = records;
      records = [];
      taken = 0;
      return all;
    },
  };

  function fill(line: number, cells: readonly (string | undefined)[]): string[] {
    const filled = Array.from(cells, (cell) => cell ?? '');
    merged = merged.filter(({ area }) => area.lines[1] >= line);
    for (const each of merged) {
      const [first, last] = each.area.cells;
      if (each.area.lines[0] > line) continue;
      if (each.area.lines[0] === line) each.value = filled[first] ?? '';
      if (each.value === '') continue;
      for (let at = filled.length; at < first; at++) filled[at] = '';
      for (let at = first; at <= last; at++) filled[at] = each.value;
    }
    return filled;
  }
}

function trimEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
