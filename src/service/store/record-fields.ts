// Owns the records of a store: their fields, and the rules that are the same in every database. Pure.
import type { Endpoint, ParsedInputOf } from '../../contract/endpoint.ts';
import { type Field, fieldsOf } from '../../contract/fields.ts';
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

type SpeakerUpdate = ParsedInputOf<Endpoints['updateSpeaker']>['body'];

/** Every field that an update accepts. */
export type SpeakerFields = {
  readonly [Name in keyof SpeakerUpdate]-?: null extends SpeakerUpdate[Name] ? string | null : string;
};

type SubmissionCreation = ParsedInputOf<Endpoints['createSubmission']>['body'];
type SubmissionUpdate = ParsedInputOf<Endpoints['updateSubmission']>['body'];
type Placement = ParsedInputOf<Endpoints['placeSession']>['body'];

/** The names of fields that may be left out. */
type Optional<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T];

/** Every field that a creation, an update or a placement accepts. `start` is RFC 3339 with an offset. */
export type SubmissionFields = {
  readonly [Name in keyof (SubmissionCreation & SubmissionUpdate & Placement)]-?: Name extends
    | Optional<SubmissionCreation>
    | keyof Placement
    ? string | null
    : string;
};

export type Speaker = Stored & SpeakerFields;
export type Submission = Stored & SubmissionFields;
/** A placed submission. */
export type PlacedSubmission = Submission & { readonly room: string; readonly start: string };

/** A speaker's fields before anything is set, in the order in which a record shows them. */
export const blankSpeaker = blank(endpoints.updateSpeaker, ({ nullable }) => (nullable ? null : '')) as SpeakerFields;
// What a creation may leave out is null: "no track" differs from a track named "".
const created = blank(endpoints.createSubmission, (field) =>
  field.required || field.default !== undefined ? '' : null,
);
/** The same of a submission. */
export const blankSubmission = {
  ...{ ...created, ...blank(endpoints.updateSubmission, () => ''), ...created },
  ...blank(endpoints.placeSession, () => null),
  status: 'pending',
} as SubmissionFields;

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

function blank({ body }: Pick<Endpoint, 'body'>, blankOf: (field: Field) => '' | null): Record<string, '' | null> {
  return Object.fromEntries(fieldsOf(body).map((field) => [field.name, blankOf(field)]));
}
