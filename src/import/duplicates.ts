// Finds the records of a run that another machine created as well, in a service that does not honor idempotency keys.
import type { Scope } from '../changes/part.ts';
import { recordId } from '../client/response.ts';
import { keysOf } from '../contract/key.ts';
import { listRecords } from './match.ts';
import { placeOf, type Work, warn, warningsOf } from './work.ts';

export const duplicateRecord = 'duplicate_record';

/** Reads all records of the event, and warns of each row that the run has created and that has another record. Rejects as the list does. */
export async function warnOfDuplicates(work: Work, scope: Scope): Promise<void> {
  const { ledger, endpoint } = work;
  const ids = new Map<number, Set<string>>();
  for await (const record of listRecords(work, scope)) {
    const id = recordId(record, endpoint.resource);
    for (const key of keysOf(endpoint, record)) {
      const row = ledger.find('key', key);
      if (id !== undefined && row !== undefined) ids.set(row, (ids.get(row) ?? new Set()).add(id));
    }
  }
  for (const row of ledger.rowsIn('created')) {
    const all = [...(ids.get(row) ?? [])];
    if (all.length < 2) continue;
    const message = `the event has ${all.length} records of this row, ${all.join(' and ')}; remove all but one in the service`;
    warn(work, { ...placeOf(work, row), code: duplicateRecord, message });
  }
}

export function hasDuplicates(work: Work): boolean {
  return warningsOf(work).some(({ code }) => code === duplicateRecord);
}
