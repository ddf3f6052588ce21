// Adds the people whom a folder knows to the talks of an event, which may show none of them. Must
// not know files. Pure.

import type { ListedSpeaker } from './listed-speakers.ts';
import { joinNamed } from './match/file-details.ts';
import { comparedAddress, type Person, type Session } from './session.ts';
import type { EventSubmission } from './submissions.ts';

/**
 * The talks with the people of these records: their speakers, or the submitter if nobody else is
 * known.
 */
export function withKnownPeople(
  talks: readonly EventSubmission[],
  records: readonly EventSubmission[],
): readonly EventSubmission[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return talks.map((talk) => {
    const record = byId.get(talk.id);
    return record === undefined ? talk : withPeopleOf(talk, record);
  });
}

/**
 * The talks, or rows of a schedule, with the names of people whose address alone they have, by the
 * speakers: who has no name may be an office that submits for others.
 */
export function withKnownNames<Talk extends Pick<Session, 'people'>>(
  talks: readonly Talk[],
  speakers: readonly ListedSpeaker[],
): readonly Talk[] {
  const nameless = talks.some(({ people }) => people.some(({ name }) => name === ''));
  if (!nameless) return talks;
  const nameOf = new Map(speakers.map(({ name, email }) => [email, name]));
  const withName = (person: Person): Person => {
    const email = person.name === '' ? comparedAddress(person.email) : undefined;
    return email === undefined ? person : { ...person, name: nameOf.get(email) ?? '' };
  };
  return talks.map((talk) => ({ ...talk, people: talk.people.map(withName) }));
}

function withPeopleOf(talk: EventSubmission, record: EventSubmission): EventSubmission {
  const { people, isSpeakerAssumed = false } = record;
  const submitted = { ...talk, submitterEmail: talk.submitterEmail ?? record.submitterEmail };
  if (people.length === 0) return submitted;
  if (!isSpeakerAssumed) return { ...submitted, ...joinNamed(talk, people) };
  return talk.people.length > 0 ? submitted : { ...submitted, people, isSpeakerAssumed };
}
