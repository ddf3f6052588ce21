// Finds the record of a person on stage among the speakers of an event. Must not know what it is
// for. Pure.
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import { firstByKey } from '../contract/grouped.ts';
import { comparedAddress, namesakeFinder, type Person } from './session.ts';

/** What the record of a speaker shows. */
export interface ListedSpeaker {
  readonly id: string | undefined;
  readonly name: string;
  /** In the form in which addresses are compared; undefined if it is not known. */
  readonly email: string | undefined;
  readonly record: RecordData;
}

/**
 * Finds the speaker who a person is; undefined if nobody is, or several may be.
 * @param records of speakers, as the service lists them
 */
export function speakerFinder(
  records: readonly RecordData[],
): (person: Person) => ListedSpeaker | undefined {
  const candidatesOf = candidateFinder(records);
  return (person) => {
    const candidates = candidatesOf(person);
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}

/**
 * Finds those who a person may be: the speaker with the same address; without one of these, the
 * speakers with the same name whose address may be the same.
 * @param records of speakers, as the service lists them
 */
export function candidateFinder(
  records: readonly RecordData[],
): (person: Person) => readonly ListedSpeaker[] {
  const speakers = records.map(listedSpeaker);
  const namesakesOf = namesakeFinder(speakers);
  const byAddress = firstByKey(speakers, ({ email }) => email);
  return (person) => {
    const address = comparedAddress(person.email);
    const speaker = address === undefined ? undefined : byAddress.get(address);
    if (speaker !== undefined) return [speaker];
    return namesakesOf(person).filter(({ email }) => mayBeSame(email, address));
  };
}

export function listedSpeaker(record: RecordData): ListedSpeaker {
  return {
    id: recordId(record, 'speakers'),
    name: recordName('speakers', record),
    email: typeof record.email === 'string' ? comparedAddress(record.email) : undefined,
    record,
  };
}

/** Whether two addresses may be one: equal, or unknown. */
function mayBeSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}
