// Looks at the first records of a table without using them up. Must not know what they mean.
import type { RawRecord, RawTable } from './table.ts';

/**
 * The first records, all of them if there are fewer than `count`; and the table, from its first record on.
 * @throws what reading throws if it throws before there is a record; else, the table throws it after its records
 */
export async function peek(
  table: RawTable,
  count: number,
): Promise<{ readonly records: readonly RawRecord[]; readonly table: RawTable }> {
  const reading = table.batches[Symbol.asyncIterator]();
  const records: RawRecord[] = [];
  let error: unknown;
  while (records.length < count) {
    try {
      const { value, done } = await reading.next();
      if (done) break;
      records.push(...value);
    } catch (thrown) {
      if (records.length === 0) throw thrown;
      error = thrown;
      break;
    }
  }
  return { records: records.slice(0, count), table: { ...table, batches: rejoin(records, reading, error) } };
}

async function* rejoin<T>(first: T, reading: AsyncIterator<T>, error: unknown): AsyncGenerator<T> {
  yield first;
  if (error !== undefined) throw error;
  yield* { [Symbol.asyncIterator]: () => reading };
}
