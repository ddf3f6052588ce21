// Owns the interface between the service and its database. Must not know SQL or HTTP.
import type { ContentFilter, ContentItems } from './content-items.ts';
import type { PoolUse } from './driver.ts';
import type { ListPage, PageRequest } from './page.ts';
import type {
  Choice,
  ChoiceKind,
  EventRef,
  NewSubmission,
  RecordRef,
  Speaker,
  SpeakerChanges,
  SpeakerFields,
  Submission,
  SubmissionChanges,
} from './record-fields.ts';
import type { IdempotencyKey, PlaceWrite } from './record-write.ts';
import type { Timestamp } from './stamps.ts';
import type { WriteLoad } from './write-queue.ts';

/**
 * The promise of a write settles only when the write is durable; it rejects with StoreUnavailable
 * if nothing was stored, and with StoreUncertain if that is unknown. A reference to another
 * organization's event or record has the same result as one to nothing.
 */
export interface Store {
  readonly speakers: SpeakerStore;
  readonly submissions: SubmissionStore;

  /** One page of the speakers: by last name, first name and address. */
  listSpeakers(ref: EventRef, filter: SpeakerFilter): Promise<ListPage<Speaker> | undefined>;
  /** One page of the submissions: by start, those without one last, then by number. */
  listSubmissions(
    ref: EventRef,
    filter: SubmissionFilter,
  ): Promise<ListPage<Submission> | 'no such track' | undefined>;
  /** One page of what speakers still owe, and what they have sent. */
  listContentItems(ref: EventRef, filter: ContentFilter): Promise<ContentItems | undefined>;
  /** The rooms, tracks or formats of an event, in its order. */
  listChoices(ref: EventRef, kind: ChoiceKind): Promise<readonly ListedChoice[]>;

  /** Inserts both or neither. */
  insertOrganization(
    organization: Organization & { readonly created_at: Timestamp },
    firstToken: NewTokenRecord,
  ): Promise<void>;
  listOrganizations(): Promise<readonly Organization[]>;

  /** Returns false, and inserts nothing, if the organization has an event with that id. */
  insertEvent(event: NewEventRecord, lists?: OwnLists): Promise<boolean>;
  /** Changes only what is given. A list is replaced. */
  changeEvent(ref: EventRef, changes: EventChanges): Promise<ChangeEventOutcome>;
  findEvent(ref: EventRef): Promise<EventRecord | undefined>;
  listEvents(organizationId?: string): Promise<readonly EventRecord[]>;

  insertToken(token: NewTokenRecord): Promise<void>;
  /** A token that is not revoked. */
  findToken(
    id: string,
  ): Promise<{ readonly organizationId: string; readonly hash: string } | undefined>;
  listTokens(organizationId?: string): Promise<readonly TokenRecord[]>;
  /** Returns the token, with the time of its first revocation; undefined if it does not exist. */
  revokeToken(id: string, at: Timestamp): Promise<TokenRecord | undefined>;

  /** What is being done now, and was so far. */
  load(): {
    readonly writes: WriteLoad;
    readonly pools: readonly PoolUse[];
  };
  /** @throws StoreUnavailable if the database accepts no writes now, or has other tables */
  ping(): Promise<void>;
  /** Waits a few seconds for the writes in progress, then closes the database. */
  close(): Promise<void>;
  /** Closes the database, and removes it if it was created when this store was opened. */
  discard(): Promise<void>;
}

export interface SpeakerStore {
  create(
    ref: EventRef,
    fields: SpeakerFields,
    key?: IdempotencyKey,
  ): Promise<CreateOutcome<Speaker>>;
  find(ref: RecordRef): Promise<Speaker | undefined>;
  update(ref: RecordRef, changes: SpeakerChanges): Promise<UpdateOutcome<Speaker>>;
}

/**
 * `isStrict`: nothing is created by its first use, and tracks and formats are named by their ids
 * alone.
 */
export interface SubmissionStore {
  /** Creates the speaker of its submitter too, if the event has none with this address. */
  create(
    ref: EventRef,
    fields: NewSubmission,
    options?: { readonly key?: IdempotencyKey | undefined; readonly isStrict?: boolean },
  ): Promise<CreateOutcome<Submission>>;
  find(ref: RecordRef): Promise<Submission | undefined>;
  update(ref: RecordRef, changes: SubmissionChanges): Promise<UpdateOutcome<Submission>>;
  place(
    ref: RecordRef,
    placement: PlaceWrite,
    options?: { readonly isStrict?: boolean },
  ): Promise<UpdateOutcome<Submission>>;
  /** Takes a session out of the schedule. */
  unplace(ref: RecordRef): Promise<UpdateOutcome<Submission>>;
}

export interface OpenOptions {
  /** Creates the database if it does not exist; otherwise a missing database is a DatabaseError. */
  readonly create?: boolean;
  /**
   * Whether any request of the API may come: then a missing privilege is a DatabaseError, and not
   * the failure of a request.
   */
  readonly isServed?: boolean;
  /**
   * Allows to bring older tables to this version, which running processes of an older version do
   * not survive; otherwise they are a DatabaseError. Called with a sentence for the operator when
   * it is done.
   */
  readonly onUpgrade?: (sentence: string) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * How long an operation that fails temporarily is tried again, in milliseconds. The default is up
   * to the database.
   */
  readonly patienceMs?: number;
}

/**
 * `taken`: another speaker of the event has the address. `unknown`: the event does not have the
 * room, track or format that is named. A creation that is refused leaves its key free.
 */
export type CreateOutcome<T> =
  | { readonly outcome: 'created' | 'replayed'; readonly record: T }
  | { readonly outcome: 'taken' | 'key_reused' | 'not_found' }
  | { readonly outcome: 'unknown'; readonly kind: ChoiceKind };

/**
 * `taken` and `unknown`: as in {@link CreateOutcome}. `occupied`: the room is taken then, by the
 * session with this number. `too_late`: the session would end after the year 9999.
 */
export type UpdateOutcome<T> =
  | { readonly outcome: 'updated'; readonly record: T }
  | { readonly outcome: 'taken' | 'not_found' | 'too_late' }
  | { readonly outcome: 'unknown'; readonly kind: ChoiceKind }
  | { readonly outcome: 'occupied'; readonly by: number };

export interface SpeakerFilter extends PageRequest {
  readonly status?: string | undefined;
  /** What a name, an address, a company, a job title or a status contains, in lower case. */
  readonly text?: string | undefined;
}

export interface SubmissionFilter extends PageRequest {
  readonly status?: string | undefined;
  /** The id of a track, or its name in any case. */
  readonly track?: string | undefined;
}

/** A room, a track or a format in the order of its event. */
export interface ListedChoice extends Choice {
  readonly position: number;
}

/**
 * The rooms, tracks and formats of an event, in its order. A list that is missing stays as it is.
 */
export interface OwnLists {
  readonly rooms?: readonly string[];
  readonly tracks?: readonly string[];
  readonly formats?: readonly NewFormat[];
}

export interface NewFormat {
  readonly name: string;
  readonly minutes: number;
}

export interface EventChanges extends OwnLists {
  readonly name?: string;
  readonly timezone?: string;
}

/** That an event has another time zone now, and how many sessions had a start before. */
export interface Rezoned {
  readonly from: string;
  readonly sessions: number;
}

/** `in_use`: submissions have what would be removed, so nothing is changed. */
export type ChangeEventOutcome =
  | { readonly outcome: 'changed'; readonly rezoned: Rezoned | undefined }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'in_use'; readonly choice: Choice; readonly uses: number };

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface EventRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly timezone: string;
  readonly created_at: Timestamp;
  /** Whether it has its own lists of rooms, tracks and formats: nothing is added to them. */
  readonly has_lists: boolean;
}

export type NewEventRecord = Omit<EventRecord, 'has_lists'>;

export interface TokenRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly created_at: Timestamp;
  readonly revoked_at: Timestamp | null;
}

export interface NewTokenRecord extends Omit<TokenRecord, 'revoked_at'> {
  readonly hash: string;
}
