// Reads grids: gives their sessions the times of their lines.
// Must not know files or the service. Pure.

import { type FilePlace, filePlaceOf } from '../../changes/file-place.ts';
import { titleOfCalledOff } from '../../columns/called-off-title.ts';
import { shareHalf } from '../../columns/dates/clock.ts';
import { zoneOfHeader } from '../../columns/dates/header-zone.ts';
import { readClockOn, readDay, readEnd } from '../../columns/dates/read-time.ts';
import type { TimeOptions, TimeReading } from '../../columns/dates/time-reading.ts';
import { languagesOf } from '../../columns/dates/words.ts';
import type { ZoneReading } from '../../columns/dates/zone.ts';
import { isTimeHeader } from '../../columns/header-meaning.ts';
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import {
  type Block,
  divideGrid,
  type GridLine,
  type GridTable,
  type Note,
  placeInBlock,
} from './blocks.ts';
import { dividePeopleBelow, divideRemark, havePeopleBelow, peopleIn } from './cell.ts';
import { isDay } from './recognize.ts';
import { type AddFault, type GridSession, rowOf, sessionsIn } from './sessions.ts';

/** How a grid was read, for people. */
export interface GridSummary {
  readonly rooms: number;
  readonly days: number;
  readonly sessions: number;
  /** Whether the lines below the titles are people. */
  readonly hasPeopleBelow: boolean;
  /** Texts that were not read. */
  readonly notes: readonly Note[];
}

/** @throws {InvalidInputError} for a table that does not have the form of a grid */
export function readGrid(file: string, tables: readonly GridTable[], options: TimeOptions) {
  const { blocks, notes, zoneLines } = divideGrid(file, tables, options);
  const time = { ...options, languages: languagesOf(blocks.flatMap(({ day }) => day?.text ?? [])) };
  const isOnlyDay = blocks.filter(({ day }) => day === undefined).length === 1;
  const faults: InputFault[] = [];
  const addFault: AddFault = (fault) => faults.push({ file, ...fault });
  for (const { zone, ...place } of zoneLines) {
    if (zone.ok) continue;
    addFault({ ...filePlaceOf(place), code: zone.problem, message: zone.message });
  }
  const rows = blocks.flatMap((block) => {
    const day = dayOf(block, time, isOnlyDay);
    const place = filePlaceOf(block.day ?? placeInBlock(block, block.lines[0]?.line));
    const zones = zonesOf(block);
    const unknown = [day, zones.start, zones.end].find((reading) => reading?.ok === false);
    if (unknown?.ok === false) {
      addFault({ ...place, code: unknown.problem, message: unknown.message });
    }
    if (!day.ok || unknown !== undefined || block.zoneLine?.zone.ok === false) return [];
    const times = readLineTimes(block, { day: day.day, time, zones, addFault });
    return rowsOf(block, times, addFault);
  });
  const summary = summaryOf(blocks, rows, notes);
  return { rows: summary.hasPeopleBelow ? rows.map(withPeopleBelow) : rows, faults, summary };
}

function withPeopleBelow(row: ScheduleRow): ScheduleRow {
  const { title, people } = dividePeopleBelow(row.cell ?? '');
  if (people === '' || row.people.length > 0) return row;
  return { ...row, title, cell: title, people: peopleIn(people) ?? [] };
}

/** @param notes those beside the cells of sessions */
export function summaryOf(
  blocks: readonly Block[],
  rows: readonly ScheduleRow[],
  notes: readonly Note[],
): GridSummary {
  const rooms = blocks.flatMap(({ headers, columns }) =>
    headers.filter((header, at) => header !== '' && columns[at]?.kind === 'room').map(foldKey),
  );
  const hasPeopleBelow = havePeopleBelow(rows.flatMap(({ cell }) => cell ?? []));
  const isBelow = ({ cell = '' }: ScheduleRow) =>
    hasPeopleBelow && dividePeopleBelow(cell).people !== '';
  const days = new Set(blocks.map(({ day, lines }) => day?.text ?? lines));
  return {
    rooms: new Set(rooms).size,
    days: days.size,
    sessions: rows.length,
    hasPeopleBelow,
    notes: [...notes, ...rows.filter((row) => !isBelow(row)).flatMap(unreadLines)],
  };
}

/** The lines of a cell below its title, without people or an id in a final remark. */
function unreadLines(row: ScheduleRow): readonly Note[] {
  const { cell = '' } = row;
  const { before } = divideRemark(titleOfCalledOff(cell) ?? cell);
  const text = before.split('\n').slice(1).join(' ').trim();
  return text === '' ? [] : [{ ...filePlaceOf(row), text }];
}

/** Its own, that of the sheet's name, or the first day if no other block lacks a date. */
function dayOf({ day }: Block, time: TimeOptions, isOnlyDay: boolean): ReturnType<typeof readDay> {
  if (day !== undefined) return readDay(day.text, time);
  if (time.firstDay !== undefined && isOnlyDay) return { ok: true, day: time.firstDay };
  if (time.firstDay !== undefined) {
    const message = 'the day is unknown: write its date above its rooms';
    return { ok: false, problem: 'format', message };
  }
  const message = 'the grid has no date, and the first day of the event is not set';
  return { ok: false, problem: 'first_day', message };
}

/**
 * The zones of the lines' times: above the times, beside the day, or on a line of its own; the ends
 * may have another one. Undefined if none is named.
 */
function zonesOf({ corner, day, headers, columns, zoneLine }: Block) {
  const isOfTimes = isTimeHeader(corner) || isDay(corner) || zoneMark.test(corner);
  const ofTable = zoneLine?.zone.ok ? zoneLine.zone : undefined;
  const start = (isOfTimes ? zoneOfHeader(corner) : undefined) ?? day?.zone ?? ofTable;
  const endHeader = headers[endIndex(columns)];
  const end = endHeader === undefined ? undefined : zoneOfHeader(endHeader);
  return { start, end: end ?? start };
}

/** A place alone may be that of the event: `NordConf (Berlin)`. */
const zoneMark = /utc|UTC|GMT|\p{L}\/\p{L}|\p{Lu}{2,5}[)\]\s]*$/u;

function withZone(time: TimeOptions, zone: ZoneReading | undefined): TimeOptions {
  return zone?.ok ? { ...time, zone: zone.zone } : time;
}

function endIndex(columns: Block['columns']): number {
  return columns.findIndex(({ kind }) => kind === 'end');
}

/** What the times of lines are read with. */
interface LineReading {
  readonly day: string;
  readonly time: TimeOptions;
  readonly zones: ReturnType<typeof zonesOf>;
  readonly addFault: AddFault;
}

/** The instants of a line. */
type LineTime = Extract<TimeReading, { ok: true }>;

/** The instants of each line; undefined, with a fault, for a line whose times cannot be read. */
function readLineTimes(block: Block, reading: LineReading): readonly (LineTime | undefined)[] {
  const { addFault } = reading;
  let lastMs = Number.NEGATIVE_INFINITY;
  return block.lines.map((line) => {
    const slot = readLineTime(block, line, reading);
    const place = filePlaceOf(placeInBlock(block, line.line));
    if (!slot.ok) {
      addFault({ ...place, code: slot.problem, message: slot.message });
      return undefined;
    }
    if (slot.ms > lastMs) {
      lastMs = slot.ms;
      return slot;
    }
    const advice = 'write times with 24 hours, and the date above the times of each day';
    const message = `${quoteCell(line.time)} is not after the time above it: ${advice}`;
    addFault({ ...place, code: 'unclear_time', message });
    return undefined;
  });
}

/** The end may be in a column of its own. */
function readLineTime(
  { columns }: Block,
  line: GridLine,
  { day, time, zones }: LineReading,
): TimeReading {
  const [text, endText] = shareHalf(line.time, line.texts[endIndex(columns)] ?? '');
  const start = readClockOn(day, text, withZone(time, zones.start));
  if (!start.ok || endText === '') return start;
  const zone = zones.end === zones.start ? start.zone : undefined;
  const end = readEnd(endText, { ms: start.ms, zone }, withZone(time, zones.end));
  if (!end.ok) return end;
  if (start.endMs === undefined || start.endMs === end.ms) return { ...start, endMs: end.ms };
  const message = `the line ends as in ${quoteCell(text)} and at ${quoteCell(endText)}`;
  return { ok: false, problem: 'contradiction', message };
}

/** The sessions whose times are known; others are faults. */
function rowsOf(
  block: Block,
  times: readonly (LineTime | undefined)[],
  addFault: AddFault,
): readonly ScheduleRow[] {
  const hasGapAbove = (line: number) => {
    const [above, slot] = [times[line - 1], times[line]];
    return above?.endMs !== undefined && slot !== undefined && above.endMs < slot.ms;
  };
  return sessionsIn(block, addFault, hasGapAbove).flatMap((session) => {
    const start = times[session.from];
    if (start === undefined) return [];
    const isLong = session.to > session.from;
    const endMs = times[session.to]?.endMs ?? (isLong ? times[session.to + 1]?.ms : undefined);
    if (endMs === undefined && isLong) {
      addFault(endFault(block, session));
      return [];
    }
    const durationMs = endMs === undefined ? undefined : endMs - start.ms;
    return [{ ...rowOf(session), startMs: start.ms, start: start.text, durationMs }];
  });
}

function endFault(block: Block, { place, text, to }: GridSession): InputFault & FilePlace {
  const line = block.lines[to]?.line ?? place.line;
  const advice = 'write it beside the time, as in 11:00-12:00';
  const message = `the end of ${quoteCell(text)} is unknown: ${advice}`;
  return { ...filePlaceOf({ ...place, line }), code: 'format', message };
}
