// Moves a record to the contact of its new address. Needs the lock of the event's counters.
import type { Counters, SeenContact } from './creation.ts';
import type { Transaction } from './database.ts';
import { statements } from './sql.ts';

export interface AddressChange {
  /** Of the record. */
  readonly id: string;
  readonly event: number;
  readonly counters: Counters;
  /** The number of the contact that the record had; null if its address was blank. */
  readonly from: number | null;
  /** The new address as it is compared; null for a blank one. */
  readonly address: string | null;
  readonly isOnePerAddress: boolean;
}

/** `taken`: a speaker has the address, and this is its id. */
export type NewContact = { readonly contact: number | null } | { readonly taken: string };

/**
 * A person whose only record gets an address that nobody has keeps their place in the list of contacts. One who splits
 * off from a contact comes last. A contact without records is deleted.
 */
export async function changeAddress({ query, send }: Transaction, change: AddressChange): Promise<NewContact> {
  const { id, event, counters, from, address, isOnePerAddress } = change;
  const found = await query<SeenContact>(statements.findContacts, [event, address === null ? [] : [address]]);
  const existing = found[0];
  if (isOnePerAddress && existing?.speaker != null && existing.speaker !== id) return { taken: existing.speaker };
  const isLeftEmpty = from !== null && !(await hasOtherRecords(from));
  if (isLeftEmpty && address !== null && existing === undefined) {
    send(statements.renameContact, [event, from, address]);
    return { contact: from };
  }
  if (isLeftEmpty) send(statements.deleteContact, [event, from]);
  const isNew = address !== null && existing === undefined;
  const { speakers, submissions, contacts, last_contact } = counters;
  const number = isNew ? last_contact + 1 : (existing?.number ?? null);
  if (isNew) send(statements.insertContacts, [event, [number], [address]]);
  const total = contacts - (isLeftEmpty ? 1 : 0) + (isNew ? 1 : 0);
  send(statements.updateCounters, [event, speakers, submissions, total, last_contact + (isNew ? 1 : 0)]);
  return { contact: number };

  async function hasOtherRecords(contact: number): Promise<boolean> {
    const [answer] = await query<{ others: boolean }>(statements.hasOtherRecords, [event, contact, id]);
    return answer?.others ?? false;
  }
}
