// Owns the writes of records as groups: events are locked first, then records are created, then
// changed.
import type { IdSource } from '../ids.ts';
import { createAll } from './creations.ts';
import type { Query } from './driver.ts';
import { lockEvents, storeNumbers } from './events.ts';
import type { EventRef, Speaker, Submission } from './record-fields.ts';
import type { Creation, RecordWrite, Update } from './record-write.ts';
import { statements } from './statements.ts';
import type { CreateOutcome, PlacementOutcome, UpdateOutcome } from './store.ts';
import { updateAll } from './updates.ts';
import type { GroupedWrite } from './write-queue.ts';

export type RecordOutcome =
  | CreateOutcome<Speaker | Submission>
  | UpdateOutcome<Speaker>
  | PlacementOutcome;

export function recordWrites(newId: IdSource): GroupedWrite<RecordWrite, RecordOutcome> {
  return async (query, writes, mayBeStored) => {
    const creations = writes.filter(isCreation);
    const updates = writes.filter((write) => !isCreation(write));
    const refs = [...creations.map(({ ref }) => ref), ...(await eventsOf(query, updates))];
    const events = await lockEvents(query, refs);
    const group = { query, newId, events, mayBeStored };
    const outcomes = new Map<RecordWrite, RecordOutcome>();
    const created = await createAll(group, creations);
    for (const [i, creation] of creations.entries()) outcomes.set(creation, at(created, i));
    const updated = await updateAll(group, updates);
    for (const [i, update] of updates.entries()) outcomes.set(update, at(updated, i));
    await storeNumbers(query, events);
    return writes.map((write) => outcomes.get(write) ?? { outcome: 'not_found' });
  };
}

function isCreation(write: RecordWrite): write is Creation {
  return write.kind.startsWith('create');
}

/** The events whose sessions may move. */
async function eventsOf(query: Query, updates: readonly Update[]): Promise<readonly EventRef[]> {
  const ids = updates.flatMap(({ kind, ref }) => (kind === 'update speaker' ? [] : [ref.id]));
  if (ids.length === 0) return [];
  return query<EventRef>(statements.findEventsOf, [JSON.stringify(ids)]);
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`there are only ${list.length}`);
  return item;
}
