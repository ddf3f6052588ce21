// Decides who is on stage in each talk, as keys by which speakers are found, and who of them is no
// speaker of the event. Must not know what they lack.
import type { RecordData } from '../../../client/client.ts';
import { recordId } from '../../../client/response.ts';
import { dateAndTime } from '../../../columns/dates/zoned-time.ts';
import { keyText } from '../../../contract/key.ts';
import { fullName } from '../../../people/name.ts';
import { namesakeFinder, type Person } from '../../../schedule/session.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import { keysOf, peopleKeys, submitterOf } from '../../endpoint/people-keys.ts';

/** What an event has. */
export interface PeopleLists {
  readonly speakers: readonly RecordData[];
  readonly submissions: readonly RecordData[];
  /** The same, with their places, and with the people that a schedule file adds. */
  readonly talks: readonly EventSubmission[];
  /** In which the times of talks are written; UTC if undefined. */
  readonly timeZone: string | undefined;
}

/** A talk, and who is on stage. */
export interface PeopledTalk extends Pick<EventSubmission, 'isOffInFile'> {
  /** Empty if the service shows none. */
  readonly id: string;
  /** Empty if the service does not show it. */
  readonly status: string;
  /** The title, with the place if it has one. */
  readonly text: string;
  /** The keys of its people. */
  readonly people: ReadonlySet<string>;
  /** Those whom no speaker of the event is. */
  readonly strangers: readonly RecordData[];
  /** Whether neither a submitter nor a speaker is known. */
  readonly hasNobody: boolean;
}

export function peopledTalks(lists: PeopleLists): readonly PeopledTalk[] {
  const { speakers, submissions, talks, timeZone = 'UTC' } = lists;
  const byId = new Map(talks.map((talk) => [talk.id, talk]));
  const namesakesOf = namesakeFinder(
    speakers.map((speaker) => ({ name: speakerName(speaker), keys: keysOf(speaker) })),
  );
  const known = new Set(speakers.flatMap(keysOf));
  return submissions.map((record): PeopledTalk => {
    const id = recordId(record, 'submissions') ?? '';
    const talk = byId.get(id);
    const submitterKeys = keysOf({ email: talk?.submitterEmail });
    const people = new Set([...peopleKeys(record), ...submitterKeys]);
    const strangers: RecordData[] = [];
    for (const person of namedPeople(talk)) {
      const keys = keysOf({ email: person.email }).filter((key) => known.has(key));
      const namesakes = keys.length > 0 ? [] : namesakesOf(person);
      const [namesake] = namesakes;
      // Of several namesakes, it is unknown who is meant.
      const found = namesake !== undefined && namesakes.length === 1 ? namesake.keys : keys;
      for (const key of found) people.add(key);
      if (keys.length + namesakes.length === 0) strangers.push(toSpeaker(person));
    }
    const submitter = submitterIn(talk, record);
    const isNobodyKnown = ![...people].some((key) => known.has(key));
    if (keysOf(submitter).length > 0 && isNobodyKnown) strangers.push(submitter);
    return {
      id,
      isOffInFile: talk?.isOffInFile,
      status: keyText(record.status) ?? '',
      text: talkText(talk, timeZone),
      people,
      strangers,
      hasNobody: people.size === 0 && (talk?.people ?? []).length === 0,
    };
  });
}

/** By the service, else by what a folder adds. */
function submitterIn(talk: EventSubmission | undefined, record: RecordData): RecordData {
  const submitter = submitterOf(record);
  if (keysOf(submitter).length > 0 || talk === undefined) return submitter;
  const [person] = talk.isSpeakerAssumed === true ? talk.people : [];
  return { email: talk.submitterEmail, name: person?.name };
}

/** Those who are named as speakers. */
function namedPeople(talk: EventSubmission | undefined): readonly Person[] {
  if (talk === undefined || talk.isSpeakerAssumed === true) return [];
  return talk.people.filter(({ name }) => name !== '');
}

function toSpeaker({ name, email }: Person): RecordData {
  return email === undefined ? { name } : { name, email };
}

function speakerName({ full_name, name, first_name, last_name }: RecordData): string {
  const parts = fullName(keyText(first_name) ?? '', keyText(last_name) ?? '');
  return keyText(full_name) ?? keyText(name) ?? parts;
}

/** `Zero lost cents (Hall 1, 2027-05-20 09:00)` */
function talkText(talk: EventSubmission | undefined, timeZone: string): string {
  if (talk?.placement === undefined) return talk?.title ?? '';
  const { room, start } = talk.placement;
  return `${talk.title} (${room}, ${dateAndTime(Date.parse(start), timeZone)})`;
}
