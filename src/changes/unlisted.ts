// Finds rows whose records earlier runs have just created although the service does not list them: its list may lag.
import { hash } from 'node:crypto';
import { JournalError } from '../errors.ts';
import { partFor, type Target } from '../runs/entry.ts';
import type { RunFolder, Runs } from '../runs/folder.ts';
import type { Ledger } from './ledger.ts';

/** For how long a list may lag behind creations that were confirmed. */
const lagMs = 60 * 60 * 1000;

/** What a journal saves of a created record's key: enough to recognize it, and not the address itself. */
export function keyMark(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 16);
}

interface UnlistedOptions {
  readonly runs: Runs;
  readonly target: Target;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Decides what is done with a row whose record exists. @param id undefined if the service did not return it */
  readonly onFound: (row: number, id: string | undefined) => void;
  /** Called for each run with such records. */
  readonly onRun: (run: RunFolder, rows: number) => Promise<void>;
}

/** Finds the rows whose records runs of the last hour have created in this target, and that are not in the list. */
export async function findUnlisted(ledger: Ledger, options: UnlistedOptions): Promise<void> {
  const { runs, target, now, onRun } = options;
  for (const { header } of await runs.list()) {
    if (ledger.count('create') === 0) return;
    const folder = runs.folder(header.run);
    if (partFor(header, target) === undefined || (await folder.touchedAt()) + lagMs <= now) continue;
    const rows = await findCreated(ledger, folder, options);
    if (rows > 0) await onRun(folder, rows);
  }
}

/** @returns how many rows have a record that the run created */
async function findCreated(ledger: Ledger, folder: RunFolder, { onFound }: UnlistedOptions): Promise<number> {
  const marks = new Set<string>();
  for await (const { mark } of createdIn(folder)) marks.add(mark);
  const rows = new Map<string, number>();
  for (const row of ledger.rowsIn('create')) {
    const mark = keyMark(ledger.read(row).names.key ?? '');
    if (marks.has(mark)) rows.set(mark, row);
  }
  if (rows.size === 0) return 0;
  for await (const { mark, id } of createdIn(folder)) {
    const row = rows.get(mark);
    if (row !== undefined) onFound(row, id);
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
