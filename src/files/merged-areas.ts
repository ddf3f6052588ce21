// Owns areas of merged cells: the values that they have in a grid, and their refusal in a list.
// Must not know formats.
import { InvalidInputError } from '../errors.ts';
import { createLimits, type Limits } from './limits.ts';
import type { MergedArea, RawRecord, RawTable, Sheet } from './table.ts';

/**
 * The records with the value of merged cells in each of them.
 * @throws {InvalidInputError} for too many cells
 */
export function withMergedValues<Row extends RawRecord>(
  { records, merged = [] }: Pick<RawTable, 'merged'> & { readonly records: readonly Row[] },
  limits: Limits,
): readonly Row[] {
  if (merged.length === 0) return records;
  const filled = records.map((record) => ({ ...record, cells: [...record.cells] }));
  const indexes = new Map(records.map(({ line }, index) => [line, index]));
  for (const { lines, cells } of merged) {
    const first = indexes.get(lines[0]);
    const value = first === undefined ? '' : (filled[first]?.cells[cells[0]] ?? '');
    if (first === undefined || value === '') continue;
    for (
      let index = first;
      (filled[index]?.line ?? Number.POSITIVE_INFINITY) <= lines[1];
      index++
    ) {
      const rowCells = filled[index]?.cells ?? [];
      limits.cells(cells[1] - cells[0] + 1);
      for (let at = rowCells.length; at < cells[0]; at++) rowCells.push('');
      rowCells.length = Math.max(rowCells.length, cells[1] + 1);
      rowCells.fill(value, cells[0], cells[1] + 1);
    }
  }
  return filled;
}

/**
 * The sheet with the values of cells that are merged downwards in each of their rows.
 * @param shared the indexes of the columns whose values several rows may have in common
 */
export function withSharedValues(sheet: Sheet, shared: readonly number[]): Sheet {
  const isShared = ({ cells: [first, last] }: MergedArea) =>
    first === last && shared.includes(first);
  const merged = sheet.merged?.filter(isShared) ?? [];
  if (merged.length === 0) return sheet;
  const rows = withMergedValues({ records: sheet.rows, merged }, createLimits(sheet.file));
  return { ...sheet, rows, merged: sheet.merged?.filter((area) => !isShared(area)) ?? [] };
}

/**
 * @param used the indexes of the columns that are read
 * @throws {InvalidInputError} if cells of them are merged
 */
export function refuseMergedCells(
  { file, columns, merged = [] }: Sheet,
  used: readonly number[],
): void {
  const areas = merged.filter(({ cells: [first, last] }) =>
    used.some((index) => first <= index && index <= last),
  );
  if (areas.length > 0) throw mergedCells(file, areas, columns);
}

/** The error for merged cells of a list. @param columns none if the header is merged */
export function mergedCells(
  file: string,
  areas: readonly MergedArea[],
  columns: readonly string[] = [],
): InvalidInputError {
  const details = areas.slice(0, maxFaults).map((area) => {
    const column = columns[area.cells[0]];
    return {
      file,
      line: area.lines[0],
      ...(column !== undefined && { column }),
      message: `${areaText(area)} are merged`,
    };
  });
  const fix = 'unmerge them, and write the value into each cell to which it belongs';
  return new InvalidInputError(`${file} has merged cells`, { details, fix });
}

const maxFaults = 20;

/** `A2 to A5` */
function areaText({ lines, cells }: MergedArea): string {
  return `cells ${columnName(cells[0])}${lines[0]} to ${columnName(cells[1])}${lines[1]}`;
}

/** `A` for 0, `AA` for 26. */
function columnName(index: number): string {
  const letters = index < 26 ? '' : columnName(Math.floor(index / 26) - 1);
  return letters + String.fromCharCode(65 + (index % 26));
}
