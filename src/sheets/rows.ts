// Numbers the records below a header as rows, and reports what is wrong with a record itself. Must not know what the columns mean.
import { areasByLine } from './merged-areas.ts';
import type { MergedArea, OnSheetNotice, RawRecord, RawTable, Row } from './table.ts';

export interface RowOptions {
  readonly file: string;
  readonly onNotice: OnSheetNotice;
}

/** @param table without the header */
export function numberRows(
  table: RawTable,
  columns: readonly string[],
  options: RowOptions,
): AsyncGenerator<readonly Row[]> {
  return table.isTrimmed === true ? sheetRows(table, columns, options) : textRows(table, columns);
}

/** Rows of a workbook have as many cells as the header; what is beyond it is reported. */
async function* sheetRows(
  table: RawTable,
  columns: readonly string[],
  { file, onNotice }: RowOptions,
): AsyncGenerator<readonly Row[]> {
  let row = 0;
  const beyond: { count: number; first: RawRecord | undefined } = { count: 0, first: undefined };
  const areasOf = areasByLine(table.merged ?? []);
  for await (const records of table.batches) {
    yield records.map((record) => {
      if (record.cells.length > columns.length) {
        beyond.count++;
        beyond.first ??= record;
      }
      const own = withoutMergedCells(record.cells, areasOf(record.line));
      const cells = columns.map((_, at) => own[at] ?? '');
      const { line, elements, fault = faultOf(cells) } = record;
      return { row: ++row, line, cells, elements, fault };
    });
  }
  if (beyond.first !== undefined) {
    await onNotice({ kind: 'cells_without_header', file, line: beyond.first.line, count: beyond.count });
  }
  const count = table.hiddenRows?.() ?? 0;
  if (count > 0) await onNotice({ kind: 'hidden_rows', file, count });
  for (const notice of table.notices?.() ?? []) await onNotice(notice);
}

/** The value of merged cells, in each line of the area but only in its first column: in others, it would be a value of another column. */
export function withoutMergedCells(cells: readonly string[], areas: readonly MergedArea[]): readonly string[] {
  const across = areas.filter(({ cells: [first, last] }) => first < last);
  if (across.length === 0) return cells;
  const own = [...cells];
  for (const {
    cells: [first, last],
  } of across)
    own.fill('', first + 1, last + 1);
  return own;
}

async function* textRows({ batches }: RawTable, columns: readonly string[]): AsyncGenerator<readonly Row[]> {
  // Unnamed columns at the end come from formatted but empty cells; a row may leave them out.
  const needed = columns.findLastIndex((column) => column !== '') + 1;
  let number = 0;
  // The last row waits for the next one, which may be the rest of it. `width` is that of all of its parts.
  let last: { readonly row: Row; readonly width: number } | undefined;
  try {
    for await (const records of batches) {
      const rows: Row[] = [];
      for (const { line, cells } of records) {
        const fault = widthFault(cells, needed, columns.length) ?? faultOf(cells);
        const row: Row = { row: ++number, line, cells, fault };
        const width = (last?.width ?? 0) + cells.length - 1;
        const isRest = last !== undefined && cells.length < needed && width <= needed;
        if (last !== undefined) rows.push(isRest ? { ...last.row, fault: splitFault } : last.row);
        last = isRest ? { row: { ...row, fault: splitFault }, width } : { row, width: cells.length };
      }
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    if (last !== undefined) yield [last.row];
    throw error;
  }
  if (last !== undefined) yield [last.row];
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
