// Owns what two nouns of one header mean together, such as the name of a room. Must not know languages or fields.
import type { Meaning, Named } from './terms.ts';

type Compound = Readonly<Partial<Record<Meaning, Meaning>>>;

/** What a talk has and a proposal does not: the date of a proposal is that of its arrival. */
const times: Compound = Object.fromEntries(
  (['room', 'place', 'start', 'slot', 'startTime', 'date', 'day', 'time', 'end'] as const).map((part) => [part, part]),
);

/** By the noun that has something, and by what it has: `room` has a `name`, and the name of a room is the `room`. */
export const compounds: Readonly<Partial<Record<Meaning, Compound>>> = {
  speaker: {
    ...named('speaker'),
    email: 'speaker email',
    'contact email': 'speaker email',
    ...partsOf('speaker'),
    company: 'speaker company',
    workplace: 'speaker company',
    title: 'speaker jobTitle',
    jobTitle: 'speaker jobTitle',
    role: 'role',
    biography: 'speaker biography',
    shortBiography: 'shortBiography',
    description: 'speaker biography',
    summary: 'shortBiography',
    pronouns: 'pronouns',
    phone: 'phone',
    photo: 'photo',
    linkedin: 'linkedin',
    twitter: 'twitter',
    logistics: 'logistics',
    status: 'speaker status',
  },
  // German writes `Referenten` for one in the genitive and for several.
  speakers: {
    ...itself('speakers'),
    name: 'speakers name',
    email: 'speakers email',
    ...partsOf('speaker'),
    company: 'speaker company',
    jobTitle: 'speaker jobTitle',
    biography: 'speaker biography',
  },
  author: {
    ...named('author'),
    email: 'author email',
    'contact email': 'submitter email',
    ...partsOf('author'),
    company: 'author company',
    biography: 'author biography',
  },
  authors: { ...itself('authors'), email: 'authors email' },
  submitter: {
    ...named('submitter'),
    email: 'submitter email',
    ...partsOf('submitter'),
  },
  contact: {
    name: 'submitter',
    fullName: 'submitter',
    author: 'submitter',
    submitter: 'submitter',
    speaker: 'submitter',
    'author name': 'submitter',
    'submitter name': 'submitter',
    'speaker name': 'submitter',
    email: 'contact email',
    ...partsOf('submitter'),
    phone: 'phone',
  },
  talk: { ...talk(), ...times },
  proposal: talk(),
  submission: talk(),
  event: withoutId({ ...talk(), ...times }),
  company: { ...itself('company'), title: 'jobTitle', jobTitle: 'jobTitle', role: 'jobTitle' },
  workplace: itself('workplace'),
  room: { ...itself('room'), title: 'room' },
  place: itself('place'),
  jobTitle: { ...itself('jobTitle'), title: 'jobTitle' },
  area: { ...itself('area'), title: 'area', id: 'area' },
  track: { ...itself('track'), title: 'track', id: 'track', topic: 'track', type: 'track' },
  format: { ...itself('format'), title: 'format', id: 'format', type: 'format' },
  type: itself('type'),
  start: { date: 'date', day: 'date', time: 'startTime' },
  end: { time: 'end' },
  email: { contact: 'contact email' },
  name: { speakers: 'speakers name', authors: 'authors' },
  biography: { content: 'biography', summary: 'biography', description: 'biography' },
  abstract: { content: 'abstract', summary: 'abstract', description: 'abstract' },
};

/** The name of a thing is the thing; in Japanese, 名 is a first name and the name of anything. */
function itself(noun: Meaning): Compound {
  return { name: noun, fullName: noun, firstName: noun };
}

/** The name of a person, which is the first or the last name if the other is in a column of its own. */
function named(person: Named): Compound {
  return { ...itself(person), name: `${person} name` };
}

/** The parts of a person's name. */
function partsOf(person: Named): Compound {
  const parts = ['firstName', 'lastName'] as const;
  return Object.fromEntries(parts.map((part): [Meaning, Meaning] => [part, `${person} ${part}`]));
}

function talk(): Compound {
  const parts = [
    'speaker',
    'speakers',
    'author',
    'authors',
    'submitter',
    'speaker name',
    'speakers name',
    'author name',
    'submitter name',
    'track',
    'status',
    'feedback',
    'format',
  ] as const;
  return {
    ...Object.fromEntries(parts.map((part) => [part, part])),
    duration: 'duration',
    ...itself('talkTitle'),
    title: 'talkTitle',
    talkTitle: 'talkTitle',
    topic: 'talkTitle',
    abstract: 'talk abstract',
    summary: 'talk summary',
    description: 'talk description',
    content: 'talk description',
    type: 'talk type',
    id: 'talk id',
    'submitter email': 'submitter email',
    'contact email': 'contact email',
  };
}

function withoutId({ id, ...others }: Compound): Compound {
  return others;
}
