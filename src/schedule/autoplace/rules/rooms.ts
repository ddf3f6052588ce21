// Owns the rules about the room of a talk.

import { isSameRoom } from '../../../changes/place.ts';
import { foldKey, foldKeys } from '../../../contract/key.ts';
import type { Talk } from '../named-talks.ts';
import type { RoomRule, TalkRoom } from './rule.ts';

export const roomRules = [
  {
    code: 'room',
    strength: 'must',
    cost: ({ onlyRoom }, { room }) => Number(!isOneOf(onlyRoom, [room])),
    what: ({ onlyRoom = '' }) => onlyRoom,
    explain: (room) => `in another room than ${room}`,
  },
  {
    code: 'only',
    strength: 'must',
    cost({ session: { format, track } }, { only }) {
      const groups = only.length === 0 ? [] : foldKeys([format, track]);
      return Number(only.length > 0 && !only.some((group) => groups.includes(foldKey(group))));
    },
    what: (_, { only }) => only.join(', '),
    explain: (groups) => `in a room for ${groups} only`,
  },
  {
    code: 'equipment',
    strength: 'must',
    cost: (talk, room) => missingEquipment(talk, room).length,
    what: (talk, room) => missingEquipment(talk, room).join(', '),
    explain: (missing) => `in a room without ${missing}`,
  },
  {
    code: 'capacity',
    strength: 'strong',
    /** 1 for each quarter of the audience that has no seat. */
    cost({ expected }, { capacity }) {
      if (expected === undefined || capacity === undefined || expected <= capacity) return 0;
      return Math.ceil((4 * (expected - capacity)) / expected);
    },
    what: (_, { room }) => room,
    explain: (room, { expected = 0 }, { capacity = 0 }) =>
      `${expected} expected, ${room} holds ${capacity}`,
  },
  {
    code: 'room_wish',
    strength: 'weak',
    cost: ({ roomWishes }, { room }) => Number(roomWishes.length > 0 && !isOneOf(room, roomWishes)),
    what: (_, { room }) => room,
    explain: (room, { roomWishes }) => `in ${room}, not in ${roomWishes.join(' or ')}`,
  },
] as const satisfies readonly RoomRule[];

/** Also if there is no such room. */
function isOneOf(room: string | undefined, rooms: readonly string[]): boolean {
  return room === undefined || rooms.some((other) => isSameRoom(other, room));
}

function missingEquipment({ needs }: Talk, { has }: TalkRoom): readonly string[] {
  if (needs.length === 0) return [];
  const keys = new Set(has.map(foldKey));
  return needs.filter((need) => !keys.has(foldKey(need)));
}
