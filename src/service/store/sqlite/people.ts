// Writes the contacts of an event, and by which statuses and tracks its people are found, within the write of a record.
import {
  isNobody,
  isSamePart,
  joined,
  left,
  type Match,
  matchChanges,
  nobody,
  type PersonPart,
  type SpeakerPart,
  type StoredCounts,
  type StoredPerson,
  storedCounts,
  storedPerson,
} from '../people.ts';
import type { Connection } from './connection.ts';
import { insertionOfMatches, peopleStatements as sql } from './people-sql.ts';

/** A record's event and contact, by their numbers. */
export interface PersonKey {
  readonly event: number;
  /** Null if the record's address is blank. */
  readonly contact: number | null;
}

/** The person to whom a new record belongs. */
export interface Entered {
  /** Without the record. */
  readonly person: StoredPerson;
  /** The contact is new, and was inserted with what the record contributes. */
  readonly isNew: boolean;
}

export interface SqlitePeople {
  /** Finds the person with an address, or inserts their contact. A blank address (null) is that of no contact. */
  enter(event: number, address: string | null, part: PersonPart): Entered;
  /** Stores what a new record contributes to the person who has entered with it. */
  join(event: number, entered: Entered, part: PersonPart): void;
  /** Stores that a record of a person has changed. */
  replace(place: PersonKey, before: PersonPart, after: PersonPart): void;
  /**
   * Stores that a record has another address now. A person whose only record gets an address that nobody has keeps their
   * place in the list of contacts. One who leaves other records comes last. A contact without records is not listed.
   * @returns the number of its contact
   */
  move(place: PersonKey, address: string | null, before: PersonPart, after: PersonPart): number | null;
  /** Empties the cache. Needed after each rollback, as that of events. */
  forget(): void;
}

/** At most this many are inserted by one statement. */
const mostMatches = 16;
/** How many ids of filters are cached. */
const mostFilters = 10_000;

type PersonRow = StoredCounts & SpeakerRow & { readonly seq: number };

interface SpeakerRow {
  readonly speaker: number | null;
  readonly speaker_status: string | null;
}

export function peopleOn(connection: Connection): SqlitePeople {
  const insertContact = connection.run(sql.insertContact);
  const findByAddress = connection.one<PersonRow>(sql.findByAddress);
  const findByNumber = connection.one<PersonRow>(sql.findByNumber);
  const setAddress = connection.run(sql.setAddress);
  const setCounts = connection.run(sql.setCounts);
  const deleteMatch = connection.run(sql.deleteMatch);
  const findFilter = connection.one<{ id: number }>(sql.findFilter);
  const insertFilter = connection.run(sql.insertFilter);
  const insertMatches = Array.from({ length: mostMatches }, (_, i) => connection.run(insertionOfMatches(i + 1)));
  const filters = new Map<string, number>();
  return { enter, join, replace, move, forget: () => filters.clear() };

  function enter(event: number, address: string | null, part: PersonPart): Entered {
    if (address === null) return { person: nobody(null), isNew: false };
    const { statuses, tracks } = storedCounts(joined(nobody(null), part));
    const { changes, lastInsertRowid } = insertContact.run([event, address, statuses, tracks]);
    if (changes === 1) return { person: nobody(lastInsertRowid), isNew: true };
    return { person: existing(findByAddress.get([event, address])), isNew: false };
  }

  function join(event: number, { person, isNew }: Entered, part: PersonPart): void {
    const after = joined(person, part);
    if (isNew) storeMatches(event, person, after);
    else store(event, person, after);
  }

  function replace({ event, contact }: PersonKey, before: PersonPart, after: PersonPart): void {
    if (isSamePart(before, after)) return;
    const person = personOf(contact, before);
    store(event, person, joined(left(person, before), after));
  }

  function move(
    { event, contact }: PersonKey,
    address: string | null,
    before: PersonPart,
    after: PersonPart,
  ): number | null {
    const person = personOf(contact, before);
    const others = left(person, before);
    const isFree = address !== null && findByAddress.get([event, address]) === undefined;
    if (contact !== null && isFree && isNobody(others)) {
      setAddress.run([contact, address]);
      store(event, person, joined(others, after));
      return contact;
    }
    store(event, person, others);
    if (contact !== null && isNobody(others)) setAddress.run([contact, null]);
    const next = enter(event, address, after);
    join(event, next, after);
    return next.person.contact;
  }

  function personOf(contact: number | null, part: PersonPart): StoredPerson {
    return contact === null ? joined(nobody(null), part) : existing(findByNumber.get([contact]));
  }

  function store(event: number, before: StoredPerson, after: StoredPerson): void {
    const counts = storedCounts(after);
    const former = storedCounts(before);
    const isChanged = counts.statuses !== former.statuses || counts.tracks !== former.tracks;
    if (isChanged && after.contact !== null) setCounts.run([after.contact, counts.statuses, counts.tracks]);
    storeMatches(event, before, after);
  }

  function storeMatches(event: number, before: StoredPerson, after: StoredPerson): void {
    const { gone, added } = matchChanges(before, after);
    for (const match of gone) deleteMatch.run([filterOf(event, match), match.number]);
    for (let i = 0; i < added.length; i += mostMatches) {
      const rows = added.slice(i, i + mostMatches);
      const values = rows.flatMap((match) => [filterOf(event, match), match.number]);
      insertMatches[rows.length - 1]?.run(values);
    }
  }

  /** The id of a filter, which is inserted when it finds somebody for the first time. */
  function filterOf(event: number, { list, status, track }: Match): number {
    const name = `${event} ${list} ${status.length} ${status}${track}`;
    let id = filters.get(name);
    if (id === undefined) {
      const values = [event, list, status, track];
      id = findFilter.get(values)?.id ?? insertFilter.run(values).lastInsertRowid;
      if (filters.size >= mostFilters) filters.clear();
      filters.set(name, id);
    }
    return id;
  }
}

function existing(row: PersonRow | undefined): StoredPerson {
  if (row === undefined) throw new Error('a record refers to a contact that does not exist');
  return storedPerson(row.seq, row, speakerOf(row));
}

function speakerOf({ speaker, speaker_status }: SpeakerRow): SpeakerPart | undefined {
  return speaker === null ? undefined : { number: speaker, speaker_status };
}
