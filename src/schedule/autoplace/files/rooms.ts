// Owns how a file of rooms is read: a row for each period in which a room is open, with what the room has. Must not know talks.
import type { Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { foldKey } from '../../../contract/key.ts';
import type { InputFault } from '../../../errors.ts';
import type { Sheet } from '../../../files/table.ts';
import type { AskableTime } from '../../faults.ts';
import { type FurtherReader, readScheduleFile } from '../../schedule-file.ts';
import { cellsOf, type FileColumns, findColumns, oneOf, talkHeaders } from './columns.ts';
import { readCount, readList } from './values.ts';

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

/**
 * Reads all rows, and reports the faults of all of them together. A capacity or equipment that is empty is that of another
 * row of the room.
 * @throws {InvalidInputError} if a column is missing, for rows that cannot be read, and for overlapping periods
 */
export async function readRooms(sheet: Sheet, options: AskableTime & { readonly file: string }): Promise<RoomsFile> {
  let periods: PeriodRow[] = [];
  const { mapping } = await readScheduleFile(sheet, {
    ...options,
    map: [],
    mapColumns: async (given) => findColumns(given, roomColumns),
    further: (columns) => {
      periods = [];
      return periodReader(columns, periods);
    },
  });
  return { file: options.file, periods: periods.map((period) => withRoomValues(period, periods)), mapping };
}

export const roomColumns: FileColumns = {
  kind: 'rooms',
  requirements: [oneOf('room'), oneOf('start', 'time'), oneOf('end', 'duration', 'time')],
  marks: ['room', 'place', 'capacity', 'has', 'only'],
  foreign: [...talkHeaders, 'speaker', 'speakers', 'email', 'lastName', 'availability'],
};

type PeriodRow = OpenPeriod & { readonly row: number };

function periodReader({ mapped }: Mapping, periods: PeriodRow[]): FurtherReader {
  return {
    read(record, { room, line, start = '', startMs, durationMs }, addFault) {
      const cells = cellsOf(mapped, record, addFault);
      const seats = cells.text('capacity');
      const capacity = readCount(seats);
      if (seats !== '' && capacity === undefined) {
        cells.fault('capacity', `${quoteCell(seats)}: expected a number of seats`, 'capacity');
      }
      if (room === '') cells.fault('room', 'a period needs the name of its room');
      if (startMs === undefined && ['start', 'time', 'date'].every((target) => cells.text(target) === '')) {
        cells.fault('start', 'a period needs a start, such as 2026-05-02 09:00');
      }
      if (startMs !== undefined && durationMs === undefined && cells.text('end') + cells.text('duration') === '') {
        cells.fault('end', 'a period needs an end, such as 12:30');
      }
      if (startMs === undefined || durationMs === undefined || room === '') return;
      const [has, only] = [readList(cells.text('has')), readList(cells.text('only'))];
      const times = { startMs, endMs: startMs + durationMs, start };
      periods.push({ line, row: record.row, room, ...times, capacity, has, only });
    },
    end(addFault) {
      for (const fault of overlapFaults(periods)) addFault(fault);
    },
  };
}

function overlapFaults(periods: readonly PeriodRow[]): readonly InputFault[] {
  const last = new Map<string, PeriodRow>();
  return periods
    .toSorted((a, b) => a.startMs - b.startMs || a.line - b.line)
    .flatMap((period) => {
      const { line, row, room } = period;
      const before = last.get(foldKey(room));
      if (before === undefined || before.endMs < period.endMs) last.set(foldKey(room), period);
      if (before === undefined || before.endMs <= period.startMs) return [];
      const message = `${quoteCell(room)}: the period overlaps that of line ${before.line} in the same room`;
      return [{ line, row, field: 'room', code: 'overlapping_periods', message }];
    });
}

function withRoomValues({ room, ...period }: OpenPeriod, all: readonly OpenPeriod[]): OpenPeriod {
  const same = all.filter((other) => foldKey(other.room) === foldKey(room));
  const capacity = period.capacity ?? same.find((other) => other.capacity !== undefined)?.capacity;
  const has = period.has.length > 0 ? period.has : (same.find((other) => other.has.length > 0)?.has ?? []);
  // One spelling for each room.
  return { ...period, room: same[0]?.room ?? room, capacity, has };
}
