// Decides whether the people and addresses of a row are those of a submission, or of another row.
// Must not know how titles are matched. Pure.
import { keyMark } from '../../changes/names.ts';
import { canBeSamePerson } from '../../columns/record-name.ts';
import { endpoints } from '../../contract/index.ts';
import { keyOf } from '../../contract/key.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { comparedAddress, comparedName } from '../session.ts';
import type { EventSubmission } from '../submissions.ts';

/** Whom a row or a submission names, with its submitter. */
type PeopleOfTalk = Pick<ScheduleRow, 'people' | 'submitterEmail'>;

/** The addresses of a row or a submission, whatever columns or fields they are in. */
export function addressesOf({ submitterEmail, people }: PeopleOfTalk): readonly string[] {
  const addresses = [submitterEmail, ...people.map(({ email }) => email)];
  return [...new Set(addresses.flatMap((address) => comparedAddress(address) ?? []))];
}

/** The marks of the submissions that this computer creates for a title and an address of a row. */
export function marksOf({ title, ...talk }: PeopleOfTalk & { readonly title: string }) {
  return addressesOf(talk).flatMap((address): readonly string[] => {
    const key = keyOf(endpoints.createSubmission, { title, submitter_email: address });
    return key === undefined ? [] : [keyMark(key)];
  });
}

/** Whether two have a person in common: an address or, if one of the two has none, a name. */
export function sharePerson(one: PeopleOfTalk, other: PeopleOfTalk): boolean {
  return haveInCommon(one, other, isSamePerson);
}

/** Whether two have an address or a name in common. */
export function shareNameOrAddress(one: PeopleOfTalk, other: PeopleOfTalk): boolean {
  const names = other.people.map(({ name }) => name);
  if (one.people.some(({ name }) => name !== '' && names.includes(name))) return true;
  return haveInCommon(one, other, (person, candidate) => {
    return isSamePerson(person, candidate) || isSameName(person, candidate);
  });
}

/**
 * Whether two can be compared: both have addresses, or both have names. If the service shows
 * neither, the mark of a submission is that of an address.
 */
export function canCompare(row: PeopleOfTalk, submission: EventSubmission): boolean {
  const hasAddress = addressesOf(submission).length > 0 || submission.createdFor !== undefined;
  if (hasAddress && addressesOf(row).length > 0) return true;
  return namesIn(row).length > 0 && namesIn(submission).length > 0;
}

/** Whether a row or a submission names anybody. */
export function hasPeople(talk: PeopleOfTalk): boolean {
  return addressesOf(talk).length > 0 || namesIn(talk).length > 0;
}

/** Somebody by what is compared; empty texts for what is unknown. Names are slow to read. */
interface ComparedPerson {
  readonly name: string;
  readonly address: string;
}

function haveInCommon(
  one: PeopleOfTalk,
  other: PeopleOfTalk,
  isAlike: (person: ComparedPerson, candidate: ComparedPerson) => boolean,
): boolean {
  const addresses = addressesOf(other);
  if (addressesOf(one).some((address) => addresses.includes(address))) return true;
  const others = comparedPeople(other);
  return comparedPeople(one).some((person) => {
    return others.some((candidate) => isAlike(person, candidate));
  });
}

function comparedPeople(talk: PeopleOfTalk): readonly ComparedPerson[] {
  const { people, submitterEmail } = talk;
  const submitter = { name: '', address: comparedAddress(submitterEmail) ?? '' };
  const onStage = people.map((person): ComparedPerson => {
    return { name: shownName(person), address: comparedAddress(person.email) ?? '' };
  });
  return [...onStage, submitter];
}

function isSamePerson(person: ComparedPerson, other: ComparedPerson): boolean {
  const haveAddresses = person.address !== '' && other.address !== '';
  return haveAddresses ? person.address === other.address : isSameName(person, other);
}

function isSameName({ name }: ComparedPerson, other: ComparedPerson): boolean {
  if (name === '' || other.name === '') return false;
  return name === other.name || canBeSamePerson(name, other.name);
}

function namesIn({ people }: PeopleOfTalk): readonly string[] {
  return people.map(shownName).filter((name) => name !== '');
}

/** An address in place of a name is none. */
function shownName(person: { readonly name: string }): string {
  if (person.name === '') return '';
  const name = comparedName(person);
  return name.includes('@') ? '' : name;
}
