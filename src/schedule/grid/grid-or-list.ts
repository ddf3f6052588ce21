// Decides which tables of a file are grids, as the user says or else by the rule, and reads them.
// Must not know flags or formats.

import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import { isHeaderOf } from '../../columns/header-fields.ts';
import type { FileResource } from '../../contract/endpoint.ts';
import { flagValue } from '../../contract/escape.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import { damagedNotices, entitiesNotice, placedTexts } from '../../files/cell-notices.ts';
import { linesWithoutEntities, recordsWithoutEntities } from '../../files/entities.ts';
import { createLimits } from '../../files/limits.ts';
import { withMergedValues } from '../../files/merged-areas.ts';
import type { Table } from '../../files/table.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { type AskableTime, isMissingSetting, readAsking } from '../read/unreadable-rows.ts';
import type { GridTable } from './blocks.ts';
import { formError } from './form-error.ts';
import { type GridSummary, readGrid } from './read-grid.ts';
import {
  canBeGrid,
  hasTimestamps,
  headingOf,
  isGrid,
  isGridWithTwoHeaders,
  isNoList,
  timesAcross,
} from './recognize.ts';
import { type GridTalks, gridTalks } from './talks.ts';

export type Layout = 'grid' | 'list';

/** How a grid was read. */
export interface GridReading {
  readonly summary: GridSummary;
  /** The sheets that were read, if the file has sheets, and those that were not. */
  readonly sheets: readonly string[];
  readonly otherSheets: readonly string[];
  /** What is doubtful in its texts, in sentences. */
  readonly notices: readonly string[];
}

/** The rows of a grid. */
export interface GridSchedule extends GridReading {
  readonly rows: readonly ScheduleRow[];
  /** What is wrong with rows that are left out. */
  readonly faults: readonly InputFault[];
}

interface LayoutChoice {
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
  { file, layout, encoding, ...askable }: AskableTime & LayoutChoice,
): Promise<GridSchedule | undefined> {
  if (layout === undefined) for (const table of tables) refuseTimesAcross(file, table);
  const divided = findGrids(tables, { file, layout, encoding });
  if (divided === undefined) return undefined;
  const lists = divided.others.filter((table) => isListOf(table, 'sessions'));
  if (layout === undefined && lists.length > 0) throw bothLayouts(file, lists, divided.sheets);
  const read = await readAsking(file, askable, (time) => readGrid(file, divided.grids, time));
  return { ...divided, ...read };
}

/**
 * The talks of a grid, for an import; undefined for a file that has a list of talks.
 * @throws {InvalidInputError} for a grid that cannot be read
 */
export function readTalksIfGrid(
  tables: readonly Table[],
  { time, ...choice }: LayoutChoice & { readonly time: TimeOptions },
): (GridReading & GridTalks) | undefined {
  const { file, layout } = choice;
  const divided = findGrids(tables, choice);
  if (divided === undefined) return undefined;
  const isOther = divided.others.some((table) => isListOf(table, 'submissions'));
  if (layout === undefined && isOther) return undefined;
  return { ...divided, ...gridTalks(file, divided.grids, time) };
}

/**
 * Whether `--layout grid` reads a file that cannot be read as a list.
 * @throws {InvalidInputError} for a grid that has two lines of headers, or another fault, and is no
 * list either
 */
export function mayBeGrid(tables: readonly Table[], file: string, time: TimeOptions): boolean {
  const twice = tables.filter(isGridWithTwoHeaders);
  const likely = tables.filter((table) => canBeGrid(table) && !hasTimestamps(table));
  if (twice.length === 0 && likely.length === 0) return false;
  try {
    const divided = findGrids(twice.length > 0 ? twice : likely, { file, layout: 'grid' });
    const { faults } = readGrid(file, divided?.grids ?? [], time);
    return faults.every(isMissingSetting);
  } catch (error) {
    const isList = twice.length === 0 && !likely.every(isNoList);
    if (!isList || !(error instanceof InvalidInputError)) throw error;
    return false;
  }
}

function findGrids(tables: readonly Table[], { file, layout, encoding }: LayoutChoice) {
  if (layout === 'list') return undefined;
  const isChosen = layout === 'grid';
  const grids = tables.filter(isChosen ? canBeGrid : isGrid);
  if (grids.length === 0 && isChosen) {
    throw formError(file, 'no line of rooms is above a first column of times');
  }
  if (grids.length === 0) return undefined;
  const others = tables.filter((table) => {
    return !grids.includes(table) && table.read().records.length > 0;
  });
  const asWritten = grids.map((table): GridTable => {
    return { name: table.name, ...recordsOf(file, table) };
  });
  return {
    grids: asWritten.map((grid) => {
      return { ...grid, records: recordsWithoutEntities(grid.records, linesWithoutEntities) };
    }),
    others,
    sheets: namesOf(grids),
    otherSheets: namesOf(others),
    notices: textNotices(asWritten, { file, encoding }),
  };
}

/** What is doubtful in the texts of the cells. */
function textNotices(
  grids: readonly GridTable[],
  { file, encoding }: Pick<LayoutChoice, 'file' | 'encoding'>,
): readonly string[] {
  const texts = grids.flatMap(({ name, records }) => [
    ...placedTexts(records, [], grids.length > 1 ? name : undefined),
  ]);
  const entities = entitiesNotice(texts, file, linesWithoutEntities);
  const damaged = damagedNotices(() => texts, { file, encoding });
  return entities === undefined ? damaged : [...damaged, entities];
}

function bothLayouts(
  file: string,
  lists: readonly Table[],
  grids: readonly string[],
): InvalidInputError {
  const detailsOf = (sheets: readonly string[], message: string) =>
    sheets.map((sheet) => ({ file, sheet, message }));
  const names = namesOf(lists);
  const examples = names.slice(0, 1).map((name) => `--sheet ${flagValue(name)}`);
  const message = `${file} has sheets that are lists of sessions, and sheets that are grids`;
  return new InvalidInputError(message, {
    details: [
      ...detailsOf(names, 'a list of sessions'),
      ...detailsOf(grids, 'a grid of rooms and times'),
    ],
    fix: ['select one of them', ...examples].join(', for example '),
  });
}

function namesOf(tables: readonly Table[]): readonly string[] {
  return tables.flatMap(({ name }) => name ?? []);
}

function isListOf(table: Table, contents: FileResource): boolean {
  return headingOf(table).some(({ cells }) => isHeaderOf(cells, contents));
}

/** @throws {InvalidInputError} */
function refuseTimesAcross(file: string, table: Table): void {
  const header = timesAcross(table);
  if (header === undefined) return;
  throw formError(file, 'the times are across, and must be in the first column', header);
}

/**
 * With the value of merged cells in each of them: the session is in all of their rooms and lines.
 * A day or a note that begins in the first column may be merged across the page.
 */
function recordsOf(file: string, table: Table): Pick<GridTable, 'records' | 'merged'> {
  const { merged = [], ...raw } = table.read();
  const areas = merged.map(({ lines, cells: [first, last] }) => {
    const cells = [first, first === 0 ? 0 : last] as const;
    return { lines, cells };
  });
  const records = withMergedValues({ ...raw, merged: areas }, createLimits(file));
  return { records, merged: areas };
}
