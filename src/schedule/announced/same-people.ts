// Decides which people of two states of a talk are the same, by name or address. Must not word it.
// Pure.

import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { namesakeFinder, type Person } from '../session.ts';
import type { ProgramTalk } from './program.ts';

/** What two states both know of people. */
export interface PeopleTerms {
  readonly names: boolean;
  readonly addresses: boolean;
}

/** An announcement has no addresses, and a file may have nothing else. */
export function comparableBy(
  old: readonly ProgramTalk[],
  now: readonly ProgramTalk[],
): PeopleTerms {
  const bothKnow = (isKnown: (person: Person) => boolean) => {
    return [old, now].every((talks) => talks.some(({ people }) => people.some(isKnown)));
  };
  return {
    names: bothKnow(({ name }) => name !== ''),
    addresses: bothKnow(({ email }) => email !== undefined),
  };
}

/**
 * The people of a talk who are none of the others, which it has in another state. Who has another
 * address is the same person, unless that is the address of somebody else of them.
 */
export function peopleBeyond(
  people: readonly Person[],
  others: readonly Person[],
  terms: PeopleTerms,
): readonly Person[] {
  const addresses = addressesOf(people);
  const addressesOfOthers = addressesOf(others);
  const mayBeSame = (person: Person, namesake: Person) => {
    return person.email === undefined || !has(addresses, namesake);
  };
  const withName = grouped(others, ({ name }) => foldKey(name));
  const unknown = people.filter((person) => {
    if (!isComparable(person, terms) || has(addressesOfOthers, person)) return false;
    const namesakes = person.name === '' ? [] : (withName.get(foldKey(person.name)) ?? []);
    return !namesakes.some((namesake) => mayBeSame(person, namesake));
  });
  // Names are slow to read.
  if (unknown.length === 0) return [];
  const namesakesOf = namesakeFinder(others);
  return unknown.filter((person) => {
    return !namesakesOf(person).some((namesake) => mayBeSame(person, namesake));
  });
}

function isComparable({ name, email }: Person, { names, addresses }: PeopleTerms): boolean {
  return (names && name !== '') || (addresses && email !== undefined);
}

function addressesOf(people: readonly Person[]): ReadonlySet<string> {
  return new Set(people.flatMap(({ email }) => (email === undefined ? [] : foldKey(email))));
}

function has(addresses: ReadonlySet<string>, { email }: Person): boolean {
  return email !== undefined && addresses.has(foldKey(email));
}
