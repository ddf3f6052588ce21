// Owns the operations on speakers. Must not know submissions.
import { checkStorable, type Database, DatabaseRefusal, type SpeakerRow } from './database.ts';
import {
  findEvent,
  type Operation,
  oneRecord,
  operation,
  pageOf,
  RefusedRequest,
  readPage,
} from './operation.ts';
import {
  findSpeaker,
  insertSpeaker,
  type NewSpeaker,
  readAddress,
  sortedSpeakers,
  speakerByAddress,
} from './people.ts';
import { foldCase, strip } from './python-text.ts';
import { shownSpeaker } from './records.ts';
import type { Values } from './validation.ts';

const STATUSES = ['invited', 'confirmed', 'declined'];

const NAME = { type: 'text', max: 200 } as const;
const NULLABLE_NAME = { type: 'text', max: 200, isNullable: true } as const;
const LINE = { type: 'text', max: 300, isNullable: true } as const;
const LONG_TEXT = { type: 'text', max: 50_000, isNullable: true } as const;
const ADDRESS = { type: 'text', max: 2_000, isNullable: true } as const;
const SHORT = { type: 'text', max: 100, isNullable: true } as const;
const STATUS = { type: 'text', max: 32, isNullable: true } as const;

const CREATION_RULES = {
  email: { type: 'text', min: 3, max: 320, isRequired: true },
  first_name: NAME,
  last_name: NAME,
  company_name: LINE,
  title: LINE,
  about: LONG_TEXT,
  speaker_status: STATUS,
  logistics_notes: LONG_TEXT,
} as const;

const UPDATE_RULES = {
  first_name: NULLABLE_NAME,
  last_name: NULLABLE_NAME,
  email: { type: 'text', max: 320, isNullable: true },
  company_name: LINE,
  title: LINE,
  about: LONG_TEXT,
  photo_url: ADDRESS,
  pronouns: SHORT,
  linkedin_url: ADDRESS,
  twitter_url: ADDRESS,
  phone: SHORT,
  speaker_status: STATUS,
  logistics_notes: LONG_TEXT,
} as const;

const LIST_RULES = {
  status: { type: 'text' },
  filter: { type: 'text' },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

const create = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/speakers',
  isWrite: true,
  body: CREATION_RULES,
  async answer({ database, ids, body }) {
    const event = await findEvent(database, ids);
    const email = readAddress(body.email);
    const existing = await speakerByAddress(database, event.id, email);
    if (existing !== undefined) throw new RefusedRequest(409, 'A speaker has this e-mail address');
    const values: NewSpeaker = {
      event_id: event.id,
      email,
      first_name: strip(body.first_name ?? ''),
      last_name: strip(body.last_name ?? ''),
      company_name: body.company_name ?? null,
      title: body.title ?? null,
      about: body.about ?? null,
      speaker_status: readStatus(body.speaker_status),
      logistics_notes: body.logistics_notes ?? null,
    };
    const speaker = await database.statement(() => insertSpeaker(database, values));
    return oneRecord(shownSpeaker(speaker), 201);
  },
});

const list = operation({
  method: 'GET',
  path: '/v1/events/{event_id}/speakers',
  query: LIST_RULES,
  async answer({ database, ids, query }) {
    const page = readPage(query);
    const status = readStatus(query.status);
    const event = await findEvent(database, ids);
    const speakers = await sortedSpeakers(database, event.id, status);
    const filter = strip(foldCase(query.filter ?? ''));
    const chosen = speakers.filter((speaker) => searchedText(speaker).includes(filter));
    const envelope = pageOf(chosen, page);
    const data = envelope.data.map(shownSpeaker);
    return { status: 200, body: Object.assign(envelope, { data }) };
  },
});

const update = operation({
  method: 'PATCH',
  path: '/v1/speakers/{speaker_id}',
  isWrite: true,
  body: UPDATE_RULES,
  async answer({ database, ids, body }) {
    const speaker = await findSpeaker(database, ids.speaker_id);
    const changed = readUpdate(body);
    if (body.email !== undefined) {
      const email = readAddress(body.email);
      const existing = await speakerByAddress(database, speaker.event_id, email);
      // The server compares with the path's text: a speaker in capitals is another one.
      if (existing !== undefined && existing.id !== ids.speaker_id) {
        throw new RefusedRequest(409, 'Another speaker has this e-mail address');
      }
      Object.assign(changed, { email });
    }
    if (Object.keys(changed).length === 0) throw new RefusedRequest(400, 'Nothing to change');
    return oneRecord(shownSpeaker(await changeSpeaker(database, speaker, changed)));
  },
});

const show = operation({
  method: 'GET',
  path: '/v1/speakers/{speaker_id}',
  isOptional: true,
  async answer({ database, ids }) {
    return oneRecord(shownSpeaker(await findSpeaker(database, ids.speaker_id)));
  },
});

/**
 * A status as it is stored.
 * @throws {RefusedRequest} for another one
 */
function readStatus(text: string | null | undefined): string | null {
  const status = strip(text ?? '').toLowerCase();
  if (status === '') return null;
  if (!STATUSES.includes(status)) {
    throw new RefusedRequest(400, `A speaker's status is one of ${STATUSES.join(', ')}`);
  }
  return status;
}

/** What a filter searches, without case. */
function searchedText(speaker: SpeakerRow): string {
  const { first_name, last_name, email, company_name, title, speaker_status } = speaker;
  const texts = [first_name, last_name, email, company_name, title, speaker_status];
  return foldCase(texts.map((text) => text ?? '').join(' '));
}

const TRIMMED = [
  'first_name',
  'last_name',
  'company_name',
  'title',
  'about',
  'logistics_notes',
] as const;
const AS_SENT = ['photo_url', 'pronouns', 'linkedin_url', 'twitter_url', 'phone'] as const;

/** The values of an update as they are stored, but for the address. */
function readUpdate(body: Values<typeof UPDATE_RULES>): Partial<SpeakerRow> {
  const changed: Record<string, string | null> = {};
  for (const member of TRIMMED) {
    const value = body[member];
    if (value !== undefined) changed[member] = value === null ? null : strip(value);
  }
  for (const member of AS_SENT) {
    const value = body[member];
    if (value !== undefined) changed[member] = value;
  }
  if (body.speaker_status !== undefined) changed.speaker_status = readStatus(body.speaker_status);
  return changed;
}

/** @throws {DatabaseRefusal} for what the columns cannot hold */
function changeSpeaker(
  database: Database,
  { id, event_id }: SpeakerRow,
  changed: Partial<SpeakerRow>,
): Promise<SpeakerRow> {
  return database.statement(() => {
    checkStorable(changed);
    if (changed.first_name === null || changed.last_name === null) {
      throw new DatabaseRefusal('a name cannot be null');
    }
    if (changed.email !== undefined) database.checkAddress(event_id, changed.email, id);
    const speaker = database.speakers.find((row) => row.id === id);
    if (speaker === undefined) throw new Error(`no speaker ${id}`);
    Object.assign(speaker, changed);
    speaker.updated_at = database.stamp();
    database.moveToEnd(database.speakers, speaker);
    return structuredClone(speaker);
  });
}

export const SPEAKER_OPERATIONS: readonly Operation[] = [list, create, show, update];
