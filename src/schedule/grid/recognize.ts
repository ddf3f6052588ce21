// Owns the rule by which a table is a grid, and not a list. Must not know flags or formats.
import { isNone } from '../../columns/breaks.ts';
import { divideHeader } from '../../columns/dates/header-zone.ts';
import { isClockTime, readDay } from '../../columns/dates/read-time.ts';
import { isTimeHeader, meaningOf } from '../../columns/header-meaning.ts';
import { foldKey } from '../../contract/key.ts';
import type { RawRecord, Table } from '../../files/table.ts';
import { readGridHeaders } from './headers.ts';
import { zoneOfLine } from './zone-line.ts';

/**
 * Whether a table is a grid: its first column has nothing but times and days, at least two other
 * columns have headers, no header is that of a list (people are those of a room), and most cells
 * below rooms are texts, and not links or numbers. Times that have dates are those of a list,
 * unless their ends are beside them.
 */
export function isGrid(table: Table): boolean {
  const parts = partsOf(table);
  return parts !== undefined && areOfGrid(parts);
}

/** Whether a table would be a grid without the last line above its times, which is no note. */
export function isGridWithTwoHeaders(table: Table): boolean {
  const parts = partsOf(table);
  if (parts === undefined) return false;
  return parts.headers.slice(0, -1).some((header) => areOfGrid({ ...parts, header }));
}

function areOfGrid(parts: GridParts): boolean {
  if (!parts.hasTimes) return false;
  const [corner = '', ...headers] = parts.header.cells.map((cell) => cell.trim());
  const columns = readGridHeaders(headers);
  const named = columns.filter(({ kind }, at) => {
    return kind !== 'end' && kind !== 'notes' && headers[at] !== '';
  });
  if (named.length < 2 || named.some(({ kind }) => kind === 'field')) return false;
  if (!parts.body.every((record) => beginsGridLine(record, corner))) return false;
  const times = parts.body.map(({ cells }) => lineTime(cells[0] ?? ''));
  const hasEnds = columns.some(({ kind }) => kind === 'end');
  if (!hasEnds && times.some((time) => time?.day !== undefined)) return false;
  const lines = parts.body.filter((_, at) => times[at] !== undefined);
  const texts = lines.flatMap(({ cells }) =>
    columns.flatMap(({ kind }, at) => (kind === 'room' ? (cells[at + 1] ?? '') : [])),
  );
  const filled = texts.filter((text) => !isNone(text));
  return filled.length === 0 || filled.filter(isText).length * 2 > filled.length;
}

/** Whether a table has times below a line that has neither titles nor rooms, as a list has. */
export function isNoList(table: Table): boolean {
  const { header, hasTimes = false } = partsOf(table) ?? {};
  const columns = readGridHeaders(header?.cells.map((cell) => cell.trim()) ?? []);
  const isOfList = columns.some((column) => {
    return column.kind === 'field' && listFields.has(column.field);
  });
  return hasTimes && !isOfList;
}

const listFields = new Set(['title', 'submission_id', 'id', 'room']);

/** Whether a table can be read as a grid because the user says that it is one. */
export function canBeGrid(table: Table): boolean {
  return partsOf(table)?.hasTimes === true;
}

/**
 * Whether each time has a date, and nothing above them says that they are those of sessions: the
 * replies to a form begin with their `Timestamp`.
 */
export function hasTimestamps(table: Table): boolean {
  const { header, body = [] } = partsOf(table) ?? {};
  const corner = header?.cells[0]?.trim() ?? '';
  const isDated = ({ cells }: RawRecord) => lineTime(cells[0] ?? '')?.day !== undefined;
  return corner !== '' && !isTimeHeader(corner) && !isDay(corner) && body.every(isDated);
}

/** The header of a table whose times are across; undefined for any other. */
export function timesAcross(table: Table): RawRecord | undefined {
  const { header, hasTimes } = partsOf(table) ?? {};
  if (header === undefined || hasTimes) return undefined;
  const headers = header.cells.slice(1);
  if (readGridHeaders(headers).some(({ kind }) => kind === 'field')) return undefined;
  return headers.filter(isClockTime).length > 1 ? header : undefined;
}

/** The lines above the first time of the first column, if it has any. */
export function headingOf(table: Table): readonly RawRecord[] {
  const { records } = table.read();
  const first = records
    .slice(0, longestHeading)
    .findIndex(({ cells }) => lineTime(cells[0] ?? '') !== undefined);
  return records.slice(0, first < 0 ? longestHeading : first);
}

const longestHeading = 12;

interface GridParts {
  /** The line of rooms. */
  readonly header: RawRecord;
  /** All lines above the times with more than their first cell. */
  readonly headers: readonly RawRecord[];
  readonly body: readonly RawRecord[];
  readonly hasTimes: boolean;
}

/** Undefined if nothing is a header, and for formats whose records are always those of a list. */
function partsOf(table: Table): GridParts | undefined {
  if (table.holds !== undefined || table.read().hasNamedCells) return undefined;
  const heading = headingOf(table);
  const body = table.read().records.slice(heading.length);
  const hasTimes = lineTime(body[0]?.cells[0] ?? '') !== undefined;
  const headers = heading.filter(({ cells }) => cells.slice(1).some((cell) => cell.trim() !== ''));
  const header = headers.at(hasTimes ? -1 : 0);
  return header === undefined ? undefined : { header, headers, body, hasTimes };
}

/** A line begins with a time or a day, or with the corner, if rooms follow; or it is a note. */
function beginsGridLine({ cells }: RawRecord, corner: string): boolean {
  const texts = cells.map((cell) => cell.trim());
  const [first = ''] = texts;
  const filled = [...new Set(texts.filter(Boolean))];
  const isNote = filled.length < 2 || zoneOfLine(filled) !== undefined;
  const isTime = lineTime(first) !== undefined;
  return isNote || first === '' || isTime || isDay(first) || isCorner(first, corner);
}

/**
 * The time of a line, and the day that may be before it: `2026-06-05 9:00`. Undefined for any other
 * text; spreadsheets add midnight to a day.
 */
export function lineTime(
  cell: string,
): { readonly time: string; readonly day?: string } | undefined {
  const text = cell.trim();
  if (isClockTime(text)) return { time: text };
  // The header of a list is no day; to see that in all languages takes long.
  if (text.length > longestTime || meaningOf(text) !== undefined || isDay(text)) return undefined;
  for (const { index, 0: joint } of text.matchAll(/T(?=\d)|[\s,]+/g)) {
    const [day, time] = [text.slice(0, index), text.slice(index + joint.length)];
    if (isClockTime(time) && isDay(day)) return { day, time };
  }
  return undefined;
}

const longestTime = 100;

/**
 * Whether a text is a day, also one that needs the first day of the event. A time zone may be
 * beside it.
 */
export function isDay(text: string, options: Parameters<typeof readDay>[1] = {}): boolean {
  const reading = readDay(divideHeader(text)?.rest ?? text, options);
  return reading.ok || reading.problem !== 'format';
}

/** Whether a later line begins as the first line of rooms does, above the times. */
export function isCorner(text: string, corner: string): boolean {
  return corner !== '' && foldKey(text) === foldKey(corner);
}

function isText(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/^\s*(?:https?:\/\/|www\.)\S+\s*$/i.test(cell);
}
