// Reads the sessions of a schedule file: rows of one session are one. Must not know the service.
import { isNone } from '../../columns/breaks.ts';
import { trimmed } from '../../columns/cell.ts';
import { hoursAfterMidnight, type ListedStart } from '../../columns/dates/after-midnight.ts';
import { isClockTime } from '../../columns/dates/read-time.ts';
import { locateField, type Mapping } from '../../columns/mapping.ts';
import type { TableRow } from '../../columns/read-table.ts';
import { isStatusWord } from '../../columns/status-words.ts';
import { slotFields, type TableSpec } from '../../columns/table-spec.ts';
import { grouped } from '../../contract/grouped.ts';
import type { InputFault } from '../../errors.ts';
import type { Sheet } from '../../files/table.ts';
import { mergeRows, nameKey, type ScheduleRow, scheduleRow } from './schedule-row.ts';
import { partsWithoutBlock, withBlocks } from './session-blocks.ts';
import { type SessionFields, sessionTable } from './session-table.ts';
import { readTimedTable, type TableOptions, type Taking } from './timed-table.ts';

export interface ScheduleFile {
  readonly rows: readonly ScheduleRow[];
  readonly mapping: Mapping;
  /** Whether the starts are clock times on the first day of the event. */
  readonly isDateless?: boolean | undefined;
  /** The day of starts without a date. */
  readonly firstDay?: string | undefined;
  /** What is wrong with rows that are left out. */
  readonly faults?: readonly InputFault[] | undefined;
  /** The rows that are left out: the cells of others may mean their rooms. */
  readonly leftOut?: readonly ScheduleRow[] | undefined;
  /** The lines of rows that a column such as `Active` calls off. */
  readonly inactive?: readonly number[] | undefined;
  /** What cells of statuses say that is no known word, each text once. */
  readonly unknownStatuses?: readonly string[] | undefined;
}

export interface ScheduleFileOptions extends TableOptions {
  /** The room of all sessions of a file without a column of rooms. */
  readonly room?: string | undefined;
}

/** A row of a file, and the session that it is about. */
export interface SessionRecord<Fields extends SessionFields = SessionFields> {
  readonly record: TableRow<Fields>;
  readonly row: ScheduleRow;
  /** The line of the first row of the same session. */
  readonly line: number;
  /** The line of a row with the same cells but for those of places, if it adds nothing to it. */
  readonly repeats?: number | undefined;
}

/**
 * Reads the sessions that a file places, and reports the faults of all rows together.
 * @throws {InvalidInputError} if a required column is missing, and for rows that cannot be read
 * @throws {UsageError} for a mapping that does not fit the columns
 */
export async function readScheduleFile(
  sheet: Sheet,
  options: ScheduleFileOptions,
): Promise<ScheduleFile> {
  const { room, time } = options;
  const spec = sessionTable({ room, firstDay: time.firstDay });
  return readSessions(sheet, spec, { ...options, joinsUnplaced: false });
}

/**
 * Reads the sessions of a file whose columns are declared by a spec of more fields.
 * @param joinsUnplaced whether sessions are yet to be placed: then a row without a room and a start
 * is of the session with its name, unless it only repeats another one of it
 * @param check finds what is wrong with the rows of one session beside each other
 */
export async function readSessions<Fields extends SessionFields>(
  sheet: Sheet,
  spec: TableSpec<Fields>,
  sessionOptions: ScheduleFileOptions & {
    readonly joinsUnplaced: boolean;
    readonly check?: (records: readonly SessionRecord<Fields>[], taking: Taking) => void;
  },
): Promise<ScheduleFile & { readonly records: readonly SessionRecord<Fields>[] }> {
  const { room, joinsUnplaced, check, ...options } = sessionOptions;
  const take = (rows: readonly TableRow<Fields>[], taking: Taking) => {
    reportNights(rows, taking);
    const sessionLine = createSessionFinder(joinsUnplaced);
    const repetition = createRepetitionFinder(taking.mapping);
    const records = rows.map((record): SessionRecord<Fields> => {
      const row = scheduleRow(record, room);
      const repeated = joinsUnplaced ? repetition(row, record.cells) : undefined;
      return { record, row, ...(repeated ?? { line: sessionLine(row) }) };
    });
    check?.(records, taking);
    const off = rows.filter(({ values }) => values.active === false);
    const inactive = off.map(({ line }) => line);
    const unknownStatuses = unknownStatusesOf(rows, taking.mapping);
    return { records, inactive, unknownStatuses, ...readableSessions(records, taking) };
  };
  const { result, ...table } = await readTimedTable({ sheet, spec }, options, take);
  return { ...table, ...result };
}

function unknownStatusesOf(
  rows: readonly TableRow<SessionFields>[],
  { mapped }: Mapping,
): readonly string[] {
  const columns = mapped.filter(({ target }) => target === 'status');
  const texts = rows.flatMap(({ cells }) =>
    columns.map(({ index }) => trimmed(cells[index] ?? '')),
  );
  return [...new Set(texts)].filter((text) => !isNone(text) && !isStatusWord(text));
}

/** Blocks are found among all rows. A part of a block that is left out is left out as well. */
function readableSessions(
  records: readonly SessionRecord[],
  { addFault, isLeftOut }: Taking,
): Pick<ScheduleFile, 'rows'> & Required<Pick<ScheduleFile, 'leftOut'>> {
  const sessions = [...grouped(records, ({ line }) => line).values()].map((same) => {
    const readable = same.filter(({ record }) => !isLeftOut(record));
    return readable.length > 0 ? readable : same;
  });
  const rows = withBlocks(sessions.map((same) => mergeRows(same.map(({ row }) => row))));
  const firstRecords = new Map(rows.map((row, at) => [row, sessions[at]?.[0]?.record]));
  const leftOut = new Set(
    rows.filter((_, at) => sessions[at]?.every(({ record }) => isLeftOut(record))),
  );
  for (const [row, block] of partsWithoutBlock(rows, leftOut)) {
    const record = firstRecords.get(row);
    const message = `a part of the session of line ${block.line}, which is left out`;
    if (record !== undefined) addFault(record, { code: 'block_left_out', message });
    leftOut.add(row);
  }
  return { rows: rows.filter((row) => !leftOut.has(row)), leftOut: [...leftOut] };
}

/**
 * Reports hours after midnight that have the date of the evening before.
 * @param rows of sessions, or of the times of rooms
 */
export function reportNights(
  rows: readonly (
    | TableRow<SessionFields>
    | (Pick<TableRow, 'row' | 'line' | 'cells' | 'slot'> & {
        readonly values: { readonly room?: string | undefined };
      })
  )[],
  { mapping, addFault }: Taking,
): void {
  const starts = rows.flatMap((record) => {
    const { start, startMs, clock } = record.slot;
    if (start === undefined || startMs === undefined) return [];
    const { room } = record.values;
    const isWhole = clock === undefined;
    const end = endOf(record, startMs, mapping);
    return [{ record, cell: clock ?? '', start, startMs, room, isWhole, end }];
  });
  for (const { row, message } of hoursAfterMidnight(starts)) {
    addFault(row.record, { ...locateField(mapping, 'date'), code: 'unclear_day', message });
  }
}

/** The end of a row that has one. Its date is in a cell of its own, or beside its time. */
function endOf(
  { cells, slot: { durationMs } }: Pick<TableRow, 'cells' | 'slot'>,
  startMs: number,
  { mapped }: Mapping,
): ListedStart['end'] {
  const filled = mapped.filter(({ index }) => !isNone(cells[index] ?? ''));
  const end = filled.find(({ target }) => target === 'end');
  if (end === undefined || durationMs === undefined) return undefined;
  const isDated = !isClockTime(cells[end.index] ?? '');
  const date = isDated ? end : filled.find(({ target }) => target === 'end_date');
  return { ms: startMs + durationMs, dateColumn: date?.column };
}

/** What the rows of a session say so far. */
interface Found {
  readonly line: number;
  durationMs: number | undefined;
  isPlaced: boolean;
}

/**
 * Of a row: the line of the first row of its session. Rows of one session have the same ids, title,
 * room and start, and not two durations.
 * @param joinsUnplaced whether a row without a room and a start is of the first session with its
 * ids and title, whatever its duration is; one with both is not of a session that waits for them
 */
function createSessionFinder(joinsUnplaced: boolean): (row: ScheduleRow) => number {
  const firstOfName = new Map<string, Found>();
  const byPlace = new Map<string, Found[]>();
  return (row) => {
    const { line, room, startMs, durationMs } = row;
    const name = nameKey(row);
    const place = JSON.stringify([name, room, startMs]);
    const isPlaced = room !== '' || startMs !== undefined;
    const joins = ({ durationMs: other }: Found) =>
      joinsUnplaced || (other ?? durationMs) === (durationMs ?? other);
    const namesake = (): Found | undefined => {
      const first = firstOfName.get(name);
      const isSame = first !== undefined && joinsUnplaced && !hasWholePlace(row);
      return isSame && !(first.isPlaced && isPlaced) ? first : undefined;
    };
    const here = byPlace.get(place);
    const session = here?.find(joins) ?? namesake() ?? { line, durationMs, isPlaced };
    if (!firstOfName.has(name)) firstOfName.set(name, session);
    if (here === undefined) byPlace.set(place, [session]);
    else if (!here.includes(session)) here.push(session);
    session.durationMs ??= durationMs;
    session.isPlaced ||= isPlaced;
    return session.line;
  };
}

function hasWholePlace({ room, startMs }: ScheduleRow): boolean {
  return room !== '' && startMs !== undefined;
}

/**
 * Of a row that is yet to be placed, and has nothing that another one lacks: a further session, as
 * of a repeated workshop, and the line of the other row. The rows of several people are repeated
 * together.
 */
function createRepetitionFinder({ mapped }: Mapping) {
  const ofPlaces = mapped.filter(({ target }) => target === 'room' || target in slotFields);
  const indexes = new Set(ofPlaces.map(({ index }) => index));
  const rows = new Map<string, { row: ScheduleRow; times: number }>();
  const lines = new Map<string, number>();
  return (row: ScheduleRow, cells: readonly string[]) => {
    const { line, room, startMs, durationMs } = row;
    const content = JSON.stringify(cells.filter((_, index) => !indexes.has(index)));
    const place = JSON.stringify([content, room, startMs]);
    const isUnplaced = room === '' && startMs === undefined;
    const same = rows.get(isUnplaced ? content : place);
    for (const key of [content, place]) if (!rows.has(key)) rows.set(key, { row, times: 0 });
    if (same === undefined || hasWholePlace(row)) return undefined;
    const { durationMs: other } = same.row;
    if ((other ?? durationMs) !== (durationMs ?? other)) return undefined;
    const session = JSON.stringify([nameKey(row), ++same.times]);
    if (!lines.has(session)) lines.set(session, line);
    return { line: lines.get(session) ?? line, repeats: same.row.line };
  };
}
