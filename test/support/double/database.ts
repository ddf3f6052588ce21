// Owns the tables of the public server's database, and what that refuses. Must not know HTTP.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIsoTime, writeTime } from './python-times.ts';

export interface EventRow {
  readonly id: string;
  name: string;
  slug: string;
  starts_at: string | null;
  ends_at: string | null;
  timezone: string;
}

export interface RoomRow {
  readonly id: string;
  readonly event_id: string;
  name: string;
  order: number;
  capacity: number | null;
}

export interface TrackRow {
  readonly id: string;
  readonly event_id: string;
  name: string;
  color: string;
  order: number;
}

export interface FormatRow {
  readonly id: string;
  readonly event_id: string;
  name: string;
  default_duration_min: number;
}

export interface SpeakerRow {
  readonly id: string;
  readonly event_id: string;
  first_name: string;
  last_name: string;
  email: string;
  company_name: string | null;
  title: string | null;
  about: string | null;
  photo_url: string | null;
  pronouns: string | null;
  linkedin_url: string | null;
  twitter_url: string | null;
  phone: string | null;
  speaker_status: string | null;
  logistics_notes: string | null;
  last_portal_access_at: string | null;
  invited_to_portal: boolean;
  /** Both are never shown. */
  readonly created_at: string;
  updated_at: string;
}

export interface SubmissionRow {
  readonly id: string;
  readonly event_id: string;
  readonly number: number;
  title: string;
  abstract: string;
  status: string;
  feedback: string;
  track_id: string | null;
  format_id: string | null;
  room_id: string | null;
  starts_at: string | null;
  ends_at: string | null;
  is_abstract: boolean;
  readonly submitted_at: string;
  updated_at: string;
}

/** A person of a submission: who submitted it, or who speaks in it. */
export interface ParticipantRow {
  readonly submission_id: string;
  readonly speaker_id: string;
  readonly role: 'submitter' | 'speaker';
  readonly is_primary: boolean;
}

/** A file that a speaker was asked to upload. */
export interface TaskRow {
  readonly id: string;
  readonly event_id: string;
  readonly speaker_id: string;
  readonly submission_id: string | null;
  name: string;
  required: boolean;
  due_at: string | null;
  assignment_status: 'todo' | 'submitted' | 'approved' | 'denied' | 'done';
  /** Its versions, the oldest one first. */
  readonly files: FileRow[];
}

export interface FileRow {
  readonly id: string;
  readonly filename: string;
  readonly url: string;
  readonly size: number;
  readonly mimetype: string;
  readonly created_at: string;
}

/** What the database refuses. Uncaught, it is the server's 500. */
export class DatabaseRefusal extends Error {}

/** Two accepted sessions at overlapping times in one room. */
export class OccupiedRoom extends DatabaseRefusal {}

export interface DatabaseOptions {
  /** Milliseconds since 1970, for the stamps. */
  readonly now: () => number;
  /** How long each statement takes, in milliseconds. */
  readonly statementMs: () => number;
  /** How many rows one query returns at most; undefined is no limit. */
  readonly mostRows: () => number | undefined;
}

const CLASHING = new Set(['accepted', 'accept_queue']);
/** U+0000, and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const UUID = /^(?:[0-9a-f]{4}-?){8}$/;

export class Database {
  readonly organizationId = `org_${randomUUID()}`;
  readonly events: EventRow[] = [];
  readonly rooms: RoomRow[] = [];
  readonly tracks: TrackRow[] = [];
  readonly formats: FormatRow[] = [];
  readonly speakers: SpeakerRow[] = [];
  readonly submissions: SubmissionRow[] = [];
  readonly participants: ParticipantRow[] = [];
  readonly tasks: TaskRow[] = [];
  readonly #options: DatabaseOptions;
  readonly #numbers = new Map<string, number>();
  #lastStamp = 0n;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Runs `work` as one statement: committed alone, after the time of its round trip. */
  async statement<T>(work: () => T): Promise<T> {
    const ms = this.#options.statementMs();
    if (ms > 0) await sleep(ms);
    return work();
  }

  /** A changed row is read after all others: the database writes it anew. */
  moveToEnd<T>(table: T[], row: T): void {
    table.splice(table.indexOf(row), 1);
    table.push(row);
  }

  /** Copies of the rows of a table that a query selects, cut as the host cuts them. */
  select<T extends object>(table: readonly T[], isSelected: (row: T) => boolean): Promise<T[]> {
    return this.statement(() =>
      table
        .filter(isSelected)
        .slice(0, this.#options.mostRows())
        .map((row) => Object.assign({}, row)),
    );
  }

  /**
   * A copy of the row with this id.
   * @throws {DatabaseRefusal} for an id that is no UUID
   */
  selectById<T extends { readonly id: string }>(
    table: readonly T[],
    id: string,
  ): Promise<T | undefined> {
    return this.statement(() => {
      const uuid = readUuid(id);
      return structuredClone(table.find((row) => row.id === uuid));
    });
  }

  /** The time of now; each stamp is later than the one before. */
  stamp(): string {
    const time = BigInt(Math.floor(this.#options.now())) * 1000n;
    this.#lastStamp = time > this.#lastStamp ? time : this.#lastStamp + 1n;
    return writeTime(this.#lastStamp);
  }

  /** The next number of a submission of the event, from 1; it stays used if its creation fails. */
  nextNumber(eventId: string): number {
    const number = (this.#numbers.get(eventId) ?? 0) + 1;
    this.#numbers.set(eventId, number);
    return number;
  }

  /** @throws {DatabaseRefusal} for an address that another speaker of the event has */
  checkAddress(eventId: string, email: string, exceptId?: string): void {
    const same = this.speakers.find(
      (speaker) =>
        speaker.event_id === eventId && speaker.email === email && speaker.id !== exceptId,
    );
    if (same !== undefined) throw new DatabaseRefusal(`${email} exists as ${same.id}`);
  }

  /**
   * Changes a submission and its stamp.
   * @throws {DatabaseRefusal} for what the columns or the rule of rooms refuse
   */
  change(submissionId: string, changed: Partial<SubmissionRow>): void {
    const submission = this.submissions.find(({ id }) => id === submissionId);
    if (submission === undefined) throw new Error(`no submission ${submissionId}`);
    checkStorable(changed);
    const values = Object.assign({}, submission, changed);
    const [start, end] = times(values);
    if (values.starts_at !== null && end <= start) throw new DatabaseRefusal('it ends too early');
    this.checkRoom(values);
    Object.assign(submission, changed);
    submission.updated_at = this.stamp();
    this.moveToEnd(this.submissions, submission);
  }

  /** @throws {OccupiedRoom} if the submission with these values overlaps another in its room */
  checkRoom(submission: SubmissionRow): void {
    if (!takesRoom(submission)) return;
    const clashing = this.submissions.find(
      (other) => other.id !== submission.id && takesRoom(other) && overlap(submission, other),
    );
    if (clashing !== undefined) throw new OccupiedRoom(`${submission.id} overlaps ${clashing.id}`);
  }
}

/**
 * An id as the database reads it, in the form in which it writes ids.
 * @throws {DatabaseRefusal} for a text that is no UUID
 */
function readUuid(text: string): string {
  const bare = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  const lower = bare.toLowerCase();
  if (!UUID.test(lower) || lower.endsWith('-')) throw new DatabaseRefusal(`no UUID: ${text}`);
  const digits = lower.replaceAll('-', '');
  const groups = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)];
  return [...groups, digits.slice(16, 20), digits.slice(20)].join('-');
}

/** @throws {DatabaseRefusal} for values that no text column can hold */
export function checkStorable(values: Readonly<Record<string, unknown>>): void {
  for (const [column, value] of Object.entries(values)) {
    const isRefused = typeof value === 'string' && UNSTORABLE.test(value);
    if (isRefused) throw new DatabaseRefusal(`no text for ${column}`);
  }
}

function takesRoom({ status, room_id, starts_at }: SubmissionRow): boolean {
  return CLASHING.has(status) && room_id !== null && starts_at !== null;
}

function overlap(left: SubmissionRow, right: SubmissionRow): boolean {
  if (left.room_id !== right.room_id) return false;
  const [leftStart, leftEnd] = times(left);
  const [rightStart, rightEnd] = times(right);
  return leftStart < rightEnd && rightStart < leftEnd;
}

function times({ starts_at, ends_at }: SubmissionRow): [bigint, bigint] {
  return [readIsoTime(starts_at ?? '') ?? 0n, readIsoTime(ends_at ?? '') ?? 0n];
}
