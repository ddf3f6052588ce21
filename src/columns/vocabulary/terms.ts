// Owns what a header can mean, in any language, and the shape of a language. Must not know the fields of records.

/**
 * A language: for each term the headers that mean it, separated by `|` or line breaks. Each is written once; case, accents,
 * spaces and punctuation do not count. Nouns that belong together need no entry: `Speaker e-mail` and `E-mail of the
 * speaker` follow from `speaker`, `email` and the fillers. Where a language inflects or joins nouns (`Vortragstitel`), the
 * noun is also listed in that form.
 */
export type Language = Readonly<Record<Term | Lesser, string>>;

export const terms = [
  // A whole name, or the part of it that no other column holds: `Name` beside `Vorname` is the last name.
  'name',
  'fullName',
  'firstName',
  'lastName',
  // Parts of a name in columns of their own: `van der`, a second family name, and a second first name or a patronymic.
  // A degree or a form of address, which is not part of a name.
  'degree',
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
  'contact',
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
  'status',
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

/** What only the files of autoplace have; each is named as its field. */
export const placingTerms = [
  'capacity',
  'has',
  'only',
  'walking',
  'availability',
  'time_zone',
  'pinned',
  'needs',
  'expected',
  'after',
  'not_with',
  'not_before',
  'not_after',
  'room_wish',
  'level',
  'language',
] as const;

export type PlacingTerm = (typeof placingTerms)[number];

/** Words that a header may have besides. */
export type Lesser =
  /** Articles, prepositions and possessives. */
  | 'fillers'
  /** What forms add in parentheses or at the end. */
  | 'remarks'
  /** Beginnings of questions. */
  | 'questions'
  /** What comes before the number of a question. */
  | 'numbered';

/** The person whose data a column holds, where the header says so. */
export type PersonWord = 'speaker' | 'speakers' | 'author' | 'authors' | 'submitter' | 'contact';

/** A person whose name may be in one column or in two: `Speaker name` beside `Speaker surname` is the first name. */
export type Named = 'speaker' | 'author' | 'submitter';

/** What a whole header means: a term, or a term of a person or of a talk. */
export type Meaning =
  | Term
  | PlacingTerm
  | `${PersonWord} ${'email' | 'firstName' | 'lastName' | 'company' | 'jobTitle' | 'biography'}`
  | `${Named | 'speakers'} name`
  | `talk ${'abstract' | 'summary' | 'description' | 'type' | 'id'}`
  | 'speaker status';
