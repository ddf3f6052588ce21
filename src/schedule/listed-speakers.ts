// Finds the record of a person on stage among the speakers of an event. Must not know what it is
// for. Pure.
import type { RecordData } from '../client/client.ts';
import { foldKey } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import { namesakeFinder, type Person } from './session.ts';

export interface ListedSpeaker {
  readonly name: string;
  /** In the form in which addresses are compared; undefined if it is not known. */
  readonly email: string | undefined;
}

/** The speaker who a person is; undefined if nobody is, or several may be. */
export function speakerFinder<Speaker extends ListedSpeaker>(
  speakers: readonly Speaker[],
): (person: Person) => Speaker | undefined {
  const candidatesOf = candidateFinder(speakers);
  return (person) => {
    const candidates = candidatesOf(person);
    return candidates.length === 1 ? candidates[0] : undefined;
  };
}

/**
 * Those who a person may be: the speaker with the same address; without one of these, the speakers
 * with the same name whose address may be the same.
 */
export function candidateFinder<Speaker extends ListedSpeaker>(
  speakers: readonly Speaker[],
): (person: Person) => readonly Speaker[] {
  const namesakesOf = namesakeFinder(speakers);
  const byAddress = new Map(speakers.toReversed().map((speaker) => [speaker.email, speaker]));
  return (person) => {
    const address = addressIn(person.email);
    const speaker = address === undefined ? undefined : byAddress.get(address);
    if (speaker !== undefined) return [speaker];
    return namesakesOf(person).filter(({ email }) => mayBeSame(email, address));
  };
}

/** Whether two addresses may be one: equal, or unknown. */
function mayBeSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** The address of a record, in the form in which addresses are compared. */
export function addressOf({ email }: RecordData): string | undefined {
  return typeof email === 'string' ? addressIn(email) : undefined;
}

/** Undefined for one that a service hides. */
function addressIn(email: string | undefined): string | undefined {
  if (email === undefined || isMasked('email', email)) return undefined;
  return foldKey(email) || undefined;
}
