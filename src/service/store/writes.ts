// Owns the writes of records as groups: events are locked first, then records are created, then
// changed.
import type { IdSource } from '../ids.ts';
import { createAll } from './creations.ts';
import type { Query } from './driver.ts';
import { eventName, lockEvents, storeNumbers } from './events.ts';
import type { EventRef, Speaker, Submission } from './record-fields.ts';
import type { Creation, RecordWrite, Update } from './record-write.ts';
import { type KindName, records } from './statements.ts';
import type { CreateOutcome, PlacementOutcome, UpdateOutcome } from './store.ts';
import { updateAll } from './updates.ts';
import type { GroupedWrite } from './write-group.ts';

export type RecordOutcome =
  | CreateOutcome<Speaker | Submission>
  | UpdateOutcome<Speaker>
  | PlacementOutcome;

export function recordWrites(newId: IdSource): GroupedWrite<RecordWrite, RecordOutcome> {
  return {
    async run(query, writes, mayBeStored) {
      const creations = writes.filter(isCreation);
      const updates = writes.filter((write) => !isCreation(write));
      // Those whose sessions may move.
      const moved = updates.filter(({ kind }) => kind !== 'update speaker');
      const refs = [
        ...creations.map(({ ref }) => ref),
        ...(await eventsOf(query, 'submissions', moved)),
      ];
      const events = await lockEvents(query, refs);
      const group = { query, newId, events, mayBeStored };
      const outcomes = new Map<RecordWrite, RecordOutcome>();
      const created = await createAll(group, creations);
      for (const [i, creation] of creations.entries()) outcomes.set(creation, at(created, i));
      const updated = await updateAll(group, updates);
      for (const [i, update] of updates.entries()) outcomes.set(update, at(updated, i));
      await storeNumbers(query, events);
      return writes.map((write) => outcomes.get(write) ?? { outcome: 'not_found' });
    },
    scopesOf,
  };
}

function isCreation(write: RecordWrite): write is Creation {
  return write.kind.startsWith('create');
}

interface EventOfRecord extends EventRef {
  readonly id: string;
}

/** Those of records that do not exist are missing. */
async function eventsOf(
  query: Query,
  kind: KindName,
  updates: readonly Update[],
): Promise<readonly EventOfRecord[]> {
  if (updates.length === 0) return [];
  const ids = updates.map(({ ref }) => ref.id);
  return query<EventOfRecord>(records[kind].findEvents, [JSON.stringify(ids)]);
}

/** Their events. */
async function scopesOf(read: Query, writes: readonly RecordWrite[]): Promise<readonly string[]> {
  const updates = writes.filter((write) => !isCreation(write));
  const found = [
    ...(await eventsOf(read, 'speakers', updates)),
    ...(await eventsOf(read, 'submissions', updates)),
  ];
  const names = new Map(found.map((record) => [record.id, eventName(record)]));
  return writes.map((write) =>
    isCreation(write) ? eventName(write.ref) : (names.get(write.ref.id) ?? 'no record'),
  );
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`there are only ${list.length}`);
  return item;
}
