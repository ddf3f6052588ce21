// Resumes an interrupted import: reads its saved rows as a source, and sets the rows' states from its journal.

import { withoutMarks } from '../columns/people-cells.ts';
import { type JournalEntry, rowsOf } from '../runs/entry.ts';
import { damagedLine, readJsonLines } from '../runs/json-lines.ts';
import type { Row } from '../sheets/table.ts';
import type { ImportHeader } from './header.ts';
import type { SavedRows } from './options.ts';
import { readPackedRow } from './row-table.ts';
import type { Work } from './work.ts';

/** The rows that a run saved when it read its file, even if the file has changed since. */
export function savedRows(
  { file, sha256, columns, delimiter, options, rows }: ImportHeader,
  rowsPath: string,
): SavedRows {
  return {
    file,
    encoding: options.encoding,
    rows,
    async open() {
      return { file, delimiter, columns, batches: readSaved(rowsPath) };
    },
    sha256: () => sha256,
  };
}

const batchSize = 1000;

async function* readSaved(path: string): AsyncGenerator<readonly Row[]> {
  let row = 0;
  let batch: Row[] = [];
  for await (const { line: at, value } of readJsonLines(path)) {
    // The file also contains notes, and rows with cells folded into them; both are computed again.
    if (!Array.isArray(value)) continue;
    const saved = readPackedRow(row + 1, value);
    if (saved === undefined) throw damagedLine(path, at, 'the saved row is damaged');
    if (saved.filled !== undefined) continue;
    const { fileRow, line, cells, fault } = saved;
    row++;
    batch.push(withoutMarks({ row: fileRow, line, cells, fault }));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Sets the rows' states from a journal. A row with an outcome gets the state of that outcome, and a creation with an
 * intent but no outcome is in doubt. Refused rows are sent again, and so are updates, which may be repeated.
 * @returns the rows whose update has no outcome: it may have taken effect
 */
export async function replay(
  entries: AsyncIterable<JournalEntry>,
  { table, endpoint, update }: Pick<Work, 'table' | 'endpoint' | 'update'>,
): Promise<ReadonlySet<number>> {
  const updates = new Set<number>();
  for await (const entry of entries) {
    if ('sending' in entry) {
      for (const row of rowsOf(entry.sending)) {
        if (entry.verb === update.verb) updates.add(row);
        else if (entry.verb === endpoint.verb && table.state(row) === 'create') table.mark(row, 'doubt');
      }
    } else if ('unsent' in entry) {
      for (const row of rowsOf(entry.unsent)) {
        updates.delete(row);
        if (table.state(row) === 'doubt') table.mark(row, 'create');
      }
    } else if ('row' in entry && ['create', 'doubt'].includes(table.state(entry.row))) {
      const { row, did, id } = entry;
      updates.delete(row);
      if (did === 'failed') table.mark(row, 'create');
      else if (did === 'created' || did === 'updated' || did === 'skipped') {
        table.mark(row, did);
        table.attach(row, { id });
      }
    }
  }
  return updates;
}
