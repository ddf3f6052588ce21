// Turns grids into rows of a schedule: rooms in the header line, times in the first column. Must not know files or the service. Pure.
import { isNone } from '../../columns/breaks.ts';
import { formulaFault, trimmed } from '../../columns/cell.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  type TimeOptions,
  type TimeReading,
} from '../../columns/dates/read-time.ts';
import { dayWords, languagesOf, monthsOf, weekdaysOf } from '../../columns/dates/words.ts';
import { foldDateText } from '../../columns/fold.ts';
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import type { RawRecord } from '../../files/table.ts';
import { type FilePlace, filePlaceOf } from '../file-place.ts';
import { grouped } from '../grouped.ts';
import type { ScheduleRow } from '../schedule-row.ts';
import { inParentheses } from './cell.ts';

/** A table that is a grid. */
export interface GridTable {
  readonly records: readonly RawRecord[];
  /** The name of the sheet, which may be a date. */
  readonly name?: string | undefined;
}

/** How a grid was read, for people. */
export interface GridSummary {
  readonly rooms: number;
  readonly days: number;
  readonly sessions: number;
  /** Texts that were not read. */
  readonly notes: readonly Note[];
}

export interface Note extends FilePlace {
  readonly text: string;
}

export interface GridRows {
  readonly rows: readonly ScheduleRow[];
  readonly faults: readonly InputFault[];
  readonly summary: GridSummary;
}

/** @throws {InvalidInputError} for a table that does not have the form of a grid */
export function readGrid(file: string, tables: readonly GridTable[], options: TimeOptions): GridRows {
  const notes: Note[] = [];
  const faults: InputFault[] = [];
  const blocks = tables.flatMap((table) => blocksOf(file, table, { options, notes, hasSheets: tables.length > 1 }));
  const time = { ...options, languages: languagesOf(blocks.flatMap(({ day }) => day?.text ?? [])) };
  const isOnlyDay = blocks.filter(({ day }) => day === undefined).length === 1;
  const addFault = (place: FilePlace, code: string, message: string) =>
    faults.push({ ...filePlaceOf(place), code, message });
  const rows = blocks.flatMap((block) => {
    const day = dayOf(block, time, isOnlyDay);
    if (day.ok) return sessionsOf(block, readSlots(block, day.day, time, addFault), addFault);
    addFault(block.day ?? placeIn(block, block.lines[0]), day.problem, day.message);
    return [];
  });
  for (const { line, text, ...place } of rows.flatMap(unreadLines)) notes.push({ line, ...place, text });
  const rooms = new Set(blocks.flatMap((block) => block.rooms.filter(Boolean).map(foldKey)));
  const days = new Set(blocks.map(({ day, lines }) => day?.text ?? lines));
  return { rows, faults, summary: { rooms: rooms.size, days: days.size, sessions: rows.length, notes } };
}

/** Whether a text is a day, also one that needs the first day of the event. */
function isDay(text: string, time: TimeOptions): boolean {
  const reading = readDay(text, time);
  return reading.ok || reading.problem !== 'format';
}

/** Whether a text names a day in a form that is not read, such as one without a year: it must be neither a room nor a note. */
function resemblesDay(text: string): boolean {
  const words = foldDateText(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  const [first = '', ...others] = words;
  const isMonth = (word: string) => monthsOf(word.replace(/\.$/, '')).length > 0;
  const isDate =
    words.length > 1 && words.every((word) => /^\d{1,2}\.?$/.test(word) || isMonth(word)) && words.some(isMonth);
  const isWeekday = first.length > 3 && weekdaysOf(first.replace(/\.$/, '')).length > 0;
  const isNumbered = dayWords.includes(first) && others.length === 1;
  return words.length <= 4 && (isDate || isWeekday || isNumbered || /^\d{1,2}\.\d{1,2}\.$/.test(words.at(-1) ?? ''));
}

/** The error for a grid in another form. */
export function formError(file: string, message: string, place?: FilePlace): InvalidInputError {
  return new InvalidInputError(`${file} is a grid that cannot be read`, {
    details: [{ file, ...(place && filePlaceOf(place)), message }],
    fix: 'write it in the form of these lines: "2026-05-02,Hall 1,Hall 2" and "9:00-9:45,Rust (Ada Lovelace),Go" and "10:00-10:45,,Zig"; each further day below a line with its date, or in a sheet of that name',
  });
}

interface Line {
  readonly line: number;
  readonly time: string;
  /** By the order of the rooms. */
  readonly texts: readonly string[];
}

/** The lines of one day below one line of rooms. */
interface Block {
  /** Undefined if the grid does not name the day. */
  readonly day: (FilePlace & { readonly text: string }) | undefined;
  /** Empty for a column without a name. */
  readonly rooms: readonly string[];
  /** Above the times. */
  readonly corner: string;
  readonly sheet: string | undefined;
  readonly lines: Line[];
}

interface Reading {
  readonly options: TimeOptions;
  readonly notes: Note[];
  readonly hasSheets: boolean;
}

function blocksOf(
  file: string,
  { records, name = '' }: GridTable,
  { options, notes, hasSheets }: Reading,
): readonly Block[] {
  const blocks: Block[] = [];
  const sheet = hasSheets ? name : undefined;
  let day: Block['day'] = isDay(name, options) ? { ...filePlaceOf({ line: 1, sheet }), text: name } : undefined;
  let header: Pick<Block, 'rooms' | 'corner'> | undefined;
  let [isNew, needsRooms] = [true, true];
  for (const { line, cells } of records) {
    const place = filePlaceOf({ line, sheet });
    const texts = cells.map(withSingleSpaces);
    const [first = '', ...others] = texts;
    const [text = '', ...more] = texts.filter(Boolean);
    if (text === '') continue;
    if (isClockTime(first)) {
      if (header === undefined) throw formError(file, 'no line of rooms is above the times', place);
      if (isNew) blocks.push({ day, ...header, sheet, lines: [] });
      blocks.at(-1)?.lines.push({ line, time: first, texts: others.map((each) => (isNone(each) ? '' : each)) });
      [isNew, needsRooms] = [false, false];
      continue;
    }
    const isAlone = more.length === 0;
    const named = isAlone ? text : first;
    const isDated = isDay(named, options);
    if (isDated) day = { ...place, text };
    else if (resemblesDay(named))
      throw formError(file, `${quoteCell(named)} is no full date, such as 2026-05-02`, place);
    else if (isAlone) notes.push({ ...place, text });
    else if (!needsRooms)
      throw formError(file, `${quoteCell([text, ...more].join(' '))} is beside no time such as 9:00`, place);
    if (!isAlone) header = { rooms: roomsIn(file, place, others, options), corner: first };
    isNew ||= isDated || !isAlone;
    needsRooms = isAlone && (needsRooms || isDated);
  }
  return blocks;
}

/** @throws {InvalidInputError} for a header of days or times, and for two columns of one room */
function roomsIn(file: string, place: FilePlace, texts: readonly string[], options: TimeOptions): readonly string[] {
  const rooms = texts.map((text) => (isNone(text) ? '' : text.replace(/\s+/g, ' ')));
  const days = rooms.filter((room) => isDay(room, options) || resemblesDay(room));
  // One room may have the name of a weekday.
  const day = days.find((room) => days.length > 1 || /\d/.test(room));
  const other = day ?? rooms.find(isClockTime);
  if (other !== undefined)
    throw formError(file, `${quoteCell(other)} is no room, and the columns of a grid are rooms`, place);
  const same = [...grouped(rooms.filter(Boolean), foldKey).values()].find(({ length }) => length > 1);
  if (same !== undefined) throw formError(file, `${quoteCell(same[0] ?? '')} is in two columns`, place);
  return rooms;
}

function placeIn({ corner, rooms, sheet }: Block, { line = 1 }: Partial<Line> = {}, room?: number): FilePlace {
  const column = room === undefined ? corner || undefined : rooms[room] || `column ${room + 2} (unnamed)`;
  return filePlaceOf({ line, column, sheet });
}

/** The date of a block: its own, that of the sheet's name, or the first day if no other block lacks one. */
function dayOf({ day }: Block, time: TimeOptions, isOnlyDay: boolean): ReturnType<typeof readDay> {
  if (day !== undefined) return readDay(day.text, time);
  if (time.firstDay !== undefined && isOnlyDay) return { ok: true, day: time.firstDay };
  return time.firstDay === undefined
    ? { ok: false, problem: 'first_day', message: 'the grid has no date, and the first day of the event is not set' }
    : { ok: false, problem: 'format', message: 'the day is unknown: write its date above its rooms' };
}

type AddFault = (place: FilePlace, code: string, message: string) => void;

/** A line with its instants. */
interface Slot extends Line {
  readonly start: Extract<TimeReading, { ok: true }>;
}

/** The lines whose times can be read; the others are faults. */
function readSlots(block: Block, day: string, time: TimeOptions, addFault: AddFault): readonly Slot[] {
  const slots: Slot[] = [];
  for (const line of block.lines) {
    const start = readClockOn(day, line.time, time);
    const place = placeIn(block, line);
    if (!start.ok) addFault(place, start.problem, start.message);
    else if (start.ms > (slots.at(-1)?.start.ms ?? Number.NEGATIVE_INFINITY)) slots.push({ ...line, start });
    else {
      const advice = 'write times with 24 hours, and the date above the times of each day';
      addFault(place, 'unclear_time', `${quoteCell(line.time)} is not after the time above it: ${advice}`);
    }
  }
  return slots;
}

/** A text that is repeated in the next lines is one longer session; in other rooms of the same lines, it is one session in several. */
function sessionsOf(block: Block, slots: readonly Slot[], addFault: AddFault): readonly ScheduleRow[] {
  const rows = new Map<string, ScheduleRow>();
  for (const [from, slot] of slots.entries()) {
    for (const [at, text] of slot.texts.entries()) {
      const key = foldKey(text);
      const isSame = (index: number) => foldKey(slots[index]?.texts[at] ?? '') === key;
      if (text === '' || isSame(from - 1)) continue;
      let to = from;
      while (isSame(to + 1)) to++;
      const place = placeIn(block, slot, at);
      const room = block.rooms[at] ?? '';
      const fault = room === '' ? `${quoteCell(text)} is in a column without a room` : formulaFault(text);
      if (fault !== undefined) addFault(place, 'format', fault);
      const endMs = slots[to]?.start.endMs ?? (to > from ? slots[to + 1]?.start.ms : undefined);
      if (endMs === undefined && to > from) {
        const message = `the end of ${quoteCell(text)} is unknown: write it beside the time, as in 11:00-12:00`;
        addFault(placeIn(block, slots[to], at), 'format', message);
      }
      const id = JSON.stringify([from, to, key]);
      const first = rows.get(id);
      const otherRooms = first === undefined ? [] : [...(first.otherRooms ?? []), room];
      rows.set(id, {
        ...(first ?? rowOf(place, room, text, slot)),
        durationMs: endMs === undefined ? undefined : endMs - slot.start.ms,
        ...(otherRooms.length > 0 && { otherRooms }),
      });
    }
  }
  return [...rows.values()];
}

function rowOf(place: FilePlace, room: string, cell: string, { start }: Slot): ScheduleRow {
  return {
    ...place,
    submissionId: undefined,
    title: firstLine(cell),
    cell,
    submitterEmail: undefined,
    room,
    startMs: start.ms,
    start: start.text,
    durationMs: undefined,
    people: [],
    track: undefined,
    format: undefined,
  };
}

/** The lines of a cell below its title, without people or an id in a final parenthesis. */
function unreadLines(row: ScheduleRow): readonly Note[] {
  const { cell = '' } = row;
  const [, before = cell] = inParentheses.exec(cell) ?? [];
  const text = before.split('\n').slice(1).join(' ').trim();
  return text === '' ? [] : [{ ...filePlaceOf(row), text }];
}

function firstLine(cell: string): string {
  return cell.split('\n')[0] ?? '';
}

/** Line breaks separate the lines of a cell. */
function withSingleSpaces(text: string): string {
  return trimmed(text.replace(/[^\S\n]+/g, ' ').replace(/ ?[\r\n]+ ?/g, '\n'));
}
