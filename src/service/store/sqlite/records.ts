// Creates, finds and changes the records of one kind, each in a write of its own.
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord, newRecord } from '../stamps.ts';
import type { RecordStore, UpdateOutcome } from '../store.ts';
import type { Connection, Value } from './connection.ts';
import type { Events } from './events.ts';
import type { CreateOnce } from './idempotency-keys.ts';
import { type RecordTableName, recordStatements, statements } from './sql.ts';
import type { WriteQueue } from './write-queue.ts';

export interface RecordContext {
  readonly connection: Connection;
  readonly write: WriteQueue['write'];
  readonly events: Events;
  readonly createOnce: CreateOnce;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function recordStore<Fields extends Readonly<Record<string, Value>>>(
  table: RecordTableName,
  { idPrefix, blank, email, isOnePerAddress }: Kind<Fields>,
  { connection, write, events, createOnce, now, newId }: RecordContext,
): RecordStore<Fields> {
  type Found = Stored & Fields;
  const columns = Object.keys(blank);
  const sql = recordStatements(table, columns);
  const insert = connection.run(isOnePerAddress ? sql.insertUnlessTaken : sql.insert);
  const find = connection.one<Found>(sql.find);
  const findHolder = connection.one<{ id: string }>(sql.findHolder);
  const findOtherHolder = connection.one<{ id: string }>(sql.findOtherHolder);
  const update = connection.run(sql.update);
  const updateAddress = connection.run(sql.updateAddress);
  const hasOtherRecords = connection.one<{ others: number }>(statements.hasOtherRecords);

  return {
    create: (ref, fields, idempotency) =>
      write(() =>
        createOnce<Found>(
          ref.organizationId,
          idempotency,
          { id: newId(idPrefix), at: now() },
          {
            recordOf: (stamp) => newRecord(stamp, ref.eventId, fields),
            insert(record) {
              const event = events.find(ref)?.seq;
              if (event === undefined) return { outcome: 'not_found' };
              const address = addressOf(record);
              const values = [event, record.id, address, ...valuesOf(record), record.created_at, record.updated_at];
              if (insert.run(values).changes === 1) return { outcome: 'created', record };
              return { outcome: 'taken', id: findHolder.get([event, address])?.id ?? '' };
            },
          },
        ),
      ),

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
