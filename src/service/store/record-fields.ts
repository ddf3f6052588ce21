// Owns the records of a store, and what is derived from their fields to find and to order them.
// Pure.
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/index.ts';
import { type Instant, minutesBetween } from './instant.ts';
import type { Timestamp } from './stamps.ts';

/**
 * Refers to an event of an organization. Two organizations may each have an event with the same id.
 */
export interface EventRef {
  readonly organizationId: string;
  readonly eventId: string;
}

/** Refers to a record of an organization. */
export interface RecordRef {
  readonly organizationId: string;
  readonly id: string;
}

/** What all records have. */
export interface Stored {
  readonly id: string;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
}

/** Every field that an update accepts. */
export type SpeakerFields = {
  readonly [Name in keyof ParsedInputOf<Endpoints['updateSpeaker']>['body']]-?: Name extends
    | 'email'
    | 'first_name'
    | 'last_name'
    ? string
    : string | null;
};

/** What an update changes: a field that is undefined or left out keeps its value. */
export type SpeakerChanges = {
  readonly [Name in keyof SpeakerFields]?: SpeakerFields[Name] | undefined;
};

export type Speaker = Stored & SpeakerFields;

type Creation = ParsedInputOf<Endpoints['createSubmission']>['body'];

/** What a creation brings. A track and a format are named by their ids or names. */
export type NewSubmission = {
  readonly [Name in keyof Creation]-?: Name extends 'track_id' | 'format_id'
    ? string | null
    : string;
} & {
  /** The record that the event gets if it has none with this address. */
  readonly submitter: Pick<SpeakerFields, 'email' | 'first_name' | 'last_name'>;
};

export interface Submission extends Stored, Readonly<Record<SubmissionText, string>> {
  /** The id of its event. */
  readonly event_id: string;
  /** Counts the submissions of its event, from 1. */
  readonly number: number;
  readonly track: Named | undefined;
  readonly format: Omit<Choice, 'kind'> | undefined;
  readonly place: Place | undefined;
}

/** The texts of a submission, each with a column of its own. */
export type SubmissionText =
  | Exclude<keyof Creation, 'track_id' | 'format_id'>
  | keyof ParsedInputOf<Endpoints['updateSubmission']>['body'];

/** What an update changes. */
export type SubmissionChanges = Partial<
  Pick<Submission, keyof ParsedInputOf<Endpoints['updateSubmission']>['body']>
>;

/** Where and when a session takes place. */
export interface Place {
  readonly room: Named;
  readonly start: Instant;
  readonly end: Instant;
}

/** What an event has lists of. */
export const choiceKinds = ['room', 'track', 'format'] as const;

export type ChoiceKind = (typeof choiceKinds)[number];

/** A room, a track or a format of an event. */
export interface Choice {
  readonly kind: ChoiceKind;
  readonly id: string;
  readonly name: string;
  /** How long the sessions of a format last; otherwise 0. */
  readonly minutes: number;
}

type Named = Pick<Choice, 'id' | 'name'>;

/** A speaker's fields before anything is set. */
export const blankSpeaker: SpeakerFields = {
  email: '',
  first_name: '',
  last_name: '',
  company_name: null,
  title: null,
  about: null,
  photo_url: null,
  pronouns: null,
  linkedin_url: null,
  twitter_url: null,
  phone: null,
  speaker_status: null,
  logistics_notes: null,
};

/**
 * How long a session without a format lasts, and those of a format that its first use has created.
 */
export const usualMinutes = 30;

export const idPrefixes = {
  speakers: 'spk_',
  submissions: 'sub_',
  room: 'rom_',
  track: 'trk_',
  format: 'fmt_',
} as const;

/**
 * The form in which e-mail addresses are compared; null for a blank one, which identifies no
 * person.
 */
export function addressKey(email: string): string | null {
  return email.trim().toLowerCase() || null;
}

/** The first and the last name, or else the address. */
export function fullNameOf({
  first_name,
  last_name,
  email,
}: Pick<SpeakerFields, 'first_name' | 'last_name' | 'email'>): string {
  return `${first_name} ${last_name}`.trim() || email;
}

/** The columns by which a speaker is found and ordered. */
export function speakerKeys(speaker: KeyFields) {
  const { first_name, last_name, email, company_name, title, speaker_status } = speaker;
  const searched = [first_name, last_name, email, company_name, title, speaker_status];
  return {
    address: addressKey(email),
    sort_key: sortKey([last_name, first_name, email]),
    name_key: sortKey([fullNameOf(speaker)]),
    search_text: searched.join(separator).toLowerCase(),
    has_photo: Number(Boolean(speaker.photo_url)),
    has_bio: Number(Boolean(speaker.about)),
  };
}

type KeyFields = Pick<
  SpeakerFields,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'company_name'
  | 'title'
  | 'about'
  | 'photo_url'
  | 'speaker_status'
>;

/** How long a session lasts: as it is placed, else as its format says. */
export function minutesOf({ place, format }: Pick<Submission, 'place' | 'format'>): number {
  if (place !== undefined) return minutesBetween(place.start, place.end);
  return format?.minutes ?? usualMinutes;
}

/** In the order of its text: by start, and after all others without one. */
export function sessionKey(place: Pick<Place, 'start'> | undefined): string {
  return place?.start ?? '~';
}

/** Sorts before every character of a name. */
const separator = '\u0001';
/** An index of PostgreSQL has no longer texts, at four bytes a code point. */
const longestKey = 600;

function sortKey(texts: readonly string[]): string {
  return [...texts.join(separator).toLowerCase()].slice(0, longestKey).join('');
}
