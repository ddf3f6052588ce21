// Owns a row of a schedule file: its session with a room, a time and people. Must not know the file or the service.
import { quoteCell, readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { InputFault } from '../errors.ts';
import type { Row } from '../sheets/table.ts';
import type { Person } from './session.ts';
import { isClockTime, type Reading, readDuration, readEnd, readTime, type TimeOptions } from './time.ts';

/** One row of the file. Rows of one session that differ in people alone are merged. */
export interface ScheduleRow {
  readonly line: number;
  readonly submissionId: string | undefined;
  /** From a column named just `id`, whose ids may be another system's. */
  readonly possibleId?: string | undefined;
  readonly title: string;
  readonly submitterEmail: string | undefined;
  readonly room: string;
  /** Milliseconds since 1970; undefined if the row has no start. */
  readonly startMs: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start: string | undefined;
  /** From the row's end or duration. */
  readonly durationMs: number | undefined;
  readonly people: readonly Person[];
  readonly track: string | undefined;
  readonly format: string | undefined;
  /** Lines that repeat the row without a new person. */
  readonly repeatedOn?: readonly number[];
}

/** Reads rows by the columns that the file's headers are mapped to. */
export function createRowReader(mapping: Mapping, time: TimeOptions) {
  const columns = new Map(mapping.mapped.map((column) => [column.target, column]));

  let lacksZone = false;
  let unclearDates = 0;
  return {
    /** Whether a local time was read while no time zone is set. */
    lacksZone: () => lacksZone,
    /** How many dates were read whose order of day, month and year is unclear. */
    unclearDates: () => unclearDates,
    read({ line, cells, fault: malformed }: Row, addFault: (fault: Fault) => void): ScheduleRow {
      if (malformed !== undefined) addFault({ message: malformed });
      const cell = (target: string) => {
        const column = columns.get(target);
        return column === undefined ? '' : readCell(column, cells);
      };
      const take = (target: string, reading: Reading): number | undefined => {
        if (reading.ok) return reading.ms;
        lacksZone ||= reading.problem === 'no_time_zone';
        if (reading.problem === 'date_order') unclearDates++;
        const column = columns.get(target)?.column;
        addFault({
          ...(column === undefined ? {} : { column }),
          field: target,
          code: reading.problem,
          message: reading.message,
        });
        return undefined;
      };

      const start = readStartCells(cell);
      const startMs = start && take(start.target, start.reading);
      const title = cell('title');
      const possibleId = cell('id');
      const submissionId = cell('submission_id') || (title === '' ? possibleId : '');
      return {
        line,
        submissionId: submissionId || undefined,
        ...(possibleId !== '' && { possibleId }),
        title,
        submitterEmail: cell('submitter_email') || undefined,
        room: cell('room'),
        startMs,
        start: start?.reading.ok ? start.reading.text : undefined,
        durationMs: readLength(startMs, cell, take),
        people: readPeople(cell),
        track: cell('track') || undefined,
        format: cell('format') || undefined,
      };
    },
  };

  function readStartCells(cell: CellReader): { readonly target: string; readonly reading: Reading } | undefined {
    const whole = cell('start');
    const date = cell('date');
    const isClockAlone = date !== '' && isClockTime(whole);
    if (whole !== '' && !isClockAlone) return { target: 'start', reading: readTime(whole, time) };
    const clock = isClockAlone ? whole : cell('time');
    if (date === '' && clock === '') return undefined;
    const reading = readTime(`${date} ${clock}`.trim(), time);
    const clockTarget = isClockAlone ? 'start' : 'time';
    if (reading.ok) return { target: clockTarget, reading };
    const [target, expected] = isDate(date)
      ? [clockTarget, `${quoteCell(clock)}: expected a time such as 09:00 or 10:00 AM`]
      : ['date', `${quoteCell(date)}: expected a date such as 2026-05-02 or 18 Jul 2025`];
    return { target, reading: reading.problem === 'format' ? { ...reading, message: expected } : reading };
  }

  /** Whether the text is a valid date. */
  function isDate(date: string): boolean {
    const noon = readTime(`${date} 12:00`, { ...time, timeZone: 'UTC' });
    return date !== '' && noon.ok;
  }

  function readLength(startMs: number | undefined, cell: CellReader, take: Take): number | undefined {
    const end = cell('end');
    const duration = cell('duration');
    if (end === '') return duration === '' ? undefined : take('duration', readDuration(duration));
    if (startMs === undefined) return undefined;
    const endMs = take('end', readEnd(end, startMs, time));
    return endMs === undefined ? undefined : endMs - startMs;
  }
}

/** Two rows of one session with the same room and time. */
export function mergeRows(before: ScheduleRow, { people: more, line }: ScheduleRow): ScheduleRow {
  const people = joinPeople(before.people, more);
  if (people.length > before.people.length) return { ...before, people };
  return { ...before, repeatedOn: [...(before.repeatedOn ?? []), line] };
}

/** The text of the row's cell for a field; empty if there is none. */
type CellReader = (target: string) => string;

type Fault = Pick<InputFault, 'column' | 'field' | 'code' | 'message'>;

type Take = (target: string, reading: Reading) => number | undefined;

/** The list of names if there is one, else the single speaker of the row. */
export function readPeople(cell: CellReader): readonly Person[] {
  const email = cell('speaker_email') || undefined;
  const listed = splitNames(cell('speakers'));
  const name = [cell('speaker_first_name'), cell('speaker_last_name')].filter(Boolean).join(' ');
  if (listed.length > 1) return listed.map((each) => ({ name: each }));
  const one = listed[0] ?? name;
  return one === '' && email === undefined ? [] : [{ name: one, email }];
}

/** Each person once. */
function joinPeople(before: readonly Person[], after: readonly Person[]): readonly Person[] {
  const isNew = ({ name, email }: Person) => !before.some((each) => each.name === name && each.email === email);
  return [...before, ...after.filter(isNew)];
}

/** `Ada Lovelace; Grace Hopper`: by semicolons or line breaks, else by commas. */
function splitNames(text: string): readonly string[] {
  return text
    .split(/[;\r\n]/.test(text) ? /[;\r\n]+/ : ',')
    .map((name) => name.trim())
    .filter(Boolean);
}
