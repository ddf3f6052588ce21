// Reads a schedule file: its columns and all its rows. Must not know the service.

import { readCell } from '../columns/cell.ts';
import { withPeople } from '../columns/elements.ts';
import type { Mapping, MappingOptions } from '../columns/mapping.ts';
import { quoteCell } from '../columns/quote.ts';
import type { Field } from '../contract/fields.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import { sampleRows } from '../files/rows.ts';
import type { Row, Sheet } from '../files/table.ts';
import { marksHalf } from './dates/clock.ts';
import { isClockTime, type TimeOptions } from './dates/read-time.ts';
import { languagesOf } from './dates/words.ts';
import { type AskableTime, readAsking, refuseFaults } from './faults.ts';
import { dayIn } from './grid/words.ts';
import { createRowReader, mergeRows, type ScheduleRow, type WholeFile } from './row.ts';

export interface ScheduleFile {
  readonly rows: readonly ScheduleRow[];
  readonly mapping: Mapping;
  /** The lines of rows with a time and a blank date, which have the date above them; undefined in a grid. */
  readonly datedAbove?: readonly number[];
  /** Whether the starts are clock times on the first day of the event. */
  readonly isDateless?: boolean | undefined;
}

export interface ScheduleFileOptions extends AskableTime {
  readonly file: string;
  /** `Column=field` each. */
  readonly map: readonly string[];
  readonly mapColumns: (options: MappingOptions) => Promise<Mapping>;
  /** Reads what is in other columns; made anew when all rows are read again, with another time zone. */
  readonly further?: ((mapping: Mapping, time: TimeOptions) => FurtherReader) | undefined;
  /** Whether sessions are yet to be placed: then a row without a room and a start is of the session with its name. */
  readonly joinsUnplaced?: boolean | undefined;
  /** The room of all sessions of a file without a column of rooms. */
  readonly room?: string | undefined;
}

/** Reads cells that are no part of a schedule row. Their faults are reported with those of the rows. */
export interface FurtherReader {
  /** @param sessionLine the line of the first row of the same session */
  read(record: Row, row: ScheduleRow, addFault: (fault: InputFault) => void, sessionLine: number): void;
  /** Called after the last row, for faults that several rows have together. */
  end?(addFault: (fault: InputFault) => void): void;
}

/**
 * Reads all rows, and reports the faults of all of them together.
 * @throws {InvalidInputError} if a required column is missing, and for rows that cannot be read
 * @throws {UsageError} for a mapping that does not fit the columns
 */
export async function readScheduleFile(
  sheet: Sheet,
  { file, map, mapColumns, further, joinsUnplaced, room, ...askable }: ScheduleFileOptions,
): Promise<ScheduleFile> {
  const { sample, lines } = sampleRows(sheet);
  const { columns, rows } = sheet;
  const mapping = await mapColumns({
    ...{ ...scheduleColumns, file, columns, map, sample, rows, lines },
    requirements: [
      ...(room === undefined ? [titleNeeded, roomNeeded] : [titleNeeded]),
      askable.time.firstDay === undefined ? startNeeded : { ...startNeeded, anyOf: [...startNeeded.anyOf, ['time']] },
    ],
  }).catch((error: unknown) => {
    throw withDayLine(error, sample, askable.time);
  });
  refuseMergedCells(sheet, further === undefined ? mapping.mapped.map(({ index }) => index) : [...columns.keys()]);
  const isDateless = hasOnlyClocks(rows, mapping);
  const { dated, datedAbove } = carryDates(rows, mapping);
  const read = await readAsking(askable, (time) =>
    readRecords(dated, {
      ...{ file, columns: sheet.columns, mapping, time, further, joinsUnplaced, room, isDateless },
      isForSending: askable.isForSending,
    }),
  );
  return { rows: read, mapping, datedAbove, isDateless };
}

/** Whether the file has starts, and each of them is a clock time without a date. */
function hasOnlyClocks(records: readonly Row[], mapping: Mapping): boolean {
  const [starts, dates] = [['start', 'time'], ['date']].map((of) => cellsOf(of, records, mapping).filter(Boolean));
  return starts?.length !== 0 && dates?.length === 0 && starts?.every(isClockTime) === true;
}

/** Days in lines of their own are read in grids; in a list, no column can be mapped to the date instead. */
function withDayLine(error: unknown, sample: readonly (readonly string[])[], time: TimeOptions): unknown {
  if (!(error instanceof InvalidInputError) || !error.details.some(({ field }) => field === 'date')) return error;
  const alone = sample.flatMap((cells) => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length === 1 ? filled : [];
  });
  const day = alone.find((text) => dayIn(text, time) !== undefined);
  if (day === undefined) return error;
  return new InvalidInputError(error.message, {
    details: error.details,
    fix: `write the day in each row, in a column Date, instead of in lines such as ${quoteCell(day)}`,
  });
}

/** A blank date beside a clock time is the date above it, as in a spreadsheet that shows each day once. */
function carryDates(records: readonly Row[], { mapped }: Mapping) {
  const date = mapped.find(({ target }) => target === 'date');
  const clocks = mapped.filter(({ target }) => target === 'time' || target === 'start');
  const datedAbove: number[] = [];
  let above = '';
  if (date === undefined) return { dated: records, datedAbove };
  const dated = records.map((record) => {
    const own = readCell(date, record.cells);
    if (own !== '') above = own;
    if (own !== '' || above === '' || !clocks.some((clock) => isClockTime(readCell(clock, record.cells))))
      return record;
    datedAbove.push(record.line);
    return { ...record, cells: record.cells.with(date.index, above) };
  });
  return { dated, datedAbove };
}

/** @throws {InvalidInputError} with the faults of all records */
function readRecords(
  records: readonly Row[],
  {
    file,
    columns,
    mapping,
    time,
    further,
    joinsUnplaced = false,
    isForSending,
    ...whole
  }: Pick<Sheet, 'file' | 'columns'> &
    Pick<ScheduleFileOptions, 'further' | 'joinsUnplaced' | 'isForSending'> &
    WholeFile & { readonly mapping: Mapping; readonly time: TimeOptions },
): readonly ScheduleRow[] {
  const languages = languagesOf(cellsOf(['date', 'start'], records, mapping));
  const halved = ['start', 'time', 'end'].filter((target) => cellsOf([target], records, mapping).some(marksHalf));
  const reader = createRowReader(mapping, { ...time, languages }, { ...whole, halved: new Set(halved) });
  const others = further?.(mapping, { ...time, languages });
  const faults: InputFault[] = [];
  const rows = new Map<number, ScheduleRow>();
  const sessionLine = createSessionFinder(joinsUnplaced);
  for (const record of records) {
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    const addFault = (fault: InputFault) => faults.push({ file, row: record.row, line: record.line, ...fault });
    const row = reader.read(withPeople(record, mapping), addFault);
    const line = sessionLine(row);
    others?.read(record, row, addFault, line);
    const before = rows.get(line);
    rows.set(line, before === undefined ? row : mergeRows(before, row));
  }
  others?.end?.((fault) => faults.push({ file, ...fault }));
  if (whole.isDateless) faults.push(...nightFaults([...rows.values()]).map((fault) => ({ file, ...fault })));
  const countOf = (problem: string) => faults.filter(({ code }) => code === problem).length;
  refuseFaults(file, faults, { countOf, isForSending, timeZone: time.timeZone });
  return [...rows.values()];
}

/** Among clock times without dates, one after midnight may be on the day after the evening. */
function nightFaults(rows: readonly ScheduleRow[]): readonly InputFault[] {
  const hourOf = ({ start }: ScheduleRow) => Number(start?.slice(11, 13) ?? 12);
  if (!rows.some((row) => hourOf(row) >= 18)) return [];
  const message = 'is before 6:00, and other sessions are after 18:00: it may be on the next day, so it needs a date';
  return rows
    .filter((row) => hourOf(row) < 6)
    .map(({ line }) => ({ line, field: 'start', code: 'unclear_time', message }));
}

function cellsOf(targets: readonly string[], records: readonly Row[], { mapped }: Mapping): readonly string[] {
  const columns = mapped.filter(({ target }) => targets.includes(target));
  return records.flatMap(({ cells }) => columns.map((column) => readCell(column, cells)));
}

const described: readonly (readonly [name: string, description: string])[] = [
  ['submission_id', 'id of the submission'],
  ['id', "id of the submission, if it is this service's"],
  ['title', 'title of the submission'],
  ['submitter_email', "the submitter's address"],
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
  ['format', 'format'],
  ['abstract', 'abstract, for new submissions'],
  ['service_session', 'true for a break'],
];

const titleNeeded = { name: 'submission_id or title', anyOf: [['title'], ['submission_id'], ['id']] };
const roomNeeded = { name: 'room', anyOf: [['room']] };
const startNeeded = { name: 'start (or date and time)', anyOf: [['start'], ['date', 'time']] };

/** The columns of a schedule file. Which of them are required depends on the others. */
export const scheduleColumns: Pick<MappingOptions, 'kind' | 'fields' | 'requirements'> = {
  kind: 'sessions',
  fields: described.map(([name, description]) => textField(name, description)),
  requirements: [titleNeeded, roomNeeded, startNeeded],
};

/** A field that a column of texts may fill. */
export function textField(name: string, description = ''): Field {
  return { name, description, type: 'string', required: false, nullable: false };
}

/** Of a row: the line of the first row of its session. */
type SessionFinder = (row: ScheduleRow) => number;

/** What the rows of a session say so far. */
interface Found {
  readonly line: number;
  durationMs: number | undefined;
  isPlaced: boolean;
}

/**
 * Rows of one session have the same ids, title, room and start, and not two durations.
 * @param joinsUnplaced whether a row without a room and a start is of the first session with its ids and title
 */
function createSessionFinder(joinsUnplaced: boolean): SessionFinder {
  const firstOfName = new Map<string, Found>();
  const byPlace = new Map<string, Found[]>();
  return (row) => {
    const { line, submissionId, possibleId, title, submitterEmail, room, startMs, durationMs } = row;
    const name = JSON.stringify([submissionId, possibleId, title, submitterEmail]);
    const place = JSON.stringify([name, room, startMs]);
    const isPlaced = room !== '' || startMs !== undefined;
    const joins = ({ durationMs: other }: Found) => (other ?? durationMs) === (durationMs ?? other);
    const namesake = (): Found | undefined => {
      const first = firstOfName.get(name);
      return first !== undefined && joinsUnplaced && !(first.isPlaced && isPlaced) && joins(first) ? first : undefined;
    };
    const here = byPlace.get(place);
    const found = here?.find(joins) ?? namesake() ?? { line, durationMs, isPlaced };
    if (!firstOfName.has(name)) firstOfName.set(name, found);
    if (here === undefined) byPlace.set(place, [found]);
    else if (!here.includes(found)) here.push(found);
    found.durationMs ??= durationMs;
    found.isPlaced ||= isPlaced;
    return found.line;
  };
}
