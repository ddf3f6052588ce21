// Maps what headers mean to the fields of speakers and submissions. Must not know languages.
import {
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

/** What only talks have. A sheet of speakers may have the titles of their talks as well. */
const talkColumns = ['abstract', 'description', 'format', 'room', 'start'] as const;

/** With what shows that a plain title or status may be that of a talk. */
export const ofTalks = [
  ...talkColumns,
  'talkTitle',
  'session title',
  'talk',
  'session',
  'speakers',
  'authors',
] as const;

/** Of records in another system. */
const ids = ['id', 'talk id', 'talk number', 'number', 'submission'] as const;

export const speakers: FileVocabulary = {
  fields: {
    id: ['id'],
    email: [
      ['speaker email', 'nominee email'],
      'email',
      'author email',
      ['speakers email', 'authors email'],
      'contact email',
    ],
    name: [
      ['speaker', 'speaker name', 'nominee', 'nominee name'],
      'fullName',
      'name',
      ['author', 'author name'],
      ['speakers', 'authors'],
      'contact name',
    ],
    first_name: [
      ['speaker firstName', 'nominee firstName'],
      'firstName',
      'author firstName',
      'contact firstName',
    ],
    last_name: [
      ['speaker lastName', 'nominee lastName'],
      'lastName',
      'author lastName',
      'contact lastName',
    ],
    company_name: [['speaker company', 'nominee company'], 'company', 'workplace'],
    title: [['speaker jobTitle', 'nominee jobTitle'], 'jobTitle', 'role'],
    about: [['speaker biography', 'nominee biography'], 'biography', 'shortBiography'],
    speaker_status: ['speaker status', 'reply', 'status'],
    logistics_notes: ['logistics'],
    photo_url: ['photo'],
    pronouns: ['pronouns'],
    linkedin_url: ['linkedin'],
    twitter_url: ['twitter'],
    phone: ['phone'],
  },
  several: ['called_off'],
  ambiguities: [
    ...names,
    // In a file of talks, it is the title of a talk, also if it is written as the field.
    { meaning: 'title', beside: [...ofTalks, ...ids], becomes: 'unclear' },
    { meaning: 'title', besidePeople: true, becomes: 'unclear' },
    // Of the talk or of the person; and a form for talks may ask whether the talk is confirmed.
    {
      meaning: 'status',
      beside: ofTalks,
      becomes: 'unclear',
    },
    {
      meaning: 'reply',
      beside: talkColumns,
      becomes: 'unclear',
    },
  ],
};

export const submissions: FileVocabulary = {
  fields: {
    id: ['id', 'talk id', 'talk number', 'number'],
    submitter_email: [
      'submitter email',
      'author email',
      'speaker email',
      'email',
      ['speakers email', 'authors email'],
      'contact email',
    ],
    // The submitter is the owner if the file has one, else the author or speaker, else the person
    // that the row names.
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
      'submitter firstName',
      'author firstName',
      'speaker firstName',
      'firstName',
      'contact firstName',
    ],
    submitter_last_name: [
      'submitter lastName',
      'author lastName',
      'speaker lastName',
      'lastName',
      'contact lastName',
    ],
    title: ['talkTitle', ['title', 'session title'], ['talk', 'session'], 'topic', 'proposal'],
    abstract: [
      'talk abstract',
      'abstract',
      'talk summary',
      'summary',
      'talk description',
      'description',
      'content',
    ],
    track_id: ['track', 'area'],
    format_id: ['format', 'talk type', 'type'],
    status: [['talk status', 'status', 'decision']],
    feedback: ['feedback'],
    ...furtherPeople,
  },
  several: [...fieldsOfFurtherPeople, 'called_off'],
  ambiguities: [
    ...names,
    talkBesideSession,
    // `Panelists` beside `Speaker`.
    {
      meaning: 'speakers',
      beside: ['speaker', 'speaker name', 'speaker firstName'],
      becomes: 'coSpeaker',
    },
    nameIsTalk(...speaking, ...writing, 'submitter', 'submitter name', 'fullName'),
    // Beside an address, it may be that of the person.
    { ...nameIsTalk(...placing), without: [...titles, 'email'] },
  ],
};
