// Owns how a file of people is read: when they can speak. Must not know talks.
import { readDay } from '../../../columns/dates/read-time.ts';
import type { ZoneSuffix } from '../../../columns/dates/zone.ts';
import { choice, readTimeBound, text } from '../../../columns/kinds.ts';
import { locateField, type Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { TableRow } from '../../../columns/read-table.ts';
import type { TableSpec } from '../../../columns/table-spec.ts';
import type { Sheet } from '../../../files/table.ts';
import type { AskableTime } from '../../faults.ts';
import { oneOf, readTimedTable, type Taking } from '../../timed-table.ts';
import { mapByHeader, talkHeaders } from './columns.ts';

export type Presence = 'can' | 'cannot' | 'rather_not';

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

const presence = choice<Presence>({
  words: {
    can: ['can', 'available'],
    cannot: ['cannot', 'unavailable', 'not_available'],
    rather_not: ['rather_not'],
  },
  yes: 'can',
  no: 'cannot',
  expected: 'can, cannot or rather_not',
});

/** `from`, `to` and `day` depend on each other, and are read together. */
const peopleFields = {
  email: { person: 'email', role: 'speaker' },
  name: { person: 'name', role: 'speaker' },
  first_name: { person: 'first', role: 'speaker' },
  last_name: { person: 'last', role: 'speaker' },
  day: { kind: text },
  from: { kind: text },
  to: { kind: text },
  availability: { kind: presence },
} as const;

const peopleTable: TableSpec<typeof peopleFields> = {
  kind: 'people',
  fields: peopleFields,
  requirements: [oneOf('email', 'name', 'last_name')],
};

/** How its sheet of a workbook is recognized. */
export const peopleSheet = {
  table: peopleTable,
  marks: ['availability', 'start', 'startTime', 'end', 'date', 'day'],
  foreign: [...talkHeaders, 'capacity', 'has', 'only'],
} as const;

/**
 * Reads all rows, and reports the faults of all of them together.
 * @throws {InvalidInputError} if a column is missing, and for rows that cannot be read
 */
export async function readPeopleFile(
  sheet: Sheet,
  options: AskableTime & { readonly file: string },
): Promise<PeopleFile> {
  const terms = { ...options, map: [], mapColumns: mapByHeader, mustRename: true };
  const declared = { sheet, spec: peopleTable };
  const { mapping, result: rows } = await readTimedTable(declared, terms, takeRows);
  return { file: options.file, rows, mapping };
}

type PeopleRow = TableRow<typeof peopleFields>;

function takeRows(records: readonly PeopleRow[], taking: Taking): readonly PersonRow[] {
  return records.flatMap((record) => {
    const { row, line, values, people, faults } = record;
    const report: Report = (field, message, code) => {
      const place = locateField(taking.mapping, field);
      taking.addFault(record, { ...place, ...(code !== undefined && { code }), message });
    };
    const named = people.speaker?.people ?? [];
    if (named.length === 0) report('name', 'a row needs a name or an address');
    const isUnknown = faults.some(({ field }) => field === 'availability');
    const presence = values.availability ?? 'can';
    const hasTime = [values.from, values.to, values.day].some((cell) => cell !== undefined);
    if (!hasTime && presence !== 'can' && !isUnknown) {
      const message = `${quoteCell(presence)} needs a time: from, to, or both`;
      report('from', message, 'no_time');
    }
    const times = readTimes(values, taking, report);
    return named.map(({ name, email }) => ({ row, line, name, email, presence, ...times }));
  });
}

type Report = (field: string, message: string, code?: string) => void;

function readTimes(
  { from, to, day: date }: PeopleRow['values'],
  { time }: Taking,
  report: Report,
): Pick<PersonRow, 'startMs' | 'endMs'> {
  const reading = date === undefined ? undefined : readDay(date, time);
  if (reading?.ok === false) report('day', reading.message, reading.problem);
  const day = reading?.ok === true ? reading.day : undefined;
  let startZone: ZoneSuffix | undefined;
  const boundOf = (field: 'from' | 'to', startMs?: number): number | undefined => {
    const cell = (field === 'from' ? from : to) ?? day;
    if (cell === undefined) return undefined;
    const side = field === 'from' ? 'start' : 'end';
    const start = startMs === undefined ? undefined : { ms: startMs, zone: startZone };
    const bound = readTimeBound(cell, { side, day, start }, time);
    if (!bound.ok) report(field, bound.message, bound.problem);
    else if (!('clock' in bound)) {
      startZone ??= bound.zone;
      return bound.ms;
    }
    // The date is that of a beginning, which may have a fault of its own.
    else if (field === 'from' || from === undefined) {
      report(field, `${quoteCell(cell)}: a date is missing`, 'no_date');
    }
    return undefined;
  };
  const startMs = boundOf('from');
  const endMs = boundOf('to', startMs);
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    report('to', `${quoteCell(to ?? '')} is not after ${quoteCell(from ?? '')}`, 'not_after_start');
  }
  return {
    startMs: startMs ?? Number.NEGATIVE_INFINITY,
    endMs: endMs ?? Number.POSITIVE_INFINITY,
  };
}
