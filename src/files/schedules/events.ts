// Makes tables of the events of a schedule: sessions, submissions and speakers. Must not know formats.
import { type Limits, tooLarge } from '../limits.ts';
import { type KeyedRecord, recordTable } from '../record-table.ts';
import type { Contents, Table } from '../table.ts';

/** What every format of schedules says about an event; absent or empty if it does not. */
export interface ScheduleEvent {
  readonly line: number;
  readonly id?: string | undefined;
  readonly title: string;
  readonly room: string;
  /** As a cell of a schedule file. */
  readonly start: string;
  readonly end?: string | undefined;
  readonly duration?: string | undefined;
  readonly people: readonly SchedulePerson[];
  readonly track?: string | undefined;
  readonly format?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly abstract?: string | undefined;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly url?: string | undefined;
  /** Why it is no session. */
  readonly fault?: string | undefined;
}

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
  if (events.length > maxEvents) {
    throw tooLarge(limits.file, `it has more than ${maxEvents.toLocaleString('en')} events`);
  }
  const table = (name: Contents, recordsOf: () => readonly KeyedRecord[]): Table => ({
    ...{ name, holds: [name] },
    read: () => recordTable(recordsOf(), limits, notices),
  });
  return [
    table('sessions', () => events.map(sessionOf)),
    table('submissions', () => events.map(submissionOf)),
    table('speakers', () => speakersOf(events)),
  ];
}

const maxEvents = 20_000;

function sessionOf({ line, fault, people, ...event }: ScheduleEvent): KeyedRecord {
  const { id, title, room, start, end, duration, track, format, abstract, description, language, url } = event;
  const named = { id, title, room, start, end, duration, speakers: listOf(people), track, format };
  const cells = { ...named, abstract, description, language, url };
  return { line, fault, cells: filled(cells) };
}

function submissionOf({ line, people, ...event }: ScheduleEvent): KeyedRecord {
  const { id, title, subtitle, abstract, description, track, format, language, url } = event;
  const cells = { id, title, subtitle, abstract, description, track, format, language, url };
  const isComplete = people.every(({ email }) => email !== undefined);
  const emails = isComplete ? people.map(({ email }) => email).join('; ') : '';
  return { line, cells: filled({ ...cells, speakers: listOf(people), 'speakers.email': emails }) };
}

/** Each person once, on the line of the first event. */
function speakersOf(events: readonly ScheduleEvent[]): readonly KeyedRecord[] {
  const known = new Map<string, KeyedRecord>();
  let line = 0;
  for (const event of events) {
    for (const { id, name, email, biography, photo } of event.people) {
      const key = id ?? email ?? name;
      if (known.has(key)) continue;
      // Two people of one event are on its line.
      line = Math.max(line + 1, event.line);
      known.set(key, { line, cells: filled({ id, name: name === '' ? '' : [name], email, biography, photo }) });
    }
  }
  return [...known.values()];
}

/** Without empty cells: a column that no event fills is not in the table. */
function filled(cells: Readonly<Record<string, string | readonly string[] | undefined>>): KeyedRecord['cells'] {
  return new Map(Object.entries(cells).flatMap(([name, cell = '']) => (cell.length === 0 ? [] : [[name, cell]])));
}

function listOf(people: readonly SchedulePerson[]): readonly string[] {
  return people.map(({ name, email = '' }) => (name === '' || email === '' ? name || email : `${name} <${email}>`));
}
