// Finds the record of a person of a session in the event's list of speakers. Pure.
import type { RecordData } from '../client/client.ts';
import { recordName } from '../columns/record-name.ts';
import { foldKey, keyText } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import { namesakeFinder, type Person } from './session.ts';

/**
 * A person is the speaker with the same address; without one of these, the only speaker with the
 * same name whose address may be the same.
 * @param records of speakers, as the service lists them
 */
export function speakerFinder(
  records: readonly RecordData[],
): (person: Person) => RecordData | undefined {
  const speakers = records.map((record) => ({
    record,
    name: recordName('speakers', record),
    email: addressOf(record.email),
  }));
  const byAddress = new Map(speakers.toReversed().map((speaker) => [speaker.email, speaker]));
  const namesakesOf = namesakeFinder(speakers);
  return (person) => {
    const address = addressOf(person.email);
    const sameAddress = address === undefined ? undefined : byAddress.get(address);
    if (sameAddress !== undefined) return sameAddress.record;
    const namesakes = namesakesOf(person).filter(({ email }) => mayBeSame(email, address));
    return namesakes.length === 1 ? namesakes[0]?.record : undefined;
  };
}

/** Whether two addresses may be one: equal, or unknown. */
function mayBeSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** In the form in which addresses are compared; undefined if it is not known. */
function addressOf(value: unknown): string | undefined {
  const address = isMasked('email', value) ? undefined : keyText(value);
  return address === undefined ? undefined : foldKey(address);
}
