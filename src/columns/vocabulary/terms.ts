// Owns what a header can mean, with one noun or two, and the shape of a language. Must not know
// the fields of records.

/**
 * A language: for each term the headers that mean it, separated by `|` or line breaks. Each is
 * written once; case, accents, spaces and punctuation do not count. Nouns that belong together need
 * no entry: `Speaker e-mail` and `E-mail of the speaker` follow from `speaker`, `email` and the
 * fillers, which are articles, prepositions and possessives. Where a language inflects or joins
 * nouns (`Vortragstitel`), the noun is also listed in that form.
 */
export type Language = Readonly<Record<Term | 'fillers', string>>;

export const terms = [
  // A whole name, or the part of it that no other column holds: `Name` beside `Vorname` is the
  // last name.
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
  // Each further role may be that of several people.
  'coSpeaker',
  'coAuthor',
  'moderator',
  'chair',
  'host',
  // The person who submits a talk and is written to.
  'submitter',
  // A person who is written to; alone, a name or an address.
  'contact',
  // The speaker whom a form names who is not the one that fills it in, and the one who does.
  'nominee',
  'nominator',
  // Whether the person who fills in a form is the speaker.
  'isSpeaker',
  // A talk; alone, its title.
  'talk',
  // A talk, or the block of several talks; alone, its title.
  'session',
  // A talk or the whole conference; never with an id, which would be that of the conference.
  'event',
  // The record of a talk in a system; alone, its id.
  'submission',
  // A talk that is proposed; alone, its title or its id, which its cells decide.
  'proposal',
  'talkTitle',
  // The title of a talk or of a person, which the other columns decide.
  'title',
  // A weaker word for the title of a talk.
  'topic',
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
  // An id in another system, or the number of the row.
  'number',
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
  'endDate',
  'timeZone',
  // A time zone, or a part of the venue.
  'zone',
  'duration',
] as const;

export type Term = (typeof terms)[number];

/** What only schedules and files of autoplace have, named as their fields. Headers are English. */
export const placingTerms = [
  'capacity',
  'has',
  'only',
  'turnaround',
  'shared',
  'availability',
  // The same, of a mark that says that a person is away.
  'unavailable',
  'exclusive',
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

/**
 * A person whose name may be in one column or in two: `Speaker name` beside `Speaker surname` is
 * the first name.
 */
type Named = 'speaker' | 'author' | 'submitter' | 'contact' | 'nominee' | 'nominator';

/** The roles of further people; alone, their names. */
export const furtherRoles = ['coSpeaker', 'coAuthor', 'moderator', 'chair', 'host'] as const;

export type FurtherRole = (typeof furtherRoles)[number];

/** What a whole header means: a term, or a term of a person or of a talk. */
export type Meaning =
  | Term
  | PlacingTerm
  | `${Named} ${'name' | 'firstName' | 'lastName' | 'email'}`
  | `${'speakers' | 'authors'} email`
  | `${FurtherRole} ${'firstName' | 'lastName' | 'email'}`
  | `speaker ${'company' | 'jobTitle' | 'biography' | 'status'}`
  | `nominee ${'company' | 'jobTitle' | 'biography'}`
  | `talk ${'abstract' | 'summary' | 'description' | 'type' | 'id' | 'number' | 'status'}`
  // The title of a talk, or that of the session or the event which the talk is part of.
  | 'session title';

type Compound = Readonly<Partial<Record<Meaning, Meaning>>>;

/** What a talk has, proposed or placed. */
const ofProposal: Compound = {
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

/** What only a placed talk has: `Session room`, and not the date of a proposal. */
const placed = [
  'room',
  'place',
  'track',
  'start',
  'startTime',
  'date',
  'time',
  'end',
  'endDate',
  'duration',
  'speaker',
  'speakers',
  'author',
  'authors',
  ...furtherRoles,
] as const;

const ofTalk: Compound = {
  ...ofProposal,
  ...Object.fromEntries(placed.map((meaning): [Meaning, Meaning] => [meaning, meaning])),
};

const ids: Compound = { id: 'talk id', number: 'talk number' };

const ofSession: Compound = { ...ofTalk, name: 'session title', title: 'session title' };

/**
 * What two nouns of one header mean together. By the noun that has something, and by what it has:
 * `room` has a `name`, and the name of a room is the `room`.
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
  contact: partsOf('contact'),
  nominee: {
    ...partsOf('nominee'),
    company: 'nominee company',
    jobTitle: 'nominee jobTitle',
    biography: 'nominee biography',
  },
  nominator: partsOf('nominator'),
  coSpeaker: namesOf('coSpeaker'),
  coAuthor: namesOf('coAuthor'),
  moderator: namesOf('moderator'),
  chair: namesOf('chair'),
  host: namesOf('host'),
  talk: { ...ofTalk, ...ids },
  session: { ...ofSession, ...ids },
  proposal: { ...ofProposal, ...ids },
  submission: { ...ofProposal, ...ids },
  abstract: { id: 'talk number', number: 'talk number' },
  // Its id would be that of the conference.
  event: ofSession,
  start: { date: 'date' },
  end: { date: 'endDate' },
  company: { name: 'company', title: 'jobTitle' },
  room: { name: 'room' },
  place: { name: 'place' },
  track: { name: 'track' },
};

function partsOf(person: Named): Compound {
  const parts = ['name', 'firstName', 'lastName', 'email'] as const;
  const meanings = parts.map((part): [Meaning, Meaning] => [part, `${person} ${part}`]);
  return { ...Object.fromEntries(meanings), fullName: `${person} name` };
}

/** One column has the whole names of such people, whether its header says so or not. */
function namesOf(role: FurtherRole): Compound {
  return {
    name: role,
    fullName: role,
    firstName: `${role} firstName`,
    lastName: `${role} lastName`,
    email: `${role} email`,
  };
}
