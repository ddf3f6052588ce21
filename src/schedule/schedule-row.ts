// Owns a row of a schedule file: its session with a room, a time and people. Must not know the file or the service.
import { isMarked, isNone } from '../columns/breaks.ts';
import { formulaFault, readCell } from '../columns/cell.ts';
import { marksHalf } from '../columns/dates/clock.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readDuration,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeReading,
} from '../columns/dates/read-time.ts';
import type { MappedColumn, Mapping } from '../columns/mapping.ts';
import { quoteCell } from '../columns/quote.ts';
import { personKeys } from '../contract/key.ts';
import type { InputFault } from '../errors.ts';
import type { Row } from '../files/table.ts';
import { fullName } from '../people/name.ts';
import { type Doubt, type NameForm, readPeople } from '../people/people.ts';
import type { FilePlace } from './file-place.ts';
import { comparedName, type Person } from './session.ts';

/** One row of the file. Rows of one session that differ in people alone are merged. */
export interface ScheduleRow extends FilePlace {
  readonly submissionId: string | undefined;
  /** From a column named just `id`, whose ids may be another system's. */
  readonly possibleId?: string | undefined;
  readonly title: string;
  /** The whole cell of a grid: after the title, it may have people or an id in parentheses. */
  readonly cell?: string | undefined;
  readonly submitterEmail: string | undefined;
  readonly room: string;
  /** The session also takes place in these. */
  readonly otherRooms?: readonly string[];
  /** Milliseconds since 1970; undefined if the row has no start. */
  readonly startMs: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start: string | undefined;
  /** From the row's end or duration. */
  readonly durationMs: number | undefined;
  readonly people: readonly Person[];
  /** Names among the people that may be several people, or contain more than a name. */
  readonly doubts?: readonly Doubt[];
  readonly track: string | undefined;
  readonly format: string | undefined;
  /** The file says that the row is a break. */
  readonly isBreak?: true;
  /** For the timetable of the file alone. */
  readonly abstract?: string | undefined;
}

/** What is known of the whole file. */
interface WholeFile {
  /** The targets of columns in which some cells have a.m. or p.m. */
  readonly halved: ReadonlySet<string>;
  /** Whether the starts are clock times without dates: all of them are on the first day of the event. */
  readonly isDateless: boolean;
  /** The room of all rows, if no column has rooms. */
  readonly room: string | undefined;
}

/** How the rows of a file are read. */
interface RowReading extends WholeFile {
  /** By target. */
  readonly columns: ReadonlyMap<string, MappedColumn>;
  readonly time: TimeOptions;
}

type AddFault = (fault: Fault) => void;

/** Reads rows by the columns that the file's headers are mapped to. */
export function createRowReader(
  { mapped }: Mapping,
  time: TimeOptions,
  file: WholeFile,
): (record: Row, addFault: AddFault) => ScheduleRow {
  const columns = new Map(mapped.map((column) => [column.target, column]));
  return (record, addFault) => readRow(record, { ...file, columns, time }, addFault);
}

function readRow({ line, cells, fault: malformed }: Row, reading: RowReading, addFault: AddFault): ScheduleRow {
  const { columns, room = '' } = reading;
  if (malformed !== undefined) addFault({ message: malformed });
  const cell = (target: string) => {
    const column = columns.get(target);
    const text = column === undefined ? '' : readCell(column, cells);
    return formulaFault(text) !== undefined || (placing.has(target) && isNone(text)) ? '' : text;
  };
  for (const column of columns.values()) {
    const message = formulaFault(readCell(column, cells));
    if (message !== undefined) {
      addFault({ column: column.column, field: column.target, code: 'formula_error', message });
    }
  }
  const take: Take = (target, found) => takeTime(reading, { target, text: cell(target), found }, addFault);
  const start = readStartCells(cell, reading);
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
    room: cell('room') || room,
    startMs,
    start: start?.reading.ok ? start.reading.text : undefined,
    durationMs: readLength(start, cell, reading.time, take),
    ...peopleOf(cell, (columns.get('speakers') ?? columns.get('name'))?.nameForm),
    track: cell('track') || undefined,
    format: cell('format') || undefined,
    ...(isMarked(cell('service_session')) && { isBreak: true }),
    ...(cell('abstract') !== '' && { abstract: cell('abstract') }),
  };
}

/** Milliseconds; undefined, with a fault, for a cell that cannot be read. */
function takeTime(
  { halved, columns }: RowReading,
  { target, text, found }: { readonly target: string; readonly text: string; readonly found: TimeReading },
  addFault: AddFault,
): number | undefined {
  const reading = halved.has(target) ? withHalf(text, found) : found;
  if (reading.ok) return reading.ms;
  const column = columns.get(target)?.column;
  addFault({ ...(column && { column }), field: target, code: reading.problem, message: reading.message });
  return undefined;
}

/** A date alone is no start. */
function readStartCells(cell: CellReader, { time, isDateless }: RowReading): StartReading | undefined {
  const [whole, date] = [cell('start'), cell('date')];
  const target = whole === '' ? 'time' : 'start';
  const text = cell(target);
  if (text === '') return undefined;
  const isWhole = !isClockTime(text) && (target === 'start' || date === '');
  if (isWhole) return { target, reading: readTime(text, time) };
  if (date === '' && !(isDateless && time.firstDay !== undefined)) {
    const message = `${quoteCell(text)} is a time without a date`;
    return { target, reading: { ok: false, problem: isDateless ? 'first_day' : 'format', message } };
  }
  const day = readDay(date || (time.firstDay ?? ''), time);
  if (!day.ok) return { target: 'date', reading: day };
  const reading = readClockOn(day.day, text, time);
  // It may be on the day after an evening.
  const isAtNight = isDateless && reading.ok && Number(reading.text?.slice(11, 13)) < 6;
  const message = `${quoteCell(text)} is before 6:00: write its date`;
  return { target, reading: isAtNight ? { ok: false, problem: 'unclear_time', message } : reading };
}

function readLength(
  start: StartReading | undefined,
  cell: CellReader,
  time: TimeOptions,
  take: Take,
): number | undefined {
  const end = cell('end');
  const duration = cell('duration');
  if (!start?.reading.ok) return end === '' && duration !== '' ? take('duration', readDuration(duration)) : undefined;
  const { ms: startMs, endMs, zone } = start.reading;
  const ofRange = endMs === undefined ? undefined : endMs - startMs;
  if (end === '' && duration === '') return ofRange;
  const target = end === '' ? 'duration' : 'end';
  const length = end === '' ? take(target, readDuration(duration)) : take(target, readEnd(end, startMs, time, zone));
  const lengthMs = end === '' || length === undefined ? length : length - startMs;
  if (lengthMs === undefined || ofRange === undefined || lengthMs === ofRange) return lengthMs;
  const message = `${quoteCell(cell(target))} contradicts the end of the range ${quoteCell(cell(start.target))}`;
  return take(target, { ok: false, problem: 'contradiction', message });
}

/** Among times with a.m. or p.m., `1:30` alone is either; that noon has no mark is usual, and machines write the `T`. */
export function withHalf(text: string, reading: TimeReading): TimeReading {
  if (!reading.ok || reading.zone?.kind === 'offset' || marksHalf(text) || /\dT\d/.test(text)) return reading;
  const hour = Number(reading.text?.slice(11, 13));
  if (!(hour >= 1 && hour < 12)) return reading;
  const message = `${quoteCell(text)} has neither AM nor PM, unlike other times of this column`;
  return { ok: false, problem: 'unclear_time', message };
}

/** One row of the rows of one session. Any may lack the duration, or the room and the start. */
export function mergeRows(all: readonly ScheduleRow[]): ScheduleRow {
  const [first, ...others] = all;
  if (first === undefined) throw new TypeError('a session has a row');
  const { room, startMs, start } = all.find((row) => row.room !== '' || row.startMs !== undefined) ?? first;
  const known = new Set(first.people.flatMap(keysOfPerson));
  const people = [...first.people];
  const doubts = [...(first.doubts ?? [])];
  for (const row of others) {
    const added = row.people.filter((person) => !keysOfPerson(person).some((key) => known.has(key)));
    for (const key of added.flatMap(keysOfPerson)) known.add(key);
    const isOwn = ({ kind }: Doubt) => added.length > 0 || kind === 'nobody';
    doubts.push(...(row.doubts ?? []).filter(isOwn));
    people.push(...added);
  }
  return {
    ...{ ...first, room, startMs, start, durationMs: all.find((row) => row.durationMs !== undefined)?.durationMs },
    people,
    ...(doubts.length > 0 && { doubts }),
  };
}

/** The text of the row's cell for a field; empty if there is none. */
type CellReader = (target: string) => string;

type Fault = Pick<InputFault, 'column' | 'field' | 'code' | 'message'>;

/** What the cells of a start say, and the field to which a fault belongs. */
interface StartReading {
  readonly target: string;
  readonly reading: TimeReading;
}

/** The fields whose cells may say that there is nothing yet. */
const placing = new Set(['room', 'start', 'date', 'time', 'end', 'duration']);

type Take = (target: string, reading: TimeReading) => number | undefined;

/** The people of the row's list if there is one, else the single speaker of the row. */
export function peopleOf(cell: CellReader, form?: NameForm): Pick<ScheduleRow, 'people' | 'doubts'> {
  // A first or last name whose cells are whole names is mapped to `name`.
  const { people, doubts } = readPeople(cell('speakers') || cell('name'), form);
  const address = cell('speaker_email');
  const addresses = readPeople(address).people.flatMap(({ email }) => email ?? []);
  const emails = addresses.length === 0 && address !== '' ? [address] : addresses;
  if (people.length === 0) {
    const name = fullName(cell('speaker_first_name'), cell('speaker_last_name'));
    const [email] = emails;
    const one = name === '' && email === undefined ? [] : [{ name, email }];
    return { people: one, ...(doubts.length > 0 && { doubts }) };
  }
  const hasEach = emails.length === people.length;
  return {
    people: people.map(({ name, email }, at) => ({ name, email: email ?? (hasEach ? emails[at] : undefined) })),
    ...(doubts.length > 0 && { doubts }),
  };
}

/** Two entries with a key in common are about one person. */
function keysOfPerson(person: Person): readonly string[] {
  const { name, email = '' } = person;
  const keys = personKeys(comparedName(person)).map((key) => `${email}\0like ${key}`);
  return [`${email}\0equal ${name}`, ...keys];
}
