// Owns the Store on any database: its records, lists and administration as statements.
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type IdSource, idSource } from '../ids.ts';
import { readContentItems } from './content-items.ts';
import type { Driver, Query } from './driver.ts';
import { changeEvent, type EventToChange } from './event-changes.ts';
import { storedKey } from './idempotency.ts';
import { lists } from './lists.ts';
import { readinessOf } from './readiness.ts';
import { type EventRef, idPrefixes, type Speaker } from './record-fields.ts';
import type { IdempotencyKey, RecordWrite } from './record-write.ts';
import { records, statements } from './statements.ts';
import type {
  EventRecord,
  NewEventRecord,
  NewTokenRecord,
  Organization,
  SpeakerStore,
  Store,
  SubmissionStore,
  TokenRecord,
} from './store.ts';
import { type SubmissionRow, submissionOf } from './submission-row.ts';
import type { GroupedWrite } from './write-group.ts';
import { writeQueue } from './write-queue.ts';
import { recordWrites } from './writes.ts';

/** How long closing waits for writes in progress. After it, their results are unknown. */
const closingMs = 3000;

/** @param now milliseconds since 1970 */
export function storeOn(driver: Driver, now: () => number = Date.now): Store {
  const { read } = driver;
  const { check, settle, transaction } = readinessOf(driver);
  const { enqueue, drain, load } = writeQueue({ ...driver, transaction });
  const newId = idSource(now);
  const writeRecords = recordWrites(newId);
  const insertEvents = each(eventInsertion(newId));
  const changeEvents = each((query, event: EventToChange) => changeEvent(query, event, newId));
  const io: RecordIo = {
    read,
    newId,
    now,
    // A write has the outcome of its kind, which the type of a group does not say.
    write: <Outcome>(write: RecordWrite) => enqueue(writeRecords, write) as Promise<Outcome>,
  };
  let closed: Promise<void> | undefined;

  return {
    speakers: speakersIn(io),
    submissions: submissionsIn(io),
    ...lists(read),
    listContentItems: (ref, filter) => readContentItems(read, ref, filter),
    insertOrganization: (...input) => enqueue(insertOrganizations, input),
    listOrganizations: () => read<Organization>(statements.listOrganizations),
    insertEvent: (...input) => enqueue(insertEvents, input),
    changeEvent: async (ref, changes) => {
      const [before] = await findEvents(read, ref);
      return enqueue(changeEvents, { ref, changes, zoneBefore: before?.timezone });
    },
    findEvent: async (ref) => (await findEvents(read, ref))[0],
    listEvents: async (organizationId) =>
      (await read<EventRow>(statements.listEvents, [organizationId ?? null])).map(eventOf),
    insertToken: (token) => enqueue(insertTokens, token),
    findToken: async (id) =>
      (await read<{ organizationId: string; hash: string }>(statements.findToken, [id]))[0],
    listTokens: (organizationId) =>
      read<TokenRecord>(statements.listTokens, [organizationId ?? null]),
    revokeToken: (id, at) => enqueue(revokeTokens, { id, at }),
    load: () => ({ writes: load(), pools: driver.pools() }),
    ping: check,
    close: () => {
      const late = delay(closingMs, undefined, { ref: false });
      const ends = Promise.all([drain(), settle()]);
      closed ??= Promise.race([ends, late]).then(() => driver.close());
      return closed;
    },
    discard: () => drain().then(() => driver.discard()),
  };
}

/** What records are read and written with. */
interface RecordIo {
  readonly read: Query;
  readonly newId: IdSource;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly write: <Outcome>(write: RecordWrite) => Promise<Outcome>;
}

function speakersIn({ read, write, newId, now }: RecordIo): SpeakerStore {
  return {
    create: (ref, fields, key) =>
      write({
        kind: 'create speaker',
        ref,
        id: newId(idPrefixes.speakers),
        at: now(),
        key: ownKey(ref, key),
        fields,
      }),
    find: async ({ id, organizationId }) =>
      (await read<Speaker>(records.speakers.find, [id, organizationId]))[0],
    update: (ref, changes) => write({ kind: 'update speaker', ref, changes, at: now() }),
  };
}

function submissionsIn({ read, write, newId, now }: RecordIo): SubmissionStore {
  return {
    create: (ref, fields, { key, isStrict = false } = {}) =>
      write({
        kind: 'create submission',
        ref,
        id: newId(idPrefixes.submissions),
        at: now(),
        key: ownKey(ref, key),
        fields,
        isStrict,
      }),
    find: async ({ id, organizationId }) => {
      const values = [id, organizationId];
      const [row] = await read<SubmissionRow>(records.submissions.find, values);
      return row && submissionOf(row);
    },
    update: (ref, changes) => write({ kind: 'update submission', ref, changes, at: now() }),
    place: (ref, placement, { isStrict = false } = {}) =>
      write({ kind: 'place', ref, placement, isStrict, at: now() }),
    unplace: (ref) => write({ kind: 'unplace', ref, at: now() }),
  };
}

function ownKey(
  { organizationId }: EventRef,
  given: IdempotencyKey | undefined,
): IdempotencyKey | undefined {
  return given && { ...given, key: storedKey(organizationId, given.key) };
}

interface EventRow extends NewEventRecord {
  readonly has_lists: number;
}

function eventOf({ has_lists, ...event }: EventRow): EventRecord {
  return { ...event, has_lists: has_lists === 1 };
}

async function findEvents(
  query: Query,
  { organizationId, eventId }: EventRef,
): Promise<readonly EventRecord[]> {
  const rows = await query<EventRow>(statements.findEvent, [organizationId, eventId]);
  return rows.map(eventOf);
}

const insertOrganizations = each(
  async (query, [organization, token]: Parameters<Store['insertOrganization']>): Promise<void> => {
    const { id, name, created_at } = organization;
    await query(statements.insertOrganization, [id, name, created_at]);
    await insertToken(query, token);
  },
);

function eventInsertion(newId: IdSource) {
  return async (
    query: Query,
    [event, lists = {}]: Parameters<Store['insertEvent']>,
    mayBeStored: boolean,
  ) => {
    const { id, organization_id, name, timezone, created_at } = event;
    const ref = { organizationId: organization_id, eventId: id };
    const values = [id, organization_id, name, timezone, created_at];
    const inserted = await query(statements.insertEvent, values);
    if (inserted.length === 0) {
      const isOurs = mayBeStored && (await isStored(query, event));
      if (!isOurs) return false;
    }
    await changeEvent(query, { ref, changes: lists }, newId);
    return true;
  };
}

async function isStored(query: Query, event: NewEventRecord): Promise<boolean> {
  const [found] = await findEvents(query, {
    organizationId: event.organization_id,
    eventId: event.id,
  });
  if (found === undefined) return false;
  const { has_lists: _, ...stored } = found;
  return isDeepStrictEqual(stored, { ...event });
}

const insertTokens = each(insertToken);

const revokeTokens = each(
  async (query, { id, at }: { readonly id: string; readonly at: string }) => {
    const [token] = await query<TokenRecord>(statements.revokeToken, [at, id]);
    return token;
  },
);

async function insertToken(
  query: Query,
  { id, organization_id, name, hash, created_at }: NewTokenRecord,
): Promise<void> {
  const values = [id, organization_id, name, hash, created_at];
  const inserted = await query(statements.insertToken, values);
  if (inserted.length === 0) throw new RangeError(`there is another token with the id ${id}`);
}

/** A write of an operator, which does one thing after the other. */
function each<Input, Outcome>(
  work: (query: Query, input: Input, mayBeStored: boolean) => Promise<Outcome>,
): GroupedWrite<Input, Outcome> {
  return {
    async run(query, inputs, mayBeStored) {
      const outcomes: Outcome[] = [];
      for (const input of inputs) outcomes.push(await work(query, input, mayBeStored));
      return outcomes;
    },
    // It locks what it is about when it comes to it.
    areLocked: async (_, inputs) => inputs.map(() => false),
  };
}
