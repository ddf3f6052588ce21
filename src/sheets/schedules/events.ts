// Makes tables of the events of a schedule: sessions, submissions and speakers. Must not know formats.
import type { Budget } from '../budget.ts';
import { type KeyedRecord, recordTable } from '../record-table.ts';
import type { Contents, SheetNotice, TableEntry } from '../table.ts';

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

export interface ScheduleTableOptions {
  readonly budget: Budget;
  readonly notices?: readonly SheetNotice[];
}

/** One table for each kind of records that the schedule contains. */
export function scheduleTables(
  events: readonly ScheduleEvent[],
  { budget, notices = [] }: ScheduleTableOptions,
): readonly TableEntry[] {
  return [
    entry('sessions', (some) => some.map(sessionOf)),
    entry('submissions', (some) => some.map(submissionOf)),
    entry('speakers', speakerReader()),
  ];

  function entry(name: Contents, recordsOf: (some: readonly ScheduleEvent[]) => readonly KeyedRecord[]): TableEntry {
    const options = { name, budget, notices: () => notices };
    return { name, holds: [name], open: () => recordTable(batches(recordsOf), options) };
  }

  async function* batches(
    recordsOf: (some: readonly ScheduleEvent[]) => readonly KeyedRecord[],
  ): AsyncGenerator<readonly KeyedRecord[]> {
    for (let at = 0; at < events.length; at += batchSize) yield recordsOf(events.slice(at, at + batchSize));
  }
}

/** So that not all cells are in memory at once. */
const batchSize = 1_000;

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
function speakerReader(): (events: readonly ScheduleEvent[]) => readonly KeyedRecord[] {
  const known = new Set<string>();
  let line = 0;
  return (events) =>
    events.flatMap((event) =>
      event.people.flatMap(({ id, name, email, biography, photo }) => {
        const key = id ?? email ?? name;
        if (known.has(key)) return [];
        known.add(key);
        // Two people of one event are on its line.
        line = Math.max(line + 1, event.line);
        return [{ line, cells: filled({ id, name: name === '' ? '' : [name], email, biography, photo }) }];
      }),
    );
}

/** Without empty cells: a column that no event fills is not in the table. */
function filled(cells: Readonly<Record<string, string | readonly string[] | undefined>>): KeyedRecord['cells'] {
  return new Map(Object.entries(cells).flatMap(([name, cell = '']) => (cell.length === 0 ? [] : [[name, cell]])));
}

function listOf(people: readonly SchedulePerson[]): readonly string[] {
  return people.map(({ name, email = '' }) => (name === '' || email === '' ? name || email : `${name} <${email}>`));
}
