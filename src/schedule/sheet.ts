// Reads a schedule file: its columns, and its rows as sessions with a place and a time. It knows nothing of a service.
import type { Field } from '../contract/fields.ts';
import type { Mapping, MappingOptions } from '../csv/headers.ts';
import type { Row, Sheet } from '../csv/read.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { readCell } from '../import/rows.ts';
import { type Cell, joinPeople, readPeople } from './people.ts';
import type { Person } from './session.ts';
import { type Reading, readDuration, readEnd, readTime, type TimeOptions } from './time.ts';

/** One row of the file; rows that name one session with several people are one. */
export interface ScheduleRow {
  readonly line: number;
  readonly submissionId: string | undefined;
  readonly title: string;
  readonly submitterEmail: string | undefined;
  readonly room: string;
  /** Milliseconds since 1970; undefined where the row has no start. */
  readonly startMs: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start: string | undefined;
  /** As the file tells it, by an end or a duration. */
  readonly durationMs: number | undefined;
  readonly people: readonly Person[];
  readonly track: string | undefined;
  /** Lines that say the same once more, with nobody new. */
  readonly repeatedOn?: readonly number[];
}

export interface ScheduleFile {
  readonly rows: readonly ScheduleRow[];
  readonly mapping: Mapping;
}

export interface SheetOptions {
  readonly file: string;
  /** `Column=field` each. */
  readonly map: readonly string[];
  readonly mapColumns: (options: MappingOptions) => Promise<Mapping>;
  readonly time: TimeOptions;
}

/**
 * Reads all rows; their faults are told together.
 * @throws {InvalidInputError} for a file without the columns that are needed, and for rows that cannot be read
 * @throws {UsageError} for a `--map` that does not fit
 */
export async function readSchedule(sheet: Sheet, { file, time, map, mapColumns }: SheetOptions): Promise<ScheduleFile> {
  const { columns } = sheet;
  const mapping = await mapColumns({ file, columns, resource: 'sessions', fields: scheduleFields, map });
  requireColumns(mapping, file, columns);
  const reader = createReader(mapping, time);
  const faults: InputFault[] = [];
  const rows = new Map<string, ScheduleRow>();
  for await (const batch of sheet.batches) {
    for (const record of batch) {
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      const row = reader.read(record, (fault) => faults.push({ file, row: record.row, line: record.line, ...fault }));
      const { submissionId, title, submitterEmail, room, startMs, durationMs } = row;
      const key = JSON.stringify([submissionId, title, submitterEmail, room, startMs, durationMs]);
      const before = rows.get(key);
      rows.set(key, before === undefined ? row : join(before, row));
    }
  }
  if (reader.lacksZone()) {
    throw new InvalidInputError(`${file} has local times, and no time zone is known; nothing was sent`, {
      details: faults,
      fix: 'give --timezone, such as --timezone Europe/Berlin, set PLENARY_TIMEZONE, or write the offsets',
    });
  }
  if (faults.length > 0) {
    const lines = new Set(faults.map(({ line }) => line)).size;
    throw new InvalidInputError(
      `${lines} ${lines === 1 ? 'row' : 'rows'} of ${file} cannot be read; nothing was sent`,
      {
        details: faults,
        fix: 'mend these rows',
      },
    );
  }
  return { rows: [...rows.values()], mapping };
}

/** Two rows of one session at one place and time. */
function join(before: ScheduleRow, { people: more, line }: ScheduleRow): ScheduleRow {
  const people = joinPeople(before.people, more);
  if (people.length > before.people.length) return { ...before, people };
  return { ...before, repeatedOn: [...(before.repeatedOn ?? []), line] };
}

const described: readonly (readonly [name: string, description: string])[] = [
  ['submission_id', 'id of the submission'],
  ['title', 'title of the submission'],
  ['submitter_email', 'address of whoever submitted it'],
  ['room', 'room'],
  ['start', 'start, with its date'],
  ['date', 'date of the start'],
  ['time', 'clock time of the start'],
  ['end', 'end'],
  ['duration', 'duration'],
  ['speakers', 'names of the speakers'],
  ['speaker_first_name', "a speaker's first name"],
  ['speaker_last_name', "a speaker's last name"],
  ['speaker_email', "a speaker's address"],
  ['track', 'track'],
];

/** The columns of a schedule file. Which of them are needed depends on the others. */
const scheduleFields: readonly Field[] = described.map(([name, description]) => ({
  name,
  description,
  type: 'string',
  required: name === 'room',
  nullable: false,
}));

function requireColumns({ bindings }: Mapping, file: string, columns: readonly string[]): void {
  const has = (...names: string[]) => names.every((name) => bindings.some(({ target }) => target === name));
  const missing = [
    has('submission_id') || has('title') ? '' : 'submission_id or title',
    has('start') || has('date', 'time') ? '' : 'start (or date and time)',
  ].filter(Boolean);
  if (missing.length === 0) return;
  throw new InvalidInputError(`${file} has no column for ${missing.join(' and ')}`, {
    details: missing.map((field) => ({ file, line: 1, field, message: 'no column was recognised as it' })),
    fix: `name the column, for example --map "COLUMN=start"; the columns are: ${columns.join(', ')}`,
  });
}

type Fault = Pick<InputFault, 'column' | 'field' | 'message'>;

function createReader(mapping: Mapping, time: TimeOptions) {
  const bindings = new Map(mapping.bindings.map((binding) => [binding.target, binding]));

  let lacksZone = false;
  return {
    /** Whether a local time came by that nobody can place. */
    lacksZone: () => lacksZone,
    read({ line, cells, fault: malformed }: Row, addFault: (fault: Fault) => void): ScheduleRow {
      if (malformed !== undefined) addFault({ message: malformed });
      const cell = (target: string) => {
        const binding = bindings.get(target);
        return binding === undefined ? '' : readCell(binding, cells);
      };
      const take = (target: string, reading: Reading): number | undefined => {
        if (reading.ok) return reading.ms;
        // It is the same for all rows, and told once.
        const isKnown = reading.problem === 'no_time_zone' && lacksZone;
        lacksZone ||= reading.problem === 'no_time_zone';
        if (isKnown) return undefined;
        const column = bindings.get(target)?.column;
        addFault({ ...(column === undefined ? {} : { column }), field: target, message: reading.message });
        return undefined;
      };

      const start = readStartCells(cell);
      const startMs = start && take(start.target, start.reading);
      const submissionId = cell('submission_id');
      const title = cell('title');
      if (submissionId === '' && title === '' && startMs !== undefined) {
        addFault({ field: 'title', message: 'neither an id nor a title: nobody can tell which session this is' });
      }
      return {
        line,
        submissionId: submissionId || undefined,
        title,
        submitterEmail: cell('submitter_email') || undefined,
        room: cell('room'),
        startMs,
        start: start?.reading.ok ? start.reading.text : undefined,
        durationMs: readLength(startMs, cell, take),
        people: readPeople(cell),
        track: cell('track') || undefined,
      };
    },
  };

  function readStartCells(cell: Cell): { readonly target: string; readonly reading: Reading } | undefined {
    const whole = cell('start');
    if (whole !== '') return { target: 'start', reading: readTime(whole, time) };
    const date = cell('date');
    const clock = cell('time');
    if (date === '' && clock === '') return undefined;
    const reading = readTime(`${date} ${clock}`.trim(), time);
    return { target: reading.ok || isDate(date) ? 'time' : 'date', reading };
  }

  /** Whether a time is all that is missing. */
  function isDate(date: string): boolean {
    const noon = readTime(`${date} 12:00`, { ...time, timeZone: 'UTC' });
    return date !== '' && noon.ok;
  }

  function readLength(startMs: number | undefined, cell: Cell, take: Take): number | undefined {
    const end = cell('end');
    const duration = cell('duration');
    if (end === '') return duration === '' ? undefined : take('duration', readDuration(duration));
    if (startMs === undefined) return undefined;
    const endMs = take('end', readEnd(end, startMs, time));
    return endMs === undefined ? undefined : endMs - startMs;
  }
}

type Take = (target: string, reading: Reading) => number | undefined;
