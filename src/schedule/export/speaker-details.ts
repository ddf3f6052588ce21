// Adds to the people of sessions what the speakers' records have for the public. Must not know any export format.
import type { RecordData } from '../../client/client.ts';
import { fullName } from '../../columns/person-name.ts';
import { foldKey, isSamePerson } from '../../contract/key.ts';
import { comparedName, type Person, type Session, type SpeakerDetails } from '../session.ts';

interface Known extends SpeakerDetails {
  readonly email: string;
  readonly name: string;
}

/**
 * A person is the speaker with the same address; without one of these, the only speaker with the same name. A speaker about
 * whom nothing is known has no details.
 * @param records of speakers, as the service lists them
 */
export function withSpeakerDetails(sessions: readonly Session[], records: readonly RecordData[]): readonly Session[] {
  const speakers = records.map(knownOf);
  const withDetails = (person: Person): Person => {
    const speaker = speakerOf(person, speakers);
    if (speaker === undefined) return person;
    const { email, name, ...details } = speaker;
    return Object.values(details).every((text) => text.trim() === '') ? person : { ...person, details };
  };
  return sessions.map((session) => ({ ...session, people: session.people.map(withDetails) }));
}

function speakerOf(person: Person, speakers: readonly Known[]): Known | undefined {
  const address = foldKey(person.email ?? '');
  const byAddress = address === '' ? undefined : speakers.find(({ email }) => foldKey(email) === address);
  if (byAddress !== undefined) return byAddress;
  const name = comparedName(person);
  const [speaker, other] = speakers.filter((each) => name !== '' && isSamePerson(comparedName(each), name));
  return other === undefined ? speaker : undefined;
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
