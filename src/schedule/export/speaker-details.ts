// Adds to the people of sessions what the speakers' records have for the public. Must not know any export format.
import type { RecordData } from '../../client/client.ts';
import { fullName } from '../../columns/person-name.ts';
import { foldKey, isMasked, isSamePerson } from '../../contract/key.ts';
import { mayHide } from '../../contract/likeness.ts';
import { comparedName, type Person, type Session, type SpeakerDetails } from '../session.ts';

interface Known extends SpeakerDetails {
  readonly email: string;
}

/**
 * A person is the speaker with the same address; without one of these, the only speaker with the same name whose address may
 * be the same. A speaker about whom nothing is known has no details.
 * @param records of speakers, as the service lists them
 */
export function withSpeakerDetails(sessions: readonly Session[], records: readonly RecordData[]): readonly Session[] {
  const speakers = records.map(knownOf);
  const withDetails = (person: Person): Person => {
    const speaker = speakerOf(person, speakers);
    if (speaker === undefined) return person;
    const { email, ...details } = speaker;
    const { name, ...others } = details;
    return Object.values(others).every((text) => text.trim() === '') ? person : { ...person, details };
  };
  return sessions.map((session) => ({ ...session, people: session.people.map(withDetails) }));
}

function speakerOf(person: Person, speakers: readonly Known[]): Known | undefined {
  const address = foldKey(person.email ?? '');
  const isKnown = address !== '' && !isMasked('email', address);
  const byAddress = isKnown ? speakers.find(({ email }) => foldKey(email) === address) : undefined;
  if (byAddress !== undefined) return byAddress;
  const name = comparedName(person);
  const isNamesake = (each: Known) => name !== '' && isSamePerson(comparedName(each), name);
  const [speaker, other] = speakers.filter((each) => isNamesake(each) && mayBeSame(foldKey(each.email), address));
  return other === undefined ? speaker : undefined;
}

/** Whether two addresses may be one: equal, or unknown, or masked. */
function mayBeSame(one: string, other: string): boolean {
  return one === other || one === '' || other === '' || mayHide('email', one, other) || mayHide('email', other, one);
}

function knownOf(record: RecordData): Known {
  return {
    email: textOf(record.email),
    name: fullName(textOf(record.first_name), textOf(record.last_name)),
    jobTitle: textOf(record.title),
    company: textOf(record.company_name),
    biography: textOf(record.about),
    photo: textOf(record.photo_url),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
