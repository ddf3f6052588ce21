// Finds names that are probably one room, written in two ways: with a letter more or less, or with other punctuation. Pure.
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import { roomsOf } from '../session.ts';
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
  const names = [...rooms.values()];
  const inFile = names.flatMap(({ room, line }, at) =>
    names
      .slice(0, at)
      .filter((other) => isSimilar(room, other.room))
      .map((other): SimilarRooms => ({ name: room, other: other.room, line, isBreak: false })),
  );
  const ofBreaks = breaks.flatMap((session) =>
    roomsOf(session).flatMap((name): readonly SimilarRooms[] => {
      const other = rooms.has(foldKey(name)) ? undefined : names.find(({ room }) => isSimilar(name, room));
      return other === undefined ? [] : [{ name, other: other.room, line: session.line, isBreak: true }];
    }),
  );
  return [...inFile, ...ofBreaks];
}

/** Not if a number, or a whole word, is what differs: `Hall 1` and `Hall 2`, `Hall A` and `Hall B`. */
function isSimilar(a: string, b: string): boolean {
  const [one, other] = [letters(a), letters(b)];
  if (one === other) return true;
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  if (longer.length !== shorter.length + 1 || shorter.length < 4) return false;
  const at = [...longer].findIndex((letter, index) => letter !== shorter[index]);
  return /\p{L}/u.test(longer[at] ?? '') && longer.slice(0, at) + longer.slice(at + 1) === shorter;
}

function letters(name: string): string {
  return foldKey(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
