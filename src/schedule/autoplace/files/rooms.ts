// Owns how a file of rooms is read: a row for each period in which a room is open, with what the
// room has. Must not know talks.
import { count, list, place } from '../../../columns/kinds.ts';
import { locateField, type Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { TableRow } from '../../../columns/read-table.ts';
import { slotFields, type TableSpec } from '../../../columns/table-spec.ts';
import { foldKey } from '../../../contract/key.ts';
import type { Sheet } from '../../../files/table.ts';
import type { AskableTime } from '../../faults.ts';
import { grouped } from '../../grouped.ts';
import { reportNights } from '../../schedule-file.ts';
import { oneOf, readTimedTable, type Taking } from '../../timed-table.ts';
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

export interface RoomsFile {
  readonly file: string;
  readonly periods: readonly OpenPeriod[];
  readonly mapping: Mapping;
}

const roomFields = {
  room: { kind: place },
  ...slotFields,
  capacity: { kind: count('seats') },
  has: { kind: list },
  only: { kind: list },
} as const;

const roomTable: TableSpec<typeof roomFields> = {
  kind: 'rooms',
  fields: roomFields,
  requirements: [oneOf('room'), oneOf('start', 'time'), oneOf('end', 'duration', 'time')],
};

/** How its sheet of a workbook is recognized. */
export const roomSheet = {
  table: roomTable,
  marks: ['room', 'place', 'capacity', 'has', 'only'],
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
    return periods;
  };
  const declared = { sheet, spec: roomTable };
  const { mapping, result: periods } = await readTimedTable(declared, terms, take);
  const ofRooms = grouped(periods, ({ room }) => foldKey(room));
  const completed = periods.map((period) => {
    return withRoomValues(period, ofRooms.get(foldKey(period.room)) ?? []);
  });
  return { file: options.file, periods: completed, mapping };
}

type RoomRow = TableRow<typeof roomFields>;

/** With the number of its row, for faults. */
type PeriodRow = OpenPeriod & { readonly row: number };

/** None, with a fault, for a row that lacks its room, its start or its end. */
function periodOf(record: RoomRow, { mapping, addFault }: Taking): readonly PeriodRow[] {
  const { row, line, values, slot, faults } = record;
  const { room, capacity, has = [], only = [] } = values;
  const { startMs, start, durationMs } = slot;
  const report = (field: string, message: string) => {
    addFault(record, { ...locateField(mapping, field), message });
  };
  const hasSlotFault = faults.some(({ field }) => field !== undefined && field in slotFields);
  if (room === undefined) report('room', 'a period needs the name of its room');
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

/** @param same all periods of its room */
function withRoomValues({ room, ...period }: OpenPeriod, same: readonly OpenPeriod[]): OpenPeriod {
  const seats = same.find((other) => other.capacity !== undefined)?.capacity;
  const equipment = same.find((other) => other.has.length > 0)?.has ?? [];
  return {
    ...period,
    // One spelling for each room.
    room: same[0]?.room ?? room,
    capacity: period.capacity ?? seats,
    has: period.has.length > 0 ? period.has : equipment,
  };
}
