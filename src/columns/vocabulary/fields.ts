// Maps what headers mean to the fields of each kind of file. Must not know languages.
import type { Resource } from '../../contract/endpoint.ts';
import { type FurtherRole, furtherRoles, type Meaning, type PlacingTerm } from './terms.ts';

/**
 * By field, or by `name` for a full name: the meanings that fill it, the most certain first. The
 * position is the rank; meanings in brackets have the same rank. Two columns of the best rank are
 * an error, except for fields of several columns.
 */
export type FieldMeanings = Readonly<Record<string, readonly (Meaning | readonly Meaning[])[]>>;

/** How the other columns of a file change what a header means. */
export interface Ambiguity {
  readonly meaning: Meaning;
  /** At least one of these is in the file. */
  readonly beside?: readonly Meaning[];
  /** At least one of these is as well. */
  readonly also?: readonly Meaning[];
  /** None of these is in the file. */
  readonly without?: readonly Meaning[];
  readonly becomes: Meaning | 'unclear';
}

interface Kind {
  readonly fields: FieldMeanings;
  /** The fields that all columns of their best rank fill together. */
  readonly several?: readonly string[];
  /** Each is applied to what the file's columns mean without any of them. */
  readonly ambiguities: readonly Ambiguity[];
}

// `Name` beside `Vorname` is the last name, and `Nombre del ponente` beside `Apellidos del ponente` the first.
const names = (['', 'speaker ', 'author ', 'submitter ', 'contact '] as const).flatMap((of): readonly Ambiguity[] => [
  { meaning: `${of}name`, beside: [`${of}firstName`], without: [`${of}lastName`], becomes: `${of}lastName` },
  { meaning: `${of}name`, beside: [`${of}lastName`], without: [`${of}firstName`], becomes: `${of}firstName` },
]);

/** The names of people who are no contacts. */
const otherNames = [
  ...(['speaker', 'speaker name', 'speakers', 'author', 'author name', 'authors'] as const),
  ...(['fullName', 'name'] as const),
];

const otherAddresses = [
  ...(['submitter email', 'author email', 'speaker email', 'email'] as const),
  ...(['speakers email', 'authors email'] as const),
];

/** What only talks have. A sheet of speakers may have the titles of their talks as well. */
const talkColumns = ['abstract', 'description', 'format', 'room', 'start'] as const;

/** What only a talk has that takes place. */
const placing = ['room', 'place', 'start', 'startTime', 'time', 'end', 'endDate', 'slot'] as const;

/** Columns of people beside that of the talk. */
const speaking = ['speaker', 'speaker name', 'speakers'] as const;
const writing = ['author', 'author name', 'authors'] as const;

/** Of two columns, the talk is in that of titles, and `Name` is the person. */
const titles = ['talkTitle', 'title', 'talk'] as const;

/** A name without a title beside it is that of the talk, if the person has a column as well. */
const nameIsTalk = (...beside: readonly Meaning[]): Ambiguity => ({
  meaning: 'name',
  beside,
  without: titles,
  becomes: 'talkTitle',
});

const speakers: Kind = {
  fields: {
    id: ['id'],
    email: [
      ...(['speaker email', 'email', 'author email'] as const),
      ['speakers email', 'authors email'],
      'contact email',
    ],
    name: [
      ['speaker', 'speaker name'],
      'fullName',
      'name',
      ['author', 'author name'],
      ['speakers', 'authors'],
      'contact name',
    ],
    first_name: ['speaker firstName', 'firstName', 'author firstName', 'contact firstName'],
    last_name: ['speaker lastName', 'lastName', 'author lastName', 'contact lastName'],
    company_name: ['speaker company', 'company', 'workplace'],
    title: ['speaker jobTitle', 'jobTitle', 'role'],
    about: ['speaker biography', 'biography', 'shortBiography'],
    speaker_status: ['speaker status', 'reply', 'status'],
    logistics_notes: ['logistics'],
    photo_url: ['photo'],
    pronouns: ['pronouns'],
    linkedin_url: ['linkedin'],
    twitter_url: ['twitter'],
    phone: ['phone'],
  },
  ambiguities: [
    ...names,
    // The contact of a speaker is another person.
    { meaning: 'contact email', beside: ['contact name'], also: otherNames, becomes: 'unclear' },
    // In a file of talks, it is the title of a talk, also if it is written as the field.
    {
      meaning: 'title',
      beside: [...talkColumns, 'talkTitle', 'talk', 'speakers', 'authors'],
      becomes: 'unclear',
    },
    // Of the talk or of the person; and a form for talks may ask whether the talk is confirmed.
    {
      meaning: 'status',
      beside: [...talkColumns, 'talkTitle', 'talk', 'speakers', 'authors'],
      becomes: 'unclear',
    },
    {
      meaning: 'reply',
      beside: talkColumns,
      becomes: 'unclear',
    },
  ],
};

const submissions: Kind = {
  fields: {
    id: ['id', 'talk id'],
    submitter_email: [
      ...(['submitter email', 'author email', 'speaker email', 'email'] as const),
      ['speakers email', 'authors email'],
      'contact email',
    ],
    // The submitter is the owner if the file has one, else the author or speaker, else the person that the row names.
    name: [
      ['submitter', 'submitter name'],
      ['author', 'author name'],
      ['speaker', 'speaker name'],
      'fullName',
      'name',
      ['speakers', 'authors'],
      'contact name',
    ],
    submitter_first_name: [
      ...(['submitter firstName', 'author firstName', 'speaker firstName', 'firstName'] as const),
      'contact firstName',
    ],
    submitter_last_name: [
      ...(['submitter lastName', 'author lastName', 'speaker lastName', 'lastName'] as const),
      'contact lastName',
    ],
    title: ['talkTitle', 'title', 'talk'],
    abstract: [
      ...(['talk abstract', 'abstract', 'talk summary', 'summary', 'talk description', 'description'] as const),
      'content',
    ],
    track_id: ['track', 'area'],
    format_id: ['format', 'talk type', 'type'],
    status: [['talk status', 'status', 'decision']],
    feedback: ['feedback'],
  },
  ambiguities: [
    ...names,
    nameIsTalk(...speaking, ...writing, 'submitter', 'submitter name', 'fullName'),
    // Beside an address, it may be that of the person.
    { ...nameIsTalk(...placing), without: [...titles, 'email'] },
    // Whose address is the only one submits the talk.
    ...otherNames.map((meaning): Ambiguity => {
      return {
        meaning,
        beside: ['contact name'],
        also: ['contact email'],
        without: otherAddresses,
        becomes: 'unclear',
      };
    }),
  ],
};

/** By field, the people of a session in other roles: whole names, or a part of them. */
const furtherPeople = {
  co_speakers: [ofRole('coSpeaker')],
  co_authors: [ofRole('coAuthor')],
  moderators: [ofRole('moderator')],
  chairs: [ofRole('chair')],
  hosts: [ofRole('host')],
} as const satisfies FieldMeanings;

function ofRole(role: FurtherRole): readonly Meaning[] {
  return [role, `${role} firstName`, `${role} lastName`, `${role} email`];
}

/** Those who speak are in columns of their own. */
const authorsBesideSpeakers = [
  ...writing.map((meaning) => ({ meaning, becomes: 'coAuthor' as const })),
  { meaning: 'authors email', becomes: 'coAuthor email' } as const,
  ...(['firstName', 'lastName', 'email'] as const).map((part) => ({
    meaning: `author ${part}` as const,
    becomes: `coAuthor ${part}` as const,
  })),
].map((each): Ambiguity => ({ ...each, beside: [...speaking, 'speaker lastName'] }));

/** It names a period of the day, and a column of its own has the time. */
const slotBesideTime: Ambiguity = {
  meaning: 'slot',
  beside: ['time', 'startTime'],
  becomes: 'unclear',
};

/** A schedule file. A session's id from another system is mapped to `id`, since it may not be the id of a submission. */
const sessions: Kind = {
  fields: {
    submission_id: ['submission'],
    id: ['id', 'talk id'],
    title: ['talkTitle', 'title', 'talk', 'event', 'summary'],
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
    ...asNamed(['parent', 'sub_session']),
  },
  several: ['speakers', ...Object.keys(furtherPeople)],
  ambiguities: [
    ...names,
    slotBesideTime,
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
const talks: Kind = {
  ...sessions,
  fields: {
    ...sessions.fields,
    ...asNamed(['pinned', 'needs', 'expected', 'after', 'not_with', 'not_before', 'not_after']),
    ...asNamed(['room_wish']),
  },
};

/** A name may be that of a person, and is one of a room beside what only rooms have. */
const rooms: Kind = {
  fields: {
    room: ['room', 'place', 'name'],
    start: ['start', 'startTime', 'slot'],
    date: ['date', 'day'],
    time: ['time'],
    end: ['end'],
    end_date: ['endDate'],
    timezone: ['timeZone', 'zone'],
    duration: ['duration'],
    ...asNamed(['capacity', 'has', 'only']),
  },
  ambiguities: [slotBesideTime],
};

/** `from` and `to` are no start and end of a session: either may be missing, and a date alone is a whole day. */
const people: Kind = {
  fields: {
    email: ['email', 'speaker email', 'submitter email', 'author email'],
    name: ['fullName', 'speaker', 'speaker name', 'name', 'speakers', 'author'],
    first_name: ['firstName', 'speaker firstName'],
    last_name: ['lastName', 'speaker lastName'],
    day: ['date', 'day'],
    from: ['start', 'startTime'],
    to: ['end'],
    ...asNamed(['availability']),
  },
  ambiguities: names,
};

function asNamed(terms: readonly PlacingTerm[]): FieldMeanings {
  return Object.fromEntries(terms.map((term) => [term, [term]]));
}

/** What the rows of a file describe: the records of a resource, or what autoplace places, and where and when it can. */
export type FileKind = Resource | 'talks' | 'rooms' | 'people';

export const kinds: Readonly<Record<string, Kind>> = { speakers, submissions, sessions, talks, rooms, people };
