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
    explain: ({ onlyRoom: what = '' }) => ({ what, text: `in another room than ${what}` }),
  },
  {
    code: 'only',
    strength: 'must',
    cost({ session: { format, track } }, { only }) {
      const groups = only.length === 0 ? [] : foldKeys([format, track]);
      return Number(only.length > 0 && !only.some((group) => groups.includes(foldKey(group))));
    },
    explain(_, { only }) {
      const what = only.join(', ');
      return { what, text: `in a room for ${what} only` };
    },
  },
  {
    code: 'equipment',
    strength: 'must',
    cost: (talk, room) => missingEquipment(talk, room).length,
    explain(talk, room) {
      const what = missingEquipment(talk, room).join(', ');
      return { what, text: `in a room without ${what}` };
    },
  },
  {
    code: 'capacity',
    strength: 'strong',
    /** 1 for each quarter of the audience that has no seat. */
    cost({ expected }, { capacity }) {
      if (expected === undefined || capacity === undefined || expected <= capacity) return 0;
      return Math.ceil((4 * (expected - capacity)) / expected);
    },
    explain: ({ expected = 0 }, { room, capacity = 0 }) => {
      return { what: room, text: `${expected} expected, ${room} holds ${capacity}` };
    },
  },
  {
    code: 'room_wish',
    strength: 'weak',
    cost: ({ roomWishes }, { room }) => Number(roomWishes.length > 0 && !isOneOf(room, roomWishes)),
    explain: ({ roomWishes }, { room }) => {
      return { what: room, text: `in ${room}, not in ${roomWishes.join(' or ')}` };
    },
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
