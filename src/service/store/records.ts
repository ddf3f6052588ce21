// Owns the records of a store: their fields, and the rules that are the same in every database. Pure.
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { type Endpoints, endpoints } from '../../contract/index.ts';
import { foldKey } from '../../contract/key.ts';

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string;

/** Refers to an event of an organization. Two organizations may each have an event with the same id. */
export interface EventRef {
  readonly organizationId: string;
  readonly eventId: string;
}

/** Refers to a record of an organization. */
export interface RecordRef {
  readonly organizationId: string;
  readonly id: string;
}

/** What the store adds to the fields of a record. */
export interface Stored {
  readonly id: string;
  readonly event_id: string;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
}

// An unset id is null: "no track" differs from a track named "".
const emptySubmission = {
  title: '',
  abstract: '',
  submitter_email: '',
  submitter_first_name: '',
  submitter_last_name: '',
  track_id: null,
  format_id: null,
  status: 'pending',
  feedback: '',
  room: null,
  start: null,
};

/** Text, or null if an unset field is null. */
type Fields<Empty> = { readonly [Name in keyof Empty]: Empty[Name] extends null ? string | null : string };

type SpeakerUpdate = ParsedInputOf<Endpoints['updateSpeaker']>['body'];

/** Every field that an update accepts. */
export type SpeakerFields = {
  readonly [Name in keyof SpeakerUpdate]-?: null extends SpeakerUpdate[Name] ? string | null : string;
};
/** `start` is RFC 3339 with an offset. */
export type SubmissionFields = Fields<typeof emptySubmission>;

export type Speaker = Stored & SpeakerFields;
export type Submission = Stored & SubmissionFields;
/** A placed submission. */
export type PlacedSubmission = Submission & { readonly room: string; readonly start: string };

/** A speaker's fields before anything is set, in the order in which a record shows them. */
export const blankSpeaker = Object.fromEntries(
  fieldsOf(endpoints.updateSpeaker.body).map(({ name, nullable }) => [name, nullable ? null : '']),
) as SpeakerFields;
/** A submission's fields before anything is set, in the order in which a record shows them. */
export const blankSubmission: SubmissionFields = emptySubmission;

/** What distinguishes one kind of record from the other. */
export interface Kind<Fields> {
  readonly idPrefix: string;
  readonly blank: Fields;
  /** The field with the e-mail address of the record's person. */
  readonly email: keyof Fields & string;
  /** Whether an address occurs once in an event. */
  readonly isOnePerAddress: boolean;
}

export const kinds: {
  readonly speakers: Kind<SpeakerFields>;
  readonly submissions: Kind<SubmissionFields>;
} = {
  speakers: { idPrefix: 'spk_', blank: blankSpeaker, email: 'email', isOnePerAddress: true },
  submissions: { idPrefix: 'sub_', blank: blankSubmission, email: 'submitter_email', isOnePerAddress: false },
};

/** The form in which e-mail addresses are compared; null for a blank one, which identifies no person. */
export function addressKey(email: string): string | null {
  return foldKey(email) || null;
}
