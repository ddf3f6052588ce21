// Collects the rows of a spreadsheet's sheet as records: without blank rows, and with the value of merged cells in each of them. Must not know formats.
import type { MergedArea, RawRecord } from './table.ts';
import { damaged } from './zip.ts';

/** How many columns a sheet can have in Excel and LibreOffice, and how many rows. */
export const maxColumns = 16_384;
const maxLines = 1_048_576;

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
  return {
    merge: (area) => merged.push({ area, value: '' }),
    add(line, cells, repeated = 1) {
      if (line <= lastLine || line + repeated - 1 > maxLines || cells.length > maxColumns) {
        throw damaged(file, `row ${line} is out of order, or beyond the last row or column of a sheet`);
      }
      lastLine = line + repeated - 1;
      if (cells.every((cell) => cell === undefined || cell === '')) return;
      for (let at = line; at <= lastLine; at++) records.push({ line: at, cells: trimEnd(fill(at, cells)) });
    },
    take() {
      const taken = records;
      records = [];
      return taken;
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
