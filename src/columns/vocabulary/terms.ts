// Owns what a header can mean, with one noun or two, and the shape of a language. Must not know the fields of records.

/**
 * A language: for each term the headers that mean it, separated by `|` or line breaks. Each is written once; case, accents,
 * spaces and punctuation do not count. Nouns that belong together need no entry: `Speaker e-mail` and `E-mail of the
 * speaker` follow from `speaker`, `email` and the fillers, which are articles, prepositions and possessives. Where a
 * language inflects or joins nouns (`Vortragstitel`), the noun is also listed in that form.
 */
export type Language = Readonly<Record<Term | 'fillers', string>>;

export const terms = [
  // A whole name, or the part of it that no other column holds: `Name` beside `Vorname` is the last name.
  'name',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'company',
  // A weaker word for a company.
  'workplace',
  'jobTitle',
  // A weaker word for a job title.
  'role',
  'biography',
  'shortBiography',
  'pronouns',
  'phone',
  'photo',
  'linkedin',
  'twitter',
  'logistics',
  // The person who speaks; alone, the name.
  'speaker',
  'speakers',
  'author',
  'authors',
  // The person who submits a talk and is written to.
  'submitter',
  // A talk; alone, its title.
  'talk',
  // A talk or the whole conference; never with an id, which would be that of the conference.
  'event',
  // The record of a talk in a system; alone, its id.
  'submission',
  // A talk that is proposed; alone, nothing certain.
  'proposal',
  'talkTitle',
  // The title of a talk or of a person, which the other columns decide.
  'title',
  'abstract',
  'summary',
  'description',
  'content',
  'track',
  // A weaker word for a track.
  'area',
  'format',
  'type',
  'id',
  'status',
  // What was decided about a talk.
  'decision',
  // What a person has replied to an invitation.
  'reply',
  'feedback',
  'room',
  // A weaker word for a room, which may be a building or a city.
  'place',
  // The start as a date and a time, or its clock time beside a date.
  'start',
  // A weaker word for the start.
  'slot',
  'startTime',
  'date',
  // The day as a name or a number, or a weaker word for the date.
  'day',
  'time',
  'end',
  'duration',
] as const;

export type Term = (typeof terms)[number];

/** What only schedules and files of autoplace have, named as their fields. Headers are English. */
export const placingTerms = [
  'capacity',
  'has',
  'only',
  'availability',
  'pinned',
  'needs',
  'expected',
  'after',
  'not_with',
  'not_before',
  'not_after',
  'room_wish',
  // The session that a row is a part of, by its id or title.
  'parent',
  'sub_session',
] as const;

export type PlacingTerm = (typeof placingTerms)[number];

/** A person whose name may be in one column or in two: `Speaker name` beside `Speaker surname` is the first name. */
type Named = 'speaker' | 'author' | 'submitter';

/** What a whole header means: a term, or a term of a person or of a talk. */
export type Meaning =
  | Term
  | PlacingTerm
  | `${Named} ${'name' | 'firstName' | 'lastName' | 'email'}`
  | `${'speakers' | 'authors'} email`
  | `speaker ${'company' | 'jobTitle' | 'biography' | 'status'}`
  | `talk ${'abstract' | 'summary' | 'description' | 'type' | 'id' | 'status'}`;

type Compound = Readonly<Partial<Record<Meaning, Meaning>>>;

const talk: Compound = {
  name: 'talkTitle',
  title: 'talkTitle',
  talkTitle: 'talkTitle',
  abstract: 'talk abstract',
  summary: 'talk summary',
  description: 'talk description',
  type: 'talk type',
  format: 'format',
  status: 'talk status',
  decision: 'decision',
};

/**
 * What two nouns of one header mean together. By the noun that has something, and by what it has: `room` has a `name`, and
 * the name of a room is the `room`.
 */
export const compounds: Readonly<Partial<Record<Meaning, Compound>>> = {
  speaker: {
    ...partsOf('speaker'),
    company: 'speaker company',
    jobTitle: 'speaker jobTitle',
    biography: 'speaker biography',
    status: 'speaker status',
    reply: 'reply',
  },
  speakers: { email: 'speakers email' },
  author: partsOf('author'),
  authors: { email: 'authors email' },
  submitter: partsOf('submitter'),
  talk: { ...talk, id: 'talk id' },
  proposal: { ...talk, id: 'talk id' },
  submission: { id: 'talk id' },
  event: { ...talk, place: 'place', startTime: 'startTime', date: 'date', end: 'end' },
  company: { name: 'company', title: 'jobTitle' },
  room: { name: 'room' },
  place: { name: 'place' },
  track: { name: 'track' },
};

function partsOf(person: Named): Compound {
  const parts = ['name', 'firstName', 'lastName', 'email'] as const;
  return Object.fromEntries(parts.map((part): [Meaning, Meaning] => [part, `${person} ${part}`]));
}
