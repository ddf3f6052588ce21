// Makes tables of the events of a schedule: sessions, submissions and speakers. Must not know
// formats.
import type { FileResource } from '../../contract/endpoint.ts';
import type { Limits } from '../limits.ts';
import { type KeyedRecord, recordTable } from '../record-table.ts';
import type { Table } from '../table.ts';

/** An event of any format of schedules. */
export interface ScheduleEvent {
  readonly line: number;
  /** As cells of a schedule file, except those of its people; empty ones may be left out. */
  readonly cells: Readonly<Partial<Record<Exclude<Column, `speakers${string}`>, string>>>;
  readonly people: readonly SchedulePerson[];
  /** Why it is no session. */
  readonly fault?: string | undefined;
}

/** The columns of sessions and of submissions, with those of their people. */
const sessionColumns = [
  'id',
  'title',
  'room',
  'start',
  'time',
  'end',
  'duration',
  'speakers',
  'track',
  'format',
  'abstract',
  'description',
  'language',
  'url',
] as const;
const submissionColumns = [
  'id',
  'title',
  'subtitle',
  'abstract',
  'description',
  'track',
  'format',
  'language',
  'url',
  'speakers',
  'speakers.email',
] as const;

type Column = (typeof sessionColumns | typeof submissionColumns)[number];

/** Absent texts may be empty. */
export interface SchedulePerson {
  readonly id?: string | undefined;
  readonly name: string;
  readonly email?: string | undefined;
  readonly biography?: string | undefined;
  readonly photo?: string | undefined;
}

/** One table for each kind of records that the schedule contains. */
export function eventTables(
  events: readonly ScheduleEvent[],
  limits: Limits,
  notices: readonly string[] = [],
): readonly Table[] {
  const table = (name: FileResource, recordsOf: () => readonly KeyedRecord[]): Table => ({
    name,
    holds: [name],
    read: () => recordTable(recordsOf(), limits, notices),
  });
  return [
    table('sessions', () => events.map((event) => recordOf(event, sessionColumns))),
    table('submissions', () =>
      events.map((event) => recordOf({ ...event, fault: undefined }, submissionColumns)),
    ),
    table('speakers', () => speakersOf(events)),
  ];
}

function recordOf(
  { line, fault, people, cells }: ScheduleEvent,
  columns: readonly Column[],
): KeyedRecord {
  const emails = people.flatMap(({ email }) => email || []);
  const all: Partial<Record<Column, string | readonly string[]>> = {
    ...cells,
    speakers: people.map(({ name, email = '' }) =>
      name === '' || email === '' ? name || email : `${name} <${email}>`,
    ),
    'speakers.email': emails.length === people.length ? emails.join('; ') : '',
  };
  return { line, fault, cells: filled(columns.map((column) => [column, all[column]])) };
}

/** Each person once, on the line of the first event. */
function speakersOf(events: readonly ScheduleEvent[]): readonly KeyedRecord[] {
  const speakers = new Map<string, KeyedRecord>();
  for (const event of events) {
    for (const { id, name, email, biography, photo } of event.people) {
      const key = id || email || name;
      if (speakers.has(key)) continue;
      const cells = { id, name: name === '' ? '' : [name], email, biography, photo };
      speakers.set(key, {
        line: event.line,
        order: speakers.size,
        cells: filled(Object.entries(cells)),
      });
    }
  }
  return [...speakers.values()];
}

/** Without empty cells: a column that no event fills is not in the table. */
function filled(
  cells: readonly (readonly [string, string | readonly string[] | undefined])[],
): KeyedRecord['cells'] {
  return new Map(cells.flatMap(([name, cell = '']) => (cell.length === 0 ? [] : [[name, cell]])));
}
