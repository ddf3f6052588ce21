// Compares the rooms of a plan with those that the event has. Must not know how they are read. Pure.
import { among } from '../columns/named-items.ts';
import { amount, plural, quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { ScheduleChange } from './changes.ts';
import { filePlaceOf } from './file-place.ts';
import type { UnknownRow } from './match.ts';
import type { SchedulePlan, SessionCreation } from './schedule-plan.ts';

/** A room of the event. */
export interface Room {
  readonly id: string;
  readonly name: string;
}

/** A room that a text names, or why it names none: a clause without a full stop. */
export type RoomNaming =
  | { readonly item: Room }
  | { readonly code: 'unknown_room' | 'ambiguous_room'; readonly message: string };

/**
 * The room with this id or name. A room whose name another one has is none, also by its id: the
 * service shows sessions by the names of their rooms, so that their places could not be compared.
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
  return 'item' in found ? found : { code: 'unknown_room', message: found.message };
}

/** What to do about rooms that are named by these faults. */
export function roomFix(faults: readonly { readonly code?: string | undefined }[]): string {
  const codes = new Set(faults.map(({ code }) => code));
  return [codes.has('unknown_room') ? correct : '', codes.has('ambiguous_room') ? rename : '']
    .filter(Boolean)
    .join('; ');
}

const correct = 'fix the names of the rooms, or create the rooms in the service first';
const rename = 'rename the rooms in the service until each has its own name';

/** Whether a plan names rooms by their ids, so that it lacks their clashes. */
export function hasRoomIds({ changes, creations = [] }: SchedulePlan, rooms: readonly Room[]): boolean {
  const ids = new Set(rooms.map(({ id }) => id));
  return [...changes, ...creations].some(({ to }) => to !== null && ids.has(to.room.trim()));
}

/** Rows with the names of the rooms whose ids they have. */
export function withRoomNames<Row extends { readonly room: string }>(
  rows: readonly Row[],
  rooms: readonly Room[],
): readonly Row[] {
  return rows.map((row) => {
    const found = roomAmong(rooms, row.room);
    return 'item' in found ? { ...row, room: found.item.name } : row;
  });
}

/**
 * The plan with the rooms as the event writes them. A session in a room that the event does not
 * have, or has under a name of several, is not placed, and its row is a fault.
 * @param rooms all that the event has
 */
export function withKnownRooms(plan: SchedulePlan, rooms: readonly Room[]): SchedulePlan {
  const faults: UnknownRow[] = [];
  const known = <C extends ScheduleChange | SessionCreation>(change: C): readonly C[] => {
    if (change.to === null) return [change];
    const found = roomAmong(rooms, change.to.room);
    if ('item' in found) {
      return [{ ...change, to: { room: found.item.name, start: change.to.start } }];
    }
    const { title } = change;
    faults.push({ ...filePlaceOf(change), ...found, title });
    return [];
  };
  const changes = plan.changes.flatMap(known);
  const creations = plan.creations?.flatMap(known);
  return {
    ...plan,
    changes,
    creations,
    unknown: [...plan.unknown, ...faults],
    // Sessions in a room for the first time need no warning if the event has it.
    warnings: plan.warnings.filter(({ code }) => code !== 'new_room'),
  };
}

/** Rows of a file with rooms. */
interface RoomRows {
  readonly file: string;
  readonly rows: readonly { readonly line: number; readonly room: string }[];
}

/**
 * @throws {InvalidInputError} for rooms that the event does not have, and for those whose name it
 * has twice, each with its first line
 */
export function refuseUnknownRooms(files: readonly RoomRows[], rooms: readonly Room[]): void {
  const details = files.flatMap(({ file, rows }) => {
    const first = new Map(rows.toReversed().map((row) => [foldKey(row.room), row]));
    return [...first.values()].flatMap(({ line, room }): readonly InputFault[] => {
      const found = roomAmong(rooms, room);
      return 'item' in found ? [] : [{ file, line, field: 'room', ...found }];
    });
  });
  if (details.length === 0) return;
  throw new InvalidInputError(roomsText(details), { details, fix: roomFix(details) });
}

/** `1 room is unknown to the event` */
function roomsText(faults: readonly InputFault[]): string {
  const isUnknown = ({ code }: InputFault) => code === 'unknown_room';
  const are = plural(faults.length, 'is', 'are');
  const what = faults.every(isUnknown) ? 'unknown to the event' : 'unknown to the event, or not unique';
  return `${amount(faults.length, 'room')} ${are} ${what}`;
}
