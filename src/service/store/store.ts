// Owns the interface between the service and its database. Must not know SQL or HTTP.
import type { Contact, ContentItem } from './derived-records.ts';
import type {
  EventRef,
  RecordRef,
  Speaker,
  SpeakerFields,
  Stored,
  Submission,
  SubmissionFields,
  Timestamp,
} from './record-fields.ts';
import type { Changes } from './stamps.ts';

/**
 * The promise of a write settles only when the write is durable; it rejects with StoreUnavailable if nothing was stored, and
 * with StoreUncertain if that is unknown. Records are listed oldest first, in an order that does not change. A reference to
 * another organization's event or record has the same result as one to nothing.
 */
export interface Store {
  readonly speakers: RecordStore<SpeakerFields>;
  readonly submissions: RecordStore<SubmissionFields>;

  /** One page of an event's records; undefined if the organization has no such event. */
  list<Name extends keyof Listings>(
    name: Name,
    ref: EventRef,
    filter: Filter,
  ): Promise<ListPage<Listings[Name]> | undefined>;

  /** Inserts both or neither. */
  insertOrganization(organization: OrganizationRecord, firstToken: NewTokenRecord): Promise<void>;
  listOrganizations(): Promise<readonly Organization[]>;

  /** Returns false, and inserts nothing, if the organization has an event with that id. */
  insertEvent(event: EventRecord): Promise<boolean>;
  findEvent(ref: EventRef): Promise<EventRecord | undefined>;
  listEvents(organizationId?: string): Promise<readonly EventRecord[]>;

  insertToken(token: NewTokenRecord): Promise<void>;
  /** A token that is not revoked. */
  findToken(id: string): Promise<{ readonly organizationId: string; readonly hash: string } | undefined>;
  listTokens(organizationId?: string): Promise<readonly TokenRecord[]>;
  /** Returns the token, with the time of its first revocation; undefined if it does not exist. */
  revokeToken(id: string, at: Timestamp): Promise<TokenRecord | undefined>;

  /** @throws StoreUnavailable if the database accepts no writes now */
  ping(): Promise<void>;
  /** Waits a few seconds for the writes in progress, then closes the database. */
  close(): Promise<void>;
  /** Closes the database, and removes it if it was created when this store was opened. */
  discard(): Promise<void>;
}

/** The records of one kind. */
export interface RecordStore<Fields> {
  create(ref: EventRef, fields: Fields, idempotency?: IdempotencyKey): Promise<CreateOutcome<Stored & Fields>>;
  find(ref: RecordRef): Promise<(Stored & Fields) | undefined>;
  update(ref: RecordRef, changes: Changes<Fields>): Promise<UpdateOutcome<Stored & Fields>>;
}

export interface OpenOptions {
  /** Creates the database if it does not exist; otherwise a missing database is a DatabaseError. */
  readonly create?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How long an operation that fails temporarily is tried again, in milliseconds. The default is up to the database. */
  readonly patienceMs?: number;
}

/** The same key with the same fingerprint within 24 hours returns the first record again. */
export interface IdempotencyKey {
  readonly key: string;
  /** Distinguishes requests under the same key. */
  readonly fingerprint: string;
}

/** `taken`: another record of the event has the address, and this is its id. A creation that is refused leaves its key free. */
export type CreateOutcome<T> =
  | { readonly outcome: 'created' | 'replayed'; readonly record: T }
  | { readonly outcome: 'taken'; readonly id: string }
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'not_found' };

export type UpdateOutcome<T> =
  | { readonly outcome: 'updated'; readonly record: T }
  | { readonly outcome: 'taken'; readonly id: string }
  | { readonly outcome: 'not_found' };

/** What can be listed of an event. */
export interface Listings {
  readonly speakers: Speaker;
  readonly submissions: Submission;
  /** The placed submissions. */
  readonly sessions: Submission;
  readonly contentItems: ContentItem;
  readonly contacts: Contact;
}

export interface Filter {
  readonly status?: string | undefined;
  readonly track?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface ListPage<T> {
  readonly records: readonly T[];
  readonly totalResults: number;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface OrganizationRecord extends Organization {
  readonly created_at: Timestamp;
}

export interface EventRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly timezone: string;
  readonly created_at: Timestamp;
}

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
