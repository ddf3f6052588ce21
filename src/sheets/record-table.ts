// Makes a table of records whose cells have names, as in formats without a header. Must not know formats.
import type { Budget } from './budget.ts';
import { readFirst } from './peek.ts';
import { maxColumns, type RawRecord, type RawTable, type SheetNotice } from './table.ts';
import { tooLarge } from './too-large.ts';

/** A record of a format in which each one names its cells. */
export interface KeyedRecord {
  /** The line of the file on which it starts. */
  readonly line: number;
  /** A list has its elements. */
  readonly cells: ReadonlyMap<string, string | readonly string[]>;
  /** Why it cannot be read. */
  readonly fault?: string | undefined;
}

export interface RecordTableOptions {
  readonly name?: string | undefined;
  readonly budget: Budget;
  /** Called once all records have been read. */
  readonly notices?: () => readonly SheetNotice[];
}

/** How many records are in memory to find all columns. */
const examined = 1_000;

/**
 * The columns are those of the first 1,000 records, in the order in which they occur. If several of these records are on
 * one line, the lines of all records are their numbers.
 * @param notices is called once all records have been read
 */
export async function recordTable(
  batches: AsyncIterable<readonly KeyedRecord[]>,
  { name, budget, notices }: RecordTableOptions,
): Promise<RawTable> {
  const { items: first, error, batches: all } = await readFirst(batches, ({ length }) => length >= examined);
  if (error !== undefined && first.length === 0) throw error.thrown;
  const found = new Set<string>();
  for (const { cells } of first.slice(0, examined)) {
    for (const column of cells.keys()) found.add(column);
    if (found.size > maxColumns) {
      throw tooLarge(budget.file, 'a table', {
        message: `its first records have more than ${maxColumns} different columns`,
      });
    }
  }
  const columns = [...found];
  const indexes = new Map(columns.map((column, index) => [column, index]));
  const isByLine = first.every(({ line }, at) => at === 0 || line > (first[at - 1]?.line ?? 0));
  let count = 0;
  return {
    ...(name !== undefined && { name }),
    delimiter: ',',
    hasNamedCells: true,
    isTrimmed: true,
    ...(notices !== undefined && { notices }),
    batches: records(),
  };

  async function* records(): AsyncGenerator<readonly RawRecord[]> {
    if (columns.length > 0) yield [{ line: 1, cells: columns }];
    for await (const batch of all) yield batch.map(toRecord);
  }

  function toRecord({ line, cells, fault }: KeyedRecord): RawRecord {
    count++;
    budget.spend('recordCells', columns.length);
    const values = new Array<string>(columns.length).fill('');
    const elements = new Map<number, readonly string[]>();
    let later: string | undefined;
    for (const [column, value] of cells) {
      const index = indexes.get(column);
      if (index === undefined) later ??= value.length > 0 ? column : undefined;
      else if (typeof value === 'string') values[index] = value;
      else {
        values[index] = value.join('; ');
        elements.set(index, value);
      }
    }
    const unknown =
      later === undefined
        ? undefined
        : `has ${JSON.stringify(later)}, which none of the first 1,000 records has; add it to the first one, with null`;
    const lists = elements.size > 0 && { elements };
    return { line: isByLine ? line : count, cells: values, ...lists, fault: fault ?? unknown };
  }
}
