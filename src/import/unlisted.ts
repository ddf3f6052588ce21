// Finds rows whose records earlier runs have just created although the service does not list them: its list may lag.
import { hash } from 'node:crypto';
import { JournalError } from '../errors.ts';
import { isSameTarget, type Target } from '../runs/entry.ts';
import type { RunFolder } from '../runs/folder.ts';
import { compare, stateOfExisting } from './compare.ts';
import type { ImportOptions } from './options.ts';
import { updateNote, type Work } from './work.ts';

/** For how long a list may lag behind creations that were confirmed. */
const lagMs = 60 * 60 * 1000;

/** What a journal saves of a created record's key: enough to recognize it, and not the address itself. */
export function keyMark(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 16);
}

interface UnlistedOptions extends Pick<ImportOptions, 'runs' | 'onNotice'> {
  readonly target: Target;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Treats the records that runs of the last hour have created in this target, and that are not in the list, as existing. */
export async function matchUnlisted(work: Work, { target, runs, now, onNotice }: UnlistedOptions): Promise<void> {
  for (const { header } of await runs.list()) {
    if (work.table.count('create') === 0) return;
    const folder = runs.folder(header.run);
    if (!isSameTarget(header, target) || (await folder.touchedAt()) + lagMs <= now) continue;
    const rows = await markCreated(work, folder);
    if (rows > 0) await onNotice?.({ kind: 'unlisted_records', run: header.run, rows, journal: folder.journalPath });
  }
}

/** @returns how many rows have a record that the run created */
async function markCreated(work: Work, folder: RunFolder): Promise<number> {
  const { table, onConflict, endpoint, updatable } = work;
  const marks = new Set<string>();
  for await (const { mark } of createdIn(folder)) marks.add(mark);
  const rows = new Map<string, number>();
  for (const row of table.rowsIn('create')) {
    const mark = keyMark(table.read(row).names.key ?? '');
    if (marks.has(mark)) rows.set(mark, row);
  }
  if (rows.size === 0) return 0;
  for await (const { mark, id } of createdIn(folder)) {
    const row = rows.get(mark);
    if (row === undefined) continue;
    // What the record contains now is unknown, so that an update sends every field.
    const wanted = onConflict === 'update' && id !== undefined ? table.read(row).fields : {};
    const { changes } = compare({}, wanted, { matchedBy: endpoint.key ?? [], updatable });
    table.mark(row, stateOfExisting(onConflict, { changes }));
    table.attach(row, updateNote(id, changes));
  }
  return rows.size;
}

async function* createdIn(
  folder: RunFolder,
): AsyncGenerator<{ readonly mark: string; readonly id: string | undefined }> {
  try {
    for await (const entry of folder.entries()) {
      if ('row' in entry && entry.did === 'created' && entry.key !== undefined) yield { mark: entry.key, id: entry.id };
    }
  } catch (error) {
    // The journal of another run must not stop this one.
    if (!(error instanceof JournalError)) throw error;
  }
}
