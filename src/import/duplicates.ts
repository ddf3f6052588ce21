// Finds the records of a run that another machine created as well, in a service that does not honor idempotency keys.
import type { Scope } from '../changes/part.ts';
import { recordId } from '../client/response.ts';
import { keysOf } from '../contract/record-key.ts';
import { listRecords } from './match.ts';
import { placeOf, type Work, warn, warningsOf } from './work.ts';

export const duplicateRecord = 'duplicate_record';

/** Reads all records of the event, and warns of each row whose record was created by the run and is listed twice. Rejects as the list does. */
export async function warnOfDuplicates(work: Work, scope: Scope): Promise<void> {
  const { ledger, endpoint } = work;
  const first = new Map<number, string>();
  for await (const record of listRecords(work, scope)) {
    const id = recordId(record, endpoint.resource);
    for (const key of keysOf(endpoint, record)) {
      const row = ledger.find('key', key);
      if (id === undefined || row === undefined || ledger.state(row) !== 'created') continue;
      const other = first.get(row) ?? id;
      first.set(row, other);
      if (other === id) continue;
      const message = `the event has this record twice, as ${other} and ${id}; remove one of them in the service`;
      warn(work, { ...placeOf(work, row), code: duplicateRecord, message });
    }
  }
}

export function hasDuplicates(work: Work): boolean {
  return warningsOf(work).some(({ code }) => code === duplicateRecord);
}
