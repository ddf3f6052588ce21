// Reads which rooms a cell names: `Saal 1+2` is Saal 1 and Saal 2 if both are rooms of the schedule. Pure.

import { lettersOf } from '../columns/fold.ts';
import { andWords } from '../columns/vocabulary/conjunctions.ts';
import { foldKey } from '../contract/key.ts';
import type { ScheduleRow } from './row.ts';
import type { EventSubmission } from './submissions.ts';

/** Whether a cell may name several rooms. */
export function mayBeSeveral(room: string): boolean {
  return separator.test(room);
}

/** What a cell that may name several rooms means. */
export type RoomReading =
  | { readonly kind: 'one' }
  /** As they are named elsewhere. */
  | { readonly kind: 'several'; readonly rooms: readonly string[] }
  /** Some of its parts are rooms; `unknown` are the others. */
  | { readonly kind: 'unclear'; readonly unknown: readonly string[] };

/**
 * Divides the room of each row that names several rooms. The session is placed in the first of them; where the event has
 * sessions in a room of the whole name already, in that.
 * @param listed rooms of another file; a whole name that is among them is one room
 */
export function settleRooms(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  listed: readonly string[] = [],
): readonly ScheduleRow[] {
  if (!rows.some(({ room }) => mayBeSeveral(room))) return rows;
  const placed = submissions.flatMap(({ placement }) => placement?.room ?? []);
  const ofEvent = new Set(placed.map(foldKey));
  const readRooms = createRoomReader([...rows.map(({ room }) => room), ...placed, ...listed]);
  const whole = new Set(listed.map(foldKey));
  return rows.map((row) => {
    const reading = readRooms(row.room);
    if (reading.kind === 'one' || whole.has(foldKey(row.room))) return row;
    if (reading.kind === 'unclear') return { ...row, unknownRooms: reading.unknown };
    const [first = row.room, ...others] = reading.rooms;
    return ofEvent.has(foldKey(row.room))
      ? { ...row, otherRooms: reading.rooms }
      : { ...row, room: first, otherRooms: others };
  });
}

/** @param known the texts of all cells and placements, also of those that name several rooms */
export function createRoomReader(known: readonly string[]): (cell: string) => RoomReading {
  const names = new Map(known.map((room) => [foldKey(room), room.trim()]));
  names.delete('');
  const byLastWord = new Map<string, readonly string[]>();
  for (const [key, room] of names) {
    if (mayBeSeveral(room)) continue;
    const word = lastWord(key);
    byLastWord.set(word, [...(byLastWord.get(word) ?? []), room]);
  }
  const readings = new Map<string, RoomReading>();
  return (cell) => {
    if (!mayBeSeveral(cell)) return { kind: 'one' };
    const reading = readings.get(cell) ?? read(cell);
    readings.set(cell, reading);
    return reading;
  };

  function read(cell: string): RoomReading {
    const parts = partsOf(cell);
    const [first = ''] = parts;
    const stem = first.slice(0, first.length - lastWord(first).length);
    const found = parts.map((part, at) => roomFor(part, at === 0 ? '' : stem));
    const rooms = [...new Set(found.flatMap((room) => room ?? []))];
    if (parts.length < 2 || rooms.length === 0) return { kind: 'one' };
    const unknown = parts.filter((_, at) => found[at] === undefined);
    if (unknown.length > 0) return { kind: 'unclear', unknown };
    return rooms.length === 1 ? { kind: 'one' } : { kind: 'several', rooms };
  }

  /** The room of a part: as it is, after the beginning of the first part, or by its number alone: `Rooms 1 and 2`. */
  function roomFor(part: string, stem: string): string | undefined {
    const own = names.get(foldKey(part)) ?? names.get(foldKey(`${stem}${part}`));
    if (own !== undefined) return own;
    const word = lastWord(foldKey(part));
    const [only, ...others] = byLastWord.get(word) ?? [];
    if (only === undefined || others.length > 0 || !/^(?:\p{L}?\d+\p{L}?|\p{L})$/u.test(word)) return undefined;
    return isPlural(lettersOf(`${stem}${part}`), lettersOf(only)) ? only : undefined;
  }
}

/** `rooms1` may be the plural of `room1`, and `raume1` of `raum1`. */
function isPlural(plural: string, singular: string): boolean {
  return plural[0] === singular[0] && Math.abs(plural.length - singular.length) <= 2;
}

const and = `\\s+(?:${andWords.join('|')})\\s+`;
const separator = new RegExp(`[+&/,;|、\\n]|\\d ?[-–] ?\\d|${and}`, 'u');
const separators = new RegExp(`\\s*[+&/,;|、\\n]+\\s*|${and}`, 'u');

/** Longer ranges are no rooms. */
const longestRange = 12;

function partsOf(cell: string): readonly string[] {
  return cell
    .split(separators)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap(withoutRange);
}

/** `Saal 1-3` is `Saal 1`, `2` and `3`. */
function withoutRange(part: string): readonly string[] {
  const [, stem = '', from = '', to = ''] = /^(.*?)(\d{1,3}) ?[-–] ?(\d{1,3})$/su.exec(part) ?? [];
  const count = Number(to) - Number(from) + 1;
  if (from === '' || count < 2 || count > longestRange) return [part];
  const numbers = Array.from({ length: count }, (_, at) => String(Number(from) + at));
  return [`${stem}${numbers[0]}`, ...numbers.slice(1)];
}

/** `Saal 1` is numbered by `1`, `C2.104` by itself. */
function lastWord(room: string): string {
  return /[^\s]*$/u.exec(room)?.[0] ?? '';
}
