// Finds rows whose records earlier runs have just created although the service does not list them: its list may lag.
import { hash } from 'node:crypto';
import { JournalError } from '../errors.ts';
import { partFor, type Target } from './entry.ts';
import { historyOf, readHistory } from './history.ts';
import { turn } from './row.ts';
import type { Rows } from './rows.ts';
import type { Sending } from './task.ts';

/** For how long a list may lag behind creations that were confirmed. */
const lagMs = 60 * 60 * 1000;

/** What a journal saves of a created record's key: enough to recognize it, and not the address itself. */
export function keyMark(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 16);
}

/** Skips the rows whose records runs of the last hour have created in this target, and that are not in the list. */
export async function skipUnlisted(rows: Rows, target: Target, { runs, clock, onNotice }: Sending): Promise<void> {
  for (const { header } of await runs.list()) {
    if (rows.count('create') === 0) return;
    const folder = runs.folder(header.run);
    const part = partFor(header, target);
    if (part === undefined || (await folder.touchedAt()) + lagMs <= clock.now()) continue;
    const history = await readHistory(folder).catch((error: unknown) => {
      // The journal of another run must not stop this one.
      if (error instanceof JournalError) return new Map();
      throw error;
    });
    const created = new Map(historyOf(history, part).flatMap(({ key, id }) => (key === undefined ? [] : [[key, id]])));
    let found = 0;
    for (const row of rows.in('create')) {
      const mark = keyMark(row.names.key ?? '');
      if (!created.has(mark)) continue;
      turn(row, 'skipped', { id: created.get(mark) });
      found++;
    }
    const notice = { run: header.run, rows: found, journal: folder.journalPath };
    if (found > 0) await onNotice?.({ kind: 'unlisted_records', ...notice });
  }
}
