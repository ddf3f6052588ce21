// Decides in which rooms the session of a row is: `Hall A; Hall B` are two, `Hall A, Hall B` only
// if both are rooms elsewhere. Must not know files and services. Pure.
import { isEveryRoom } from '../../columns/breaks.ts';
import { andWords } from '../../columns/vocabulary/conjunctions.ts';
import { firstByKey } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { type FoundRoom, looseKey, type Room, roomAmong } from './room-name.ts';

type RowWithRooms = Pick<ScheduleRow, 'room' | 'otherRooms' | 'startMs'>;

/** A room of a cell. */
interface RowRoom {
  /** As the event writes it, if the event lists it. */
  readonly name: string;
  /** The text of the cell, if the event writes it with other spaces, dashes or accents. */
  readonly respelled?: string | undefined;
}

/**
 * Reads the rooms of rows. Semicolons divide a cell, unless the event has a room of its whole name;
 * other separators do if every part is a room of the event, or of another row. A JSON array is
 * several rooms in any case.
 * @param listed all rooms of the event; undefined if its service does not list them
 * @param names the rooms in which sessions of the event are placed
 */
export function createRoomReader(
  rows: readonly RowWithRooms[],
  {
    listed = [],
    names,
  }: { readonly listed?: readonly Room[] | undefined; readonly names: readonly string[] },
): (row: RowWithRooms, isBreak?: boolean) => readonly RowRoom[] {
  const listedRoom = roomFinder(listed);
  const isListed = (text: string) => listedRoom(text) !== undefined;
  const placedIn = roomsByKey(names);
  const isWhole = (text: string) => isListed(text) || placedIn.has(foldKey(text));
  const pieces = (text: string) => (isWhole(text) ? [text] : piecesOf(text));
  const inFile = rows.flatMap(({ room, otherRooms = [] }) => {
    return [...(jsonList(room) ?? pieces(room)), ...otherRooms];
  });
  const inUse = roomsByKey([...names, ...inFile]);
  const toRoom = remembering((text) => namedRoom(listedRoom(text), text));
  const divided = remembering((text) => {
    const list = jsonList(text);
    if (list !== undefined) return list;
    const isRoom = (part: string) => isListed(part) || inUse.has(foldKey(part));
    const parts = pieces(text).flatMap((piece) => {
      return isListed(piece) ? [piece] : partsOf(piece, isRoom);
    });
    return distinct(parts);
  });
  const everyRoom = () => {
    const all = listed.length > 0 ? listed.map(({ name }) => name) : [...inUse.values()];
    return all.filter((name) => divided(name).length === 1);
  };
  return ({ room, otherRooms, startMs }, isBreak = false) => {
    // A session that is still to be placed gets one room.
    if (room === '' || startMs === undefined) return [toRoom(room)];
    if (otherRooms !== undefined) return [room, ...otherRooms].map(toRoom);
    if (isEveryRoom(room) && !isListed(room)) {
      const all = isBreak ? [] : everyRoom();
      return (all.length > 0 ? all : [room]).map(toRoom);
    }
    return divided(room).map(toRoom);
  };
}

/** Whether a row is in a room that none of the names is, so that the event may know better. */
export function hasOtherRooms(rows: readonly RowWithRooms[], names: readonly string[]): boolean {
  const keys = new Set(names.map(foldKey));
  return rows.some(({ room, otherRooms = [], startMs }) => {
    const texts = startMs === undefined ? [] : [room, ...otherRooms];
    return texts.some((text) => text !== '' && !keys.has(foldKey(text)));
  });
}

/** The row in these rooms. */
export function inRooms<Row extends RowWithRooms>(row: Row, rooms: readonly RowRoom[]): Row {
  const [first, ...others] = rooms.map(({ name }) => name);
  if (first === undefined || (first === row.room && others.length === 0)) return row;
  return others.length === 0
    ? { ...row, room: first }
    : { ...row, room: first, otherRooms: others };
}

/** Rooms by the form in which their names are compared, without those that mean all. */
function roomsByKey(rooms: readonly string[]): ReadonlyMap<string, string> {
  const named = rooms.filter((room) => room !== '' && !isEveryRoom(room));
  return firstByKey(named, foldKey);
}

/** Parts of cells are many, and few are rooms: only these are looked for in the whole list. */
function roomFinder(listed: readonly Room[]): (text: string) => FoundRoom | undefined {
  const keys = new Set(listed.flatMap(({ id, name }) => [id, looseKey(name)]));
  return (text) => {
    if (!keys.has(text.trim()) && !keys.has(looseKey(text))) return undefined;
    const naming = roomAmong(listed, text);
    return 'item' in naming ? naming : undefined;
  };
}

function namedRoom(listed: FoundRoom | undefined, text: string): RowRoom {
  if (listed === undefined) return { name: text };
  const { name } = listed.item;
  return listed.isRespelled === true ? { name, respelled: text } : { name };
}

/** What semicolons separate; a text of nothing else is whole. */
function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/[;；]/).map((piece) => piece.trim());
  const filled = pieces.filter(Boolean);
  return filled.length === 0 ? [text] : distinct(filled);
}

/** Each room once, as it is written first. */
function distinct(rooms: readonly string[]): readonly string[] {
  return [...firstByKey(rooms, foldKey).values()];
}

/** The texts of `["Hall A","Hall B"]`; undefined for any other cell. */
function jsonList(text: string): readonly string[] | undefined {
  if (!/^\[.*\]$/s.test(text.trim())) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return undefined;
    const texts = [...new Set(list.map((item) => item.trim()).filter(Boolean))];
    return texts.length > 0 ? texts : undefined;
  } catch {
    return undefined;
  }
}

const spacedAnd = String.raw`(?<=\s)(?:${andWords.join('|')})(?=\s)`;

/** What else may be between two rooms. */
const separator = new RegExp(String.raw`[,，、/／+＋&＆|\n]|${spacedAnd}`, 'giu');

/** The parts of a text, each of them a room; the whole text if there are none. */
function partsOf(text: string, isRoom: (part: string) => boolean): readonly string[] {
  const gaps = [...text.matchAll(separator)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  if (gaps.length === 0 || gaps.length > mostParts) return [text];
  const starts = [0, ...gaps.map(({ to }) => to)];
  const ends = [...gaps.map(({ from }) => from), text.length];
  /** By the index of a start: the rooms from there to the end of the text. */
  const roomsFrom = new Map<number, readonly string[]>([[starts.length, []]]);
  for (let from = starts.length - 1; from >= 0; from--) {
    for (let to = from; to < ends.length && !roomsFrom.has(from); to++) {
      const rest = roomsFrom.get(to + 1);
      const part = text.slice(starts[from], ends[to]).trim();
      const isWhole = from === 0 && to === ends.length - 1;
      if (rest !== undefined && !isWhole && isRoom(part)) roomsFrom.set(from, [part, ...rest]);
    }
  }
  return [...new Set(roomsFrom.get(0) ?? [text])];
}

/** A cell with more separators is a text; the time to read one grows with their square. */
const mostParts = 12;

function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>();
  return (text) => {
    const value = values.has(text) ? (values.get(text) as Value) : read(text);
    values.set(text, value);
    return value;
  };
}
