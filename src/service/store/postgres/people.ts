// Reads and writes by which statuses and tracks an event's people are found. Each contact that is read is locked, because
// others may change its records meanwhile.
import {
  type Match,
  matchChanges,
  type SpeakerPart,
  type StoredCounts,
  type StoredPerson,
  storedCounts,
  storedPerson,
} from '../people.ts';
import type { Query, Transaction } from './database.ts';
import { peopleStatements as sql } from './people-sql.ts';
import type { PostgresValue } from './session.ts';

/** A contact as it is stored. */
export interface ContactRow extends StoredCounts {
  readonly number: number;
}

const prepared = { isPrepared: true };

/** The people with these contacts, by the numbers of the contacts. */
export async function readPeople(
  query: Query,
  event: number,
  contacts: readonly { readonly number: number }[],
): Promise<ReadonlyMap<number, StoredPerson>> {
  if (contacts.length === 0) return new Map();
  const numbers = contacts.map(({ number }) => number);
  const [rows, speakers] = await Promise.all([
    query<ContactRow>(sql.lockContacts, [event, numbers], prepared),
    query<SpeakerPart & { readonly contact: number }>(sql.findSpeakers, [event, numbers], prepared),
  ]);
  const speakerOf = new Map(speakers.map(({ contact, ...speaker }) => [contact, speaker]));
  return new Map(rows.map((row) => [row.number, storedPerson(row.number, row, speakerOf.get(row.number))]));
}

/** Stores how a person has changed. */
export function sendPerson(send: Transaction['send'], event: number, before: StoredPerson, after: StoredPerson): void {
  const counts = storedCounts(after);
  const former = storedCounts(before);
  const isChanged = counts.statuses !== former.statuses || counts.tracks !== former.tracks;
  if (isChanged && after.contact !== null) {
    send(sql.setCounts, [event, ...countColumns([{ number: after.contact, ...counts }])]);
  }
  const { gone, added } = matchChanges(before, after);
  if (gone.length > 0) send(sql.deleteMatches, [event, ...matchColumns(gone)]);
  if (added.length > 0) send(sql.insertMatches, [event, ...matchColumns(added)]);
}

export function countColumns(contacts: readonly ContactRow[]): PostgresValue[] {
  return [
    contacts.map(({ number }) => number),
    contacts.map(({ statuses }) => statuses),
    contacts.map(({ tracks }) => tracks),
  ];
}

export function matchColumns(matches: readonly Match[]): PostgresValue[] {
  return [
    matches.map(({ list }) => list),
    matches.map(({ status }) => status),
    matches.map(({ track }) => track),
    matches.map(({ number }) => number),
  ];
}
