// Creates, finds and changes the records of one kind, each in a write of its own.

import { keyLifetimeMs, type RememberedKey, replayed } from '../idempotency.ts';
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord, newRecord, type Stamp, timestamp } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey, RecordStore, UpdateOutcome } from '../store.ts';
import type { Connection, Value } from './connection.ts';
import type { Events } from './events.ts';
import { type RecordTableName, recordStatements, statements } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

export interface RecordContext {
  readonly connection: Connection;
  readonly write: WriteQueue['write'];
  readonly events: Events;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function recordStore<Fields extends Readonly<Record<string, Value>>>(
  table: RecordTableName,
  { idPrefix, blank, email, isOnePerAddress }: Kind<Fields>,
  { connection, write, events, now, newId }: RecordContext,
): RecordStore<Fields> {
  type Found = Stored & Fields;
  const columns = Object.keys(blank);
  const sql = recordStatements(table, columns);
  const insert = connection.run(isOnePerAddress ? sql.insertUnlessTaken : sql.insert);
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
        const times = [record.created_at, record.updated_at];
        const values = [event, record.id, address, ...valuesOf(record), ...times, key, fingerprint];
        if (insert.run(values).changes === 1) return { outcome: 'created', record };
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
