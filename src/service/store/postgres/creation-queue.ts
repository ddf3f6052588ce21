// Groups the creations in one event that arrive together into one transaction, so that one flush to disk makes all durable.
import type { RememberedKey } from '../idempotency.ts';
import { type CreateOutcome, type EventRow, type StoreObserver, StoreUnavailable } from '../store.ts';
import {
  type AnyRecord,
  type Counters,
  type Decision,
  decide,
  type KindName,
  type NumberedRecord,
  type RecordCreation,
  type SeenContact,
} from './creation.ts';
import type { Database, Transaction } from './database.ts';
import { identityOf, LostEventError } from './events.ts';
import { stateOf } from './failures.ts';
import { countColumns, matchColumns, readPeople } from './people.ts';
import { peopleStatements } from './people-sql.ts';
import type { PostgresValue } from './session.ts';
import { groupInsertion, insertedColumns, recordStatements, statements } from './sql.ts';

export type Create = (event: EventRow, creation: RecordCreation) => Promise<CreateOutcome<AnyRecord>>;

interface Waiting {
  readonly creation: RecordCreation;
  /** Whether a transaction with it was begun: it is unknown whether that was committed. */
  wasTried: boolean;
  readonly resolve: (outcome: CreateOutcome<AnyRecord>) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue {
  readonly event: EventRow;
  waiting: Waiting[];
}

// Waiting for more makes a group of this size no faster.
const largestGroup = 128;

interface QueueOptions {
  /** For tests. */
  readonly now?: (() => number) | undefined;
  readonly observer?: Pick<StoreObserver, 'committed'> | undefined;
}

/** Of each event, one group is in progress; the creations that arrive meanwhile are the next. */
export function creationQueue(
  database: Database,
  { now, observer }: QueueOptions = {},
): { create: Create; drain(): Promise<void> } {
  // By the row rather than its number, which another event may have.
  const queues = new Map<EventRow, Queue>();
  const running = new Set<Promise<void>>();
  return { create, drain };

  function create(event: EventRow, creation: RecordCreation): Promise<CreateOutcome<AnyRecord>> {
    return new Promise((resolve, reject) => {
      const entry = { creation, wasTried: false, resolve, reject };
      const queue = queues.get(event);
      if (queue !== undefined) return void queue.waiting.push(entry);
      const started: Queue = { event, waiting: [entry] };
      queues.set(event, started);
      // After the other requests of this turn of the event loop.
      const run = new Promise<void>((done) => setImmediate(() => runAll(started).then(done)));
      running.add(run);
      run.then(() => running.delete(run));
    });
  }

  async function drain(): Promise<void> {
    await Promise.all(running);
  }

  async function runAll(queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) await runGroup(queue, queue.waiting.splice(0, largestGroup));
    queues.delete(queue.event);
  }

  async function runGroup(queue: Queue, group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await commitUntilAlone(queue.event, group);
      observer?.committed(group.length);
      group.forEach(({ resolve }, i) => {
        const outcome = outcomes[i];
        if (outcome !== undefined) resolve(outcome);
      });
    } catch (error) {
      if (group.length === 1 || stateOf(error) === undefined) {
        // Without a database, those that wait would fail one group after the other.
        const affected = error instanceof StoreUnavailable ? [...group, ...queue.waiting.splice(0)] : group;
        for (const { reject } of affected) reject(error);
      } else {
        // One of them has something that the database refuses: only that one fails.
        for (const entry of group) await runGroup(queue, [entry]);
      }
    }
  }

  /** A key may be used in another event of the organization at the same instant. Then the next attempt finds it. */
  async function commitUntilAlone(event: EventRow, group: readonly Waiting[]): Promise<Decision['outcomes']> {
    const creations = group.map(({ creation }) => creation);
    for (let left = 5; ; left--) {
      try {
        return await database.transaction((transaction) => {
          const mayBeCommitted = group.some(({ wasTried }) => wasTried);
          for (const entry of group) entry.wasTried = true;
          return commitGroup(transaction, event, creations, { mayBeCommitted, now });
        });
      } catch (error) {
        if (stateOf(error) !== uniqueViolation || left === 0) throw error;
      }
    }
  }
}

const uniqueViolation = '23505';

const kindNames = ['speakers', 'submissions'] as const;
const records = { speakers: recordStatements('speakers'), submissions: recordStatements('submissions') };
const prepared = { isPrepared: true };

async function commitGroup(
  { query, send }: Transaction,
  event: EventRow,
  group: readonly RecordCreation[],
  { mayBeCommitted, now }: { readonly mayBeCommitted: boolean; readonly now: (() => number) | undefined },
): Promise<Decision['outcomes']> {
  const addresses = [...new Set(group.flatMap(({ address }) => address ?? []))];
  const keyTexts = [...new Set(group.flatMap(({ idempotency }) => idempotency?.key ?? []))];
  // Sent at once. A statement begins when the one before it has ended, so that those after the lock see everything that
  // earlier groups of the event have committed.
  const [[locked], contacts, keys, committed] = await Promise.all([
    query<Counters & { readonly now: number }>(statements.lockCounters, identityOf(event), prepared),
    query<SeenContact & { readonly address: string }>(statements.findContacts, [event.seq, addresses], prepared),
    keyTexts.length === 0
      ? []
      : query<RememberedKey & { readonly key: string }>(
          statements.findKeys,
          [event.organization_id, keyTexts],
          prepared,
        ),
    mayBeCommitted ? findCommitted(query, group) : new Map<string, number>(),
  ]);
  if (locked === undefined) throw new LostEventError(event);
  const people = await readPeople(query, event.seq, contacts);
  const decision = decide(group, {
    at: now?.() ?? locked.now,
    counters: locked,
    contacts: new Map(contacts.map((contact) => [contact.address, contact])),
    people,
    keys: new Map(keys.map((key) => [key.key, key])),
    committed,
  });
  write(send, event, decision);
  return decision.outcomes;
}

async function findCommitted(
  query: Transaction['query'],
  group: readonly RecordCreation[],
): Promise<Map<string, number>> {
  const ids = group.map(({ id }) => id);
  const found = await Promise.all(
    kindNames.map((kind) => query<{ id: string; created_at: string }>(records[kind].findCommitted, [ids])),
  );
  return new Map(found.flat().map(({ id, created_at }) => [id, Date.parse(created_at)]));
}

function write(send: Transaction['send'], event: EventRow, decision: Decision): void {
  const { counters, contacts, counts, matches, records, keys, expiredKeys } = decision;
  if (expiredKeys.length > 0) send(statements.deleteKeys, [event.organization_id, expiredKeys]);
  if (keys.length > 0) {
    const columns = [keys.map(({ key }) => key), keys.map(({ fingerprint }) => fingerprint), keys.map(({ id }) => id)];
    send(statements.insertKeys, [event.organization_id, ...columns, keys[0]?.created_at ?? 0], prepared);
  }
  const given = kindNames.filter((kind) => records[kind].length > 0);
  // Also if nothing was created: a commit that writes waits for the synchronous standby, so that what is reported as
  // created by an earlier attempt, or as replayed, has reached it too.
  const values = [
    event.seq,
    ...[counters.speakers, counters.submissions, counters.contacts, counters.last_contact],
    contacts.map(({ number }) => number),
    contacts.map(({ address }) => address),
    contacts.map(({ statuses }) => statuses),
    contacts.map(({ tracks }) => tracks),
    ...given.flatMap((kind) => arraysOf(kind, records[kind])),
  ];
  send(insertionOf(given), values, prepared);
  if (counts.length > 0) send(peopleStatements.setCounts, [event.seq, ...countColumns(counts)], prepared);
  if (matches.length > 0) send(peopleStatements.insertMatches, [event.seq, ...matchColumns(matches)], prepared);
}

const insertions = new Map<string, string>();

function insertionOf(kinds: readonly KindName[]): string {
  const name = kinds.join();
  const text = insertions.get(name) ?? groupInsertion(kinds);
  insertions.set(name, text);
  return text;
}

/** An array for each column. */
function arraysOf(kind: KindName, numbered: readonly NumberedRecord[]): PostgresValue[] {
  return insertedColumns[kind].map((column) =>
    numbered.map(({ number, contact, record }) =>
      column === 'number' ? number : column === 'contact' ? contact : (record[column as keyof typeof record] ?? null),
    ),
  );
}
