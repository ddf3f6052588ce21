// Finds the header of a table, numbers the records below it as rows, and reports what is wrong with
// one of them. Must not know what the columns mean.
import { holdsAddress } from '../contract/address.ts';
import { amount } from '../contract/amount.ts';
import { InvalidInputError } from '../errors.ts';
import { damagedNotices, placedTexts } from './cell-notices.ts';
import { maxRows, tooLarge } from './limits.ts';
import { mergedCells } from './merged-areas.ts';
import type { MergedArea, OnNotice, RawRecord, RawTable, Row, Sheet } from './table.ts';
import type { DecodeOptions } from './text.ts';

interface RowOptions extends DecodeOptions {
  /** Recognize the header of what is wanted. */
  readonly headers?: readonly ((cells: readonly string[]) => boolean)[] | undefined;
  readonly onNotice: OnNotice;
}

/**
 * Reads the header and the rows. Lines above the header are skipped with a notice.
 * @throws {InvalidInputError} for a table that is empty, has no header, or merged cells in it
 */
export async function readHeader(table: RawTable, options: RowOptions): Promise<Sheet> {
  const { file, headers = [], onNotice } = options;
  const { records, delimiter, hasNamedCells = false, merged = [] } = table;
  const at = hasNamedCells ? 0 : findHeader(records, headers);
  const header = records[at];
  if (header === undefined) {
    throw new InvalidInputError(`${file} is empty`, {
      details: [
        { file, line: 1, message: 'the header line with the names of the columns is missing' },
      ],
    });
  }
  const { line } = header;
  refuseLarge(header, file);
  const isIn = ({ lines: [first, last] }: MergedArea) => first <= line && line <= last;
  if (merged.some(isIn)) throw mergedCells(file, merged.filter(isIn));
  const columns = header.cells.map((cell) => cell.trim());
  if (!hasNamedCells) refuseData(columns, { file, line });
  refuseNul(line, columns, file);
  if (at > 0) {
    const [first = header] = records;
    const lines =
      first.line === line - 1 ? `line ${first.line}` : `lines ${first.line}–${line - 1}`;
    const text = JSON.stringify(filledIn(first).join(' '));
    await onNotice(`Skipped ${lines} of ${file}, above the header: ${text}.`);
  }
  const below = { ...table, records: records.slice(at + 1) };
  const rows = await rowsBelow(below, columns, { file, onNotice });
  const texts = () => placedTexts([header, ...rows], columns);
  for (const notice of damagedNotices(texts, options)) await onNotice(notice);
  const areas = merged.filter(({ lines }) => lines[0] > line);
  return {
    file,
    delimiter,
    columns,
    headerLine: line,
    rows,
    ...(hasNamedCells && { hasNamedCells }),
    ...(areas.length > 0 && { merged: areas }),
  };
}

/** The rows of a text, each with what is wrong with its cells. @param columns the header */
export function numberRows(records: readonly RawRecord[], columns: readonly string[]): Row[] {
  // Unnamed columns at the end come from formatted but empty cells; a row may leave them out.
  const needed = columns.findLastIndex((column) => column !== '') + 1;
  const rows: Row[] = [];
  // Of the last row, with those before it that it continues.
  let width = 0;
  for (const { line, cells } of records) {
    const whole = width + cells.length - 1;
    const last = rows.at(-1);
    const isRest = last !== undefined && cells.length < needed && whole <= needed;
    if (isRest) rows[rows.length - 1] = { ...last, fault: splitFault };
    const ownFault = () => widthFault(cells, needed, columns.length) ?? faultOf(cells);
    const fault = isRest ? splitFault : ownFault();
    rows.push({ row: rows.length + 1, line, cells, elements: elementsIn(cells), fault });
    width = isRest ? whole : cells.length;
  }
  return rows;
}

/** The cells of the first rows that are well-formed and not blank. */
export function sampleCells(rows: readonly Row[]): readonly (readonly string[])[] {
  const sample: (readonly string[])[] = [];
  for (const { fault, cells } of rows) {
    if (sample.length === sampled) break;
    if (fault === undefined && cells.some((cell) => cell.trim() !== '')) sample.push(cells);
  }
  return sample;
}

const sampled = 100;

/**
 * @throws {InvalidInputError} for more or longer names of columns than people write: each is
 *   compared with all known names
 */
function refuseLarge({ line, cells }: RawRecord, file: string): void {
  const names = cells.filter((cell) => cell.trim() !== '');
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (names.length <= maxNames && length <= maxHeaderLength) return;
  const size = `the header has ${names.length} names of ${length} characters`;
  throw tooLarge(
    file,
    `${size}; at most ${maxNames} of ${maxHeaderLength} characters are read`,
    line,
  );
}

const maxNames = 1_000;
const maxHeaderLength = 100_000;

/** How many records below the header are examined. */
const examined = 50;

/** How many records may be above the header. */
const maxHeading = 10;

/**
 * The index of the first record with several cells, unless most records below it have only one and
 * it is no header of what is wanted.
 */
function findHeader(
  records: readonly RawRecord[],
  headers: NonNullable<RowOptions['headers']>,
): number {
  const isWide = (record: RawRecord) => filledIn(record).length > 1;
  const at = records.slice(0, maxHeading + 1).findIndex(isWide);
  const found = records[at];
  if (found !== undefined && headers.some((isHeader) => isHeader(found.cells))) return at;
  const below = records.slice(at + 1, at + 1 + examined);
  return at < 0 || below.filter(isWide).length * 2 <= below.length ? 0 : at;
}

function filledIn({ cells }: RawRecord): readonly string[] {
  return cells.map((cell) => cell.trim()).filter(Boolean);
}

/** @throws {InvalidInputError} if the header is a row, with an address */
function refuseData(
  cells: readonly string[],
  place: { readonly file: string; readonly line: number },
): void {
  if (!cells.some((cell) => holdsAddress(cell))) return;
  throw new InvalidInputError(`${place.file} has no header line`, {
    details: [
      { ...place, message: 'contains an address where the names of the columns are expected' },
    ],
    fix: 'add a first line with a name for each column, for example: first_name,last_name,email',
  });
}

/** @throws {InvalidInputError} for a header that is no text */
function refuseNul(line: number, columns: readonly string[], file: string): void {
  if (!columns.some((column) => column.includes('\0'))) return;
  throw new InvalidInputError(`${file} is not text`, {
    details: [{ file, line, message: 'the header contains a NUL character' }],
    fix: 'export it again, or open it in a spreadsheet program and save it as "CSV UTF-8"',
  });
}

/**
 * @param table without the header
 * @throws {InvalidInputError} for too many rows
 */
async function rowsBelow(
  table: RawTable,
  columns: readonly string[],
  { file, onNotice }: RowOptions,
): Promise<readonly Row[]> {
  const { records } = table;
  if (records.length > maxRows) {
    const message =
      `it has ${records.length.toLocaleString('en')} rows, and at most ` +
      `${maxRows.toLocaleString('en')} are read`;
    throw tooLarge(file, message, records[maxRows]?.line);
  }
  if (!table.isTrimmed) return numberRows(records, columns);
  const beyond = records.filter(({ cells }) => cells.length > columns.length);
  const [first] = beyond;
  if (first !== undefined) {
    const where = `in ${amount(beyond.length, 'row')} of ${file}; the first is row ${first.line}`;
    await onNotice(`Not read: cells to the right of the header, ${where}.`);
  }
  for (const notice of table.notices ?? []) await onNotice(notice);
  return records.map((record, at) => {
    const cells = columns.map((_, index) => record.cells[index] ?? '');
    const { line, elements = elementsIn(cells), fault = faultOf(cells) } = record;
    return { row: at + 1, line, cells, elements, fault };
  });
}

const splitFault =
  'a row is split over several lines; a cell that contains a line break probably lacks quotes';

function widthFault(cells: readonly string[], needed: number, width: number): string | undefined {
  if (cells.length < needed) return `${cells.length} of ${needed} cells; a delimiter is missing`;
  // Even if the extra cells are empty: after an unquoted delimiter, all cells are shifted to the
  // right by one column.
  if (cells.length > width)
    return (
      `${cells.length} cells for ${width} columns; a cell that contains a delimiter probably ` +
      'lacks quotes'
    );
  return undefined;
}

function faultOf(cells: readonly string[]): string | undefined {
  return cells.some((cell) => cell.includes('\0')) ? 'contains a NUL character' : undefined;
}

/**
 * The elements of cells that are arrays of texts in JSON, as some systems write lists into CSV
 * (`["Hall A","Hall B"]`), by index; undefined if there are none. The cells stay as they are.
 */
function elementsIn(cells: readonly string[]): RawRecord['elements'] {
  const lists = cells.flatMap((cell, index) => {
    const list = listIn(cell);
    return list === undefined ? [] : [[index, list] as const];
  });
  return lists.length === 0 ? undefined : new Map(lists);
}

function listIn(cell: string): readonly string[] | undefined {
  if (!/^\s*\[\s*"/.test(cell)) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) && value.every((element) => typeof element === 'string')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
