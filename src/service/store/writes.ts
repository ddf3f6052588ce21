// The writes of records: what a group of creations or of updates does in one transaction. Must not know any database.
import type { Query, SqlValue } from './driver.ts';
import { isExpired, type RememberedKey, replayed } from './idempotency.ts';
import { addressKey, type EventRef, kinds, type RecordRef, type Stored } from './record-fields.ts';
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
  /** The ids of records that are alone with their address, by kind, event and address. */
  readonly holders: Map<string, string>;
  /** The ids of those that an earlier attempt has committed. */
  readonly stored: Set<string>;
}

/** Statements go out without waiting for each other: the locks first, so that the others see what they protect. */
export async function createAll(
  query: Query,
  creations: readonly RecordCreation[],
  mayBeStored: boolean,
): Promise<readonly CreateOutcome<AnyRecord>[]> {
  const known: Known = { events: new Map(), keys: new Map(), holders: new Map(), stored: new Set() };
  const alone = creations.filter(({ kind }) => kinds[kind].isOnePerAddress);
  await Promise.all([
    ...groupsOf(creations, ({ ref }) => nameOf(ref)).map((group) => takeNumbers(query, group, known)),
    findKeys(query, creations, known),
    ...groupsOf(alone, ({ kind, ref }) => nameOf(ref, kind)).map((group) => findHolders(query, group, known)),
    ...(mayBeStored ? creations.map((creation) => findStored(query, creation, known)) : []),
  ]);
  const sent: Promise<unknown>[] = [];
  const send: Send = (sql, values) => sent.push(query(sql, values));
  const outcomes = creations.map((creation) => decide(creation, known, send));
  await Promise.all(sent);
  return outcomes;
}

type Group = readonly [RecordCreation, ...RecordCreation[]];

/** In the same order in every process, so that two never wait for each other. */
function groupsOf(creations: readonly RecordCreation[], name: (creation: RecordCreation) => string): readonly Group[] {
  const groups = new Map<string, [RecordCreation, ...RecordCreation[]]>();
  for (const one of creations) {
    const group = groups.get(name(one));
    if (group === undefined) groups.set(name(one), [one]);
    else group.push(one);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

async function takeNumbers(query: Query, group: Group, { events }: Known): Promise<void> {
  const [{ ref }] = group;
  const values = [ref.organizationId, ref.eventId, group.length];
  const [event] = await query<{ seq: number; last_number: number }>(statements.takeNumbers, values);
  if (event !== undefined) events.set(nameOf(ref), { seq: event.seq, number: event.last_number - group.length });
}

async function findKeys(query: Query, creations: readonly RecordCreation[], known: Known): Promise<void> {
  const keys = creations.flatMap(({ idempotency }) => idempotency?.key ?? []);
  if (keys.length === 0) return;
  const found = await query<RememberedKey & { readonly key: string }>(statements.findKeys, [JSON.stringify(keys)]);
  for (const one of found) known.keys.set(one.key, one);
}

async function findHolders(query: Query, group: Group, { holders }: Known): Promise<void> {
  const [{ kind, ref }] = group;
  const addresses = JSON.stringify(group.map(({ record }) => addressOf(kind, record)));
  const values = [ref.organizationId, ref.eventId, addresses];
  const found = await query<{ address: string; id: string }>(records[kind].findHolders, values);
  for (const { address, id } of found) holders.set(nameOf(ref, kind, address), id);
}

async function findStored(query: Query, { kind, ref, record }: RecordCreation, { stored }: Known): Promise<void> {
  const found = await query(records[kind].find, [record.id, ref.organizationId]);
  if (found.length > 0) stored.add(record.id);
}

type Send = (sql: string, values: readonly SqlValue[]) => void;

/** Decides on one creation, and passes the statements that it needs to `send`. */
function decide(
  { kind, ref, record, at, idempotency }: RecordCreation,
  known: Known,
  send: Send,
): CreateOutcome<AnyRecord> {
  const event = known.events.get(nameOf(ref));
  if (event === undefined) return { outcome: 'not_found' };
  if (known.stored.has(record.id)) return { outcome: 'created', record };
  const { key = null, fingerprint = null } = idempotency ?? {};
  const first = key === null ? undefined : known.keys.get(key);
  if (idempotency && first && !isExpired(first, at)) return replayed(first, idempotency, record);
  const address = addressOf(kind, record);
  if (kinds[kind].isOnePerAddress && address !== null) {
    const name = nameOf(ref, kind, address);
    const holder = known.holders.get(name);
    if (holder !== undefined) return { outcome: 'taken', id: holder };
    known.holders.set(name, record.id);
  }
  const { id, created_at, updated_at } = record;
  if (first) send(records[first.kind].forgetKey, [key]);
  if (idempotency) known.keys.set(idempotency.key, { kind, fingerprint: idempotency.fingerprint, id, created_at });
  event.number += 1;
  const values = [event.seq, event.number, address, id, ...valuesOf(kind, record), created_at, updated_at];
  send(records[kind].insert, [...values, key, fingerprint]);
  return { outcome: 'created', record };
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

/** No id of an organization, or of an event that exists, has a space. */
function nameOf({ organizationId, eventId }: EventRef, ...rest: readonly unknown[]): string {
  return `${organizationId} ${eventId} ${rest.join(' ')}`;
}
