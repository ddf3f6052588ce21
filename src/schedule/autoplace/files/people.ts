// Owns how a file of people is read: when they can speak. Must not know talks.

import { readDay, type TimeOptions } from '../../../columns/dates/read-time.ts';
import type { ZoneSuffix } from '../../../columns/dates/zone.ts';
import type { Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { Sheet } from '../../../files/table.ts';
import { fullName } from '../../../people/name.ts';
import type { AskableTime } from '../../faults.ts';
import { type FurtherReader, readScheduleFile } from '../../schedule-file.ts';
import { cellsOf, type FileColumns, findColumns, oneOf, type RowCells, talkHeaders } from './columns.ts';
import { type Presence, readPresence, readTimeBound } from './values.ts';

/** A row of the file: a time of a person. Without a start or an end, it is infinite. */
export interface PersonRow {
  readonly line: number;
  readonly row: number;
  readonly name: string;
  readonly email: string | undefined;
  readonly presence: Presence;
  readonly startMs: number;
  readonly endMs: number;
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
  marks: ['availability', 'start', 'startTime', 'end', 'date', 'day'],
  foreign: [...talkHeaders, 'capacity', 'has', 'only'],
};

function personReader(mapped: Mapping['mapped'], time: TimeOptions, rows: PersonRow[]): FurtherReader {
  return {
    read(record, { line }, addFault) {
      const cells = cellsOf(mapped, record, addFault);
      const name = cells.text('name') || fullName(cells.text('first_name'), cells.text('last_name'));
      const email = cells.text('email') || undefined;
      if (name === '' && email === undefined) cells.fault('name', 'a row needs a name or an address');
      const word = cells.text('availability');
      const presence = readPresence(word);
      if (presence === undefined) {
        cells.fault('availability', `${quoteCell(word)}: expected can, cannot or rather_not`, 'availability');
      }
      const hasTime = cells.text('from') + cells.text('to') + cells.text('day') !== '';
      if (!hasTime && presence !== 'can') {
        cells.fault('from', `${quoteCell(word)} needs a time: from, to, or both`, 'no_time');
      }
      rows.push({ line, row: record.row, name, email, presence: presence ?? 'can', ...readTimes(cells, time) });
    },
  };
}

function readTimes(cells: RowCells, time: TimeOptions): Pick<PersonRow, 'startMs' | 'endMs'> {
  const [from, to, date] = [cells.text('from'), cells.text('to'), cells.text('day')];
  const day = date === '' ? undefined : readDay(date, time);
  if (day?.ok === false) cells.fault('day', day.message, day.problem);
  const dayText = day?.ok === true ? day.day : '';
  let startZone: ZoneSuffix | undefined;
  const side = (target: 'from' | 'to', given: string, startMs?: number): number | undefined => {
    const text = given === '' ? dayText : given;
    if (text === '') return undefined;
    const near = { day: dayText, ...(target === 'to' && { startMs, startZone }) };
    const reading = readTimeBound(text, target === 'from' ? 'start' : 'end', time, near);
    if (!reading.ok) cells.fault(target, reading.message, reading.problem);
    else if (!('clock' in reading)) {
      startZone ??= reading.zone;
      return reading.ms;
    }
    // The date is that of a beginning, which may have a fault of its own.
    else if (target === 'from' || from === '') cells.fault(target, `${quoteCell(text)}: a date is missing`, 'no_date');
    return undefined;
  };
  const startMs = side('from', from);
  const endMs = side('to', to, startMs);
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    cells.fault('to', `${quoteCell(to)} is not after ${quoteCell(from)}`, 'not_after_start');
  }
  return { startMs: startMs ?? Number.NEGATIVE_INFINITY, endMs: endMs ?? Number.POSITIVE_INFINITY };
}
