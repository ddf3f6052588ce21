// Looks at the first records of a table, or rows of a sheet, without using them up. Must not know what they mean.
import type { RawRecord, RawTable, Row, Sheet, TableEntry } from './table.ts';

/** A table that can be looked at before it is opened. */
export interface PeekableEntry extends TableEntry {
  /** The first records, all of them if there are fewer than `count`. */
  preview(count: number): Promise<readonly RawRecord[]>;
  /** Gives up what `preview` has kept, when the table is not wanted. */
  close(): Promise<void>;
}

/** Also an entry that can be opened only once. */
export function peekable(entry: TableEntry): PeekableEntry {
  let seen: RawTable | undefined;
  return {
    ...entry,
    async preview(count) {
      const { records, table } = await peek(seen ?? (await entry.open()), count);
      seen = table;
      return records;
    },
    async open() {
      const table = seen ?? (await entry.open());
      seen = undefined;
      return table;
    },
    async close() {
      const table = seen;
      seen = undefined;
      await table?.batches[Symbol.asyncIterator]().return?.();
    },
  };
}

/**
 * The first records, all of them if there are fewer than `count`; and the table, from its first record on.
 * @throws what reading throws if it throws before there is a record; else, the table throws it after its records
 */
export async function peek(
  table: RawTable,
  count: number,
): Promise<{ readonly records: readonly RawRecord[]; readonly table: RawTable }> {
  const { items, error, batches } = await readFirst(table.batches, (records) => records.length >= count);
  if (error !== undefined && items.length === 0) throw error.thrown;
  return { records: items.slice(0, count), table: { ...table, batches } };
}

/**
 * The cells of the first rows that are well-formed and not blank, at most `count`, the lines of the header and of these
 * rows, and the sheet, from its first row on.
 * What reading throws, the sheet throws after the rows before it.
 */
export async function sampleRows<R extends Row>(
  sheet: Sheet & { readonly batches: AsyncIterable<readonly R[]> },
  count = 100,
) {
  let usable = 0;
  let seen = 0;
  const { items, batches } = await readFirst(sheet.batches, (rows) => {
    for (const row of rows.slice(seen)) if (isUsable(row)) usable++;
    seen = rows.length;
    return usable >= count || seen >= mostBlank;
  });
  const sample = items.filter(isUsable).slice(0, count);
  const lines = [sheet.headerLine ?? 1, ...sample.map(({ line }) => line)];
  return { sample: sample.map(({ cells }) => cells), rows: sample, lines, sheet: { ...sheet, batches } };
}

/** How many rows are read to find some that are not blank. */
const mostBlank = 10_000;

function isUsable(row: Row): boolean {
  return row.fault === undefined && row.cells.some((cell) => cell.trim() !== '');
}

interface First<T> {
  readonly items: readonly T[];
  readonly error: { readonly thrown: unknown } | undefined;
  /** All items, from the first on; what reading has thrown is thrown after the items before it. */
  readonly batches: AsyncIterable<readonly T[]>;
}

/** The first items until there are enough, and all of them. */
export async function readFirst<T>(
  batches: AsyncIterable<readonly T[]>,
  isEnough: (items: readonly T[]) => boolean,
): Promise<First<T>> {
  const reading = batches[Symbol.asyncIterator]();
  const items: T[] = [];
  let error: First<T>['error'];
  while (!isEnough(items)) {
    try {
      const { value, done } = await reading.next();
      if (done) break;
      for (const item of value) items.push(item);
    } catch (thrown) {
      error = { thrown };
      break;
    }
  }
  return { items, error, batches: rejoin(items, reading, error) };
}

function rejoin<T>(
  first: readonly T[],
  reading: AsyncIterator<readonly T[]>,
  error: First<T>['error'],
): AsyncIterable<readonly T[]> {
  const all = (async function* () {
    yield first;
    if (error !== undefined) throw error.thrown;
    yield* { [Symbol.asyncIterator]: () => reading };
  })();
  const iterator: AsyncIterator<readonly T[]> = {
    next: () => all.next(),
    // A generator that has not started would not pass it on.
    async return() {
      await reading.return?.();
      return all.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
