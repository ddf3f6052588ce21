// Sums up a journal: how many rows ended how, and which are in doubt. Must not know what the rows are.
import { type JournalEntry, rowsOf } from './entry.ts';

/** The number of rows in a journal, by their last outcome; rows without one count as `unknown`. */
export async function tally(entries: AsyncIterable<JournalEntry>): Promise<Readonly<Record<string, number>>> {
  const outcomes = new Map<number, string>();
  for await (const { row, outcome } of eventsOf(entries)) {
    if (outcome === undefined) outcomes.delete(row);
    else outcomes.set(row, outcome);
  }
  const counts: Record<string, number> = { created: 0, updated: 0, skipped: 0, failed: 0, unknown: 0 };
  for (const outcome of outcomes.values()) {
    if (Object.hasOwn(counts, outcome) || outcome === 'placed') counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** The rows that have an intent in the journal and no outcome. */
export async function inDoubt(entries: AsyncIterable<JournalEntry>): Promise<ReadonlySet<number>> {
  const rows = new Set<number>();
  for await (const { row, outcome } of eventsOf(entries)) {
    if (outcome === 'unknown') rows.add(row);
    else rows.delete(row);
  }
  return rows;
}

interface RowEvent {
  readonly row: number;
  /** Undefined if it was not sent after all. */
  readonly outcome: string | undefined;
}

async function* eventsOf(entries: AsyncIterable<JournalEntry>): AsyncGenerator<RowEvent> {
  for await (const entry of entries) {
    if ('sending' in entry) for (const row of rowsOf(entry.sending)) yield { row, outcome: 'unknown' };
    else if ('unsent' in entry) for (const row of rowsOf(entry.unsent)) yield { row, outcome: undefined };
    else if ('row' in entry) yield { row: entry.row, outcome: entry.did };
  }
}
