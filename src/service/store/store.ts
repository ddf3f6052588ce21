// What the service needs of a database, whichever it is. No SQL and no HTTP here.
import type { Contact, ContentItem, Speaker, SpeakerFields, Submission, SubmissionFields } from './records.ts';

/** An event as its organization sees it: another organization's event of the same id is another event. */
export interface EventScope {
  readonly organizationId: string;
  readonly eventId: string;
}

export interface RecordScope {
  readonly organizationId: string;
  readonly id: string;
}

export interface Filter {
  readonly status?: string | undefined;
  readonly track?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<T> {
  readonly records: readonly T[];
  readonly totalResults: number;
}

/** Asks that a creation take place once: the same key and fingerprint within 24 hours give the first record again. */
export interface Once {
  readonly key: string;
  /** Tells one request from another under the same key. */
  readonly fingerprint: string;
}

export type Creation<T> =
  | { readonly outcome: 'created' | 'replayed'; readonly record: T }
  | { readonly outcome: 'taken'; readonly id: string }
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'not_found' };

export type Update<T> =
  | { readonly outcome: 'updated'; readonly record: T }
  | { readonly outcome: 'taken'; readonly id: string }
  | { readonly outcome: 'not_found' };

/** A field that is undefined or left out keeps its value. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * The program data. A write's promise settles only when the write is durable. Records come oldest first, in an order
 * that does not change. Methods that name an event give undefined where the organization has no such event.
 */
export interface Store {
  findToken(id: string): Promise<{ readonly organizationId: string; readonly hash: string } | undefined>;

  createSpeaker(scope: EventScope, fields: SpeakerFields, once?: Once): Promise<Creation<Speaker>>;
  updateSpeaker(scope: RecordScope, changes: Changes<SpeakerFields>): Promise<Update<Speaker>>;
  createSubmission(scope: EventScope, fields: SubmissionFields, once?: Once): Promise<Creation<Submission>>;
  updateSubmission(scope: RecordScope, changes: Changes<SubmissionFields>): Promise<Update<Submission>>;
  /** The time zone of the event that a submission belongs to. */
  timeZoneOf(submission: RecordScope): Promise<string | undefined>;

  listSpeakers(scope: EventScope, filter: Filter): Promise<Page<Speaker> | undefined>;
  listSubmissions(scope: EventScope, filter: Filter): Promise<Page<Submission> | undefined>;
  /** The placed submissions. */
  listSessions(scope: EventScope, filter: Filter): Promise<Page<Submission> | undefined>;
  listContentItems(scope: EventScope, filter: Filter): Promise<Page<ContentItem> | undefined>;
  listContacts(scope: EventScope, filter: Filter): Promise<Page<Contact> | undefined>;

  /** Whether the database answers; rejects where it does not. */
  ping(): Promise<void>;
  /** Waits for the writes under way, then lets go of the database. */
  close(): Promise<void>;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface EventRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly timezone: string;
  readonly created_at: string;
}

export interface TokenRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/**
 * What an operator does on the same database, served or not. Where `organizationId` is left out, there must be exactly
 * one organization; else a UsageError says which there are.
 */
export interface Administration {
  createOrganization(name: string): Promise<{ readonly organization: Organization; readonly token: string }>;
  listOrganizations(): Promise<readonly Organization[]>;
  /** UsageError for an unknown time zone or an unfit id; ConflictError where the organization has that event. */
  addEvent(event: NewEvent): Promise<EventRecord>;
  listEvents(organizationId?: string): Promise<readonly EventRecord[]>;
  /** The token is shown this once. */
  issueToken(name: string, organizationId?: string): Promise<{ id: string; name: string; token: string }>;
  listTokens(organizationId?: string): Promise<readonly TokenRecord[]>;
  /** Takes effect with the next request, in every process. UsageError where there is no such token. */
  revokeToken(id: string): Promise<TokenRecord>;
}

export interface NewEvent {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly organizationId?: string | undefined;
}

/** The database cannot take the request now: locked by another process, or full. Nothing of it has been written. */
export class StoreUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreUnavailable';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
