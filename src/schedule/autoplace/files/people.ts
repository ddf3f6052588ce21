// Owns how a file of people is read: when they can speak. Must not know talks.
import { readDay } from '../../../columns/dates/read-time.ts';
import type { ZoneSuffix } from '../../../columns/dates/zone.ts';
import { choice, readTimeBound, text } from '../../../columns/kinds.ts';
import { locateField, type Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { TableRow } from '../../../columns/read-table.ts';
import type { TableSpec, ValuesOf } from '../../../columns/table-spec.ts';
import type { Sheet } from '../../../files/table.ts';
import { oneOf, readTimedTable, type Taking } from '../../read/timed-table.ts';
import type { AskableTime } from '../../read/unreadable-rows.ts';
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

const words = {
  can: ['can', 'available', 'free', 'present'],
  cannot: [
    'cannot',
    'can_not',
    "can't",
    'can’t',
    'unavailable',
    'not_available',
    'away',
    'absent',
    'busy',
    'blocked',
  ],
  rather_not: ['rather_not'],
} as const;

const expected = 'can, cannot or rather_not';
const presence = choice<Presence>({ words, yes: 'can', no: 'cannot', expected });
const absence = choice<Presence>({ words, yes: 'cannot', no: 'can', expected });

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
  unavailable: { kind: absence },
} as const;

const personNeeded = oneOf('email', 'name', 'last_name');

const peopleTable: TableSpec<typeof peopleFields> = {
  kind: 'people',
  fields: peopleFields,
  requirements: [
    personNeeded,
    oneOf('from', 'to', 'day'),
    { name: 'availability', anyOf: [['availability'], ['unavailable']] },
  ],
};

/** How its sheet of a workbook is recognized, also if a column is missing. */
export const peopleSheet = {
  table: { ...peopleTable, requirements: [personNeeded] },
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

function takeRows(
  records: readonly TableRow<typeof peopleFields>[],
  taking: Taking,
): readonly PersonRow[] {
  return records.flatMap((record) => {
    const { row, line, values, people, faults } = record;
    const report: Report = (field, message, code) => {
      const place = locateField(taking.mapping, field);
      taking.addFault(record, { ...place, ...(code !== undefined && { code }), message });
    };
    const named = people.speaker?.people ?? [];
    if (named.length === 0) report('name', 'a row needs a name or an address');
    const isUnknown = faults.some(({ field }) => meanings.has(field));
    const said = values.availability ?? values.unavailable;
    const presence = said ?? 'can';
    const hasTime = [values.from, values.to, values.day].some((cell) => cell !== undefined);
    if (!hasTime && presence !== 'can' && !isUnknown) {
      const message = `${quoteCell(presence)} needs a time: from, to, or both`;
      report('from', message, 'no_time');
    }
    if (hasTime && said === undefined && !isUnknown) {
      const message = `a row with a time needs ${expected}`;
      report('availability', message, 'no_availability');
    }
    const times = readTimes(values, taking, report);
    return named.map(({ name, email }) => ({ row, line, name, email, presence, ...times }));
  });
}

const meanings: ReadonlySet<string | undefined> = new Set(['availability', 'unavailable']);

type Report = (field: string, message: string, code?: string) => void;

function readTimes(
  { from, to, day: date }: ValuesOf<typeof peopleFields>,
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
