// Creates, finds and changes the records of one kind, each in a write of its own.

import { keyLifetimeMs, type RememberedKey, replayed } from '../idempotency.ts';
import { partOf } from '../people.ts';
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord, newRecord, type Stamp, timestamp } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey, RecordStore, UpdateOutcome } from '../store.ts';
import type { Connection, Run, SqliteValue } from './connection.ts';
import type { SqliteEvents } from './events.ts';
import type { PersonKey, SqlitePeople } from './people.ts';
import { type Blanks, insertionOf, type RecordTableName, recordStatements, statements } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

interface RecordContext {
  readonly connection: Connection;
  readonly write: WriteQueue['write'];
  readonly events: SqliteEvents;
  readonly people: SqlitePeople;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function recordStore<Fields extends Blanks>(
  table: RecordTableName,
  { idPrefix, blank, email, isOnePerAddress }: Kind<Fields>,
  { connection, write, events, people, now, newId }: RecordContext,
): RecordStore<Fields> {
  type Found = Stored & Fields;
  const columns = Object.keys(blank);
  const sql = recordStatements(table, columns);
  const insertion = insertions(connection, table, {
    blanks: { ...blank, idempotency_key: null, fingerprint: null },
    isOnePerAddress,
  });
  const findKey = connection.one<{ id: string; fingerprint: string; created_at: string }>(statements.findKey);
  const find = connection.one<Found>(sql.find);
  const findHolder = connection.one<{ id: string }>(sql.findHolder);
  const findOtherHolder = connection.one<{ id: string }>(sql.findOtherHolder);
  const update = connection.run(sql.update);
  const findPlace = connection.one<PersonKey & { seq: number }>(sql.findPlace);

  return {
    create: (ref, fields, idempotency) =>
      write((): CreateOutcome<Found> => {
        const event = events.find(ref)?.seq;
        if (event === undefined) return { outcome: 'not_found' };
        const recordOf = (stamp: Stamp) => newRecord(stamp, ref.eventId, fields);
        const first = idempotency && findFirst(ref.organizationId, idempotency);
        if (idempotency && first) return replayed(first, idempotency, recordOf);
        const record = recordOf({ id: newId(idPrefix), at: now() });
        const entered = people.enter(event, addressOf(record), partOf(0, fields));
        const { contact } = entered.person;
        const { key = null, fingerprint = null } = idempotency ?? {};
        const { insert, given } = insertion([...valuesOf(record), key, fingerprint]);
        const inserted = insert.run([event, record.id, contact, record.created_at, ...given]);
        if (inserted.changes === 0) return { outcome: 'taken', id: findHolder.get([contact])?.id ?? '' };
        people.join(event, entered, partOf(inserted.lastInsertRowid, fields));
        return { outcome: 'created', record };
      }),

    find: async ({ id, organizationId }) => find.get([id, organizationId]),

    update: ({ id, organizationId }, changes) =>
      write((): UpdateOutcome<Found> => {
        const current = find.get([id, organizationId]);
        if (current === undefined) return { outcome: 'not_found' };
        const record = changedRecord<Fields>(current, changes, now());
        const place = findPlace.get([id]);
        if (place === undefined) return { outcome: 'not_found' };
        const [before, after] = [partOf(place.seq, current), partOf(place.seq, record)];
        const address = addressOf(record);
        let { contact } = place;
        if (address === addressOf(current)) people.replace(place, before, after);
        else {
          const holder = isOnePerAddress ? findOtherHolder.get([place.event, address, id]) : undefined;
          if (holder !== undefined) return { outcome: 'taken', id: holder.id };
          contact = people.move(place, address, before, after);
        }
        update.run([...valuesOf(record), record.updated_at, contact, id]);
        return { outcome: 'updated', record };
      }),
  };

  /** What was created with a key in the last 24 hours. */
  function findFirst(organizationId: string, { key }: IdempotencyKey): RememberedKey | undefined {
    const first = findKey.get([key, organizationId, timestamp(now() - keyLifetimeMs)]);
    return first && { ...first, created_at: Date.parse(first.created_at) };
  }

  function addressOf(record: Found): string | null {
    return addressKey(String(record[email]));
  }

  function valuesOf(record: Found): SqliteValue[] {
    const values: Readonly<Record<string, SqliteValue>> = record;
    return columns.map((column) => values[column] ?? null);
  }
}

// Enough for the files of many imports. Each takes about 10 kB.
const mostInsertions = 200;

/**
 * Finds the statement that inserts a record, and the values that it takes: those that are not blank. SQLite stores a value
 * in less time than libsql needs to pass it.
 */
function insertions(
  connection: Connection,
  table: RecordTableName,
  kind: { readonly blanks: Blanks; readonly isOnePerAddress: boolean },
): (values: readonly SqliteValue[]) => { insert: Run; given: SqliteValue[] } {
  const columns = Object.keys(kind.blanks);
  const blanks = Object.values(kind.blanks);
  const known = new Map<number, Run>();
  return (values) => {
    // A bit for each column.
    let set = 0;
    for (let i = 0; i < blanks.length; i++) if (values[i] !== blanks[i]) set |= 1 << i;
    if (!known.has(set) && known.size >= mostInsertions) set = -1;
    const isGiven = (_: unknown, i: number) => (set & (1 << i)) !== 0;
    let insert = known.get(set);
    if (insert === undefined) {
      insert = connection.run(insertionOf(table, { ...kind, given: columns.filter(isGiven) }));
      known.set(set, insert);
    }
    return { insert, given: values.filter(isGiven) };
  };
}
