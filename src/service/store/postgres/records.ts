// Creates, finds and changes the records of one kind.
import {
  isSamePart,
  joined,
  left,
  nobody,
  partOf,
  type SpeakerPart,
  type StoredPerson,
  storedPerson,
} from '../people.ts';
import { addressKey, type Kind, type Stored } from '../records.ts';
import { changedRecord } from '../stamps.ts';
import type { CreateOutcome, RecordStore, UpdateOutcome } from '../store.ts';
import { changeAddress } from './contact-change.ts';
import { type Counters, creationOf, type KindName } from './creation.ts';
import type { Create } from './creation-queue.ts';
import type { Database, Transaction } from './database.ts';
import type { PostgresEvents } from './events.ts';
import { type ContactRow, sendPerson } from './people.ts';
import { personStatements } from './people-sql.ts';
import { fieldNames, recordStatements, statements } from './sql.ts';

interface RecordContext {
  readonly database: Database;
  readonly create: Create;
  readonly events: PostgresEvents;
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
  const personSql = personStatements(kind);

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
        const { query, send } = transaction;
        const own = [id, organizationId] as const;
        // Before the contact and the record, as creations do, so that two transactions never wait for each other.
        const people = changes[email] === undefined ? undefined : await lockPeople(transaction, own);
        const [[contactRow], [speaker], [row]] = await Promise.all([
          query<ContactRow>(personSql.lockContact, own),
          query<SpeakerPart>(personSql.findSpeaker, own),
          query<Found & Locked>(sql.lock, own),
        ]);
        if (row === undefined) return { outcome: 'not_found' };
        const { event, number, contact: from, now: time, ...current } = row;
        if (from !== (contactRow?.number ?? null)) throw new MovedRecordError();
        const record = changedRecord<Fields>(current as Found & object, changes, now?.() ?? time);
        const [before, after] = [partOf(number, current), partOf(number, record)];
        const person: StoredPerson = contactRow
          ? storedPerson(contactRow.number, contactRow, speaker)
          : joined(nobody(null), before);
        let contact = from;
        const address = addressOf(record);
        if (people !== undefined && address !== addressOf(current as Found & object)) {
          const move = { id, ...people, person, before, after, address, isOnePerAddress };
          const change = await changeAddress(transaction, move);
          if ('taken' in change) return { outcome: 'taken', id: change.taken };
          contact = change.contact;
        } else if (!isSamePart(before, after)) sendPerson(send, event, person, joined(left(person, before), after));
        send(sql.update, [id, ...valuesOf(record), record.updated_at, contact]);
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

/** The record has got another address between two statements. The transaction can be repeated. */
class MovedRecordError extends Error {
  readonly code = '40001';
  constructor() {
    super('the record belongs to another contact now');
  }
}

interface Locked {
  readonly event: number;
  /** Of the record within its event. */
  readonly number: number;
  /** The number of the record's contact; null if its address is blank. */
  readonly contact: number | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}
