// Compares the rooms of a plan with those that the event has. Must not know how they are read. Pure.
import { among } from '../columns/named-items.ts';
import { amount, plural } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { isSamePlacement, type ScheduleChange } from './changes.ts';
import { filePlaceOf } from './file-place.ts';
import type { UnknownRow } from './match.ts';
import type { SchedulePlan, SessionCreation } from './schedule-plan.ts';

/** A room of the event. */
interface Room {
  readonly id: string;
  readonly name: string;
}

/**
 * The plan with the rooms as the event writes them. A session in a room that the event does not
 * have is not placed, and its row is a fault.
 * @param rooms all that the event has; undefined if they are unknown
 */
export function withKnownRooms(plan: SchedulePlan, rooms?: readonly Room[]): SchedulePlan {
  if (rooms === undefined) return plan;
  const faults: UnknownRow[] = [];
  const known = <C extends ScheduleChange | SessionCreation>(change: C): readonly C[] => {
    if (change.to === null) return [change];
    const found = among(rooms, change.to.room, 'room');
    if ('item' in found) {
      return [{ ...change, to: { room: found.item.name, start: change.to.start } }];
    }
    const { title } = change;
    faults.push({ ...filePlaceOf(change), code: 'unknown_room', title, message: found.message });
    return [];
  };
  const changes = plan.changes.flatMap(known);
  const creations = plan.creations?.flatMap(known);
  const isInPlace = ({ from, to }: ScheduleChange) => {
    return from !== null && to !== null && isSamePlacement(from, to);
  };
  const { rows, unchanged } = plan.counts;
  return {
    ...plan,
    changes: changes.filter((change) => !isInPlace(change)),
    creations,
    unknown: [...plan.unknown, ...faults],
    counts: { rows, unchanged: unchanged + changes.filter(isInPlace).length },
    // Sessions in a room for the first time need no warning if the event has it.
    warnings: plan.warnings.filter(({ code }) => code !== 'new_room'),
  };
}

/** Rows of a file with rooms. */
interface RoomRows {
  readonly file: string;
  readonly rows: readonly { readonly line: number; readonly room: string }[];
}

/** @throws {InvalidInputError} for rooms that the event does not have, each with its first line */
export function refuseUnknownRooms(files: readonly RoomRows[], rooms: readonly Room[]): void {
  const details = files.flatMap(({ file, rows }) => {
    const first = new Map(rows.toReversed().map((row) => [foldKey(row.room), row]));
    return [...first.values()].flatMap(({ line, room }): readonly InputFault[] => {
      const found = among(rooms, room, 'room');
      return 'item' in found ? [] : [{ file, line, field: 'room', ...found, code: 'unknown_room' }];
    });
  });
  if (details.length === 0) return;
  const are = plural(details.length, 'is', 'are');
  throw new InvalidInputError(`${amount(details.length, 'room')} ${are} unknown to the event`, {
    details,
    fix: 'fix the names of the rooms, or create the rooms in the service first',
  });
}
