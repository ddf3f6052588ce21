// Numbers the records below a header as rows, and reports what is wrong with a record itself. Must not know what the columns mean.
import { maxRows, tooLarge } from './limits.ts';
import { amount, type OnNotice, type RawRecord, type RawTable, type Row, type Sheet } from './table.ts';

export interface RowOptions {
  readonly file: string;
  readonly onNotice: OnNotice;
}

/** @param table without the header @throws {InvalidInputError} for too many rows */
export async function numberRows(
  table: RawTable,
  columns: readonly string[],
  { file, onNotice }: RowOptions,
): Promise<readonly Row[]> {
  const { records } = table;
  if (records.length > maxRows) {
    const message = `it has ${records.length.toLocaleString('en')} rows, and at most ${maxRows.toLocaleString('en')} are read`;
    throw tooLarge(file, message, records[maxRows]?.line);
  }
  if (!table.isTrimmed) return textRows(records, columns);
  const beyond = records.filter(({ cells }) => cells.length > columns.length);
  if (beyond[0] !== undefined) {
    const where = `in ${amount(beyond.length, 'row')} of ${file}; the first is row ${beyond[0].line}`;
    await onNotice(`Not read: cells to the right of the header, ${where}.`);
  }
  for (const notice of table.notices ?? []) await onNotice(notice);
  return records.map((record, at) => {
    const cells = columns.map((_, index) => record.cells[index] ?? '');
    const { line, elements, fault = faultOf(cells) } = record;
    return { row: at + 1, line, cells, elements, fault };
  });
}

function textRows(records: readonly RawRecord[], columns: readonly string[]): readonly Row[] {
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
    const fault = isRest ? splitFault : (widthFault(cells, needed, columns.length) ?? faultOf(cells));
    rows.push({ row: rows.length + 1, line, cells, fault });
    width = isRest ? whole : cells.length;
  }
  return rows;
}

const splitFault = 'a row is split over several lines; a cell that contains a line break probably lacks quotes';

function widthFault(cells: readonly string[], needed: number, width: number): string | undefined {
  if (cells.length < needed) return `${cells.length} of ${needed} cells; a delimiter is missing`;
  // Even if the extra cells are empty: after an unquoted delimiter, all cells are shifted to the right by one column.
  if (cells.length > width)
    return `${cells.length} cells for ${width} columns; a cell that contains a delimiter probably lacks quotes`;
  return undefined;
}

function faultOf(cells: readonly string[]): string | undefined {
  return cells.some((cell) => cell.includes('\0')) ? 'contains a NUL character' : undefined;
}

/** The first rows that are well-formed and not blank, their cells, and the lines of the header and of these rows. */
export function sampleRows<R extends Row>({
  headerLine = 1,
  rows,
}: Pick<Sheet, 'headerLine'> & { rows: readonly R[] }) {
  const found: R[] = [];
  for (const row of rows) {
    if (found.length === sampled) break;
    if (row.fault === undefined && row.cells.some((cell) => cell.trim() !== '')) found.push(row);
  }
  return {
    sample: found.map(({ cells }) => cells),
    lines: [headerLine, ...found.map(({ line }) => line)],
  };
}

const sampled = 100;
