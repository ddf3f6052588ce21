// Owns what a write of one record is, before it is decided. Types only.
import type { IdSource } from '../ids.ts';
import type { Query } from './driver.ts';
import type { Instant } from './instant.ts';
import type { LockedEvents } from './locked-events.ts';
import type {
  EventRef,
  NewSubmission,
  RecordRef,
  SpeakerChanges,
  SpeakerFields,
  SubmissionChanges,
} from './record-fields.ts';

/** The same key with the same fingerprint within 24 hours returns the first record again. */
export interface IdempotencyKey {
  readonly key: string;
  /** Distinguishes requests under the same key. */
  readonly fingerprint: string;
}

export type RecordWrite = Creation | Update;

/** The writes of one kind. */
export type WriteOf<Kind extends RecordWrite['kind']> = Extract<
  RecordWrite,
  { readonly kind: Kind }
>;

export type Creation = {
  readonly ref: EventRef;
  /** Determined before the first attempt, so that a second one can recognize the record. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly key: IdempotencyKey | undefined;
} & (
  | { readonly kind: 'create speaker'; readonly fields: SpeakerFields }
  | {
      readonly kind: 'create submission';
      readonly fields: NewSubmission;
      readonly isStrict: boolean;
    }
);

export type Update = {
  readonly ref: RecordRef;
  /** Milliseconds since 1970. */
  readonly at: number;
} & (
  | { readonly kind: 'update speaker'; readonly changes: SpeakerChanges }
  | { readonly kind: 'update submission'; readonly changes: SubmissionChanges }
  | { readonly kind: 'place'; readonly placement: PlaceWrite; readonly isStrict: boolean }
  | { readonly kind: 'unplace' }
);

/** Where and when a session is to take place. */
export interface PlaceWrite {
  /** The id of the room, or its name in any case. */
  readonly room: string;
  readonly start: Instant;
}

/** What all writes of a group have in common. */
export interface WriteGroup {
  readonly query: Query;
  readonly newId: IdSource;
  /** All events that the writes concern. */
  readonly events: LockedEvents;
  /** Whether an earlier attempt may have committed the group. */
  readonly mayBeStored: boolean;
}
