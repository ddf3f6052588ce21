// Decides what a group of creations in one event does, from what the database holds while the event's counters are locked. Pure.
import { isExpired, type RememberedKey, replayed } from '../idempotency.ts';
import { addressKey, kinds, type Stored } from '../records.ts';
import { newRecord } from '../stamps.ts';
import type { CreateOutcome, IdempotencyKey } from '../store.ts';

export type KindName = keyof typeof kinds;
type Fields = Readonly<Record<string, string | null>>;
export type AnyRecord = Stored & Fields;

/** A record to create. Its id is determined before the first attempt, so that a second attempt can recognize it. */
export interface Creation {
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
  readonly contacts: readonly { readonly number: number; readonly address: string }[];
  readonly records: Readonly<Record<KindName, readonly NumberedRecord[]>>;
  readonly keys: readonly (RememberedKey & { readonly key: string })[];
  /** Keys that are used again after they have expired. */
  readonly expiredKeys: readonly string[];
}

export interface NumberedRecord {
  readonly number: number;
  readonly contact: number | null;
  readonly record: AnyRecord;
}

/** The fields of a record to create. */
export function creationOf(kind: KindName, given: Omit<Creation, 'kind' | 'address'>): Creation {
  return { kind, ...given, address: addressKey(String(given.fields[kinds[kind].email])) };
}

export function decide(creations: readonly Creation[], seen: Seen): Decision {
  const { at, committed } = seen;
  const counters = { ...seen.counters };
  const knownContacts = new Map(seen.contacts);
  const knownKeys = new Map(seen.keys);
  const contacts: { number: number; address: string }[] = [];
  const records: Record<KindName, NumberedRecord[]> = { speakers: [], submissions: [] };
  const keys: (RememberedKey & { key: string })[] = [];
  const expiredKeys: string[] = [];
  const outcomes = creations.map(outcomeOf);
  return { outcomes, counters, contacts, records, keys, expiredKeys };

  function outcomeOf(creation: Creation): CreateOutcome<AnyRecord> {
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
    records[kind].push({ number: counters[kind], contact: contactFor(creation), record });
    if (idempotency !== undefined) {
      const { key, fingerprint } = idempotency;
      const remembered = { fingerprint, id, created_at: at };
      knownKeys.set(key, remembered);
      keys.push({ key, ...remembered });
    }
    return { outcome: 'created', record };
  }

  /** The number of the person's contact, which is created with their first record. */
  function contactFor({ kind, id, address }: Creation): number | null {
    if (address === null) return null;
    let contact = knownContacts.get(address);
    if (contact === undefined) {
      counters.contacts += 1;
      counters.last_contact += 1;
      contact = { number: counters.last_contact, speaker: null };
      contacts.push({ number: contact.number, address });
    }
    knownContacts.set(address, kind === 'speakers' ? { ...contact, speaker: id } : contact);
    return contact.number;
  }
}
