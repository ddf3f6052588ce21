// Adds the people whom a folder knows to the talks of an event, which may show none of them. Must
// not know files. Pure.
import { joinNamed } from './file-details.ts';
import type { EventSubmission } from './submissions.ts';

/**
 * The talks with the people of these records: their speakers, or the submitter if nobody else is
 * known.
 */
export function withKnownPeople(
  talks: readonly EventSubmission[],
  known: readonly EventSubmission[],
): readonly EventSubmission[] {
  const byId = new Map(known.map((talk) => [talk.id, talk]));
  return talks.map((talk) => {
    const record = byId.get(talk.id);
    return record === undefined ? talk : withPeopleOf(talk, record);
  });
}

function withPeopleOf(talk: EventSubmission, record: EventSubmission): EventSubmission {
  const { people, isSpeakerAssumed = false } = record;
  const known = { ...talk, submitterEmail: talk.submitterEmail ?? record.submitterEmail };
  if (people.length === 0) return known;
  if (!isSpeakerAssumed) return { ...known, ...joinNamed(talk, people) };
  return talk.people.length > 0 ? known : { ...known, people, isSpeakerAssumed };
}
