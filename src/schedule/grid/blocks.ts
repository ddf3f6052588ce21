// Divides grids into blocks: the lines of one day below one line of rooms. Must not know what times
// and cells mean, nor files or the service. Pure.

import { type FilePlace, filePlaceOf } from '../../changes/file-place.ts';
import { isNone } from '../../columns/breaks.ts';
import { trimmed } from '../../columns/cell.ts';
import { divideHeader } from '../../columns/dates/header-zone.ts';
import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import type { ZoneReading } from '../../columns/dates/zone.ts';
import { quoteCell } from '../../columns/quote.ts';
import type { MergedArea, RawRecord } from '../../files/table.ts';
import { formError } from './form-error.ts';
import { isCorner, isDay, lineTime } from './recognize.ts';
import { type RoomLine, readRooms } from './room-line.ts';
import { zoneOfLine } from './zone-line.ts';

/** A table that is a grid. */
export interface GridTable {
  /** With the value of merged cells in each of them. */
  readonly records: readonly RawRecord[];
  readonly merged?: readonly MergedArea[] | undefined;
  /** The name of the sheet, which may be a date. */
  readonly name?: string | undefined;
}

/** A text that was not read. */
export interface Note extends FilePlace {
  readonly text: string;
}

export interface GridLine {
  readonly line: number;
  readonly time: string;
  /** By the order of the columns; empty where there is no session. */
  readonly texts: readonly string[];
  /** The columns whose cells are merged with those of the line above. */
  readonly mergedAbove: ReadonlySet<number>;
}

/** As it is written, without the time zone beside it: `2026-05-02 (UTC)`. */
interface GridDay extends Note {
  readonly zone: ZoneReading | undefined;
}

/** A line of its own that names the time zone of its table. */
interface ZoneLine extends Note {
  readonly zone: ZoneReading;
}

/** The lines of one day below one line of rooms. */
export interface Block extends RoomLine {
  /** Undefined if the grid does not name the day. */
  readonly day: GridDay | undefined;
  readonly sheet: string | undefined;
  readonly zoneLine: ZoneLine | undefined;
  readonly lines: GridLine[];
}

/** @throws {InvalidInputError} for a table that does not have the form of a grid */
export function divideGrid(file: string, tables: readonly GridTable[], options: TimeOptions) {
  const notes: Note[] = [];
  const hasSheets = tables.length > 1;
  const zoneLines: ZoneLine[] = [];
  const blocks = tables.flatMap((table) => {
    const linesOfTable = zoneLinesOf(table, hasSheets, options);
    for (const line of linesOfTable) zoneLines.push(line);
    const lines = new Set(linesOfTable.map(({ line }) => line));
    const records = table.records.filter(({ line }) => !lines.has(line));
    const [zoneLine] = linesOfTable;
    return blocksOf({ ...table, records }, { file, options, notes, hasSheets, zoneLine });
  });
  return { blocks, notes, zoneLines };
}

/** Where a line is, or a cell of it. @param at the index of the column */
export function placeInBlock(block: Omit<Block, 'lines'>, line = 1, at?: number): FilePlace {
  const { corner, headers, sheet } = block;
  if (at === undefined) return filePlaceOf({ line, column: corner || undefined, sheet });
  return filePlaceOf({ line, column: headers[at] || `column ${at + 2} (unnamed)`, sheet });
}

interface Reading {
  readonly file: string;
  readonly options: TimeOptions;
  readonly notes: Note[];
  readonly hasSheets: boolean;
  readonly zoneLine: ZoneLine | undefined;
}

const noColumns: ReadonlySet<number> = new Set();

/** All lines of a table that name its time zone. Two that differ are no zone. */
function zoneLinesOf(
  { records, name }: GridTable,
  hasSheets: boolean,
  options: TimeOptions,
): readonly ZoneLine[] {
  const zoneLines = records.flatMap(({ line, cells }): readonly ZoneLine[] => {
    const filled = [...new Set(cells.map(withSingleSpaces).filter(Boolean))];
    const [first = ''] = filled;
    if (lineTime(first) !== undefined || isDay(first, options)) return [];
    const zone = zoneOfLine(filled);
    if (zone === undefined) return [];
    const place = filePlaceOf({ line, sheet: hasSheets ? name : undefined });
    return [{ ...place, text: filled.join(' '), zone }];
  });
  const [first] = zoneLines;
  return zoneLines.map((other): ZoneLine => {
    const isSame = JSON.stringify(first?.zone) === JSON.stringify(other.zone);
    if (first === undefined || isSame) return other;
    const advice = 'write each zone beside its day, as in 2026-05-02 (UTC+2)';
    const contradiction = `${quoteCell(other.text)} is not the zone of ${quoteCell(first.text)}`;
    const message = `${contradiction}: ${advice}`;
    return { ...other, zone: { ok: false, problem: 'unknown_time_zone', message } };
  });
}

function blocksOf(table: GridTable, reading: Reading): readonly Block[] {
  const { records, name } = table;
  const { file, options, notes, hasSheets, zoneLine } = reading;
  const merged = mergedColumns(table);
  const blocks: Block[] = [];
  const sheet = hasSheets ? name : undefined;
  let day = name === undefined ? undefined : dayIn(name, filePlaceOf({ line: 1, sheet }), options);
  let header: RoomLine | undefined;
  let [isNew, needsRooms] = [true, true];
  for (const { line, cells } of records) {
    const place = filePlaceOf({ line, sheet });
    const texts = cells.map(withSingleSpaces);
    const [first = '', ...others] = texts;
    const [text, ...more] = new Set(texts.filter(Boolean));
    if (text === undefined) continue;
    const timed = lineTime(first);
    if (timed !== undefined) {
      if (header === undefined) throw formError(file, 'no line of rooms is above the times', place);
      const isOtherDay = timed.day !== undefined && timed.day !== day?.text;
      if (isOtherDay) day = { ...place, text: timed.day, zone: undefined };
      isNew ||= isOtherDay;
      if (isNew) blocks.push({ day, ...header, sheet, zoneLine, lines: [] });
      const sessions = others.map((cell) => (isNone(cell) ? '' : cell));
      const mergedAbove = merged.get(line) ?? noColumns;
      blocks.at(-1)?.lines.push({ line, time: timed.time, texts: sessions, mergedAbove });
      [isNew, needsRooms] = [false, false];
      continue;
    }
    const isAlone = more.length === 0;
    const named = isAlone ? text : first;
    const dated = dayIn(named, place, options);
    if (dated !== undefined) day = dated;
    else if (isAlone) notes.push({ ...place, text });
    else if (!needsRooms && !isCorner(first, header?.corner ?? '')) {
      const beside = quoteCell([text, ...more].join(' '));
      const fault = isNew
        ? 'is a second line of headers: write the names of the rooms in one line'
        : 'is beside no time such as 9:00';
      throw formError(file, `${beside} ${fault}`, place);
    }
    if (!isAlone) {
      header = readRooms(texts, place, reading);
      notes.push(...unreadColumns(header, place));
    }
    isNew ||= dated !== undefined || !isAlone;
    needsRooms = isAlone && (needsRooms || dated !== undefined);
  }
  return blocks;
}

function unreadColumns({ headers, columns }: RoomLine, place: FilePlace): readonly Note[] {
  return headers.flatMap((text, at) => {
    return columns[at]?.kind === 'notes' ? [{ ...place, text }] : [];
  });
}

/** By line, the columns beside the times whose cells are merged with those of the line above. */
function mergedColumns({ records, merged = [] }: GridTable): ReadonlyMap<number, Set<number>> {
  const indexes = new Map(records.map(({ line }, index) => [line, index]));
  const columns = new Map<number, Set<number>>();
  for (const { lines, cells } of merged) {
    const first = indexes.get(lines[0]) ?? records.length;
    for (let index = first + 1; index < records.length; index++) {
      const { line } = records[index] ?? { line: Number.POSITIVE_INFINITY };
      if (line > lines[1]) break;
      const ofLine = columns.get(line) ?? new Set();
      for (let at = cells[0]; at <= cells[1]; at++) ofLine.add(at - 1);
      columns.set(line, ofLine);
    }
  }
  return columns;
}

function dayIn(text: string, place: FilePlace, options: TimeOptions): GridDay | undefined {
  if (!isDay(text, options)) return undefined;
  const { rest, zone } = divideHeader(text) ?? { rest: text, zone: undefined };
  return { ...place, text: rest, zone };
}

/** Line breaks separate the lines of a cell. */
function withSingleSpaces(text: string): string {
  return trimmed(text.replace(/[^\S\n]+/g, ' ').replace(/ ?[\r\n]+ ?/g, '\n'));
}
