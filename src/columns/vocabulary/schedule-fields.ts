// Maps what headers mean to the fields of schedules, and of the rooms, talks and people that are
// placed. Must not know languages.
import {
  type Ambiguity,
  type FieldMeanings,
  type FileVocabulary,
  fieldsOfFurtherPeople,
  furtherPeople,
  nameIsTalk,
  names,
  placing,
  speaking,
  talkBesideSession,
  titles,
  writing,
} from './file-vocabulary.ts';
import { furtherRoles, type PlacingTerm } from './terms.ts';

/** Those who speak are in columns of their own. */
const authorsBesideSpeakers = [
  ...writing.map((meaning) => ({ meaning, becomes: 'coAuthor' as const })),
  { meaning: 'authors email', becomes: 'coAuthor email' } as const,
  ...(['firstName', 'lastName', 'email'] as const).map((part) => ({
    meaning: `author ${part}` as const,
    becomes: `coAuthor ${part}` as const,
  })),
].map((ambiguity): Ambiguity => ({ ...ambiguity, beside: [...speaking, 'speaker lastName'] }));

/** What only people have. */
const ofPeople = [
  'firstName',
  'lastName',
  'email',
  'company',
  'workplace',
  'biography',
  'shortBiography',
  'phone',
  'photo',
  'pronouns',
  'linkedin',
  'twitter',
] as const;

/** It names a period of the day, and a column of its own has the time. */
const slotBesideTime: Ambiguity = {
  meaning: 'slot',
  beside: ['time', 'startTime'],
  becomes: 'unclear',
};

/**
 * A schedule file. A session's id from another system is mapped to `id`, since it may not be the
 * id of a submission.
 */
export const sessions: FileVocabulary = {
  fields: {
    submission_id: ['submission'],
    id: ['id', 'talk id'],
    title: [
      'talkTitle',
      ['title', 'session title'],
      ['talk', 'session'],
      'event',
      'summary',
      'topic',
    ],
    submitter_email: ['submitter email'],
    room: ['room', 'place'],
    start: ['start', 'slot'],
    date: ['date', 'day'],
    time: ['startTime', 'time'],
    end: ['end'],
    end_date: ['endDate'],
    timezone: ['timeZone', 'zone'],
    duration: ['duration'],
    speakers: [[...speaking], 'authors', ['author', 'author name'], 'fullName', 'name'],
    speaker_first_name: ['speaker firstName', 'firstName', 'author firstName'],
    speaker_last_name: ['speaker lastName', 'lastName', 'author lastName'],
    speaker_email: ['speaker email', 'email', 'speakers email', ['author email', 'authors email']],
    ...furtherPeople,
    track: ['track', 'area'],
    format: ['format', 'talk type'],
    abstract: ['abstract', 'talk abstract', 'talk description', 'description'],
    status: ['talk status', 'status', 'decision'],
    ...asNamed(['parent', 'sub_session', 'exclusive']),
  },
  several: ['speakers', ...fieldsOfFurtherPeople, 'called_off', 'active'],
  ambiguities: [
    ...names,
    slotBesideTime,
    talkBesideSession,
    // Beside what a person has, a plain title may be that of a person.
    {
      meaning: 'session title',
      beside: ['title', 'talkTitle'],
      without: ofPeople,
      becomes: 'parent',
    },
    // Without a column of dates, a column of start times has the dates as well.
    { meaning: 'startTime', without: ['date', 'day', 'start'], becomes: 'start' },
    ...authorsBesideSpeakers,
    nameIsTalk(...speaking, ...writing, ...furtherRoles, 'speaker firstName', 'speaker lastName'),
    // Beside an address, it may be that of the person.
    { ...nameIsTalk(...placing, 'date', 'day', 'duration'), without: [...titles, 'email'] },
    { meaning: 'name', without: titles, becomes: 'unclear' },
  ],
};

/** A schedule file whose talks autoplace places. */
export const talks: FileVocabulary = {
  ...sessions,
  fields: {
    ...sessions.fields,
    ...asNamed(['pinned', 'needs', 'expected', 'after', 'not_with', 'not_before', 'not_after']),
    ...asNamed(['room_wish']),
  },
};

/** A name may be that of a person, and is one of a room beside what only rooms have. */
export const rooms: FileVocabulary = {
  fields: {
    room: ['room', 'place', 'name'],
    start: ['start', 'startTime', 'slot'],
    date: ['date', 'day'],
    time: ['time'],
    end: ['end'],
    end_date: ['endDate'],
    timezone: ['timeZone', 'zone'],
    duration: ['duration'],
    ...asNamed(['capacity', 'has', 'only', 'turnaround', 'shared']),
  },
  ambiguities: [slotBesideTime],
};

/**
 * `from` and `to` are no start and end of a session: either may be missing, and a date alone is a
 * whole day.
 */
export const people: FileVocabulary = {
  fields: {
    email: ['email', 'speaker email', 'submitter email', 'author email'],
    name: ['fullName', 'speaker', 'speaker name', 'name', 'speakers', 'author'],
    first_name: ['firstName', 'speaker firstName'],
    last_name: ['lastName', 'speaker lastName'],
    day: ['date', 'day'],
    from: ['start', 'startTime'],
    to: ['end'],
    availability: ['availability', 'status'],
    ...asNamed(['unavailable']),
  },
  ambiguities: names,
};

function asNamed(terms: readonly PlacingTerm[]): FieldMeanings {
  return Object.fromEntries(terms.map((term) => [term, [term]]));
}
