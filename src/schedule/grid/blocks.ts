// Divides a grid into blocks: the rows of one day below one row of rooms. Must not know what times and cells mean. Pure.
import { isLabel, isNoRoom } from '../../columns/breaks.ts';
import { readHeaders } from '../../columns/vocabulary.ts';
import { foldKey } from '../../contract/key.ts';
import type { TimeOptions } from '../dates/read-time.ts';
import { type GridShape, isRoomRow } from './shape.ts';
import { dayIn, isTime } from './words.ts';

/** A column of a room, or several that are merged in the row of rooms. */
export interface RoomColumn {
  readonly room: string;
  readonly columns: readonly number[];
}

/** A row with a time, together with those below it that have none. */
export interface SlotRow {
  /** The first row. */
  readonly row: number;
  readonly time: string;
  readonly end: string;
  /** The text of each room, by the order of the rooms. */
  readonly texts: readonly string[];
  /** The row of each text. */
  readonly textRows: readonly number[];
}

export interface DayText {
  readonly text: string;
  readonly row: number;
  readonly column: number;
}

export interface Block {
  /** Undefined if the grid does not name the day. */
  readonly day: DayText | undefined;
  readonly rooms: readonly RoomColumn[];
  readonly slots: SlotRow[];
}

/** A row that could not be used. */
export interface OtherRow {
  readonly row: number;
  readonly text: string;
  /** The first column with a text. */
  readonly column: number;
}

export interface GridBlocks {
  readonly blocks: readonly Block[];
  /** Notes and headings: rows with one text that is no day, and rows and columns that a label marks, as `Moderation`. */
  readonly notes: readonly OtherRow[];
  /** Rows of cells beside a text that is no time, or without rooms above them. */
  readonly timeless: readonly OtherRow[];
  /** Cells in columns without a room. */
  readonly roomless: readonly OtherRow[];
}

export function blocksOf(shape: GridShape, time: TimeOptions): GridBlocks {
  const { cells, dayColumn, timeColumn, endColumn, firstRoom } = shape;
  const found = {
    blocks: [] as Block[],
    notes: [] as OtherRow[],
    timeless: [] as OtherRow[],
    roomless: [] as OtherRow[],
  };
  let rooms: readonly RoomColumn[] = [];
  let labeled: readonly number[] = [];
  let hasOwnRooms = false;
  let day: DayText | undefined;
  let block: Block | undefined;
  let slot: MutableSlot | undefined;
  for (const [row, texts] of cells.rows.entries()) {
    const distinct = new Set(texts.filter(Boolean));
    if (distinct.size === 0) continue;
    const column = texts.findIndex(Boolean);
    const other = { row, text: [...distinct].join(' '), column };
    const isHeading = [...distinct].every((text) => dayIn(text, time) !== undefined);
    if (isHeading) {
      startDay(longest(distinct), row, column);
      hasOwnRooms = false;
    } else if (isTime(texts[timeColumn] ?? '', time)) addSlot(row, texts);
    else if (isLabel(texts.slice(0, firstRoom).find(Boolean) ?? '')) found.notes.push(other);
    else if (isHeader(texts)) {
      rooms = roomColumns(texts, firstRoom);
      labeled = [...texts.keys()].filter((at) => at >= firstRoom && isLabel(texts[at] ?? ''));
      for (const at of labeled) found.notes.push({ row, text: texts[at] ?? '', column: at });
      hasOwnRooms = true;
      block = undefined;
      const corner = texts.slice(0, firstRoom).find((text) => dayIn(text, time) !== undefined);
      if (corner !== undefined) startDay(corner, row, texts.indexOf(corner));
    } else if (distinct.size === 1 || block === undefined) found.notes.push(other);
    else if (texts[timeColumn] === '' && slot !== undefined) addTexts(slot, row, texts);
    else found.timeless.push(other);
  }
  return found;

  function startDay(text: string, row: number, column: number): void {
    day = { text: dayIn(text, time) ?? text, row, column };
    block = undefined;
  }

  /** The rooms of a block: the row above its times with the most names; later, one that is clearly marked. */
  function isHeader(texts: readonly string[]): boolean {
    const names = texts.slice(firstRoom).filter((text) => !isLabel(text));
    if (!isRoomRow(names, time)) return false;
    const own = roomColumns(texts, firstRoom);
    if (block === undefined && (!hasOwnRooms || own.length > rooms.length)) return own.length > 1 || names.length === 1;
    const corner = texts.slice(0, firstRoom).filter(Boolean);
    return isSameRooms(own, rooms) || corner.some((text) => isTimeWord(text) || dayIn(text, time) !== undefined);
  }

  function addSlot(row: number, texts: readonly string[]): void {
    const ownDay = dayColumn === undefined ? '' : (texts[dayColumn] ?? '');
    if (ownDay !== '' && ownDay !== day?.text) startDay(ownDay, row, dayColumn ?? 0);
    if (block === undefined) {
      block = { day, rooms, slots: [] };
      found.blocks.push(block);
      slot = undefined;
    }
    const clock = texts[timeColumn] ?? '';
    const end = endColumn === undefined ? '' : (texts[endColumn] ?? '');
    if (slot === undefined || slot.time !== clock || slot.end !== end) {
      slot = { row, time: clock, end, texts: rooms.map(() => ''), textRows: rooms.map(() => row) };
      block.slots.push(slot);
    }
    addTexts(slot, row, texts);
  }

  function addTexts(into: MutableSlot, row: number, texts: readonly string[]): void {
    for (const [at, { columns }] of rooms.entries()) {
      const before = into.texts[at] ?? '';
      const known = new Set([before, ...before.split('\n')]);
      const added = [...new Set(columns.map((column) => texts[column] ?? ''))].filter(
        (text) => hasContent(text) && !known.has(text),
      );
      if (added.length > 0 && before === '') into.textRows[at] = row;
      into.texts[at] = [before, ...added].filter(Boolean).join('\n');
    }
    const used = new Set([...rooms.flatMap(({ columns }) => columns), ...labeled]);
    for (const [column, text] of texts.entries()) {
      if (column >= firstRoom && !used.has(column) && hasContent(text)) found.roomless.push({ row, text, column });
    }
  }
}

function longest(texts: Iterable<string>): string {
  return [...texts].reduce((a, b) => (b.length > a.length ? b : a), '');
}

function isSameRooms(a: readonly RoomColumn[], b: readonly RoomColumn[]): boolean {
  return a.length === b.length && a.every(({ room }, at) => foldKey(room) === foldKey(b[at]?.room ?? ''));
}

function isTimeWord(text: string): boolean {
  return readHeaders([text], 'sessions').some(
    (known) => known !== undefined && known !== 'unclear' && ['time', 'start', 'date'].includes(known.target),
  );
}

interface MutableSlot extends SlotRow {
  readonly texts: string[];
  readonly textRows: number[];
}

/** A dash is no session. */
function hasContent(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^(?:x|n\/a)$/i.test(text);
}

function roomColumns(texts: readonly string[], firstRoom: number): readonly RoomColumn[] {
  const found: { room: string; columns: number[] }[] = [];
  for (const [column, text] of texts.entries()) {
    if (column < firstRoom || text === '' || isLabel(text)) continue;
    const last = found.at(-1);
    if (last?.columns.at(-1) === column - 1 && texts[column - 1] === text) last.columns.push(column);
    else found.push({ room: isNoRoom(text) ? '' : text.replace(/\s+/g, ' '), columns: [column] });
  }
  return found;
}
