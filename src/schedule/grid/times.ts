// Reads grids: gives their sessions the times of their lines.
// Must not know files or the service. Pure.
import {
  readClockOn,
  readDay,
  readEnd,
  type TimeOptions,
  type TimeReading,
} from '../../columns/dates/read-time.ts';
import { languagesOf } from '../../columns/dates/words.ts';
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import { type FilePlace, filePlaceOf } from '../file-place.ts';
import type { ScheduleRow } from '../schedule-row.ts';
import { inParentheses } from './cell.ts';
import {
  type Block,
  divideGrid,
  type GridLine,
  type GridTable,
  type Note,
  placeIn,
} from './layout.ts';
import { type AddFault, type GridSession, rowOf, sessionsIn } from './sessions.ts';

/** How a grid was read, for people. */
export interface GridSummary {
  readonly rooms: number;
  readonly days: number;
  readonly sessions: number;
  /** Texts that were not read. */
  readonly notes: readonly Note[];
}

export interface GridRows {
  readonly rows: readonly ScheduleRow[];
  readonly faults: readonly InputFault[];
  readonly summary: GridSummary;
}

/** @throws {InvalidInputError} for a table that does not have the form of a grid */
export function readGrid(
  file: string,
  tables: readonly GridTable[],
  options: TimeOptions,
): GridRows {
  const { blocks, notes } = divideGrid(file, tables, options);
  const time = { ...options, languages: languagesOf(blocks.flatMap(({ day }) => day?.text ?? [])) };
  const isOnlyDay = blocks.filter(({ day }) => day === undefined).length === 1;
  const faults: InputFault[] = [];
  const addFault: AddFault = (fault) => faults.push({ file, ...fault });
  const rows = blocks.flatMap((block) => {
    const day = dayOf(block, time, isOnlyDay);
    if (day.ok) return rowsOf(block, readSlots(block, day.day, time, addFault), addFault);
    const place = block.day ?? placeIn(block, block.lines[0]?.line);
    addFault({ ...filePlaceOf(place), code: day.problem, message: day.message });
    return [];
  });
  return { rows, faults, summary: summaryOf(blocks, rows, notes) };
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
  const days = new Set(blocks.map(({ day, lines }) => day?.text ?? lines));
  return {
    rooms: new Set(rooms).size,
    days: days.size,
    sessions: rows.length,
    notes: [...notes, ...rows.flatMap(unreadLines)],
  };
}

/** The lines of a cell below its title, without people or an id in a final parenthesis. */
function unreadLines(row: ScheduleRow): readonly Note[] {
  const { cell = '' } = row;
  const [, before = cell] = inParentheses.exec(cell) ?? [];
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

/** The instants of a line. */
type Slot = Extract<TimeReading, { ok: true }>;

/** The instants of each line; undefined, with a fault, for a line whose times cannot be read. */
function readSlots(
  block: Block,
  day: string,
  time: TimeOptions,
  addFault: AddFault,
): readonly (Slot | undefined)[] {
  let lastMs = Number.NEGATIVE_INFINITY;
  return block.lines.map((line) => {
    const slot = readSlot(block, line, day, time);
    const place = filePlaceOf(placeIn(block, line.line));
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
function readSlot(
  { columns }: Block,
  { time: text, texts }: GridLine,
  day: string,
  time: TimeOptions,
): TimeReading {
  const start = readClockOn(day, text, time);
  const endText = texts[columns.findIndex(({ kind }) => kind === 'end')] ?? '';
  if (!start.ok || endText === '') return start;
  const end = readEnd(endText, start.ms, time, start.zone);
  if (!end.ok) return end;
  if (start.endMs === undefined || start.endMs === end.ms) return { ...start, endMs: end.ms };
  const message = `the line ends as in ${quoteCell(text)} and at ${quoteCell(endText)}`;
  return { ok: false, problem: 'contradiction', message };
}

/** The sessions whose times are known; others are faults. */
function rowsOf(
  block: Block,
  slots: readonly (Slot | undefined)[],
  addFault: AddFault,
): readonly ScheduleRow[] {
  return sessionsIn(block, addFault).flatMap((session) => {
    const start = slots[session.from];
    if (start === undefined) return [];
    const isLong = session.to > session.from;
    const endMs = slots[session.to]?.endMs ?? (isLong ? slots[session.to + 1]?.ms : undefined);
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
