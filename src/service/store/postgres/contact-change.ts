// Moves a record to the contact of its new address. Needs the locks of the event's counters and of the record's contact.
import { isNobody, joined, left, nobody, type PersonPart, type StoredPerson } from '../people.ts';
import type { Counters, SeenContact } from './creation.ts';
import type { Transaction } from './database.ts';
import { readPeople, sendPerson } from './people.ts';
import { peopleStatements } from './people-sql.ts';
import { statements } from './sql.ts';

export interface AddressChange {
  /** Of the record. */
  readonly id: string;
  readonly event: number;
  readonly counters: Counters;
  /** The person of the record, as it was. */
  readonly person: StoredPerson;
  /** What the record contributed to this person, and what it contributes now. */
  readonly before: PersonPart;
  readonly after: PersonPart;
  /** The new address as it is compared; null for a blank one. */
  readonly address: string | null;
  readonly isOnePerAddress: boolean;
}

/** `taken`: a speaker has the address, and this is its id. */
type AddressChangeOutcome = { readonly contact: number | null } | { readonly taken: string };

/**
 * A person whose only record gets an address that nobody has keeps their place in the list of contacts. One who splits
 * off from a contact comes last. A contact without records is deleted.
 */
export async function changeAddress(
  { query, send }: Transaction,
  change: AddressChange,
): Promise<AddressChangeOutcome> {
  const { id, event, counters, person, before, after, address, isOnePerAddress } = change;
  const found = await query<SeenContact>(statements.findContacts, [event, address === null ? [] : [address]]);
  const existing = found[0];
  if (isOnePerAddress && existing?.speaker != null && existing.speaker !== id) return { taken: existing.speaker };
  const others = left(person, before);
  const { contact: from } = person;
  const isLeftEmpty = from !== null && isNobody(others);
  if (isLeftEmpty && address !== null && existing === undefined) {
    send(peopleStatements.renameContact, [event, from, address]);
    sendPerson(send, event, person, joined(others, after));
    return { contact: from };
  }
  sendPerson(send, event, person, others);
  if (isLeftEmpty) send(peopleStatements.deleteContact, [event, from]);
  const isNew = address !== null && existing === undefined;
  const { speakers, submissions, contacts, last_contact } = counters;
  const number = isNew ? last_contact + 1 : (existing?.number ?? null);
  if (isNew) send(peopleStatements.insertContacts, [event, [number], [address]]);
  const total = contacts - (isLeftEmpty ? 1 : 0) + (isNew ? 1 : 0);
  send(statements.updateCounters, [event, speakers, submissions, total, last_contact + (isNew ? 1 : 0)]);
  const people = await readPeople(query, event, found);
  const next = (number === null ? undefined : people.get(number)) ?? nobody(number);
  sendPerson(send, event, next, joined(next, after));
  return { contact: number };
}
