// Decides what a group of creations in one event does, from what the database holds while the event's counters are locked. Pure.
import { isExpired, type RememberedKey, replayed } from '../idempotency.ts';
import {
  joined,
  type Match,
  matchChanges,
  nobody,
  partOf,
  type StoredCounts,
  type StoredPerson,
  storedCounts,
} from '../people.ts';
import { addressKey, kinds, type Stored } from '../records.ts';
import { newRecord } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey } from '../store.ts';

export type KindName = keyof typeof kinds;
type Fields = Readonly<Record<string, string | null>>;
export type AnyRecord = Stored & Fields;

/** A record to create. Its id is determined before the first attempt, so that a second attempt can recognize it. */
export interface RecordCreation {
  readonly kind: KindName;
  readonly eventId: string;
  readonly id: string;
  readonly fields: Fields;
  /** The address as it is compared; null for a blank one. */
  readonly address: string | null;
  readonly idempotency: IdempotencyKey | undefined;
}

/** How many records of each kind an event has. */
export interface Counters {
  readonly speakers: number;
  readonly submissions: number;
  readonly contacts: number;
  readonly last_contact: number;
}

export interface Seen {
  /** The time of the group, in milliseconds since 1970. */
  readonly at: number;
  readonly counters: Counters;
  /** By address. */
  readonly contacts: ReadonlyMap<string, SeenContact>;
  /** By the number of their contact. */
  readonly people: ReadonlyMap<number, StoredPerson>;
  /** By key. */
  readonly keys: ReadonlyMap<string, RememberedKey>;
  /** The creations that an earlier attempt has committed, by id, with their times. */
  readonly committed: ReadonlyMap<string, number>;
}

export interface SeenContact {
  readonly number: number;
  /** The id of the speaker with this address. */
  readonly speaker: string | null;
}

export interface Decision {
  /** For each creation, in the same order. */
  readonly outcomes: readonly CreateOutcome<AnyRecord>[];
  readonly counters: Counters;
  readonly contacts: readonly NewContact[];
  /** The counts of contacts that are not new. */
  readonly counts: readonly (StoredCounts & { readonly number: number })[];
  readonly matches: readonly Match[];
  readonly records: Readonly<Record<KindName, readonly NumberedRecord[]>>;
  readonly keys: readonly (RememberedKey & { readonly key: string })[];
  /** Keys that are used again after they have expired. */
  readonly expiredKeys: readonly string[];
}

export interface NewContact extends StoredCounts {
  readonly number: number;
  readonly address: string;
}

export interface NumberedRecord {
  readonly number: number;
  readonly contact: number | null;
  readonly record: AnyRecord;
}

/** The fields of a record to create. */
export function creationOf(kind: KindName, given: Omit<RecordCreation, 'kind' | 'address'>): RecordCreation {
  return { kind, ...given, address: addressKey(String(given.fields[kinds[kind].email])) };
}

export function decide(creations: readonly RecordCreation[], seen: Seen): Decision {
  const { at, committed } = seen;
  const counters = { ...seen.counters };
  const knownContacts = new Map(seen.contacts);
  const knownKeys = new Map(seen.keys);
  const newContacts: { number: number; address: string }[] = [];
  /** By the number of their contact, without and with what is created here. */
  const people = new Map<number, { readonly before: StoredPerson; after: StoredPerson }>();
  const matches: Match[] = [];
  const records: Record<KindName, NumberedRecord[]> = { speakers: [], submissions: [] };
  const keys: (RememberedKey & { key: string })[] = [];
  const expiredKeys: string[] = [];
  const outcomes = creations.map(outcomeOf);
  const contacts = newContacts.map((contact) => ({ ...contact, ...countsOf(contact.number) }));
  const isNew = new Set(newContacts.map(({ number }) => number));
  const counts = [...people.keys()].flatMap((number) => (isNew.has(number) ? [] : [{ number, ...countsOf(number) }]));
  for (const { before, after } of people.values()) matches.push(...matchChanges(before, after).added);
  return { outcomes, counters, contacts, counts, matches, records, keys, expiredKeys };

  function outcomeOf(creation: RecordCreation): CreateOutcome<AnyRecord> {
    const { kind, id, eventId, fields, address, idempotency } = creation;
    const recordOf = (stamp: { id: string; at: number }): AnyRecord => newRecord(stamp, eventId, fields);
    const committedAt = committed.get(id);
    if (committedAt !== undefined) return { outcome: 'created', record: recordOf({ id, at: committedAt }) };
    const first = idempotency && knownKeys.get(idempotency.key);
    if (idempotency !== undefined && first !== undefined) {
      if (!isExpired(first, at)) return replayed(first, idempotency, recordOf);
      expiredKeys.push(idempotency.key);
      knownKeys.delete(idempotency.key);
    }
    const holder = address === null ? null : (knownContacts.get(address)?.speaker ?? null);
    if (kinds[kind].isOnePerAddress && holder !== null) return { outcome: 'taken', id: holder };
    counters[kind] += 1;
    const record = recordOf({ id, at });
    const contact = contactFor(creation);
    records[kind].push({ number: counters[kind], contact, record });
    join(contact, counters[kind], fields);
    if (idempotency !== undefined) {
      const { key, fingerprint } = idempotency;
      const remembered = { fingerprint, id, created_at: at };
      knownKeys.set(key, remembered);
      keys.push({ key, ...remembered });
    }
    return { outcome: 'created', record };
  }

  /** The number of the person's contact, which is created with their first record. */
  function contactFor({ kind, id, address }: RecordCreation): number | null {
    if (address === null) return null;
    let contact = knownContacts.get(address);
    if (contact === undefined) {
      counters.contacts += 1;
      counters.last_contact += 1;
      contact = { number: counters.last_contact, speaker: null };
      newContacts.push({ number: contact.number, address });
    }
    knownContacts.set(address, kind === 'speakers' ? { ...contact, speaker: id } : contact);
    return contact.number;
  }

  /** A speaker with a blank address is nobody's contact. */
  function join(contact: number | null, number: number, fields: Fields): void {
    const part = partOf(number, fields);
    const person = contact === null ? undefined : people.get(contact);
    if (person !== undefined) person.after = joined(person.after, part);
    else {
      const before = (contact === null ? undefined : seen.people.get(contact)) ?? nobody(contact);
      const after = joined(before, part);
      if (contact === null) matches.push(...matchChanges(before, after).added);
      else people.set(contact, { before, after });
    }
  }

  function countsOf(contact: number): StoredCounts {
    return storedCounts(people.get(contact)?.after ?? nobody(contact));
  }
}
