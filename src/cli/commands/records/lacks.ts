// Decides who lacks a confirmation, a biography, a photo, a deliverable or a record as a speaker.
// Must not print.
import type { RecordData } from '../../../client/client.ts';
import { servedRecord } from '../../../client/records.ts';
import { isRecord } from '../../../client/response.ts';
import { recordName } from '../../../columns/record-name.ts';
import { grouped } from '../../../contract/grouped.ts';
import { keyText } from '../../../contract/key.ts';
import { isMasked } from '../../../contract/private-fields.ts';
import { isNoValue } from '../../../people/words.ts';
import { isAccepted, isCalledOff } from '../../../schedule/submissions.ts';
import { keysOf } from '../../endpoint/people-keys.ts';
import { type PeopledTalk, type PeopleLists, peopledTalks, personKey } from './talk-people.ts';

export const lackNames = ['record', 'confirmation', 'biography', 'photo', 'deliverable'] as const;

type Lack = (typeof lackNames)[number];

/** Why it is unknown who lacks something, which a service may not show. */
export const unknownTexts = {
  confirmation:
    'The service does not list speaker_status, so who has confirmed or declined is unknown.',
  biography: 'The service does not list about, so who lacks a biography is unknown.',
  photo: 'The service does not list photo_url, so who lacks a photo is unknown.',
  record:
    'The service does not show who submitted all talks, so not every submitter without a ' +
    'speaker record is known, and talkStatuses may lack statuses.',
} satisfies Partial<Record<Lack, string>>;

/**
 * Finds who lacks something. Speakers who are called off, or whose talks all are, lack nothing. A
 * confirmation and a record are missing for people of accepted talks alone.
 * @param items the content items that the service lists as missing
 */
export function findMissing(lists: PeopleLists, items: readonly RecordData[]) {
  const { speakers } = lists;
  const talks = peopledTalks(lists);
  const talksBy = byKey(talks.map((talk) => [talk.people, talk] as const));
  const calledOff = new Set(talks.filter(isCalledOff).map(({ id }) => id));
  const owedItems = items.filter((item) => !calledOff.has(talkOf(item)));
  const itemsBy = byKey(owedItems.flatMap(owedItem));
  // A field that no record shows is unknown, not empty.
  const unlisted = (['confirmation', 'biography', 'photo'] as const).filter((lack) =>
    speakers.every((speaker) => !fieldsOf[lack].some((field) => field in speaker)),
  );
  const reminded = speakers.flatMap((speaker) => {
    const ownTalks = talksBy(speaker);
    const isOff = ownTalks.length > 0 && ownTalks.every((talk) => isCalledOff(talk));
    if (isOff || isCalledOff({ status: replyOf(speaker) })) return [];
    const isUnconfirmed = ownTalks.some(takesPlace) && !/^confirmed$/i.test(replyOf(speaker) ?? '');
    const missing = [
      ...(isUnconfirmed ? (['confirmation'] as const) : []),
      ...(['biography', 'photo'] as const).filter((lack) => isEmpty(speaker, fieldsOf[lack])),
    ].filter((lack) => !unlisted.includes(lack));
    // Tasks for a biography or a photo are known already by the fields of the speaker.
    const owed = itemsBy(speaker).filter(({ lack }) => !missing.some((name) => name === lack));
    const deliverables = owed.map(({ title }) => title);
    return lacking(speaker, ownTalks, missing, deliverables);
  });
  const declined = speakers.filter((speaker) => {
    return isCalledOff({ status: replyOf(speaker) }) && talksBy(speaker).some(takesPlace);
  });
  return {
    /**
     * One for each person who lacks something, with `name`, `missing`, `deliverables` (their
     * titles), `talks` (the titles and places of those that are accepted and take place) and
     * `talkStatuses` (of all talks). Who is no speaker of the event has no id.
     */
    records: [...reminded, ...missingRecords(lists, talks)],
    /** The speakers of talks that take place who have declined: they are asked for nothing. */
    declined,
    /** What the service does not show enough of to know who lacks it. */
    unknown: [
      ...(speakers.length === 0 ? [] : unlisted),
      ...(isRecordUnknown(lists, talks) ? (['record'] as const) : []),
    ],
    /** The accepted talks about which neither a submitter nor a speaker is known. */
    withoutPeople: talks.filter((talk) => takesPlace(talk) && talk.hasNobody),
    /** Whether a submitter or a speaker of any talk is known. */
    isAnybodyKnown: talks.length === 0 || talks.some(({ hasNobody }) => !hasNobody),
  };
}

/** What a speaker has replied, if the service shows it. */
export function replyOf({ speaker_status, status }: RecordData): string | undefined {
  return keyText(speaker_status) ?? keyText(status);
}

/** Accepted, and not called off since. */
function takesPlace(talk: PeopledTalk): boolean {
  return isAccepted(talk) && !isCalledOff(talk);
}

const fieldsOf = {
  confirmation: ['speaker_status', 'status'],
  biography: ['about'],
  photo: ['photo_url'],
} as const;

/** A field that a record does not show is not empty. */
function isEmpty(speaker: RecordData, fields: readonly string[]): boolean {
  return fields.every((field) => isNoValue(keyText(speaker[field]) ?? '-'));
}

/**
 * The record of a person who lacks something; none if nothing is missing.
 * @param deliverables the titles of those that the person owes
 */
function lacking(
  person: RecordData,
  talks: readonly PeopledTalk[],
  missing: readonly Lack[],
  deliverables: readonly string[] = [],
): readonly RecordData[] {
  if (missing.length + deliverables.length === 0) return [];
  const statuses = new Set(talks.map(({ status }) => status).filter(Boolean));
  return [
    {
      ...person,
      name: recordName('speakers', person),
      missing: deliverables.length === 0 ? missing : [...missing, 'deliverable'],
      deliverables,
      // A letter with an undecided or declined talk would reveal the decision.
      talks: talks.filter(takesPlace).map(({ text }) => text),
      talkStatuses: [...statuses],
    },
  ];
}

/** The people of accepted talks who are no speakers, each once. */
function missingRecords(
  { speakers }: PeopleLists,
  talks: readonly PeopledTalk[],
): readonly RecordData[] {
  // A masked address may be that of anybody.
  if (hasMasked(speakers)) return [];
  const strangers = talks
    .filter(takesPlace)
    .flatMap((talk) => talk.strangers.map((person) => ({ person, talk })));
  const people = grouped(strangers, ({ person }) => personKey(person)).values();
  return [...people].flatMap((sightings) => {
    const [first] = sightings;
    if (first === undefined) return [];
    const talks = sightings.map(({ talk }) => talk);
    return lacking(first.person, talks, ['record']);
  });
}

function isRecordUnknown({ speakers }: PeopleLists, talks: readonly PeopledTalk[]): boolean {
  return (
    hasMasked(speakers) ||
    talks.filter(takesPlace).some(({ people, strangers }) => people.size + strangers.length === 0)
  );
}

function hasMasked(speakers: readonly RecordData[]): boolean {
  return speakers.some(({ email }) => isMasked('email', email));
}

/**
 * Something that a speaker was asked for, with the keys of the speaker, as the public server names
 * one. Its lack is what it is, if the record of the speaker would have it.
 */
function owedItem(item: RecordData) {
  const { speaker, type, title, status } = servedRecord(item);
  if (!isRecord(speaker) || keyText(status) !== 'missing') return [];
  const { contact_id: id, email } = speaker;
  const lack = lackOfType.get(keyText(type) ?? '');
  return [[keysOf({ id, email }), { title: keyText(title) ?? '', lack }] as const];
}

/** The id of the talk that an item is for; empty for one that is for no single talk. */
function talkOf(item: RecordData): string {
  const { session_id, session } = servedRecord(item);
  return keyText(session_id) ?? (isRecord(session) ? keyText(session.id) : undefined) ?? '';
}

const lackOfType: ReadonlyMap<string, Lack> = new Map([
  ['bio', 'biography'],
  ['headshot', 'photo'],
]);

/** Finds the values that have one of a person's keys, each once. */
function byKey<Value>(
  entries: readonly (readonly [keys: Iterable<string>, value: Value])[],
): (person: RecordData) => readonly Value[] {
  const valuesByKey = new Map<string, Value[]>();
  for (const [keys, value] of entries) {
    for (const key of keys) {
      const values = valuesByKey.get(key);
      if (values === undefined) valuesByKey.set(key, [value]);
      else values.push(value);
    }
  }
  return (person) => [...new Set(keysOf(person).flatMap((key) => valuesByKey.get(key) ?? []))];
}
