// Resumes an interrupted import: what it was to do is read again as it was decided, and the states of its rows from its journal.
import type { RowNote } from '../changes/change-set.ts';
import { type Ledger, readLedger } from '../changes/ledger.ts';
import { creationOf } from '../contract/index.ts';
import { type JournalEntry, rowsOf } from '../runs/entry.ts';
import type { ImportHeader } from './header.ts';
import type { SavedRun } from './options.ts';
import type { Work } from './work.ts';

/** What a run saved, even if its file has changed since. */
export function savedRun(
  { file, sha256, columns, delimiter, options: { encoding }, rows }: ImportHeader,
  rowsPath: string,
): SavedRun {
  return { file, encoding, columns, delimiter, rows, rowsPath, sha256: () => sha256 };
}

/** The import that sends what is left of a run. */
export function resumedImport(header: ImportHeader, rowsPath: string) {
  const { resource, event, baseUrl, parent, undoes, options } = header;
  return {
    ...{ endpoint: creationOf(resource), event, baseUrl, parent, undoes },
    source: savedRun(header, rowsPath),
    ...options,
    rows: options.rows ?? undefined,
    // The run began without its invalid rows.
    skipInvalid: true,
    dryRun: false,
  };
}

/**
 * Fills a ledger with what a run was to do. Who is meant was decided when it began: a row finds its record by the id or
 * the key of that record alone, and changes what was planned.
 * @param hasBase whether another value than the planned one is a conflict
 * @throws {JournalError} if a row is damaged
 */
export async function loadRows(
  path: string,
  ledger: Ledger,
  { hasBase }: { readonly hasBase: boolean },
): Promise<void> {
  for await (const saved of readLedger(path)) {
    if (saved.kind === 'row') {
      const { title: _, title_fallback: __, ...names } = saved.row.names;
      const row = { ...saved.row, names };
      if (row.number > ledger.size) ledger.add(row, saved.state);
      else ledger.rewrite(row);
      continue;
    }
    const { of, state } = saved;
    const note = saved.note as RowNote;
    const { by, id, changes: fields, before } = note;
    if (state !== 'update') {
      ledger.mark(of, state);
      ledger.attach(of, note);
    } else if (by !== undefined && id !== undefined && fields !== undefined) {
      // A row that was found by its key is found by it again.
      ledger.rewrite({ ...ledger.read(of), names: { id }, fields, base: hasBase ? before : undefined });
    }
  }
}

/**
 * Sets the rows' states from a journal. A row with an outcome gets the state of that outcome, and a creation with an
 * intent but no outcome is in doubt. Refused rows are sent again, and so are updates, which may be repeated.
 * @returns the rows whose update has no outcome: it may have taken effect
 */
export async function replay(
  entries: AsyncIterable<JournalEntry>,
  { ledger, endpoint, update }: Pick<Work, 'ledger' | 'endpoint' | 'update'>,
): Promise<ReadonlySet<number>> {
  const updates = new Set<number>();
  for await (const entry of entries) {
    if ('sending' in entry) {
      for (const row of rowsOf(entry.sending)) {
        if (entry.verb === update.verb) updates.add(row);
        else if (entry.verb === endpoint.verb && ledger.state(row) === 'create') ledger.mark(row, 'doubt');
      }
    } else if ('unsent' in entry) {
      for (const row of rowsOf(entry.unsent)) {
        updates.delete(row);
        if (ledger.state(row) === 'doubt') ledger.mark(row, 'create');
      }
    } else if ('row' in entry && ['create', 'doubt'].includes(ledger.state(entry.row))) {
      const { row, did, id } = entry;
      updates.delete(row);
      if (did === 'failed') ledger.mark(row, 'create');
      else if (did === 'created' || did === 'updated' || did === 'skipped') {
        ledger.mark(row, did);
        ledger.attach(row, { id });
      }
    }
  }
  return updates;
}
