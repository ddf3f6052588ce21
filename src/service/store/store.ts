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
} from './records.ts';
import type { Changes } from './stamps.ts';

/**
 * The promise of a write settles only when the write is durable. Records are listed oldest first, in an order that does
 * not change. A reference to another organization's event or record has the same result as one to nothing.
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

  /**
   * Counts requests of an organization, in windows of fixed length that begin with the first request. A process counts those
   * of an organization one after the other.
   */
  countRequests(organizationId: string, requests: number, windowMs: number): Promise<RequestCount>;

  /** Rejects if the database cannot be read, or if a write would not be stored, for which it writes at most once a second. */
  ping(): Promise<void>;
  /** Waits for the writes in progress, then closes the database. */
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
  /** How long a write waits for the lock of another process, in milliseconds. The default is up to the database. */
  readonly patienceMs?: number;
  readonly observer?: StoreObserver;
}

/** Is notified of what a store does. */
export interface StoreObserver {
  /** A transaction with this number of writes has been committed. */
  committed(writes: number): void;
  /** Work is repeated after a temporary failure. */
  retried(): void;
  /** The store has connections to a server, and `use` reads how they are used. */
  connected(use: () => ConnectionUse): void;
}

export interface ConnectionUse {
  readonly used: number;
  readonly idle: number;
  /** How many operations wait for a connection. */
  readonly waiting: number;
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

export interface RequestCount {
  /** In the current window, with those that were just counted. */
  readonly used: number;
  /** When the window ends. */
  readonly resetMs: number;
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

/** An event as a database stores it. */
export interface EventRow extends EventRecord {
  /** Refers to the event in other tables. */
  readonly seq: number;
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

/**
 * Why a database cannot process a request now: another process holds its lock, it has too much to do,
 * a statement took too long, the disk is full, the file cannot be written or a right is missing, the file was deleted or
 * replaced while it was open, the server did not answer in time, or no server that accepts writes can be reached.
 */
export type UnavailableReason =
  | 'locked'
  | 'overloaded'
  | 'slow'
  | 'full'
  | 'unwritable'
  | 'replaced'
  | 'unanswered'
  | 'unreachable';

/**
 * The database cannot process the request now. Nothing of it has been stored, except on a server: there, an earlier
 * attempt may have been stored although its result was lost.
 */
export class StoreUnavailable extends Error {
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;

  constructor(reason: UnavailableReason, cause?: unknown) {
    const { message, retryAfterSeconds } = unavailable[reason];
    super(message, { cause: readable(cause) });
    this.name = 'StoreUnavailable';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Node gives its failure to reach any address of a host no message of its own. */
function readable(cause: unknown): unknown {
  if (!(cause instanceof AggregateError) || cause.message !== '') return cause;
  return new Error(cause.errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; '));
}

const unavailable: Readonly<Record<UnavailableReason, { message: string; retryAfterSeconds: number }>> = {
  locked: { message: 'the database is locked by another process', retryAfterSeconds: 1 },
  overloaded: { message: 'too many requests are waiting for the database', retryAfterSeconds: 5 },
  slow: { message: 'the database takes too long', retryAfterSeconds: 5 },
  full: { message: 'the disk is full', retryAfterSeconds: 60 },
  unwritable: { message: 'the database cannot be read or written', retryAfterSeconds: 60 },
  unanswered: { message: 'the database server does not answer in time', retryAfterSeconds: 5 },
  unreachable: { message: 'no database server that accepts writes can be reached', retryAfterSeconds: 5 },
  replaced: { message: 'the database file was deleted or replaced while it was open', retryAfterSeconds: 60 },
};
