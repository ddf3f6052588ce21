// Recognizes a grid: rooms across and times down, or the other way round. Must not know submissions. Pure.
import { trimmed } from '../../columns/cell.ts';
import { wordsOf } from '../../columns/fold.ts';
import { readHeaders } from '../../columns/vocabulary.ts';
import { foldKey } from '../../contract/key.ts';
import type { RawRecord } from '../../files/table.ts';
import { isClockTime, type TimeOptions } from '../dates/read-time.ts';
import { dayIn, isDay, isTime } from './words.ts';

/** The cells of a table, trimmed, all rows of the same length; `lines` and `columns` are where they are in the file. */
export interface GridCells {
  readonly rows: readonly (readonly string[])[];
  /** Whether the rows are the columns of the file. */
  readonly isTransposed: boolean;
  /** By row; if transposed, by column. */
  readonly lines: readonly number[];
}

/** Where the parts of a grid are, as indexes of rows and columns. */
export interface GridShape {
  readonly cells: GridCells;
  /** The first row with a time. */
  readonly firstSlot: number;
  readonly dayColumn: number | undefined;
  readonly timeColumn: number;
  readonly endColumn: number | undefined;
  /** The first column of a room. */
  readonly firstRoom: number;
}

/** What a table is: `unclear` if it has the shape of a grid, and something against it. */
export type Verdict =
  | { readonly kind: 'grid'; readonly shape: GridShape }
  | { readonly kind: 'unclear'; readonly shape: GridShape }
  | { readonly kind: 'list' }
  | { readonly kind: 'other' };

/** @param records the first ones, or all @param name of the sheet, which may be a day */
export function recognize(records: readonly RawRecord[], time: TimeOptions, name = ''): Verdict {
  const straight = straightCells(records);
  if (headingOf(straight, time).some(isListHeader)) return { kind: 'list' };
  const [shape, other] = [straight, transposed(straight)].flatMap((cells) => shapeOf(cells, time) ?? []);
  if (shape === undefined) return { kind: 'other' };
  const isCertain = other === undefined && !hasListColumns(shape) && roomsOf(shape) > 1 && isAscending(shape, time);
  const isShown = isDay(name, time) || showsRooms(shape, time);
  return { kind: isCertain && isShown && !repeatsCells(shape) ? 'grid' : 'unclear', shape };
}

/** The shape of a table that is known to be a grid. */
export function gridShape(records: readonly RawRecord[], time: TimeOptions): GridShape | undefined {
  const straight = straightCells(records);
  return shapeOf(straight, time) ?? shapeOf(transposed(straight), time);
}

function straightCells(records: readonly RawRecord[]): GridCells {
  const width = records.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return {
    rows: records.map(({ cells }) => Array.from({ length: width }, (_, at) => withSingleSpaces(cells[at] ?? ''))),
    isTransposed: false,
    lines: records.map(({ line }) => line),
  };
}

function transposed({ rows, lines }: GridCells): GridCells {
  const [first = []] = rows;
  return { rows: first.map((_, at) => rows.map((row) => row[at] ?? '')), isTransposed: true, lines };
}

/** Line breaks separate the parts of a cell. */
function withSingleSpaces(text: string): string {
  return trimmed(text.replace(/[^\S\n]+/g, ' ').replace(/ ?[\r\n]+ ?/g, '\n'));
}

/** Whether the columns are days: several of them are in one row above a column of times. */
export function hasDaysAcross(records: readonly RawRecord[], time: TimeOptions): boolean {
  const { rows } = straightCells(records);
  const firstTime = rows.findIndex((row) => row.slice(0, maxLeading).some((text) => isTime(text, time)));
  return rows.slice(0, Math.min(Math.max(firstTime, 0), maxHeading)).some((row) => {
    const days = row.slice(1).filter((text) => isDay(text, time));
    return new Set(days).size > 1;
  });
}

/** The first rows, up to the first one with a time. */
function headingOf({ rows }: GridCells, time: TimeOptions): GridCells['rows'] {
  const first = rows.slice(0, maxHeading).findIndex((row) => row.some((text) => isTime(text, time)));
  return rows.slice(0, first < 0 ? maxHeading : first);
}

/** How many rows may be above the rooms. */
const maxHeading = 12;

/** How many of the first columns may be days, times and ends. */
const maxLeading = 3;

function shapeOf(cells: GridCells, time: TimeOptions): GridShape | undefined {
  const { rows } = cells;
  const column = (at: number) => rows.map((row) => row[at] ?? '');
  const timeColumn = [...Array(maxLeading).keys()].find((at) => holdsTimes(column(at), time));
  if (timeColumn === undefined) return undefined;
  const firstSlot = rows.findIndex((row) => isTime(row[timeColumn] ?? '', time));
  const slots = rows.slice(firstSlot).filter((row) => isTime(row[timeColumn] ?? '', time));
  const leading = [...Array(timeColumn).keys()];
  const filledLeading = leading.filter((at) => slots.some((row) => row[at] !== ''));
  const dayColumn = filledLeading.find((at) => slots.every((row) => row[at] === '' || isDay(row[at] ?? '', time)));
  // A heading may be merged beside all times.
  const isHeading = (at: number) => new Set(column(at).filter(Boolean)).size === 1;
  if (filledLeading.some((at) => at !== dayColumn && !isHeading(at))) return undefined;
  const ends = slots.map((row) => row[timeColumn + 1] ?? '').filter(Boolean);
  const endColumn = ends.length > 0 && ends.every((text) => isTime(text, time)) ? timeColumn + 1 : undefined;
  const firstRoom = (endColumn ?? timeColumn) + 1;
  const hasRooms = rows.slice(0, firstSlot).some((row) => isRoomRow(row.slice(firstRoom), time));
  const hasCells = slots.some((row) => row.slice(firstRoom).some(Boolean));
  return hasRooms && hasCells && firstSlot <= maxHeading
    ? { cells, firstSlot, dayColumn, timeColumn, endColumn, firstRoom }
    : undefined;
}

/** Most of the filled cells are times, below what is above the first of them. */
function holdsTimes(texts: readonly string[], time: TimeOptions): boolean {
  const first = texts.findIndex((text) => isTime(text, time));
  if (first < 0) return false;
  const filled = texts.slice(first).filter(Boolean);
  return filled.filter((text) => isTime(text, time)).length > filled.length / 2;
}

/** Names of rooms: short texts, no times, all different except those of merged cells. */
export function isRoomRow(names: readonly string[], time: TimeOptions): boolean {
  const filled = names.filter(Boolean);
  if (filled.length === 0 || filled.some((name) => name.length > longestRoom || isClockTime(name))) return false;
  const separate = names.filter((name, at) => name !== '' && name !== names[at - 1]);
  return new Set(separate.map(foldKey)).size === separate.length && !separate.every((name) => isDay(name, time));
}

const longestRoom = 80;

/** A header with a title and a room is one of a list, also beside columns of times. */
function isListHeader(row: readonly string[]): boolean {
  const targets = new Set(targetsOf(row));
  const has = (...names: string[]) => names.some((name) => targets.has(name));
  return has('title', 'submission_id', 'id') && has('room', 'start', 'date', 'time', 'speakers', 'duration', 'end');
}

/** A letter is a word of some language, and here the name of a room. */
function targetsOf(row: readonly string[]): readonly string[] {
  const words = row.map((text) => (text.length > 1 ? text : ''));
  return readHeaders(words, 'sessions').flatMap((known) =>
    known === undefined ? [] : known === 'unclear' ? ['title'] : [known.target],
  );
}

/** The name of a room may be the word for rooms, as `Hall` or `Stage`; it is not that of another column. */
function hasListColumns({ cells: { rows }, firstSlot, firstRoom }: GridShape): boolean {
  return rows.slice(0, firstSlot).some((row) => targetsOf(row.slice(firstRoom)).some((target) => target !== 'room'));
}

/** What a list does not have: a day above the times, numbers or words for rooms in its header, one text in several columns. */
function showsRooms({ cells: { rows }, firstSlot, firstRoom }: GridShape, time: TimeOptions): boolean {
  const heading = rows.slice(0, firstSlot);
  // A word for rooms alone may be the header of a column of rooms.
  const isRoomWord = (text: string) => wordsOf(text).length > 1 && targetsOf(wordsOf(text)).includes('room');
  return (
    heading.some((row) => row.some((text) => dayIn(text, time) !== undefined)) ||
    heading.some((row) =>
      row.slice(firstRoom).some((text) => /\d|(?<!\p{L})\p{Lu}$/u.test(text) || isRoomWord(text)),
    ) ||
    rows.slice(firstSlot).some((row) => {
      const texts = row.slice(firstRoom).filter((text) => /\p{L}{3}/u.test(text));
      return new Set(texts).size < texts.length;
    })
  );
}

function roomsOf({ cells: { rows }, firstSlot, firstRoom }: GridShape): number {
  return Math.max(...rows.slice(0, firstSlot).map((row) => new Set(row.slice(firstRoom).filter(Boolean)).size));
}

/** In a list, parallel sessions have the same time one after the other; in a grid, only merged cells do. */
function isAscending({ cells, firstSlot, timeColumn, firstRoom }: GridShape, time: TimeOptions): boolean {
  const slots = cells.rows.slice(firstSlot).filter((row) => isTime(row[timeColumn] ?? '', time));
  const repeated = slots.filter((row, at) => row[timeColumn] === slots[at - 1]?.[timeColumn]);
  const full = repeated.filter((row) => row.slice(firstRoom).filter(Boolean).length > 1);
  return full.length <= slots.length / 4 || slots.length < 4;
}

/** A column of a list, such as one of rooms, has the same few texts again and again; a grid only those of breaks. */
function repeatsCells({ cells: { rows }, firstSlot, firstRoom }: GridShape): boolean {
  const [first = []] = rows;
  return [...first.keys()].slice(firstRoom).some((at) => {
    const texts = rows.slice(firstSlot).map((row) => row[at] ?? '');
    const separate = texts.filter((text, row) => text !== '' && text !== texts[row - 1]);
    return separate.length >= 6 && new Set(separate.map(foldKey)).size <= separate.length / 3;
  });
}
