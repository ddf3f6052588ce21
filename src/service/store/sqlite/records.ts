// Creates, finds and changes the records of one kind, each in a write of its own.

import { keyLifetimeMs, type RememberedKey, replayed } from '../idempotency.ts';
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord, newRecord, type Stamp, timestamp } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey, RecordStore, UpdateOutcome } from '../store.ts';
import type { Connection, Run, Value } from './connection.ts';
import type { Events } from './events.ts';
import { type Blanks, insertionOf, type RecordTableName, recordStatements, statements } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

export interface RecordContext {
  readonly connection: Connection;
  readonly write: WriteQueue['write'];
  readonly events: Events;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function recordStore<Fields extends Blanks>(
  table: RecordTableName,
  { idPrefix, blank, email, isOnePerAddress }: Kind<Fields>,
  { connection, write, events, now, newId }: RecordContext,
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
  const updateAddress = connection.run(sql.updateAddress);
  const hasOtherRecords = connection.one<{ others: number }>(statements.hasOtherRecords);

  return {
    create: (ref, fields, idempotency) =>
      write((): CreateOutcome<Found> => {
        const event = events.find(ref)?.seq;
        if (event === undefined) return { outcome: 'not_found' };
        const recordOf = (stamp: Stamp) => newRecord(stamp, ref.eventId, fields);
        const first = idempotency && findFirst(ref.organizationId, idempotency);
        if (idempotency && first) return replayed(first, idempotency, recordOf);
        const record = recordOf({ id: newId(idPrefix), at: now() });
        const address = addressOf(record);
        const { key = null, fingerprint = null } = idempotency ?? {};
        const { insert, given } = insertion([...valuesOf(record), key, fingerprint]);
        if (insert.run([event, record.id, address, record.created_at, ...given]).changes === 1) {
          return { outcome: 'created', record };
        }
        return { outcome: 'taken', id: findHolder.get([event, address])?.id ?? '' };
      }),

    find: async ({ id, organizationId }) => find.get([id, organizationId]),

    update: ({ id, organizationId }, changes) =>
      write((): UpdateOutcome<Found> => {
        const current = find.get([id, organizationId]);
        if (current === undefined) return { outcome: 'not_found' };
        const record = changedRecord<Fields>(current, changes, now());
        const address = addressOf(record);
        if (address !== addressOf(current)) {
          const holder = isOnePerAddress ? findOtherHolder.get([id, address]) : undefined;
          if (holder !== undefined) return { outcome: 'taken', id: holder.id };
          updateAddress.run([address, newPlace(organizationId, current, address), id]);
        }
        update.run([...valuesOf(record), record.updated_at, id]);
        return { outcome: 'updated', record };
      }),
  };

  /** What was created with a key in the last 24 hours. */
  function findFirst(organizationId: string, { key }: IdempotencyKey): RememberedKey | undefined {
    const first = findKey.get([key, organizationId, timestamp(now() - keyLifetimeMs)]);
    return first && { ...first, created_at: Date.parse(first.created_at) };
  }

  /**
   * A person whose only record gets an address that nobody has keeps their place in the list of contacts (null). One who
   * joins or leaves other records takes the last place.
   */
  function newPlace(organizationId: string, record: Found, address: string | null): string | null {
    const before = addressOf(record);
    const event = events.find({ organizationId, eventId: record.event_id })?.seq ?? null;
    const hasOthers = (person: string) => hasOtherRecords.get([event, person, record.id])?.others === 1;
    const keeps = before !== null && address !== null && !hasOthers(before) && !hasOthers(address);
    return keeps ? null : newId('');
  }

  function addressOf(record: Found): string | null {
    return addressKey(String(record[email]));
  }

  function valuesOf(record: Found): Value[] {
    const values: Readonly<Record<string, Value>> = record;
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
): (values: readonly Value[]) => { insert: Run; given: Value[] } {
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
