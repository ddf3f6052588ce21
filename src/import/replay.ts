// Reads what an interrupted run has written down into the rows that are to be gone on with.
import type { JournalEntry, RowRange } from './journal.ts';
import type { Work } from './work.ts';

/**
 * Rows that were done are done; rows that were about to be created, and of which no end was written, are in doubt. Rows
 * that were refused, and changes, which may be repeated, are taken up again.
 * @param entries the journal's lines; the header and what is not understood is passed over
 */
export async function replay(
  entries: AsyncIterable<unknown>,
  { table, endpoint }: Pick<Work, 'table' | 'endpoint'>,
): Promise<void> {
  for await (const value of entries) {
    const entry = value as Partial<JournalEntry & Record<string, unknown>>;
    if (isRanges(entry.sending) && entry.verb === endpoint.verb) {
      for (const row of rowsOf(entry.sending)) if (table.state(row) === 'create') table.mark(row, 'doubt');
    } else if (isRanges(entry.unsent)) {
      for (const row of rowsOf(entry.unsent)) if (table.state(row) === 'doubt') table.mark(row, 'create');
    } else if (typeof entry.row === 'number' && ['create', 'doubt'].includes(table.state(entry.row))) {
      const { row, did, id } = entry;
      if (did === 'failed') table.mark(row, 'create');
      else if (did === 'created' || did === 'updated' || did === 'skipped') {
        table.mark(row, did);
        table.attach(row, { id });
      }
    }
  }
}

/** How many rows a journal tells of, by what became of them. */
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

/** The rows that were about to be sent and of which no end was written. */
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

function isRanges(value: unknown): value is readonly RowRange[] {
  return Array.isArray(value);
}

function* rowsOf(ranges: readonly RowRange[]): IterableIterator<number> {
  for (const [first, last] of ranges) for (let row = first; row <= last; row++) yield row;
}
