// Moves the records of a database from before its tables had a version into those of version 1.
// Names the columns of that version itself: records may have others by now, which later steps add.
import { type IdSource, idSource } from '../ids.ts';
import type { Query, SqlRow } from './driver.ts';
import { laterBy, readInstant } from './instant.ts';
import {
  addressKey,
  type ChoiceKind,
  idPrefixes,
  sessionKey,
  speakerKeys,
  usualMinutes,
} from './record-fields.ts';
import { insertion } from './statements.ts';

/** What identified these tables: a hash of the statements that created them. */
export const unversionedForm = '6fc4391b20533249';

const oldIndexes = [
  'speakers_by_address',
  'speakers_by_key',
  'speakers_by_status',
  'submissions_by_address',
  'submissions_by_key',
  'submissions_by_status',
  'submissions_by_track',
  'sessions',
  'content_items',
];

/** In an order in which no table refers to one before it. */
const oldTables = ['organizations', 'tokens', 'events', 'speakers', 'submissions'];

/** Makes room for the tables of version 1. */
export async function setTablesAside(query: Query): Promise<void> {
  for (const index of oldIndexes) await query(`DROP INDEX ${index}`);
  for (const table of oldTables) await query(`ALTER TABLE ${table} RENAME TO old_${table}`);
}

/** Fills the tables of version 1, and removes the others. */
export async function moveRecords(query: Query): Promise<void> {
  const unchanged = {
    organizations: 'id, name, created_at',
    tokens: 'seq, id, organization_id, name, hash, created_at, revoked_at',
  };
  for (const [table, columns] of Object.entries(unchanged)) {
    await query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM old_${table}`);
  }
  for (const event of await query<OldEvent>('SELECT * FROM old_events ORDER BY seq')) {
    await moveEvent(query, event);
  }
  for (const table of oldTables.toReversed()) await query(`DROP TABLE old_${table}`);
}

interface OldEvent extends SqlRow {
  readonly seq: number;
  readonly last_number: number;
}

interface OldSpeaker extends SqlRow {
  readonly number: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company_name: string | null;
  readonly title: string | null;
  readonly about: string | null;
  readonly photo_url: string;
  readonly pronouns: string;
  readonly linkedin_url: string;
  readonly twitter_url: string;
  readonly phone: string;
  readonly speaker_status: string | null;
}

interface OldSubmission extends SqlRow {
  readonly id: string;
  readonly number: number;
  readonly submitter_email: string;
  readonly submitter_first_name: string;
  readonly submitter_last_name: string;
  readonly track_id: string | null;
  readonly format_id: string | null;
  readonly status: string;
  readonly room: string | null;
  readonly start: string | null;
  readonly created_at: string;
}

async function moveEvent(query: Query, event: OldEvent): Promise<void> {
  const moving: Moving = {
    query,
    event: event.seq,
    newId: idSource(Date.now),
    addresses: new Set(),
    choices: new Map(),
    lastSpeaker: event.last_number,
    lastSubmission: 0,
  };
  for await (const speaker of rowsOf<OldSpeaker>(query, 'old_speakers', event.seq)) {
    await moveSpeaker(moving, speaker);
  }
  for await (const submission of rowsOf<OldSubmission>(query, 'old_submissions', event.seq)) {
    await moveSubmission(moving, submission);
  }
  const { last_number: _, ...same } = event;
  await insert(query, 'events', {
    ...same,
    last_speaker: moving.lastSpeaker,
    last_submission: moving.lastSubmission,
    last_choice: moving.choices.size,
    has_lists: 0,
  });
}

interface Moving {
  readonly query: Query;
  /** The seq of the event. */
  readonly event: number;
  readonly newId: IdSource;
  /** Of speakers. */
  readonly addresses: Set<string>;
  /** Their ids, by kind and name in lower case. */
  readonly choices: Map<string, string>;
  lastSpeaker: number;
  lastSubmission: number;
}

async function moveSpeaker({ query, addresses }: Moving, old: OldSpeaker): Promise<void> {
  const address = addressKey(old.email);
  const speaker = {
    ...old,
    email: address ?? '',
    speaker_status: statusOf(old.speaker_status ?? '') || null,
    // These could not be null: they had an empty text if they were never set.
    photo_url: old.photo_url || null,
    pronouns: old.pronouns || null,
    linkedin_url: old.linkedin_url || null,
    twitter_url: old.twitter_url || null,
    phone: old.phone || null,
  };
  // What identified an address then is more than what does now, so that no two become equal.
  await insert(query, 'speakers', { ...speaker, ...firstKeys(speaker) });
  if (address !== null) addresses.add(address);
}

/** The keys that version 1 has. */
function firstKeys(speaker: Parameters<typeof speakerKeys>[0]) {
  const { address, sort_key, name_key, search_text, has_photo, has_bio } = speakerKeys(speaker);
  return { address, sort_key, name_key, search_text, has_photo, has_bio };
}

/**
 * Statuses could have any case, and now have one form in which they are found. Those that the
 * service no longer accepts remain, because their meaning is unknown.
 */
function statusOf(text: string): string {
  return text.trim().toLowerCase();
}

/** What speakers of events had as numbers is left as it is; submissions count from 1. */
async function moveSubmission(moving: Moving, old: OldSubmission): Promise<void> {
  const { address: _, room, start, status, ...same } = old;
  const ends = placeOf(old);
  await addSubmitter(moving, old);
  moving.lastSubmission += 1;
  const placedIn = ends && (await choiceOf(moving, 'room', room));
  await insert(moving.query, 'submissions', {
    ...same,
    number: moving.lastSubmission,
    status: statusOf(status),
    track_id: await choiceOf(moving, 'track', old.track_id),
    format_id: await choiceOf(moving, 'format', old.format_id),
    room_id: placedIn ?? null,
    starts_at: ends?.start ?? null,
    ends_at: ends?.end ?? null,
    sort_key: sessionKey(ends),
  });
}

/**
 * Sessions had no end. One that would end after the year 9999, or whose start no program can read,
 * loses its place: it must not keep the others from being moved.
 */
function placeOf({ room, start: text }: OldSubmission) {
  if (room === null || text === null) return undefined;
  const start = readInstant(text);
  if (start === undefined) return undefined;
  const end = laterBy(usualMinutes, start);
  return end === undefined ? undefined : { start, end };
}

/** The id of what a text named; it is new where it occurs first. */
async function choiceOf(
  { query, event, choices, newId }: Moving,
  kind: ChoiceKind,
  text: string | null,
): Promise<string | null> {
  if (text === null || text === '') return null;
  const name = text.trim() || text;
  const key = `${kind} ${name.toLowerCase()}`;
  const same = choices.get(key);
  if (same !== undefined) return same;
  const id = newId(idPrefixes[kind]);
  choices.set(key, id);
  await insert(query, 'choices', {
    event,
    kind,
    id,
    position: kind === 'format' ? 0 : choices.size,
    name,
    name_key: name.toLowerCase(),
    minutes: kind === 'format' ? usualMinutes : 0,
  });
  return id;
}

/** Contacts had the submitters too. Now they are the speakers, so each submitter becomes one. */
async function addSubmitter(moving: Moving, old: OldSubmission): Promise<void> {
  const { submitter_email, submitter_first_name, submitter_last_name, created_at } = old;
  const address = addressKey(submitter_email);
  if (address === null || moving.addresses.has(address)) return;
  moving.addresses.add(address);
  moving.lastSpeaker += 1;
  const speaker = {
    email: address,
    first_name: submitter_first_name.trim(),
    last_name: submitter_last_name.trim(),
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
  await insert(moving.query, 'speakers', {
    ...speaker,
    ...firstKeys(speaker),
    event: moving.event,
    number: moving.lastSpeaker,
    id: moving.newId(idPrefixes.speakers),
    created_at,
    updated_at: created_at,
  });
}

const batchSize = 1000;

/** The records of an event, in the order of their numbers. */
async function* rowsOf<R extends { readonly number: number }>(
  query: Query,
  table: string,
  event: number,
): AsyncGenerator<R> {
  const sql = `SELECT * FROM ${table} WHERE event = ?1 AND number > ?2 ORDER BY number LIMIT ?3`;
  for (let last = 0; ; ) {
    const rows: readonly R[] = await query<R>(sql, [event, last, batchSize]);
    yield* rows;
    last = rows.at(-1)?.number ?? 0;
    if (rows.length < batchSize) return;
  }
}

async function insert(query: Query, table: string, row: SqlRow): Promise<void> {
  await query(insertion(table, Object.keys(row)), Object.values(row));
}
