// Turns grids into rows of a schedule: a row for each session, with the place of its cell. Must not know files or the service. Pure.
import { formulaFault } from '../../columns/cell.ts';
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import type { TimeOptions, TimeProblem } from '../dates/read-time.ts';
import { languagesOf } from '../dates/words.ts';
import { type Place, placeOf } from '../place.ts';
import type { ScheduleRow } from '../row.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { GridShape } from './shape.ts';
import { type AddFault, type GridContext, type PlaceAt, type TimedSlot, timedSlots } from './times.ts';
import { dayIn } from './words.ts';

/** A table that is a grid. */
export interface GridTable {
  readonly shape: GridShape;
  /** The name of the sheet, which may be a day. */
  readonly name?: string | undefined;
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

export interface GridRows {
  readonly rows: readonly ScheduleRow[];
  readonly faults: readonly InputFault[];
  /** How many of the faults have this problem. */
  countOf(problem: TimeProblem): number;
  readonly summary: GridSummary;
}

/** @param tables one or more; the sheets of a workbook */
export function readGrid(tables: readonly GridTable[], options: TimeOptions): GridRows {
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
    for (const block of found.blocks) for (const row of readBlock(block, context)) rows.push(row);
    for (const { row, column, text } of found.notes) notes.push({ ...placeAt(row, column), text });
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

function readBlock(block: Block, context: GridContext): readonly ScheduleRow[] {
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
  readonly untilNextLineMs: number | undefined;
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
    ...(length.untilNextLineMs !== undefined && { untilNextLineMs: length.untilNextLineMs }),
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
  const nextMs = slots[to]?.endMs === undefined ? slots[to + 1]?.start.ms : undefined;
  const lastMs = slots[to]?.start.ms ?? startMs;
  const endMs = slots[to]?.endMs === undefined ? nextMs : ends.reduce((last, ms) => Math.max(last, ms), startMs);
  return {
    durationMs: endMs === undefined ? undefined : endMs - startMs,
    atLeastMs: lastMs - startMs,
    untilNextLineMs: nextMs === undefined ? undefined : nextMs - lastMs,
  };
}
