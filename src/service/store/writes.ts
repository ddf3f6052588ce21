// Owns the writes of records as groups: events are locked first, then records are created, then
// changed.
import type { IdSource } from '../ids.ts';
import { createAll } from './creations.ts';
import type { Query } from './driver.ts';
import { eventName, findLockedEvents, lockEvents, storeNumbers } from './locked-events.ts';
import type { EventRef } from './record-fields.ts';
import type { Creation, RecordWrite, Update } from './record-write.ts';
import { type KindName, records, statements } from './statements.ts';
import { updateAll } from './updates.ts';
import type { GroupedWrite } from './write-group.ts';

/** A creation has a CreateOutcome, and an update an UpdateOutcome. */
export function recordWrites(newId: IdSource): GroupedWrite<RecordWrite, unknown> {
  return {
    async run(query, writes, mayBeStored) {
      const creations = writes.filter(isCreation);
      const updates = writes.filter(isUpdate);
      const moved = await movedIn(query, updates);
      const events = await lockEvents(query, [...creations.map(({ ref }) => ref), ...moved]);
      const group = { query, newId, events, mayBeStored };
      const created = await createAll(group, creations);
      const updated = await updateAll(group, updates);
      await storeNumbers(query, events);
      const outcomes = new Map<RecordWrite, unknown>([...created, ...updated]);
      return writes.map((write) => outcomes.get(write));
    },
    areLocked,
  };
}

function isCreation(write: RecordWrite): write is Creation {
  return write.kind === 'create speaker' || write.kind === 'create submission';
}

function isUpdate(write: RecordWrite): write is Update {
  return !isCreation(write);
}

interface EventOfRecord extends EventRef {
  readonly id: string;
}

/** Submissions whose sessions may move. Those that do not exist are missing. */
async function movedIn(
  query: Query,
  updates: readonly Update[],
): Promise<readonly EventOfRecord[]> {
  const ids = idsOf('submissions', updates);
  if (ids.length === 0) return [];
  return query<EventOfRecord>(records.submissions.findEvents, [JSON.stringify(ids)]);
}

function idsOf(kind: KindName, updates: readonly Update[]): readonly string[] {
  const ofKind = updates.filter(
    (update) => (update.kind === 'update speaker') === (kind === 'speakers'),
  );
  return ofKind.map(({ ref }) => ref.id);
}

async function areLocked(
  query: Query,
  writes: readonly RecordWrite[],
): Promise<readonly boolean[]> {
  const creations = writes.filter(isCreation);
  const updates = writes.filter(isUpdate);
  const moved = await movedIn(query, updates);
  const withKeys = creations.filter(({ key }) => key !== undefined);
  const owners = withKeys.map(({ ref }) => ref.organizationId);
  const found = await Promise.all([
    findLockedEvents(query, [...creations.map(({ ref }) => ref), ...moved]),
    findLocked(query, records.speakers.findLocked, idsOf('speakers', updates)),
    findLocked(query, records.submissions.findLocked, idsOf('submissions', updates)),
    findLocked(query, statements.findLockedOrganizations, owners),
  ]);
  const locked = new Set(found.flat());
  const events = new Map(moved.map((record) => [record.id, eventName(record)]));
  return writes.map((write) => neededBy(write, events).some((name) => locked.has(name)));
}

/** The names of what a write locks: its event, its record, and for a key the organization. */
function neededBy(write: RecordWrite, events: ReadonlyMap<string, string>): readonly string[] {
  if (!isCreation(write)) return [write.ref.id, events.get(write.ref.id) ?? ''];
  const event = eventName(write.ref);
  return write.key === undefined ? [event] : [event, write.ref.organizationId];
}

async function findLocked(
  query: Query,
  statement: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await query<{ id: string }>(statement, [JSON.stringify(ids)]);
  return rows.map(({ id }) => id);
}
