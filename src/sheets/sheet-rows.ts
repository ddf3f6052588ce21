// Collects the rows of a spreadsheet's sheet as records: without blank rows, and with the value of merged cells in each of them. Must not know formats.
import type { Budget } from './budget.ts';
import { areasByLine } from './merged-areas.ts';
import { type MergedArea, maxColumns, type RawRecord } from './table.ts';
import { tooLarge } from './too-large.ts';
import { damaged } from './zip.ts';

/** How many rows a sheet can have in Excel and LibreOffice. */
const maxLines = 1_048_576;

/** How many cells are in memory at once. Only a sheet that is made for it has more in a piece of 64 KiB. */
const maxCells = 4_000_000;

export interface SheetRows {
  /** Adds a row; it may lack cells. @param repeated how many equal rows follow each other */
  add(line: number, cells: readonly (string | undefined)[], repeated?: number): void;
  /** The records since the last call. */
  take(): readonly RawRecord[];
}

/** @param merged sorted by the first line; may grow meanwhile, by areas that begin in the row that is added next */
export function collectRows(budget: Budget, merged: readonly MergedArea[]): SheetRows {
  const { file } = budget;
  let records: RawRecord[] = [];
  const areasOf = areasByLine(merged);
  const values = new Map<MergedArea, string>();
  let lastLine = 0;
  let taken = 0;
  return {
    add(line, cells, repeated = 1) {
      if (line <= lastLine || line + repeated - 1 > maxLines || cells.length > maxColumns) {
        throw damaged(file, `row ${line} is out of order, or beyond the last row or column of a sheet`);
      }
      lastLine = line + repeated - 1;
      if (cells.every((cell) => cell === undefined || cell === '')) return;
      let shared: readonly string[] | undefined;
      for (let at = line; at <= lastLine; at++) {
        const areas = shared === undefined ? areasOf(at) : [];
        const own = shared ?? trimEnd(fill(at, cells, areas));
        // Repeated rows are one row, unless a part of them is merged with others.
        if (areas.length === 0) shared ??= own;
        if (shared === undefined || at === line) taken += own.length + areas.length;
        budget.spend('rows', 1);
        budget.spend('cells', own.length + areas.length);
        budget.spend('characters', lengthOf(own));
        if (taken > maxCells)
          throw tooLarge(file, 'a spreadsheet', { message: `row ${at} and the rows near it have too many columns` });
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

  function fill(line: number, cells: readonly (string | undefined)[], areas: readonly MergedArea[]): string[] {
    const filled = Array.from(cells, (cell) => cell ?? '');
    for (const area of areas) {
      const [first, last] = area.cells;
      if (area.lines[0] === line) values.set(area, filled[first] ?? '');
      const value = values.get(area) ?? '';
      if (value === '') continue;
      for (let at = filled.length; at < first; at++) filled[at] = '';
      for (let at = first; at <= Math.min(last, maxColumns - 1); at++) filled[at] = value;
    }
    return filled;
  }
}

function lengthOf(cells: readonly string[]): number {
  let length = 0;
  for (const cell of cells) length += cell.length;
  return length;
}

function trimEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
