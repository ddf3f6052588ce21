// Finds the rows of an import that have another record as well: somebody else has created it at the
// same time.
import { isKeyHidden } from '../changes/matching.ts';
import { textsOf } from '../changes/names.ts';
import { recordId } from '../client/response.ts';
import type { Scope } from '../runs/part.ts';
import { type RowFault, type RunRow, rowPlace } from '../runs/row.ts';
import type { Batch } from './batch.ts';
import { readEventRecords } from './event-records.ts';
import { shownId } from './record-faults.ts';
import { ownedIds } from './settle.ts';

/**
 * Reads all records of the event, and finds the rows that the run has created and that have another
 * record. Rejects as the list does.
 */
export async function findDuplicates(batch: Batch, scope: Scope): Promise<readonly RowFault[]> {
  const { rows, resource, endpoint } = batch;
  const event = await readEventRecords(batch, scope);
  const owned = ownedIds(batch);
  for (const id of [...batch.seen, ...event.created.values()]) owned.add(id);
  const recordsOf = new Map<RunRow, string[]>();
  for (const record of event.named) {
    const id = recordId(record, resource);
    const isOwned = id !== undefined && owned.has(id);
    const isFree = isKeyHidden(record, { endpoint, shown: event.shown }) && !isOwned;
    const named = isFree
      ? textsOf('title', endpoint, record).flatMap((title) => rows.find('title', title))
      : [];
    const [own] = textsOf('key', endpoint, record).flatMap((key) => rows.find('key', key));
    for (const row of new Set([...named, ...(own === undefined ? [] : [own])])) {
      recordsOf.set(row, [...(recordsOf.get(row) ?? []), shownId(resource, record)]);
    }
  }
  return [...rows.in('created')].flatMap((row) => duplicateFault(row, recordsOf.get(row) ?? []));
}

/** @param ids of the records that are, or may be, that of the row */
function duplicateFault(row: RunRow, ids: readonly string[]): readonly RowFault[] {
  const { id } = row.note;
  const all = id === undefined || ids.includes(id) ? ids : [id, ...ids];
  if (all.length < 2) return [];
  const message =
    `the event has ${all.length} records of this row, ${all.join(' and ')}: somebody else has ` +
    'created one at the same time; remove all but one in the service: the API cannot delete ' +
    'them';
  return [{ ...rowPlace(row), code: 'duplicate_record', message }];
}
