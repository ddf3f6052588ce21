// Reads back what a journal says of its rows: how many ended how, and which are in doubt.
import type { JournalEntry, RowRange } from './journal.ts';

/** How many rows a journal names, by their last outcome. */
export async function tally(entries: AsyncIterable<unknown>): Promise<Readonly<Record<string, number>>> {
  const ends = new Map<number, string>();
  for await (const { row, end } of turnsOf(entries)) {
    if (end === undefined) ends.delete(row);
    else ends.set(row, end);
  }
  const counts: Record<string, number> = { created: 0, updated: 0, skipped: 0, failed: 0, unknown: 0 };
  for (const end of ends.values()) if (end in counts || end === 'placed') counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

/** The rows that have an intent in the journal and no outcome. */
export async function inDoubt(entries: AsyncIterable<unknown>): Promise<ReadonlySet<number>> {
  const rows = new Set<number>();
  for await (const { row, end } of turnsOf(entries)) {
    if (end === 'unknown') rows.add(row);
    else rows.delete(row);
  }
  return rows;
}

interface Turn {
  readonly row: number;
  /** Undefined where it was not sent after all. */
  readonly end: string | undefined;
}

async function* turnsOf(entries: AsyncIterable<unknown>): AsyncGenerator<Turn> {
  for await (const value of entries) {
    const entry = value as Partial<JournalEntry & Record<string, unknown>>;
    if (isRanges(entry.sending)) for (const row of rowsOf(entry.sending)) yield { row, end: 'unknown' };
    else if (isRanges(entry.unsent)) for (const row of rowsOf(entry.unsent)) yield { row, end: undefined };
    else if (typeof entry.row === 'number') yield { row: entry.row, end: String(entry.did) };
  }
}

export function isRanges(value: unknown): value is readonly RowRange[] {
  return Array.isArray(value);
}

/** `[[3, 5], [9, 9]]` → 3, 4, 5, 9 */
export function* rowsOf(ranges: readonly RowRange[]): IterableIterator<number> {
  for (const [first, last] of ranges) for (let row = first; row <= last; row++) yield row;
}
