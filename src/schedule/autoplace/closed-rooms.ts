// Finds talks whose place is in no open period: in a room that the file of rooms lacks, or never moved while it is closed. Pure.
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import { clockTime, localDay } from '../dates/zoned-time.ts';
import { roomsOf, type Session } from '../session.ts';
import type { RoomsFile } from './files/rooms.ts';
import { overlaps, subtract } from './intervals.ts';
import { unknownText } from './unknown-names.ts';

interface PlacedTalk {
  readonly session: Session;
  readonly row?: { readonly line: number } | undefined;
  readonly isPlaced: boolean;
  readonly isFixed: boolean;
}

interface Place {
  readonly talk: PlacedTalk;
  readonly room: string;
}

/** One doubt for each room that no row of the file of rooms has, and one for each fixed talk in a room that is closed. */
export function placesInDoubt(
  file: string,
  talks: readonly PlacedTalk[],
  rooms: Pick<RoomsFile, 'file' | 'periods'>,
  zone: string,
): readonly InputFault[] {
  const names = new Map(rooms.periods.map(({ room }) => [foldKey(room), room]));
  const unknown = new Map<string, Place[]>();
  const closed: InputFault[] = [];
  for (const talk of talks.filter(({ isPlaced }) => isPlaced)) {
    for (const room of roomsOf(talk.session)) {
      const key = foldKey(room);
      if (!names.has(key)) unknown.set(key, [...(unknown.get(key) ?? []), { talk, room }]);
      else if (talk.isFixed) closed.push(...whileClosed(file, { talk, room: names.get(key) ?? room }, rooms, zone));
    }
  }
  return [...[...unknown.values()].map((places) => inUnknownRoom(file, places, rooms.file, names)), ...closed];
}

/** `9 talks are in a room that rooms.csv lacks: "Boathouse"; the most similar is "Boathause"` */
function inUnknownRoom(
  file: string,
  [first, ...others]: readonly Place[],
  roomsFile: string,
  names: ReadonlyMap<string, string>,
): InputFault {
  const { talk, room } = first ?? { talk: undefined, room: '' };
  const isWhere =
    others.length > 0
      ? `${others.length + 1} talks are in`
      : `${quoteCell(talk?.session.title ?? '')} ${talk?.isFixed ? staysIn(talk) : 'is in'}`;
  const message = unknownText(room, `${isWhere} a room that ${roomsFile} lacks:`, names.values());
  return { ...placeOf(file, talk), field: 'room', code: 'room_not_in_file', message };
}

/** `"Keynote" is pinned to Great Hall at 2026-05-02 08:00–08:45, when rooms.csv has it closed` */
function whileClosed(
  file: string,
  { talk, room }: Place,
  { file: roomsFile, periods }: Pick<RoomsFile, 'file' | 'periods'>,
  zone: string,
): readonly InputFault[] {
  const { startMs, endMs, title } = talk.session;
  const time = { from: startMs, to: endMs };
  const open = periods
    .filter((period) => foldKey(period.room) === foldKey(room))
    .map((period) => ({ from: period.startMs, to: period.endMs }));
  if (subtract([time], open).length === 0) return [];
  const when = `${localDay(startMs, zone)} ${clockTime(startMs, zone)}–${clockTime(endMs, zone)}`;
  const part = open.some((period) => overlaps(period, time)) ? ' for a part of that time' : '';
  const message = `${quoteCell(title)} ${staysIn(talk)} ${room} at ${when}, when ${roomsFile} has it closed${part}`;
  return [{ ...placeOf(file, talk), field: 'start', code: 'room_closed', message }];
}

/** A talk in several rooms never moves, pinned or not, and neither does one that is not in the file. */
function staysIn({ row, session: { otherRooms } }: PlacedTalk): string {
  return row !== undefined && otherRooms === undefined ? 'is pinned to' : 'stays in';
}

/** Without a line for a talk that is not in the file. */
function placeOf(file: string, talk: PlacedTalk | undefined): Pick<InputFault, 'file' | 'line'> {
  const line = talk?.row?.line;
  return { ...(file !== '' && { file }), ...(line !== undefined && { line }) };
}
