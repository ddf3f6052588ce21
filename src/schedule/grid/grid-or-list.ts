// Decides whether the tables of a schedule file are grids or lists, and reads the records of a grid. Must not know flags or formats.

import { isClockTime, readDay } from '../../columns/dates/read-time.ts';
import { isHeaderOf, readHeaders } from '../../columns/vocabulary.ts';
import { flagValue } from '../../contract/escape.ts';
import { InvalidInputError } from '../../errors.ts';
import { entitiesNotice, misdecodedNotice, placedTexts } from '../../files/cell-notices.ts';
import { linesWithoutEntities, recordsWithoutEntities } from '../../files/entities.ts';
import { createLimits } from '../../files/limits.ts';
import { withMergedValues } from '../../files/merged-areas.ts';
import type { RawRecord, Table } from '../../files/table.ts';
import { type AskableTime, readAsking } from '../faults.ts';
import type { ScheduleRow } from '../schedule-row.ts';
import { formError, type GridSummary, type GridTable, readGrid } from './layout.ts';

/** The first records, and which of them begins with a time, if one does. */
function beginOf(table: Table) {
  const records = table.read().records.slice(0, 12);
  const firstTime = records.findIndex(({ cells: [text = ''] }) => isClockTime(text));
  return { records, heading: firstTime < 0 ? records : records.slice(0, firstTime), hasTimes: firstTime >= 0 };
}

/**
 * A grid has a first column of times below a line of rooms: two or more, unless the user says that it is one. A column whose
 * header is that of a field makes it a list.
 */
function isGrid(file: string, table: Table, isChosen: boolean): boolean {
  // The records of other formats are those of a list.
  if (table.holds !== undefined || table.read().hasNamedCells) return false;
  const { heading, hasTimes } = beginOf(table);
  const filled = heading.flatMap(({ line, cells }) => {
    const columns = cells.slice(1).filter((cell) => cell.trim() !== '');
    return columns.length > 0 ? [{ line, columns }] : [];
  });
  const header = filled.at(hasTimes ? -1 : 0);
  // Below a date, `Aula` and `Stage` are rooms; else they name the column of rooms of a list.
  const isDated = () =>
    [table.name ?? '', ...heading.map(({ cells: [first = ''] }) => first)].some((text) => readDay(text, {}).ok);
  if (header === undefined || (!isChosen && namesField(header.columns, isDated))) return false;
  if (!hasTimes && header.columns.filter(isClockTime).length > 1) {
    throw formError(file, 'the times are across, and must be in the first column', header);
  }
  return hasTimes && (header.columns.length > 1 || isChosen);
}

/** Whether a table that is read as a list may be a grid whose rooms have the names of columns: times are beside them. */
export function mayBeGrid(table: Table): boolean {
  if (table.holds !== undefined || table.read().hasNamedCells) return false;
  const { heading, hasTimes } = beginOf(table);
  const columns = heading.at(-1)?.cells.slice(1) ?? [];
  return hasTimes && columns.filter((cell) => cell.trim() !== '').length > 1 && !namesField(columns, () => true);
}

/** A letter is a word of some language, and here the name of a room. @param isDated asked last, because it reads words */
function namesField(columns: readonly string[], isDated: () => boolean): boolean {
  const words = columns.map((text) => (text.trim().length > 1 ? text : ''));
  const known = readHeaders(words, 'sessions').filter((each) => each !== undefined);
  return known.some((each) => each === 'unclear' || each.target !== 'room') || (known.length > 0 && !isDated());
}

/** With the value of cells that are merged downward in each of them. @throws {InvalidInputError} for merged columns */
function recordsOf(file: string, table: Table): readonly RawRecord[] {
  const { merged = [], ...raw } = table.read();
  // A heading may be merged across the page.
  const across = merged.find(({ cells: [first, last] }) => first > 0 && first < last);
  if (across !== undefined) {
    const message =
      'columns are merged: divide the cells; a date is above the rooms or beside them, in the first column';
    throw formError(file, message, { line: across.lines[0], sheet: table.name });
  }
  const down = merged.filter(({ cells: [first, last] }) => first === last);
  return withMergedValues({ ...raw, merged: down }, createLimits(file));
}

export type Layout = 'grid' | 'list';

/** The rows of a grid, and how it was read. */
export interface GridReading {
  readonly rows: readonly ScheduleRow[];
  readonly summary: GridSummary;
  /** The sheets that were read, if the file has sheets, and those that were not. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly string[];
  /** What is doubtful in its texts, in sentences. */
  readonly notices: readonly string[];
}

export interface LayoutOptions extends AskableTime {
  readonly file: string;
  /** As the user named it. */
  readonly encoding?: string | undefined;
  /** As the user chose; undefined if it is to be detected. */
  readonly layout: Layout | undefined;
}

/**
 * Reads a grid; undefined for a list, whose tables can still be opened.
 * @throws {InvalidInputError} for a grid that cannot be read, and for sheets of both layouts
 */
export async function readIfGrid(
  tables: readonly Table[],
  { file, layout, encoding, ...askable }: LayoutOptions,
): Promise<GridReading | undefined> {
  if (layout === 'list') return undefined;
  const grids = tables.filter((table) => isGrid(file, table, layout === 'grid'));
  if (grids.length === 0 && layout === 'grid')
    throw formError(file, 'no line of rooms is above a first column of times');
  if (grids.length === 0) return undefined;
  const others = tables.filter((table) => !grids.includes(table) && table.read().records.length > 0);
  const lists = others.filter((table) => beginOf(table).heading.some(({ cells }) => isHeaderOf(cells, 'sessions')));
  if (layout === undefined && lists.length > 0) throw bothLayouts(file, lists, grids);
  const asWritten = grids.map((table) => ({ name: table.name, records: recordsOf(file, table) }));
  const notices = textNotices(asWritten, { file, encoding });
  const read = asWritten.map(({ name, records }) => ({
    name,
    records: recordsWithoutEntities(records, linesWithoutEntities),
  }));
  const { rows, summary } = await readAsking(file, askable, (time) => {
    const grid = readGrid(file, read, time);
    return { ...grid, faults: grid.faults.map((fault) => ({ file, ...fault })) };
  });
  const namesOf = (some: readonly Table[]) => some.flatMap(({ name }) => name ?? []);
  return { rows, summary, sheets: namesOf(grids), otherSheets: namesOf(others), notices };
}

/** What is doubtful in the texts of the cells. */
function textNotices(
  grids: readonly GridTable[],
  { file, encoding }: Pick<LayoutOptions, 'file' | 'encoding'>,
): readonly string[] {
  const texts = grids.flatMap(({ name, records }) => [
    ...placedTexts(records, [], grids.length > 1 ? name : undefined),
  ]);
  return [misdecodedNotice(texts, { file, encoding }), entitiesNotice(texts, file, linesWithoutEntities)].filter(
    (notice) => notice !== undefined,
  );
}

function bothLayouts(file: string, lists: readonly Table[], grids: readonly Table[]): InvalidInputError {
  const detailsOf = (tables: readonly Table[], message: string) =>
    tables.map(({ name = '' }) => ({ file, sheet: name, message }));
  const details = [...detailsOf(lists, 'a list of sessions'), ...detailsOf(grids, 'a grid of rooms and times')];
  const [example = ''] = lists.flatMap(({ name }) => name ?? []);
  return new InvalidInputError(`${file} has sheets that are lists of sessions, and sheets that are grids`, {
    details,
    fix: `select one of them, for example --sheet ${flagValue(example)}`,
  });
}
