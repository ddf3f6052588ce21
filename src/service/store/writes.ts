// The writes of records: what a group of creations or of updates does in one transaction. Must not know any database.
import type { Query, SqlValue } from './driver.ts';
import { isExpired, keyLifetimeMs, type RememberedKey, replayed } from './idempotency.ts';
import { addressKey, type EventRef, kinds, type RecordRef, type Stored } from './records.ts';
import { changedRecord } from './stamps.ts';
import { fieldNames, type KindName, records, statements } from './statements.ts';
import type { CreateOutcome, IdempotencyKey, UpdateOutcome } from './store.ts';

export type AnyRecord = Stored & Readonly<Record<string, string | null>>;

export interface RecordCreation {
  readonly kind: KindName;
  readonly ref: EventRef;
  /** Its id is determined before the first attempt, so that a second one can recognize it. */
  readonly record: AnyRecord;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly idempotency: IdempotencyKey | undefined;
}

export interface Update {
  readonly kind: KindName;
  readonly ref: RecordRef;
  readonly changes: Readonly<Record<string, string | null | undefined>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the database has that concerns a group of creations. */
interface Known {
  /** The number of each event and of its last record; none for an event that does not exist. */
  readonly events: Map<string, { readonly seq: number; number: number }>;
  readonly keys: Map<string, RememberedKey>;
  /** The ids of records, by kind, event and address. */
  readonly holders: Map<string, string>;
  /** The ids of those that an earlier attempt has committed. */
  readonly stored: Set<string>;
}

/** Another transaction has taken the key at the same instant: the next attempt finds it. */
class TakenKeyError extends Error {
  readonly code = '40001';
}

/** Statements go out without waiting for each other: the locks first, so that the others see what they protect. */
export async function createAll(
  query: Query,
  creations: readonly RecordCreation[],
  mayBeStored: boolean,
): Promise<readonly CreateOutcome<AnyRecord>[]> {
  const known: Known = { events: new Map(), keys: new Map(), holders: new Map(), stored: new Set() };
  await Promise.all([
    ...takeNumbers(query, creations, known),
    ...creations.flatMap((creation) => lookUps(query, creation, known, mayBeStored)),
  ]);
  const sent: Promise<unknown>[] = [];
  const outcomes = creations.map((creation) => decide(creation, known, (insertion) => sent.push(insertion(query))));
  await Promise.all(sent);
  return outcomes;
}

function takeNumbers(query: Query, creations: readonly RecordCreation[], { events }: Known): Promise<void>[] {
  const counts = new Map<string, { readonly ref: EventRef; count: number }>();
  for (const { ref } of creations) {
    const found = counts.get(nameOf(ref));
    if (found === undefined) counts.set(nameOf(ref), { ref, count: 1 });
    else found.count += 1;
  }
  // In the same order in every process, so that two never wait for each other.
  const names = [...counts.keys()].sort();
  return names.map(async (name) => {
    const { ref, count } = counts.get(name) ?? { ref: { organizationId: '', eventId: '' }, count: 0 };
    const values = [ref.organizationId, ref.eventId, count];
    const [event] = await query<{ seq: number; last_number: number }>(statements.takeNumbers, values);
    if (event !== undefined) events.set(name, { seq: event.seq, number: event.last_number - count });
  });
}

function lookUps(query: Query, creation: RecordCreation, known: Known, mayBeStored: boolean): Promise<void>[] {
  const { kind, ref, record, idempotency } = creation;
  const address = addressOf(kind, record);
  return [
    ...(idempotency === undefined ? [] : [findKey(idempotency.key)]),
    ...(kinds[kind].isOnePerAddress && address !== null ? [findHolder(address)] : []),
    ...(mayBeStored ? [findStored()] : []),
  ];

  async function findKey(key: string): Promise<void> {
    const [found] = await query<RememberedKey>(statements.findKey, [ref.organizationId, key]);
    if (found !== undefined) known.keys.set(nameOf(ref.organizationId, key), found);
  }

  async function findHolder(address: string): Promise<void> {
    const values = [ref.organizationId, ref.eventId, address];
    const [found] = await query<{ id: string }>(records[kind].findHolder, values);
    if (found !== undefined) known.holders.set(nameOf(kind, ref, address), found.id);
  }

  async function findStored(): Promise<void> {
    const found = await query(records[kind].find, [record.id, ref.organizationId]);
    if (found.length > 0) known.stored.add(record.id);
  }
}

/** Decides on one creation, and passes the statements that it needs to `send`. */
function decide(
  { kind, ref, record, at, idempotency }: RecordCreation,
  known: Known,
  send: (insertion: (query: Query) => Promise<unknown>) => void,
): CreateOutcome<AnyRecord> {
  const event = known.events.get(nameOf(ref));
  if (event === undefined) return { outcome: 'not_found' };
  if (known.stored.has(record.id)) return { outcome: 'created', record };
  const keyName = nameOf(ref.organizationId, idempotency?.key);
  const first = idempotency && known.keys.get(keyName);
  if (idempotency && first && !isExpired(first, at)) return replayed(first, idempotency, record);
  const address = addressOf(kind, record);
  const holder = known.holders.get(nameOf(kind, ref, address));
  if (kinds[kind].isOnePerAddress && address !== null && holder !== undefined) return { outcome: 'taken', id: holder };
  known.holders.set(nameOf(kind, ref, address), record.id);
  event.number += 1;
  const values = [event.seq, event.number, address, record.id, ...valuesOf(kind, record), record.created_at];
  send((query) => query(records[kind].insert, [...values, record.updated_at]));
  if (idempotency !== undefined) {
    const { key, fingerprint } = idempotency;
    known.keys.set(keyName, { fingerprint, id: record.id, created_at: at });
    send((query) => insertKey(query, [ref.organizationId, key, fingerprint, record.id, at, at - keyLifetimeMs]));
  }
  return { outcome: 'created', record };
}

async function insertKey(query: Query, values: readonly SqlValue[]): Promise<void> {
  const inserted = await query(statements.insertKey, values);
  if (inserted.length === 0) throw new TakenKeyError();
}

/** In the order of the ids, so that two processes never wait for each other. One after the other: two may want one address. */
export async function updateAll(
  query: Query,
  updates: readonly Update[],
): Promise<readonly UpdateOutcome<AnyRecord>[]> {
  const outcomes = new Map<Update, UpdateOutcome<AnyRecord>>();
  for (const one of updates.toSorted((a, b) => (a.ref.id < b.ref.id ? -1 : a.ref.id > b.ref.id ? 1 : 0))) {
    outcomes.set(one, await update(query, one));
  }
  return updates.map((one) => outcomes.get(one) ?? { outcome: 'not_found' });
}

async function update(query: Query, { kind, ref, changes, at }: Update): Promise<UpdateOutcome<AnyRecord>> {
  const sql = records[kind];
  const [row] = await query<AnyRecord & { readonly event: number }>(sql.findForUpdate, [ref.id, ref.organizationId]);
  if (row === undefined) return { outcome: 'not_found' };
  const { event, ...current } = row;
  const record = changedRecord<Readonly<Record<string, string | null>>>(current, changes, at) as AnyRecord;
  if (record === current) return { outcome: 'updated', record };
  const address = addressOf(kind, record);
  if (kinds[kind].isOnePerAddress && address !== null && address !== addressOf(kind, current)) {
    const [holder] = await query<{ id: string }>(sql.findOtherHolder, [event, address, ref.id]);
    if (holder !== undefined) return { outcome: 'taken', id: holder.id };
  }
  await query(sql.update, [ref.id, address, ...valuesOf(kind, record), record.updated_at]);
  return { outcome: 'updated', record };
}

function addressOf(kind: KindName, record: AnyRecord): string | null {
  return addressKey(String(record[kinds[kind].email]));
}

function valuesOf(kind: KindName, record: AnyRecord): SqlValue[] {
  return fieldNames[kind].map((name) => record[name] ?? null);
}

function nameOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}
