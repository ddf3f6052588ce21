// Finds rooms of autoplace's files that are probably one, written in two ways. Pure.
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import { roomsOf } from '../session.ts';
import { createRoomIndex } from '../similar-rooms.ts';
import type { RoomsFile } from './files/rooms.ts';

/** Two names of the file of rooms, or the room of a break and a name of that file. */
export interface SimilarRooms {
  readonly name: string;
  readonly other: string;
  /** In the file of rooms, or in that of the talks if it is the room of a break. */
  readonly line: number | undefined;
  readonly isBreak: boolean;
}

export function similarRooms(
  { periods }: Pick<RoomsFile, 'periods'>,
  breaks: readonly Session[],
): readonly SimilarRooms[] {
  const rooms = new Map(periods.map(({ room, line }) => [foldKey(room), { room, line }]));
  const find = createRoomIndex(Array.from(rooms.values(), ({ room }) => room));
  const seen = new Set<string>();
  const inFile = [...rooms.values()].flatMap(({ room, line }) => {
    seen.add(room);
    const before = find(room).filter((other) => seen.has(other));
    return before.map((other): SimilarRooms => ({ name: room, other, line, isBreak: false }));
  });
  const ofBreaks = breaks.flatMap((session) =>
    roomsOf(session).flatMap((name): readonly SimilarRooms[] => {
      const [other] = rooms.has(foldKey(name)) ? [] : find(name);
      return other === undefined ? [] : [{ name, other, line: session.line, isBreak: true }];
    }),
  );
  return [...inFile, ...ofBreaks];
}
