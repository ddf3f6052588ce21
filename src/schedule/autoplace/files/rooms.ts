// Reads a file of rooms: a row for each period in which a room is open, with what the room has. Must not know talks.
import { foldDateText } from '../../../columns/fold.ts';
import type { Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { mostSimilar } from '../../../columns/similarity.ts';
import { foldKey } from '../../../contract/key.ts';
import type { InputFault } from '../../../errors.ts';
import type { Sheet } from '../../../files/table.ts';
import { readDuration } from '../../dates/duration.ts';
import type { AskableTime } from '../../faults.ts';
import { type FurtherReader, readScheduleFile } from '../../schedule-file.ts';
import { cellsOf, type FileColumns, findColumns, oneOf, type RowCells, talkHeaders } from './columns.ts';
import { readCount, readList, readSemicolonList } from './values.ts';

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

/** The way between two rooms, or from a room to any other one. */
export interface Way {
  readonly from: string;
  readonly to: string | undefined;
  readonly minutes: number;
}

export interface RoomsFile {
  readonly file: string;
  readonly periods: readonly OpenPeriod[];
  readonly ways: readonly Way[];
  /** The lines of rows without a room, which have the room above them. */
  readonly roomAbove: readonly number[];
  readonly mapping: Mapping;
}

/**
 * Reads all rows, and reports the faults of all of them together. A capacity, equipment or way that is empty is that of
 * another row of the room.
 * @throws {InvalidInputError} if a column is missing, for rows that cannot be read, and for overlapping periods
 */
export async function readRooms(sheet: Sheet, options: AskableTime & { readonly file: string }): Promise<RoomsFile> {
  let found: Found = { periods: [], ways: [], roomAbove: [] };
  const { mapping } = await readScheduleFile(sheet, {
    ...options,
    map: [],
    mapColumns: async (given) => findColumns(given, roomColumns),
    further: (columns) => {
      found = { periods: [], ways: [], roomAbove: [] };
      return periodReader(columns, found);
    },
  });
  const { periods, ways, roomAbove } = found;
  const complete = periods.map((period) => withRoomValues(period, periods));
  return { file: options.file, periods: complete, ways, roomAbove, mapping };
}

export const roomColumns: FileColumns = {
  kind: 'rooms',
  requirements: [oneOf('room'), oneOf('start', 'time'), oneOf('end', 'duration', 'time')],
  marks: ['room', 'place', 'capacity', 'has', 'only', 'walking'],
  foreign: [...talkHeaders, 'speaker', 'speakers', 'email', 'lastName', 'availability', 'time_zone'],
};

interface Found {
  readonly periods: (OpenPeriod & { readonly row: number })[];
  readonly ways: (Way & { readonly line: number; readonly row: number })[];
  readonly roomAbove: number[];
}

function periodReader({ mapped }: Mapping, { periods, ways, roomAbove }: Found): FurtherReader {
  let above = '';
  return {
    read(record, row, addFault) {
      const { line, start = '', startMs, durationMs } = row;
      const cells = cellsOf(mapped, record, addFault);
      const capacity = readCapacity(cells);
      const room = row.room || above;
      if (room === '') cells.fault('room', 'a period needs the name of its room');
      else if (row.room === '') roomAbove.push(line);
      above = room;
      ways.push(...readWays(cells, room).map((way) => ({ ...way, line, row: record.row })));
      const has = readList(cells.text('has'));
      const only = readList(cells.text('only'));
      if (startMs === undefined && ['start', 'time', 'date'].every((target) => cells.text(target) === '')) {
        cells.fault('start', 'a period needs a start, such as 2026-05-02 09:00');
      }
      if (startMs !== undefined && durationMs === undefined && cells.text('end') + cells.text('duration') === '') {
        cells.fault('end', 'a period needs an end, such as 12:30');
      }
      if (startMs === undefined || durationMs === undefined || room === '') return;
      const endMs = startMs + durationMs;
      periods.push({ line, row: record.row, room, startMs, endMs, start, capacity, has, only });
    },
    end(addFault) {
      for (const fault of [...overlapFaults({ periods, roomAbove }), ...wayFaults(ways, periods)]) addFault(fault);
    },
  };
}

function readCapacity(cells: RowCells): number | undefined {
  const text = cells.text('capacity');
  if (text === '') return undefined;
  const count = readCount(text);
  if (count === undefined) cells.fault('capacity', `${quoteCell(text)}: expected a number of seats`, 'capacity');
  return count;
}

/** `5` is the way to every other room, and `Pier 3: 10; Hall: 5` those to two of them. */
function readWays(cells: RowCells, from: string): readonly Way[] {
  return readSemicolonList(cells.text('walking')).flatMap((part): readonly Way[] => {
    const [, to, length = part] = /^(.+?)\s*[:：=]\s*(.+)$/su.exec(part) ?? [];
    const isNone = /^0+$/.test(foldDateText(length));
    const reading = isNone ? { ok: true as const, ms: 0 } : readDuration(length);
    if (reading.ok) return [{ from, to, minutes: Math.ceil(reading.ms / 60_000) }];
    const expected = 'expected minutes, or the minutes to each room as in "Pier 3: 10; Hall: 5"';
    cells.fault('walking', `${quoteCell(part)}: ${expected}`, 'walking');
    return [];
  });
}

function overlapFaults({ periods, roomAbove }: Pick<Found, 'periods' | 'roomAbove'>): readonly InputFault[] {
  const last = new Map<string, Found['periods'][number]>();
  return periods
    .toSorted((a, b) => a.startMs - b.startMs || a.line - b.line)
    .flatMap((period) => {
      const key = foldKey(period.room);
      const before = last.get(key);
      if (before === undefined || before.endMs < period.endMs) last.set(key, period);
      if (before === undefined || before.endMs <= period.startMs) return [];
      const { line, row, room } = period;
      const blank = roomAbove.includes(line) ? ' (its room is blank, and the one above is used)' : '';
      const message = `${quoteCell(room)}${blank}: the period overlaps that of line ${before.line} in the same room`;
      return [{ line, row, field: 'room', code: 'overlapping_periods', message }];
    });
}

function wayFaults(ways: Found['ways'], periods: readonly OpenPeriod[]): readonly InputFault[] {
  const rooms = new Map(periods.map(({ room }) => [foldKey(room), room]));
  return ways.flatMap(({ to, line, row }) => {
    if (to === undefined || rooms.has(foldKey(to))) return [];
    const nearest = mostSimilar(to, rooms.values());
    const hint = nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`;
    const message = `no room of the file is named ${quoteCell(to)}${hint}`;
    return [{ line, row, field: 'walking', code: 'unknown_room', message }];
  });
}

function withRoomValues({ room, ...period }: OpenPeriod, all: readonly OpenPeriod[]): OpenPeriod {
  const same = all.filter((other) => foldKey(other.room) === foldKey(room));
  const capacity = period.capacity ?? same.find((other) => other.capacity !== undefined)?.capacity;
  const has = period.has.length > 0 ? period.has : (same.find((other) => other.has.length > 0)?.has ?? []);
  // One spelling for each room.
  return { ...period, room: same[0]?.room ?? room, capacity, has };
}
