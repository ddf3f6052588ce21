// Decides whether the tables of a schedule file are grids or lists, and reads grids. Must not know flags or formats.
import { InvalidInputError } from '../errors.ts';
import { createLimits, tooLarge } from '../files/limits.ts';
import { withMergedValues } from '../files/merged-areas.ts';
import type { RawRecord, Table } from '../files/table.ts';
import type { TimeOptions } from './dates/read-time.ts';
import { type AskableTime, readAsking, refuseFaults } from './faults.ts';
import { type GridSummary, type GridTable, readGrid } from './grid/layout.ts';
import { gridShape, hasDaysAcross, recognize, type Verdict } from './grid/shape.ts';
import type { ScheduleRow } from './row.ts';

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
 * @throws {InvalidInputError} if it is unclear what the file is, and for a grid that cannot be read
 */
export async function readIfGrid(
  tables: readonly Table[],
  { file, layout, ...askable }: LayoutOptions,
): Promise<GridReading | undefined> {
  if (layout === 'list') return undefined;
  const { time } = askable;
  const grids = layout === 'grid' ? tables : findGrids(tables, file, time);
  if (grids === undefined) return undefined;
  for (const entry of grids) refuseDaysAcross(entry, file, time);
  const read: (GridTable & { readonly entry: Table })[] = [];
  for (const entry of grids) {
    const shape = gridShape(readAll(entry, file), time);
    if (shape !== undefined) read.push({ entry, name: entry.name, shape });
  }
  if (read.length === 0) {
    throw new InvalidInputError(`${file} is not a grid`, {
      details: [{ file, message: 'no line of rooms is above a column of times such as 9:00 or 9:00-9:45' }],
      fix: 'write the rooms across and the times down, with one time in each line',
    });
  }
  const { rows, summary } = await readAsking(askable, (chosen) => {
    const { faults, countOf, ...grid } = readGrid(read, chosen);
    refuseFaults(
      file,
      faults.map((fault) => ({ file, ...fault })),
      { countOf, isForSending: askable.isForSending, timeZone: chosen.timeZone },
    );
    return grid;
  });
  const used = new Set(read.map(({ entry }) => entry));
  const namesOf = (some: readonly Table[]) => some.flatMap(({ name }) => name ?? []);
  const others = tables.filter((entry) => !used.has(entry) && entry.read().records.length > 0);
  return { rows, summary, sheets: namesOf([...used]), otherSheets: namesOf(others) };
}

/** How many records show what a table is. */
const examined = 200;

/** The tables that are grids; undefined if none is. */
function findGrids(tables: readonly Table[], file: string, time: TimeOptions): readonly Table[] | undefined {
  // The records of other formats are those of a list.
  if (tables.some(({ holds }) => holds !== undefined)) return undefined;
  const verdicts: readonly Verdict['kind'][] = tables.map(
    (entry) => recognize(firstOf(entry, file), time, entry.name).kind,
  );
  const is = (kind: Verdict['kind']) => verdicts.includes(kind);
  if (!is('grid') && !is('unclear')) {
    if (!is('list')) for (const entry of tables) refuseDaysAcross(entry, file, time);
    return undefined;
  }
  if (!is('list') && !is('unclear')) return tables.filter((_, at) => verdicts[at] === 'grid');
  const hasSheets = tables.length > 1;
  throw new InvalidInputError(
    hasSheets && is('list')
      ? `${file} has sheets that are lists of sessions, and sheets that look like grids`
      : `${file} may be a grid of rooms and times, or a list of sessions`,
    { advice: { kind: 'choose_layout', hasSheets } },
  );
}

/** @throws {InvalidInputError} for a grid whose columns are days */
function refuseDaysAcross(entry: Table, file: string, time: TimeOptions): void {
  if (!hasDaysAcross(firstOf(entry, file), time)) return;
  throw new InvalidInputError(`${file} is a grid with several days across, which is not read`, {
    fix: 'write each day below the other, with a line that names the day and a line of rooms, or in a sheet of its own',
  });
}

/** How many cells a grid may have, empty ones included: all of them are in memory, and are looked at several times. */
const maxCells = 1_000_000;

/** @throws {InvalidInputError} for a table that is too large for a grid */
function readAll(entry: Table, file: string): readonly RawRecord[] {
  const records = withMergedValues(entry.read(), createLimits(file));
  const width = records.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  if (records.length * width > maxCells) {
    throw tooLarge(file, `${sheetOf(entry)} has more than 1,000,000 cells, empty ones included, and is read as a grid`);
  }
  return records;
}

function firstOf(entry: Table, file: string): readonly RawRecord[] {
  const table = entry.read();
  return withMergedValues({ ...table, records: table.records.slice(0, examined) }, createLimits(file));
}

function sheetOf({ name }: Table): string {
  return name === undefined ? 'it' : `the sheet ${JSON.stringify(name)}`;
}
