// Reads a line of rooms, which is above the times of a grid. Must not know the cells below it.
import type { FilePlace } from '../../changes/file-place.ts';
import { isNone } from '../../columns/breaks.ts';
import { isClockTime } from '../../columns/dates/read-time.ts';
import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import { dayWords, weekdaysOf } from '../../columns/dates/words.ts';
import { foldDateText } from '../../columns/fold.ts';
import { quoteCell } from '../../columns/quote.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { plainRoom } from '../rooms/room-name.ts';
import { formError } from './form-error.ts';
import { type GridColumn, isPersonField, readGridHeaders } from './headers.ts';
import { isDay } from './recognize.ts';

/** A line of rooms. */
export interface RoomLine {
  /** Without the first column; empty for a column without a name. */
  readonly headers: readonly string[];
  readonly columns: readonly GridColumn[];
  /** Above the times. */
  readonly corner: string;
}

/** @throws {InvalidInputError} for a header that is no room, and for two columns of one name */
export function readRooms(
  [corner = '', ...texts]: readonly string[],
  place: FilePlace,
  { file, options }: { readonly file: string; readonly options: TimeOptions },
): RoomLine {
  const written = texts.map((text) => (isNone(text) ? '' : plainRoom(text.replace(/\s+/g, ' '))));
  const headers = written.map((header) => withoutSeats(header, written));
  const columns = readGridHeaders(headers);
  const dated = headers.find((header) => /\d/.test(header) && isDay(header, options));
  // One room may have the name of a weekday.
  const [named, ...more] = headers.filter(
    (header) => isDay(header, options) || beginsWithDay(header),
  );
  const day = dated ?? (more.length > 0 ? named : undefined);
  const other = day ?? headers.find((header, at) => isClockTime(header) || isNoRoom(columns[at]));
  if (other !== undefined) {
    const message = `${quoteCell(other)} is no room, and the columns of a grid are rooms`;
    const advice = peopleAdvice(headers.indexOf(other), headers, columns);
    throw formError(file, message + advice, place);
  }
  const all = grouped(headers.filter(Boolean), foldKey).values();
  const same = [...all].find(({ length }) => length > 1)?.[0];
  if (same !== undefined) throw formError(file, `${quoteCell(same)} is in two columns`, place);
  return { headers, columns, corner };
}

/** For a column `Speaker` beside that of a room. */
function peopleAdvice(
  at: number,
  headers: readonly string[],
  columns: readonly GridColumn[],
): string {
  const column = columns[at];
  const room = headers[at - 1];
  const hasPeople = column?.kind === 'field' && isPersonField(column.field);
  if (!hasPeople || !room || columns[at - 1]?.kind !== 'room') return '';
  return `; name those of the people of a room ${quoteCell(`${room} speakers`)}`;
}

/** `Hall 1 (200)`: a round number is how many a room holds, unless two rooms differ in it. */
function withoutSeats(header: string, all: readonly string[]): string {
  const name = nameBesideSeats(header);
  const isShared = all.some((other) => other !== header && nameBesideSeats(other) === name);
  return isShared ? header : name;
}

function nameBesideSeats(header: string): string {
  return /^(.*\S)\s*[([（]\d+0[)\]）]$/u.exec(header)?.[1] ?? header;
}

/** `Day One`, `Friday morning`. */
function beginsWithDay(header: string): boolean {
  const [first] = /^\p{L}+/u.exec(foldDateText(header)) ?? [];
  if (first === undefined) return false;
  return dayWords.includes(first) || (first.length > 3 && weekdaysOf(first).length > 0);
}

/** Even if the user says that the table is a grid, when a room may have the name of a talk. */
function isNoRoom(column: GridColumn | undefined): boolean {
  return column?.kind === 'field' && !talkFields.has(column.field);
}

const talkFields = new Set(['title', 'track', 'format']);
