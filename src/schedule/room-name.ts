// Finds the room of an event that a text names. Must not know plans and files. Pure.
import { among } from '../columns/named-items.ts';
import { quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import type { Warning } from './clash-report.ts';
import { type FilePlace, filePlaceOf } from './file-place.ts';
import { grouped } from './grouped.ts';

/** A room of the event. */
export interface Room {
  readonly id: string;
  readonly name: string;
}

/** A room that a text names. */
export interface FoundRoom {
  readonly item: Room;
  /** Whether its name has other spaces or dashes. */
  readonly isRespelled?: true;
}

/** Why a text names no room: a clause without a full stop. */
interface NoRoom {
  readonly code: 'unknown_room' | 'ambiguous_room';
  readonly message: string;
}

export type RoomNaming = FoundRoom | NoRoom;

/**
 * The room with this id or name, or else the only one whose name differs in spaces and dashes alone.
 * A room whose name another one has is none, also by its id: the service shows sessions by the names
 * of their rooms, so that their places could not be compared.
 */
export function roomAmong(rooms: readonly Room[], text: string): RoomNaming {
  const found = among(rooms, text, 'room');
  const key = foldKey('item' in found ? found.item.name : text);
  const [first, ...others] = rooms.filter(({ name }) => foldKey(name) === key);
  if (first !== undefined && others.length > 0) {
    const count = others.length + 1;
    const message = `${count} rooms of the event are named ${quoted(first.name)}`;
    return { code: 'ambiguous_room', message };
  }
  if ('item' in found) return found;
  const [item, ...further] = rooms.filter(({ name }) => isAlike(name, text));
  if (item !== undefined && further.length === 0) return { item, isRespelled: true };
  return { code: 'unknown_room', message: found.message };
}

/** Whether two names differ in case, spaces and dashes alone. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map(looseKey);
  return a === b && a !== '';
}

/** The form of a name without case, spaces and dashes. */
export function looseKey(name: string): string {
  return foldKey(name).replace(/[\s\p{Pd}]/gu, '');
}

/** A room of a row whose name has other spaces or dashes in the event. */
export interface RespelledRoom extends FilePlace {
  /** As the event writes it. */
  readonly name: string;
  readonly respelled: string;
}

/** A warning for each spelling, with its first row. */
export function respelledWarnings(rooms: readonly RespelledRoom[]): readonly (Warning & FilePlace)[] {
  return [...grouped(rooms, ({ respelled }) => respelled).values()].flatMap(([room]) => {
    if (room === undefined) return [];
    return [{ code: 'respelled_room', ...filePlaceOf(room), message: respelledText(room) }];
  });
}

/** `"hall-a" is taken as the room "Hall A"` */
export function respelledText({ name, respelled }: Omit<RespelledRoom, 'line'>): string {
  return `${quoted(respelled)} is taken as the room ${quoted(name)}`;
}
