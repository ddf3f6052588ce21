// Compares the rooms of a plan with those that the event has. Must not know how they are read.
// Pure.
import type { Change } from '../../changes/change.ts';
import { filePlaceOf } from '../../changes/file-place.ts';
import { placeIn } from '../../changes/place.ts';
import { amount, plural } from '../../contract/amount.ts';
import { foldKey } from '../../contract/key.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import type { UnknownRow } from '../match/unknown-rows.ts';
import { type RespelledRoom, type Room, respelledWarnings, roomAmong } from '../rooms/room-name.ts';
import type { SchedulePlan } from './plan.ts';

/** What to do about rooms that are named by these faults. */
export function roomFix(faults: readonly { readonly code?: string | undefined }[]): string {
  const codes = new Set(faults.map(({ code }) => code));
  return [codes.has('unknown_room') ? correct : '', codes.has('ambiguous_room') ? rename : '']
    .filter(Boolean)
    .join('; ');
}

const correct = 'fix the names of the rooms, or create the rooms in the service first';
const rename = 'rename the rooms in the service until each has its own name';

/**
 * The plan with the rooms as the event writes them. A session in a room that the event does not
 * have, or has under a name of several, is not placed, and its row is a fault, as is a row that is
 * not sent.
 * @param rooms all that the event has
 */
export function withKnownRooms(plan: SchedulePlan, rooms: readonly Room[]): SchedulePlan {
  const faults: UnknownRow[] = [];
  const respelled: RespelledRoom[] = [];
  const changes = plan.changes.flatMap((change): readonly Change[] => {
    const { title = '', fields } = change;
    const to = placeIn(fields);
    if (to === undefined) return [change];
    const naming = roomAmong(rooms, to.room);
    if ('item' in naming) {
      const { name } = naming.item;
      if (naming.isRespelled === true) {
        respelled.push({ ...filePlaceOf(change), name, respelled: to.room });
      }
      return [{ ...change, fields: { ...fields, room: name } }];
    }
    faults.push({ ...filePlaceOf(change), ...naming, title });
    return [];
  });
  for (const { title, room, ...place } of plan.skipped ?? []) {
    const naming = roomAmong(rooms, room);
    if (!('item' in naming)) faults.push({ ...place, ...naming, title });
  }
  return {
    ...plan,
    changes,
    unknown: [...plan.unknown, ...faults],
    warnings: [
      ...respelledWarnings(respelled),
      // Sessions in a room for the first time need no warning if the event has it.
      ...plan.warnings.filter(({ code }) => code !== 'new_room'),
    ],
  };
}

/**
 * @throws {InvalidInputError} for rooms that the event does not have, and for those whose name it
 * has twice, each with its first line
 */
export function refuseUnknownRooms(
  files: readonly {
    readonly file: string;
    readonly rows: readonly { readonly line: number; readonly room: string }[];
  }[],
  rooms: readonly Room[],
): void {
  const details = files.flatMap(({ file, rows }) => {
    const first = new Map(rows.toReversed().map((row) => [foldKey(row.room), row]));
    return [...first.values()].flatMap(({ line, room }): readonly InputFault[] => {
      const naming = roomAmong(rooms, room);
      return 'item' in naming ? [] : [{ file, line, field: 'room', ...naming }];
    });
  });
  if (details.length === 0) return;
  throw new InvalidInputError(roomsText(details), { details, fix: roomFix(details) });
}

/** `1 room is unknown to the event` */
function roomsText(faults: readonly InputFault[]): string {
  const isUnknown = ({ code }: InputFault) => code === 'unknown_room';
  const are = plural(faults.length, 'is', 'are');
  const what = faults.every(isUnknown)
    ? 'unknown to the event'
    : 'unknown to the event, or not unique';
  return `${amount(faults.length, 'room')} ${are} ${what}`;
}
