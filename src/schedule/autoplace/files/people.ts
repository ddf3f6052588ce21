// Reads a file of people: when they can speak, and on which clock they live. Must not know talks.
import type { Mapping } from '../../../columns/mapping.ts';
import { fullName } from '../../../columns/person-name.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { isTimeZone } from '../../../contract/time-zone.ts';
import type { Sheet } from '../../../files/table.ts';
import type { ZoneSuffix } from '../../dates/clock.ts';
import { readDay, type TimeOptions } from '../../dates/read-time.ts';
import { toRfc3339 } from '../../dates/zoned-time.ts';
import type { AskableTime } from '../../faults.ts';
import { type FurtherReader, readScheduleFile } from '../../schedule-file.ts';
import { cellsOf, type FileColumns, findColumns, oneOf, type RowCells, talkHeaders } from './columns.ts';
import { type Presence, readPresence, readTimeBound } from './values.ts';

/** A row of the file: a time of a person, or the time zone in which they are. */
export interface PersonRow {
  readonly line: number;
  readonly row: number;
  readonly name: string;
  readonly email: string | undefined;
  /** Undefined for a row with nothing but a time zone. */
  readonly presence: Presence | undefined;
  /** Without a start or an end, infinite. */
  readonly startMs: number;
  readonly endMs: number;
  readonly timeZone: string | undefined;
  /** The cell with a time that was read on the conference's clock, although the person lives on another one. */
  readonly onOurClock?: LocalTime | undefined;
  /** Its beginning is a date alone, and it has no end: the cell, and when that day ends. */
  readonly openDay?: { readonly text: string; readonly endMs: number } | undefined;
}

export interface PeopleFile {
  readonly file: string;
  readonly rows: readonly PersonRow[];
  readonly mapping: Mapping;
}

/**
 * Reads all rows, and reports the faults of all of them together.
 * @throws {InvalidInputError} if a column is missing, and for rows that cannot be read
 */
export async function readPeopleFile(
  sheet: Sheet,
  options: AskableTime & { readonly file: string },
): Promise<PeopleFile> {
  let rows: PersonRow[] = [];
  const { mapping } = await readScheduleFile(sheet, {
    ...options,
    map: [],
    mapColumns: async (given) => findColumns(given, peopleColumns),
    further: ({ mapped }, time) => {
      rows = [];
      return personReader(mapped, time, rows);
    },
  });
  return { file: options.file, rows, mapping };
}

export const peopleColumns: FileColumns = {
  kind: 'people',
  requirements: [oneOf('email', 'name', 'last_name')],
  marks: ['availability', 'time_zone', 'start', 'startTime', 'end', 'date', 'day'],
  foreign: [...talkHeaders, 'capacity', 'has', 'only', 'walking'],
};

function personReader(mapped: Mapping['mapped'], time: TimeOptions, rows: PersonRow[]): FurtherReader {
  return {
    read(record, { line }, addFault) {
      const cells = cellsOf(mapped, record, addFault);
      const name = cells.text('name') || fullName(cells.text('first_name'), cells.text('last_name'));
      const email = cells.text('email') || undefined;
      if (name === '' && email === undefined) cells.fault('name', 'a row needs a name or an address');
      const timeZone = cells.text('time_zone') || undefined;
      if (timeZone !== undefined && !isTimeZone(timeZone)) {
        cells.fault('time_zone', `${quoteCell(timeZone)}: expected a time zone such as Asia/Tokyo`, 'time_zone');
      }
      const { startMs, endMs, openDay, local } = readTimes(cells, time);
      const word = cells.text('availability');
      const presence = readPresence(word);
      if (presence === undefined) {
        const expected = 'expected can, cannot or rather_not';
        cells.fault('availability', `${quoteCell(word)}: ${expected}`, 'availability');
      }
      const isAlways = startMs === Number.NEGATIVE_INFINITY && endMs === Number.POSITIVE_INFINITY;
      const hasTime = cells.text('from') + cells.text('to') + cells.text('day') !== '';
      if (!hasTime && presence !== 'can' && presence !== undefined) {
        cells.fault('from', `${quoteCell(word)} needs a time: from, to, or both`, 'no_time');
      }
      const onOurClock = local !== undefined && hasOtherClock(timeZone, local.ms, time) ? local : undefined;
      const own = { line, row: record.row, name, email, startMs, endMs, timeZone, openDay, onOurClock };
      rows.push({ ...own, presence: isAlways ? undefined : presence });
    },
  };
}

function hasOtherClock(zone: string | undefined, ms: number, { timeZone }: TimeOptions): boolean {
  if (zone === undefined || timeZone === undefined || !isTimeZone(zone) || !isTimeZone(timeZone)) return false;
  return toRfc3339(ms, zone) !== toRfc3339(ms, timeZone);
}

/** `local` is the first clock time without a time zone of its own. */
function readTimes(
  cells: RowCells,
  time: TimeOptions,
): Pick<PersonRow, 'startMs' | 'endMs' | 'openDay'> & { readonly local: LocalTime | undefined } {
  const [from, to, date] = [cells.text('from'), cells.text('to'), cells.text('day')];
  const day = date === '' ? undefined : readDay(date, time);
  if (day?.ok === false) cells.fault('day', day.message, day.problem);
  const dayText = day?.ok === true ? day.day : '';
  let startZone: ZoneSuffix | undefined;
  let local: LocalTime | undefined;
  const side = (target: 'from' | 'to', given: string, startMs?: number): number | undefined => {
    const text = given === '' ? dayText : given;
    if (text === '') return undefined;
    const near = { day: dayText, ...(target === 'to' && { startMs, startZone }) };
    const reading = readTimeBound(text, target === 'from' ? 'start' : 'end', time, near);
    if (!reading.ok) cells.fault(target, reading.message, reading.problem);
    else if ('clock' in reading) {
      // The date is that of a beginning, which may have a fault of its own.
      if (target === 'from' || from === '') cells.fault(target, `${quoteCell(text)}: a date is missing`, 'no_date');
    } else {
      const { ms, zone } = reading;
      startZone ??= zone;
      if (startZone === undefined && !readDay(text, time).ok) local ??= { field: target, text, ms };
      return ms;
    }
    return undefined;
  };
  const startMs = side('from', from);
  const endMs = side('to', to, startMs);
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    cells.fault('to', `${quoteCell(to)} is not after ${quoteCell(from)}`, 'not_after_start');
  }
  const dayEnd = endMs === undefined && readDay(from, time).ok ? readTimeBound(from, 'end', time) : undefined;
  return {
    startMs: startMs ?? Number.NEGATIVE_INFINITY,
    endMs: endMs ?? Number.POSITIVE_INFINITY,
    local,
    ...(dayEnd?.ok === true && 'ms' in dayEnd && { openDay: { text: from, endMs: dayEnd.ms } }),
  };
}

interface LocalTime {
  readonly field: 'from' | 'to';
  readonly text: string;
  readonly ms: number;
}
