// Owns the Store on any database: its records, lists and administration as statements.
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { idSource } from '../ids.ts';
import type { Driver, Query } from './driver.ts';
import { storedKey } from './idempotency.ts';
import { listing } from './lists.ts';
import { kinds } from './record-fields.ts';
import { newRecord } from './stamps.ts';
import { type KindName, listOf, records, statements } from './statements.ts';
import type { EventRecord, NewTokenRecord, Organization, RecordStore, Store, TokenRecord } from './store.ts';
import { type GroupedWrite, writeQueue } from './write-queue.ts';
import { type AnyRecord, createAll, updateAll } from './writes.ts';

/** How long closing waits for writes in progress. After it, their results are unknown. */
const closingMs = 3000;

/** @param now milliseconds since 1970 */
export function storeOn(driver: Driver, now: () => number = Date.now): Store {
  const { read } = driver;
  const { enqueue, drain } = writeQueue(driver);
  const newId = idSource(now);
  let closed: Promise<void> | undefined;

  return {
    speakers: recordsOf('speakers') as Store['speakers'],
    submissions: recordsOf('submissions') as Store['submissions'],
    list: listing(read),
    insertOrganization: async (organization, token) => enqueue(insertOrganizations, { organization, token }),
    listOrganizations: () => read<Organization>(statements.listOrganizations),
    insertEvent: (event) => enqueue(insertEvents, event),
    findEvent: async ({ organizationId, eventId }) =>
      (await read<EventRecord>(statements.findEvent, [organizationId, eventId]))[0],
    listEvents: (organizationId) => readAll<EventRecord>('events', organizationId),
    insertToken: (token) => enqueue(insertTokens, token),
    findToken: async (id) => (await read<{ organizationId: string; hash: string }>(statements.findToken, [id]))[0],
    listTokens: (organizationId) => readAll<TokenRecord>('tokens', organizationId),
    revokeToken: (id, at) => enqueue(revokeTokens, { id, at }),
    ping: () => driver.checkWritable(),
    close: () => {
      closed ??= Promise.race([drain(), delay(closingMs, undefined, { ref: false })]).then(() => driver.close());
      return closed;
    },
    discard: () => drain().then(() => driver.discard()),
  };

  function readAll<Row>(table: 'events' | 'tokens', organizationId: string | undefined): Promise<readonly Row[]> {
    const values = organizationId === undefined ? [] : [organizationId];
    return read<Row>(listOf(table, organizationId !== undefined), values);
  }

  function recordsOf(kind: KindName): RecordStore<Readonly<Record<string, string | null>>> {
    return {
      create: (ref, fields, given) => {
        const at = now();
        const record: AnyRecord = newRecord({ id: newId(kinds[kind].idPrefix), at }, ref.eventId, fields);
        const idempotency = given && { ...given, key: storedKey(ref.organizationId, given.key) };
        return enqueue(createAll, { kind, ref, record, at, idempotency });
      },
      find: async ({ id, organizationId }) => (await read<AnyRecord>(records[kind].find, [id, organizationId]))[0],
      update: (ref, changes) => enqueue(updateAll, { kind, ref, changes, at: now() }),
    };
  }
}

const insertOrganizations = each(
  async (query, { organization: { id, name, created_at }, token }: NewOrganization): Promise<void> => {
    await query(statements.insertOrganization, [id, name, created_at]);
    await insertToken(query, token);
  },
);

interface NewOrganization {
  readonly organization: Parameters<Store['insertOrganization']>[0];
  readonly token: NewTokenRecord;
}

const insertTokens = each(insertToken);

const insertEvents = each(async (query, event: EventRecord, mayBeStored) => {
  const { id, organization_id, name, timezone, created_at } = event;
  const inserted = await query(statements.insertEvent, [id, organization_id, name, timezone, created_at]);
  if (inserted.length > 0 || !mayBeStored) return inserted.length > 0;
  // With the lock, the transaction has something to commit, and waits for a synchronous standby as the first one did.
  const [found] = await query<EventRecord>(`${statements.findEvent} FOR UPDATE`, [organization_id, id]);
  return isDeepStrictEqual({ ...found }, { ...event });
});

const revokeTokens = each(async (query, { id, at }: { readonly id: string; readonly at: string }) => {
  const [token] = await query<TokenRecord>(statements.revokeToken, [at, id]);
  return token;
});

async function insertToken(
  query: Query,
  { id, organization_id, name, hash, created_at }: NewTokenRecord,
): Promise<void> {
  const inserted = await query(statements.insertToken, [id, organization_id, name, hash, created_at]);
  if (inserted.length === 0) throw new RangeError(`there is another token with the id ${id}`);
}

/** A write that does one thing after the other. */
function each<Input, Outcome>(
  work: (query: Query, input: Input, mayBeStored: boolean) => Promise<Outcome>,
): GroupedWrite<Input, Outcome> {
  return async (query, inputs, mayBeStored) => {
    const outcomes: Outcome[] = [];
    for (const input of inputs) outcomes.push(await work(query, input, mayBeStored));
    return outcomes;
  };
}
