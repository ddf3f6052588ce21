// Creates, finds and changes the records of one kind.
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord } from '../stamps.ts';
import type { CreateOutcome, RecordStore, UpdateOutcome } from '../store.ts';
import { changeAddress } from './contact-change.ts';
import { type Counters, creationOf, type KindName } from './creation.ts';
import type { Create } from './creation-queue.ts';
import type { Database, Transaction } from './database.ts';
import type { Events } from './events.ts';
import { fieldNames, recordStatements, statements } from './sql.ts';

export interface RecordContext {
  readonly database: Database;
  readonly create: Create;
  readonly events: Events;
  readonly newId: (prefix: string) => string;
  /** Milliseconds since 1970; undefined for the database's clock. */
  readonly now: (() => number) | undefined;
}

export function recordStore<Fields extends Readonly<Record<string, string | null>>>(
  kind: KindName,
  { idPrefix, email, isOnePerAddress }: Kind<Fields>,
  { database, create, events, newId, now }: RecordContext,
): RecordStore<Fields> {
  type Found = Stored & Fields;
  const sql = recordStatements(kind);

  return {
    async create(ref, fields, idempotency) {
      const creation = creationOf(kind, { eventId: ref.eventId, id: newId(idPrefix), fields, idempotency });
      const outcome = await events.use(ref, (event) => create(event, creation));
      // The record consists of these fields.
      return (outcome ?? { outcome: 'not_found' }) as CreateOutcome<Found>;
    },

    find: async ({ id, organizationId }) => (await database.query<Found>(sql.find, [id, organizationId]))[0],

    update: ({ id, organizationId }, changes) =>
      database.transaction(async (transaction): Promise<UpdateOutcome<Found>> => {
        const own = [id, organizationId] as const;
        // Before the record, as creations do, so that two transactions never wait for each other.
        const people = changes[email] === undefined ? undefined : await lockPeople(transaction, own);
        const [row] = await transaction.query<Found & Locked>(sql.lock, own);
        if (row === undefined) return { outcome: 'not_found' };
        const { contact: from, now: time, ...current } = row;
        const record = changedRecord<Fields>(current as Found & object, changes, now?.() ?? time);
        let contact = from;
        const address = addressOf(record);
        if (people !== undefined && address !== addressOf(current as Found & object)) {
          const change = await changeAddress(transaction, { id, ...people, from, address, isOnePerAddress });
          if ('taken' in change) return { outcome: 'taken', id: change.taken };
          contact = change.contact;
        }
        transaction.send(sql.update, [id, ...valuesOf(record), record.updated_at, contact]);
        return { outcome: 'updated', record };
      }),
  };

  /** Locks the counters of a record's event, and with them its contacts. */
  async function lockPeople({ query }: Transaction, own: readonly [string, string]) {
    const [found] = await query<{ event: number; id: string }>(sql.findEvent, own);
    if (found === undefined) return undefined;
    const [counters] = await query<Counters>(statements.lockCounters, [found.event, own[1], found.id]);
    return counters && { event: found.event, counters };
  }

  function addressOf(record: Found): string | null {
    return addressKey(String(record[email]));
  }

  function valuesOf(record: Found): (string | null)[] {
    const values: Readonly<Record<string, string | null>> = record;
    return fieldNames[kind].map((name) => values[name] ?? null);
  }
}

interface Locked {
  /** The number of the record's contact; null if its address is blank. */
  readonly contact: number | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}
