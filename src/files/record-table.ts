// Makes a table of records whose cells have names, as in formats without a header. Must not know
// formats.
import { type Limits, tooLarge } from './limits.ts';
import { maxColumns, type RawRecord, type RawTable } from './table.ts';

/** A record of a format in which each one names its cells. */
export interface KeyedRecord {
  /** The line of the file on which it starts. */
  readonly line: number;
  /** Ascending, for records that may share a line; undefined if the lines ascend. */
  readonly order?: number | undefined;
  /** A list has its elements. */
  readonly cells: ReadonlyMap<string, string | readonly string[]>;
  /** Why it cannot be read. */
  readonly fault?: string | undefined;
}

/**
 * The columns are those of all records, in the order in which they occur. If several records are on
 * one line, the lines of all records are their numbers.
 */
export function recordTable(
  records: readonly KeyedRecord[],
  limits: Limits,
  notices: readonly string[] = [],
): RawTable {
  const indexes = new Map<string, number>();
  for (const { cells } of records) {
    for (const column of cells.keys()) if (!indexes.has(column)) indexes.set(column, indexes.size);
    if (indexes.size > maxColumns) {
      throw tooLarge(limits.file, `its records have more than ${maxColumns} different columns`);
    }
  }
  const columns = [...indexes.keys()];
  limits.cells(columns.length * records.length);
  const orders = records.map(({ line, order = line }) => order);
  const isByLine = orders.every((order, at) => at === 0 || order > (orders[at - 1] ?? 0));
  const header = columns.length > 0 ? [{ line: 1, cells: columns }] : [];
  return {
    delimiter: ',',
    hasNamedCells: true,
    isTrimmed: true,
    notices,
    records: [
      ...header,
      ...records.map((record, at) => toRecord(record, isByLine ? record.line : at + 1)),
    ],
  };

  function toRecord({ cells, fault }: KeyedRecord, line: number): RawRecord {
    const values = new Array<string>(columns.length).fill('');
    const elements = new Map<number, readonly string[]>();
    for (const [column, value] of cells) {
      const index = indexes.get(column) ?? 0;
      values[index] = typeof value === 'string' ? value : value.join('; ');
      if (typeof value !== 'string') elements.set(index, value);
    }
    return { line, cells: values, ...(elements.size > 0 && { elements }), fault };
  }
}
