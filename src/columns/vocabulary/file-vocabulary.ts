// Owns how a kind of file is declared: which fields its headers mean, and what all kinds have in
// common. Must not know languages.
import type { FurtherRole, Meaning } from './terms.ts';

/**
 * By field, or by `name` for a full name: the meanings that fill it, the most certain first. The
 * position is the rank; meanings in brackets have the same rank. Two columns of the best rank are
 * an error, except for fields of several columns.
 */
export type FieldMeanings = Readonly<Record<string, readonly (Meaning | readonly Meaning[])[]>>;

/** How the other columns of a file change what a header means. */
export interface Ambiguity {
  readonly meaning: Meaning;
  /** The file has several numbered people. */
  readonly besidePeople?: true;
  /** At least one of these is in the file. */
  readonly beside?: readonly Meaning[];
  /** None of these is in the file. */
  readonly without?: readonly Meaning[];
  readonly becomes: Meaning | 'unclear';
}

export interface FileVocabulary {
  readonly fields: FieldMeanings;
  /** The fields that all columns of their best rank fill together. */
  readonly several?: readonly string[];
  /** Each is applied to what the file's columns mean without any of them. */
  readonly ambiguities: readonly Ambiguity[];
}

// `Name` beside `Vorname` is the last name, and `Nombre del ponente` beside `Apellidos del ponente`
// the first.
const owners = ['', 'speaker ', 'author ', 'submitter ', 'contact ', 'nominee '] as const;
export const names = owners.flatMap((of): readonly Ambiguity[] => [
  {
    meaning: `${of}name`,
    beside: [`${of}firstName`],
    without: [`${of}lastName`],
    becomes: `${of}lastName`,
  },
  {
    meaning: `${of}name`,
    beside: [`${of}lastName`],
    without: [`${of}firstName`],
    becomes: `${of}firstName`,
  },
]);

/** What only a talk has that takes place. */
export const placing = [
  'room',
  'place',
  'start',
  'startTime',
  'time',
  'end',
  'endDate',
  'slot',
] as const;

/** Columns of people beside that of the talk. */
export const speaking = ['speaker', 'speaker name', 'speakers'] as const;
export const writing = ['author', 'author name', 'authors'] as const;

/** Of two columns, the talk is in that of titles, and `Name` is the person. */
export const titles = ['talkTitle', 'session title', 'title', 'talk', 'session'] as const;

/** A name without a title beside it is that of the talk, if the person has a column as well. */
export const nameIsTalk = (...beside: readonly Meaning[]): Ambiguity => ({
  meaning: 'name',
  beside,
  without: titles,
  becomes: 'talkTitle',
});

/** By field, the people of a talk in other roles: whole names, or a part of them. */
export const furtherPeople = {
  co_speakers: [ofRole('coSpeaker')],
  co_authors: [ofRole('coAuthor')],
  moderators: [ofRole('moderator')],
  chairs: [ofRole('chair')],
  hosts: [ofRole('host')],
} as const satisfies FieldMeanings;

export const fieldsOfFurtherPeople: readonly string[] = Object.keys(furtherPeople);

function ofRole(role: FurtherRole): readonly Meaning[] {
  return [role, `${role} firstName`, `${role} lastName`, `${role} email`];
}

/** Which of the two is the talk is unknown. */
export const talkBesideSession: Ambiguity = {
  meaning: 'talk',
  beside: ['session title'],
  without: ['title', 'talkTitle'],
  becomes: 'title',
};
