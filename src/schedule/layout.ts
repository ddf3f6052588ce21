// Decides whether the tables of a schedule file are grids or lists, and reads grids. Must not know flags or formats.
import { isHeaderOf } from '../columns/vocabulary.ts';
import { InvalidInputError } from '../errors.ts';
import type { Table } from '../files/table.ts';
import { type AskableTime, readAsking } from './faults.ts';
import { formError, type GridSummary, readGrid } from './grid/layout.ts';
import { beginOf, isGrid, recordsOf } from './grid/table.ts';
import type { ScheduleRow } from './schedule-row.ts';

export type Layout = 'grid' | 'list';

/** The rows of a grid, and how it was read. */
export interface GridReading {
  readonly rows: readonly ScheduleRow[];
  readonly summary: GridSummary;
  /** The sheets that were read, if the file has sheets, and those that were not. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly string[];
}

export interface LayoutOptions extends AskableTime {
  readonly file: string;
  /** As the user chose; undefined if it is to be detected. */
  readonly layout: Layout | undefined;
}

/**
 * Reads a grid; undefined for a list, whose tables can still be opened.
 * @throws {InvalidInputError} for a grid that cannot be read, and for sheets of both layouts
 */
export async function readIfGrid(
  tables: readonly Table[],
  { file, layout, ...askable }: LayoutOptions,
): Promise<GridReading | undefined> {
  if (layout === 'list') return undefined;
  const grids = tables.filter((table) => isGrid(file, table, layout === 'grid'));
  if (grids.length === 0 && layout === 'grid')
    throw formError(file, 'no line of rooms is above a first column of times');
  if (grids.length === 0) return undefined;
  const others = tables.filter((table) => !grids.includes(table) && table.read().records.length > 0);
  if (
    layout === undefined &&
    others.some((table) => beginOf(table).heading.some(({ cells }) => isHeaderOf(cells, 'sessions')))
  ) {
    throw new InvalidInputError(`${file} has sheets that are lists of sessions, and sheets that are grids`, {
      fix: 'pass --sheet to select one sheet, or --layout grid or --layout list',
    });
  }
  const read = grids.map((table) => ({ name: table.name, records: recordsOf(file, table) }));
  const { rows, summary } = await readAsking(file, askable, (time) => {
    const grid = readGrid(file, read, time);
    return { ...grid, faults: grid.faults.map((fault) => ({ file, ...fault })) };
  });
  const namesOf = (some: readonly Table[]) => some.flatMap(({ name }) => name ?? []);
  return { rows, summary, sheets: namesOf(grids), otherSheets: namesOf(others) };
}
