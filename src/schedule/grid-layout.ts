// Turns grids into rows of a schedule: a row for each session, with the place of its cell. Must not know files or the service. Pure.
import { formulaFault, quoteCell } from '../columns/cell.ts';
import { foldKey } from '../contract/key.ts';
import type { InputFault } from '../errors.ts';
import { languagesOf } from './date-words.ts';
import { type Block, blocksOf, dayIn, type RoomColumn, type SlotRow } from './grid-blocks.ts';
import type { GridShape } from './grid-shape.ts';
import { type Place, placeOf } from './place.ts';
import {
  isClockTime,
  type Reading,
  readClockOn,
  readDay,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeProblem,
} from './read-time.ts';
import type { ScheduleRow } from './row.ts';
import { localText } from './time.ts';

/** A table that is a grid. */
export interface GridTable {
  readonly shape: GridShape;
  /** The name of the sheet, which may be a day. */
  readonly name?: string | undefined;
}

export interface GridFile {
  readonly rows: readonly ScheduleRow[];
  readonly faults: readonly InputFault[];
  /** How many faults have a problem. */
  readonly countOf: (problem: TimeProblem) => number;
  readonly summary: GridSummary;
}

/** How a grid was read, for people. */
export interface GridSummary {
  readonly rooms: number;
  readonly days: number;
  readonly sessions: number;
  /** Lines that were not read: notes, headings. */
  readonly notes: readonly Note[];
}

export interface Note extends Place {
  readonly text: string;
}

/** @param tables one or more; the sheets of a workbook */
export function readGrid(tables: readonly GridTable[], options: TimeOptions): GridFile {
  const parts = tables.map((table) => ({
    table,
    ...blocksOf(table.shape, options),
    sheetDay: dayIn(table.name ?? '', options),
  }));
  const blocks = parts.flatMap((part) => part.blocks);
  const days = [...blocks.flatMap(({ day }) => day?.text ?? []), ...parts.flatMap(({ sheetDay }) => sheetDay ?? [])];
  const time = { ...options, languages: languagesOf(days) };
  const undated = parts.filter(({ sheetDay }) => sheetDay === undefined).flatMap((part) => part.blocks);
  const problems = new Map<string, number>();
  const faults: InputFault[] = [];
  const rows: ScheduleRow[] = [];
  const notes: Note[] = [];
  for (const { table, sheetDay, ...found } of parts) {
    const placeAt = placesIn(table, found.blocks, tables.length > 1);
    const addFault: AddFault = (place, { problem, message }) => {
      problems.set(problem, (problems.get(problem) ?? 0) + 1);
      faults.push({ ...placeOf(place), code: problem, message });
    };
    for (const { row, text } of found.timeless) {
      const message = `the row of ${quoteCell(text)} has no time such as 9:00 or 9:00-9:45`;
      addFault(placeAt(row, table.shape.timeColumn), { problem: 'format', message });
    }
    for (const { row, column, text } of found.roomless) {
      const message = `${quoteCell(text)} is in a column without a room`;
      addFault(placeAt(row, column), { problem: 'format', message });
    }
    const isOnlyDay = undated.filter(({ day }) => day === undefined).length === 1;
    const context = { time, shape: table.shape, isOnlyDay, sheetDay, placeAt, addFault };
    for (const block of found.blocks) rows.push(...readBlock(block, context));
    notes.push(...found.notes.map(({ row, column, text }) => ({ ...placeAt(row, column), text })));
  }
  const rooms = blocks.flatMap((block) => block.rooms.map(({ room }) => foldKey(room)));
  return {
    rows,
    faults,
    countOf: (problem) => problems.get(problem) ?? 0,
    summary: {
      rooms: new Set(rooms).size,
      days: new Set(blocks.map(({ day, slots }) => day?.text ?? slots)).size,
      sessions: rows.length,
      notes,
    },
  };
}

/** @param rooms those of the cell's block */
type PlaceAt = (row: number, column: number, rooms?: readonly RoomColumn[]) => ReturnType<typeof placeOf>;

type AddFault = (place: Place, fault: { readonly problem: TimeProblem; readonly message: string }) => void;

interface Context {
  readonly time: TimeOptions;
  readonly shape: GridShape;
  /** Only one block of the file has no day. */
  readonly isOnlyDay: boolean;
  readonly sheetDay: string | undefined;
  readonly placeAt: PlaceAt;
  readonly addFault: AddFault;
}

/** A cell has the line of its row and the room of its column; in a transposed grid, the line of its room and the time of its column. */
function placesIn({ shape, name }: GridTable, blocks: readonly Block[], hasSheets: boolean): PlaceAt {
  const { cells, timeColumn, firstSlot } = shape;
  const sheet = hasSheets ? name : undefined;
  const rooms = blocks.flatMap((block) => block.rooms);
  const headings = cells.rows.slice(0, firstSlot);
  const titled = (at: number, texts: readonly (string | undefined)[]) =>
    texts.findLast((text) => text !== undefined && text !== '')?.replace(/\s+/g, ' ') ?? `column ${at + 1} (unnamed)`;
  return (row, column, own = rooms) =>
    cells.isTransposed
      ? placeOf({
          line: cells.lines[column] ?? 1,
          column: titled(row, [cells.rows[row]?.[timeColumn]]),
          ...(sheet && { sheet }),
        })
      : placeOf({
          line: cells.lines[row] ?? 1,
          column:
            own.find(({ columns }) => columns.includes(column))?.room ??
            titled(
              column,
              headings.map((each) => each[column]),
            ),
          ...(sheet && { sheet }),
        });
}

/** A slot with its instants. */
interface TimedSlot {
  readonly slot: SlotRow;
  readonly start: Extract<Reading, { ok: true }>;
  readonly endMs: number | undefined;
}

function readBlock(block: Block, context: Context): readonly ScheduleRow[] {
  const slots = timedSlots(block, context);
  const groups = new Map<string, ScheduleRow>();
  for (const [at, { room, columns }] of block.rooms.entries()) {
    for (const run of runsOf(slots, at)) {
      const first = slots[run.from];
      const text = first?.slot.texts[at] ?? '';
      if (first === undefined) continue;
      const place = context.placeAt(first.slot.textRows[at] ?? first.slot.row, columns[0] ?? 0, block.rooms);
      const fault = formulaFault(text);
      if (fault !== undefined) context.addFault(place, { problem: 'format', message: fault });
      const length = lengthOf(slots, run);
      const key = JSON.stringify([run.from, foldKey(text)]);
      const before = groups.get(key);
      groups.set(
        key,
        before === undefined ? rowOf({ place, room, text, first, length }) : alsoIn(before, room, length),
      );
    }
  }
  return [...groups.values()].sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
}

/** How long a session is; without an end, how long it lasts at least. */
interface Length {
  readonly durationMs: number | undefined;
  readonly atLeastMs: number;
}

interface Cell {
  readonly place: Place;
  readonly room: string;
  readonly text: string;
  readonly first: TimedSlot;
  readonly length: Length;
}

function rowOf({ place, room, text, first: { start }, length }: Cell): ScheduleRow {
  return {
    ...place,
    submissionId: undefined,
    title: text.replace(/\s+/g, ' '),
    cell: text,
    submitterEmail: undefined,
    room,
    startMs: start.ms,
    start: start.text,
    durationMs: length.durationMs,
    ...(length.durationMs === undefined && length.atLeastMs > 0 && { atLeastMs: length.atLeastMs }),
    people: [],
    track: undefined,
    format: undefined,
  };
}

/** A session that is in several rooms lasts as long as in the last of them. */
function alsoIn(row: ScheduleRow, room: string, { durationMs }: Length): ScheduleRow {
  const known =
    row.durationMs === undefined || durationMs === undefined ? undefined : Math.max(row.durationMs, durationMs);
  return { ...row, durationMs: known, otherRooms: [...(row.otherRooms ?? []), room] };
}

/** The slots, from and to, in which a room has the same text. */
interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(slots: readonly TimedSlot[], room: number): readonly Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, { slot }] of slots.entries()) {
    const text = slot.texts[room] ?? '';
    if (text === '') continue;
    const last = runs.at(-1);
    if (last?.to === at - 1 && foldKey(slots[at - 1]?.slot.texts[room] ?? '') === foldKey(text)) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}

function lengthOf(slots: readonly TimedSlot[], { from, to }: Run): Length {
  const startMs = slots[from]?.start.ms ?? 0;
  const ends = slots.slice(from, to + 1).flatMap(({ endMs }) => endMs ?? []);
  const endMs = slots[to]?.endMs === undefined ? slots[to + 1]?.start.ms : Math.max(...ends);
  return {
    durationMs: endMs === undefined ? undefined : endMs - startMs,
    atLeastMs: (slots[to]?.start.ms ?? startMs) - startMs,
  };
}

function timedSlots(block: Block, context: Context): readonly TimedSlot[] {
  const { time, shape, placeAt, addFault } = context;
  const needsDay = block.slots.some((slot) => isClockTime(slot.time));
  let day = needsDay ? dayOf(block, context) : undefined;
  if (needsDay && day === undefined) return [];
  const timed: TimedSlot[] = [];
  for (const slot of block.slots) {
    const place = placeAt(slot.row, shape.timeColumn);
    const before = timed.at(-1)?.start.ms;
    let start = readSlot(slot.time, day, time);
    if (start.ok && day !== undefined && before !== undefined && isAfterMidnight(before, start.ms, time)) {
      day = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
      start = readSlot(slot.time, day, time);
    }
    if (!start.ok) addFault(place, start);
    else if (before !== undefined && start.ms <= before) addFault(place, notAfter(slot.time));
    else {
      const end = slot.end === '' ? undefined : readEnd(slot.end, start.ms, time);
      if (end?.ok === false) addFault(placeAt(slot.row, shape.endColumn ?? shape.timeColumn), end);
      timed.push({ slot, start, endMs: end?.ok ? end.ms : start.endMs });
    }
  }
  return timed;
}

/** The date of a block: its own, that of the sheet's name, or the first day if no other block lacks one. */
function dayOf({ day, slots }: Block, context: Context): string | undefined {
  const { time, shape, isOnlyDay, sheetDay, placeAt, addFault } = context;
  const text = day?.text ?? sheetDay;
  const place = day === undefined ? placeAt(slots[0]?.row ?? 0, shape.timeColumn) : placeAt(day.row, day.column);
  if (text !== undefined) {
    const reading = readDay(text, time);
    if (reading.ok) return reading.day;
    addFault(place, reading);
  } else if (time.firstDay !== undefined && isOnlyDay) return time.firstDay;
  else if (time.firstDay === undefined) {
    addFault(place, {
      problem: 'first_day',
      message: 'the grid has no date, and the first day of the event is not set',
    });
  } else {
    const message =
      'the day of this part of the grid is unknown: write it above its rooms, or as the name of its sheet';
    addFault(place, { problem: 'format', message });
  }
  return undefined;
}

function readSlot(text: string, day: string | undefined, time: TimeOptions): Reading {
  return day !== undefined && isClockTime(text) ? readClockOn(day, text, time) : readTime(text, time);
}

const dayMs = 24 * 3_600_000;

/** A time after a late one that is early in the morning belongs to the next day. */
function isAfterMidnight(beforeMs: number, ms: number, { timeZone = 'UTC' }: TimeOptions): boolean {
  const clock = (at: number) => localText(at, timeZone).slice(11, 16);
  return ms <= beforeMs && clock(beforeMs) >= '18:00' && clock(ms) < '06:00';
}

function notAfter(text: string): { readonly problem: TimeProblem; readonly message: string } {
  const message = `${quoteCell(text)} is not after the time above it: write times with 24 hours, and the day above the times of each day`;
  return { problem: 'unclear_time', message };
}
