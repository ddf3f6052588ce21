// Decides who is on stage in each talk, as keys by which speakers are found, and who of them is no
// speaker of the event. Must not know what they lack.
import type { RecordData } from '../../../client/client.ts';
import { speakersOf } from '../../../client/records.ts';
import { recordId } from '../../../client/response.ts';
import { dateAndTime } from '../../../columns/dates/zoned-time.ts';
import { recordName } from '../../../columns/record-name.ts';
import { foldKey, keyText } from '../../../contract/key.ts';
import {
  candidateFinder,
  listedSpeaker,
  speakerFinder,
} from '../../../schedule/listed-speakers.ts';
import type { Person } from '../../../schedule/session.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import { titleOf } from '../../endpoint/named-record.ts';
import { keysOf, peopleKeys, submitterOf } from '../../endpoint/people-keys.ts';

/** What an event has. */
export interface PeopleLists {
  readonly speakers: readonly RecordData[];
  readonly submissions: readonly RecordData[];
  /** The same, with their places, and with the people that a schedule file adds. */
  readonly talks: readonly EventSubmission[];
  /** In which the times of talks are written; UTC if undefined. */
  readonly timeZone?: string | undefined;
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
  const candidatesOf = candidateFinder(speakers);
  const speakerKeys = new Set(speakers.flatMap(keysOf));
  return submissions.map((record): PeopledTalk => {
    const id = recordId(record, 'submissions') ?? '';
    const talk = byId.get(id);
    const submitterKeys = keysOf({ email: talk?.submitterEmail });
    const people = new Set([...peopleKeys(record), ...submitterKeys]);
    const strangers: RecordData[] = [];
    for (const person of namedPeople(talk)) {
      const candidates = candidatesOf(person);
      const [speaker] = candidates;
      if (speaker === undefined) strangers.push(toSpeaker(person));
      // Of several, it is unknown who is meant.
      else if (candidates.length === 1) for (const key of keysOf(speaker.record)) people.add(key);
    }
    const submitter = submitterIn(talk, record);
    const isNobodyKnown = ![...people].some((key) => speakerKeys.has(key));
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

/**
 * The people of one talk, each with its role, and with the fields of its speaker record if it has
 * one: the submitter, and the speakers whom the service names or a folder adds.
 */
export function peopleOfTalk(
  record: RecordData,
  { speakers, talks }: PeopleLists,
): readonly RecordData[] {
  const id = recordId(record, 'submissions');
  const talk = talks.find((other) => other.id === id);
  const speakerOf = speakerFinder(speakers);
  const sameKeyed = (person: RecordData): RecordData | undefined => {
    const keys = new Set(keysOf(person));
    return speakers.find((speaker) => keysOf(speaker).some((key) => keys.has(key)));
  };
  const withRecord = (person: RecordData): RecordData => {
    const speaker = sameKeyed(person) ?? speakerOf(listedSpeaker(person))?.record;
    return { ...person, ...speaker, role: 'speaker' };
  };
  const onStage = [...speakersOf(record), ...namedPeople(talk).map(toSpeaker)].map(withRecord);
  const isFirst = (person: RecordData, at: number) => {
    return onStage.findIndex((other) => personKey(other) === personKey(person)) === at;
  };
  const submitter = submitterIn(talk, record);
  return [
    { ...submitter, ...sameKeyed(submitter), role: 'submitter' },
    ...onStage.filter(isFirst),
  ].filter((person) => keysOf(person).length > 0 || titleOf(person, 'speakers') !== '');
}

/** The same of two sightings of one person. */
export function personKey(person: RecordData): string {
  const [key = `name ${foldKey(recordName('speakers', person))}`] = keysOf(person);
  return key;
}

/** By the service, else by what a folder adds. */
function submitterIn(talk: EventSubmission | undefined, record: RecordData): RecordData {
  const submitter = submitterOf(record);
  if (keysOf(submitter).length > 0 || talk?.submitterEmail === undefined) return submitter;
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

/** `Zero lost cents (Hall 1, 2027-05-20 09:00)` */
function talkText(talk: EventSubmission | undefined, timeZone: string): string {
  if (talk?.placement === undefined) return talk?.title ?? '';
  const { room, start } = talk.placement;
  return `${talk.title} (${room}, ${dateAndTime(Date.parse(start), timeZone)})`;
}
