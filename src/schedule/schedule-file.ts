// Reads a schedule file: its columns and all its rows. Must not know the service.

import { isNone } from '../columns/breaks.ts';
import { readCell, withPeople } from '../columns/cell.ts';
import { marksHalf } from '../columns/dates/clock.ts';
import { isClockTime, type TimeOptions } from '../columns/dates/read-time.ts';
import { languagesOf } from '../columns/dates/words.ts';
import type { Mapping, MappingOptions } from '../columns/mapping.ts';
import type { Field } from '../contract/fields.ts';
import type { InputFault } from '../errors.ts';
import { refuseMergedCells } from '../files/merged-areas.ts';
import type { Row, Sheet } from '../files/table.ts';
import { sampleRows } from '../files/table-rows.ts';
import { type AskableTime, readAsking } from './faults.ts';
import { grouped } from './grouped.ts';
import { createRowReader, mergeRows, type ScheduleRow } from './schedule-row.ts';

export interface ScheduleFile {
  readonly rows: readonly ScheduleRow[];
  readonly mapping: Mapping;
  /** Whether the starts are clock times on the first day of the event. */
  readonly isDateless?: boolean | undefined;
  /** What is wrong with rows that are left out. */
  readonly faults?: readonly InputFault[] | undefined;
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
  { file, map, mapColumns, further, joinsUnplaced = false, room, ...askable }: ScheduleFileOptions,
): Promise<ScheduleFile> {
  const { sample, lines } = sampleRows(sheet);
  const { columns } = sheet;
  const { firstDay } = askable.time;
  const { mustRename } = askable;
  const mapping = await mapColumns({
    ...{ ...scheduleColumns, file, columns, map, sample, rows: sheet.rows, lines, mustRename },
    requirements: [
      ...(room === undefined ? [titleNeeded, roomNeeded] : [titleNeeded]),
      firstDay === undefined ? startNeeded : { ...startNeeded, anyOf: [...startNeeded.anyOf, ['time']] },
    ],
  });
  refuseMergedCells(sheet, further === undefined ? mapping.mapped.map(({ index }) => index) : [...columns.keys()]);
  const cellsOf = (...targets: readonly string[]) => {
    const wanted = mapping.mapped.filter(({ target }) => targets.includes(target));
    return sheet.rows.flatMap(({ cells }) => wanted.map((column) => readCell(column, cells)));
  };
  const starts = cellsOf('start', 'time').filter((text) => !isNone(text));
  const isDateless = starts.length > 0 && starts.every(isClockTime) && cellsOf('date').every(isNone);
  const halved = new Set(['start', 'time', 'end'].filter((target) => cellsOf(target).some(marksHalf)));
  const languages = languagesOf(cellsOf('date', 'start'));
  const { rows, faults } = await readAsking(file, askable, (given) => {
    const time = { ...given, languages };
    const readRow = createRowReader(mapping, time, { halved, isDateless, room });
    const others = further?.(mapping, time);
    const faults: InputFault[] = [];
    const sessionLine = createSessionFinder(joinsUnplaced);
    const read = sheet.rows.flatMap((record) => {
      if (record.cells.every((cell) => cell.trim() === '')) return [];
      const addFault = (fault: InputFault) => faults.push({ file, row: record.row, line: record.line, ...fault });
      const before = faults.length;
      const row = readRow(withPeople(record, mapping), addFault);
      const line = sessionLine(row);
      others?.read(record, row, addFault, line);
      return faults.length > before ? [] : [{ line, row }];
    });
    others?.end?.((fault) => faults.push({ file, ...fault }));
    const sessions = [...grouped(read, ({ line }) => line).values()];
    return { faults, rows: sessions.map((same) => mergeRows(same.map(({ row }) => row))) };
  });
  return { rows, mapping, isDateless, faults };
}

const fieldNames =
  'submission_id id title submitter_email room start date time end duration speakers speaker_first_name speaker_last_name speaker_email track format abstract service_session';

const titleNeeded = { name: 'submission_id or title', anyOf: [['title'], ['submission_id'], ['id']] };
const roomNeeded = { name: 'room', anyOf: [['room']] };
const startNeeded = { name: 'start (or date and time)', anyOf: [['start'], ['date', 'time']] };

/** The columns of a schedule file. Which of them are required depends on the others. */
export const scheduleColumns: Pick<MappingOptions, 'kind' | 'fields' | 'requirements'> = {
  kind: 'sessions',
  fields: fieldNames.split(' ').map(textField),
  requirements: [titleNeeded, roomNeeded, startNeeded],
};

/** A field that a column of texts may fill. */
export function textField(name: string): Field {
  return { name, description: '', type: 'string', required: false, nullable: false };
}

/** What the rows of a session say so far. */
interface Found {
  readonly line: number;
  durationMs: number | undefined;
  isPlaced: boolean;
}

/**
 * Of a row: the line of the first row of its session. Rows of one session have the same ids, title, room and start, and not two durations.
 * @param joinsUnplaced whether a row without a room and a start is of the first session with its ids and title
 */
function createSessionFinder(joinsUnplaced: boolean): (row: ScheduleRow) => number {
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
