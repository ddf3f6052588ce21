// Owns how a file of rooms is read: a row for each period in which a room is open, with what the
// room has, or a row for a room alone. Must not know talks.
import { count, list, pause, place, yesOrNo } from '../../../columns/kinds.ts';
import { locateField, type Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { TableRow } from '../../../columns/read-table.ts';
import { slotFields, type TableSpec } from '../../../columns/table-spec.ts';
import { grouped } from '../../../contract/grouped.ts';
import { foldKey } from '../../../contract/key.ts';
import type { Sheet } from '../../../files/table.ts';
import { reportNights } from '../../read/schedule-file.ts';
import { oneOf, readTimedTable, type Taking } from '../../read/timed-table.ts';
import type { AskableTime } from '../../read/unreadable-rows.ts';
import { joinedHours, type RoomTerms } from '../../rooms/room-terms.ts';
import { mapByHeader, talkHeaders } from './columns.ts';

/** A period in which talks may be placed in a room. */
export interface OpenPeriod {
  readonly line: number;
  readonly room: string;
  readonly startMs: number;
  readonly endMs: number;
  /** RFC 3339 with an offset. */
  readonly start: string;
  readonly capacity: number | undefined;
  /** The equipment of the room. */
  readonly has: readonly string[];
  /** The formats or tracks that it is for; all if there are none. */
  readonly only: readonly string[];
}

/** What all rows of a room have in common. */
export interface FiledRoom {
  /** Of its first row. */
  readonly line: number;
  readonly room: string;
  /** How long it stays empty between two sessions, in milliseconds; undefined if as usual. */
  readonly turnaroundMs: number | undefined;
  /** Whether it holds several sessions at once. */
  readonly isShared: boolean;
}

export interface RoomsFile {
  readonly file: string;
  readonly rooms: readonly FiledRoom[];
  /** None of a room whose hours are unknown. */
  readonly periods: readonly OpenPeriod[];
  readonly mapping: Mapping;
}

const roomFields = {
  room: { kind: place },
  ...slotFields,
  capacity: { kind: count('seats') },
  has: { kind: list },
  only: { kind: list },
  turnaround: { kind: pause },
  shared: { kind: yesOrNo },
} as const;

const roomTable: TableSpec<typeof roomFields> = {
  kind: 'rooms',
  fields: roomFields,
  requirements: [oneOf('room'), oneOf('start', 'time', 'turnaround', 'shared', 'capacity')],
};

/** How its sheet of a workbook is recognized. */
export const roomSheet = {
  table: roomTable,
  marks: ['room', 'place', 'capacity', 'has', 'only', 'turnaround', 'shared'],
  foreign: [...talkHeaders, 'speaker', 'speakers', 'email', 'lastName', 'availability'],
} as const;

/**
 * Reads all rows, and reports the faults of all of them together. A capacity or equipment that is
 * empty is that of another row of the room.
 * @throws {InvalidInputError} if a column is missing, for rows that cannot be read, and for
 * overlapping periods
 */
export async function readRooms(
  sheet: Sheet,
  options: AskableTime & { readonly file: string },
): Promise<RoomsFile> {
  const terms = { ...options, map: [], mapColumns: mapByHeader, mustRename: true };
  const take = (rows: readonly RoomRow[], taking: Taking) => {
    reportNights(rows, taking);
    const periods = rows.flatMap((row) => periodOf(row, taking));
    reportOverlaps(periods, taking);
    const byRoom = rowsByRoom(rows);
    return {
      rooms: [...byRoom.values()].flatMap((ofRoom) => roomOf(ofRoom, taking)),
      periods: periods.map((period) => {
        return withRoomValues(period, byRoom.get(foldKey(period.room)) ?? []);
      }),
    };
  };
  const declared = { sheet, spec: roomTable };
  const { mapping, result } = await readTimedTable(declared, terms, take);
  return { file: options.file, ...result, mapping };
}

/** What checks need of the file, by the key of the room. */
export function termsOfRooms({
  rooms,
  periods,
}: Pick<RoomsFile, 'rooms' | 'periods'>): ReadonlyMap<string, RoomTerms> {
  const ofRooms = grouped(periods, ({ room }) => foldKey(room));
  return new Map(
    rooms.map(({ room, turnaroundMs }) => {
      const key = foldKey(room);
      return [key, { room, turnaroundMs, hours: joinedHours(ofRooms.get(key) ?? []) }];
    }),
  );
}

/** The rooms that hold several sessions at once. */
export function sharedRoomsOf({ rooms }: Pick<RoomsFile, 'rooms'>): readonly string[] {
  return rooms.flatMap(({ room, isShared }) => (isShared ? [room] : []));
}

type RoomRow = TableRow<typeof roomFields>;

/** With the number of its row, for faults. */
type PeriodRow = OpenPeriod & { readonly row: number };

/** A row with the name of its room. */
interface NamedRow extends Pick<RoomRow, 'row' | 'line' | 'values'> {
  readonly room: string;
}

/** By the key of their room. */
function rowsByRoom(rows: readonly RoomRow[]): ReadonlyMap<string, readonly NamedRow[]> {
  const named = rows.flatMap(({ row, line, values }): readonly NamedRow[] => {
    return values.room === undefined ? [] : [{ row, line, values, room: values.room }];
  });
  return grouped(named, ({ room }) => foldKey(room));
}

/** What the rows of a room have in common, with a fault if they contradict each other. */
function roomOf(ofRoom: readonly NamedRow[], taking: Taking): readonly FiledRoom[] {
  const [first] = ofRoom;
  if (first === undefined) return [];
  return [
    {
      line: first.line,
      room: first.room,
      turnaroundMs: rowWith('turnaround', ofRoom, taking)?.values.turnaround,
      isShared: rowWith('shared', ofRoom, taking)?.values.shared ?? false,
    },
  ];
}

/** The first row of a room with a value, which the others must have as well. */
function rowWith(
  field: 'turnaround' | 'shared',
  ofRoom: readonly NamedRow[],
  { mapping, addFault }: Taking,
): NamedRow | undefined {
  const [first, ...others] = ofRoom.filter(({ values }) => values[field] !== undefined);
  for (const other of others) {
    if (other.values[field] === first?.values[field]) continue;
    const room = quoteCell(other.room);
    const message = `${room}: ${field} differs from that of line ${first?.line}`;
    addFault(other, { ...locateField(mapping, field), code: 'contradiction', message });
  }
  return first;
}

/**
 * None for a row without a time, which is about its room alone; none, with a fault, for one that
 * lacks its room, its start or its end.
 */
function periodOf(record: RoomRow, { mapping, addFault }: Taking): readonly PeriodRow[] {
  const { row, line, values, slot, faults } = record;
  const { room, capacity, has = [], only = [] } = values;
  const { startMs, start, durationMs } = slot;
  const report = (field: string, message: string) => {
    addFault(record, { ...locateField(mapping, field), message });
  };
  const hasSlotFault = faults.some(({ field }) => field !== undefined && field in slotFields);
  if (room === undefined) report('room', 'a row needs the name of its room');
  if (!hasTime(record, mapping)) return [];
  if (startMs === undefined && !hasSlotFault) {
    report('start', 'a period needs a start, such as 2026-05-02 09:00');
  }
  if (startMs !== undefined && durationMs === undefined && !hasSlotFault) {
    report('end', 'a period needs an end, such as 12:30');
  }
  if (room === undefined || startMs === undefined || durationMs === undefined) return [];
  if (start === undefined) return [];
  const endMs = startMs + durationMs;
  return [{ row, line, room, startMs, endMs, start, capacity, has, only }];
}

/** Whether one of its cells is about a time. */
function hasTime({ cells }: RoomRow, { mapped }: Mapping): boolean {
  return mapped.some(({ target, index }) => {
    const isTime = target in slotFields && target !== 'timezone';
    return isTime && (cells[index] ?? '').trim() !== '';
  });
}

function reportOverlaps(periods: readonly PeriodRow[], { addFault }: Taking): void {
  const last = new Map<string, PeriodRow>();
  for (const period of periods.toSorted((a, b) => a.startMs - b.startMs || a.line - b.line)) {
    const { room } = period;
    const before = last.get(foldKey(room));
    if (before === undefined || before.endMs < period.endMs) last.set(foldKey(room), period);
    if (before === undefined || before.endMs <= period.startMs) continue;
    const other = `that of line ${before.line} in the same room`;
    const message = `${quoteCell(room)}: the period overlaps ${other}`;
    addFault(period, { field: 'room', code: 'overlapping_periods', message });
  }
}

/** @param ofRoom all rows of its room */
function withRoomValues({ room, ...period }: OpenPeriod, ofRoom: readonly NamedRow[]): OpenPeriod {
  const values = ofRoom.map((row) => row.values);
  const seats = values.find(({ capacity }) => capacity !== undefined)?.capacity;
  const equipment = values.find(({ has = [] }) => has.length > 0)?.has ?? [];
  return {
    ...period,
    // One spelling for each room.
    room: ofRoom[0]?.room ?? room,
    capacity: period.capacity ?? seats,
    has: period.has.length > 0 ? period.has : equipment,
  };
}
