// Reads what an interrupted run has written down into the rows that are to be gone on with.
import { isRanges, rowsOf } from '../runs/history.ts';
import type { JournalEntry } from '../runs/journal.ts';
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
