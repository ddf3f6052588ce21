// Owns the operations on speakers and contacts. Must not know submissions.
import { randomUUID } from 'node:crypto';
import {
  checkStorable,
  type Database,
  DatabaseRefusal,
  readUuid,
  type SpeakerRow,
} from './database.ts';
import {
  type Answer,
  findEvent,
  found,
  type Input,
  type Operation,
  oneRecord,
  operation,
  PAGE_RULES,
  type Page,
  pageOf,
  Refusal,
  readPage,
} from './operation.ts';
import { compareTexts, strip } from './python-text.ts';
import { shownContact, shownSpeaker } from './records.ts';
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
  email: { type: 'text', max: 320, isNullable: true },
  first_name: NULLABLE_NAME,
  last_name: NULLABLE_NAME,
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

const TRIMMED = [
  'first_name',
  'last_name',
  'company_name',
  'title',
  'about',
  'logistics_notes',
] as const;
const AS_SENT = ['photo_url', 'pronouns', 'linkedin_url', 'twitter_url', 'phone'] as const;

/**
 * An address as it is stored.
 * @throws {Refusal} for a text that is no address
 */
export function readAddress(text: string | null | undefined): string {
  const address = strip(text ?? '').toLowerCase();
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || !domain.includes('.') || domain.endsWith('.')) {
    throw new Refusal(400, 'A valid e-mail address is required');
  }
  return address;
}

/** The speaker of the event with this address, as stored. */
export function speakerByAddress(database: Database, eventId: string, email: string) {
  return database.statement(() =>
    database.speakers.find((speaker) => speaker.event_id === eventId && speaker.email === email),
  );
}

/**
 * Inserts a speaker by one statement.
 * @throws {DatabaseRefusal} for an address that exists
 */
export function insertSpeaker(
  database: Database,
  values: Pick<SpeakerRow, 'event_id' | 'email'> & Partial<SpeakerRow>,
): Promise<SpeakerRow> {
  return database.statement(() => {
    checkStorable(values);
    database.checkAddress(values.event_id, values.email);
    const speaker: SpeakerRow = {
      id: randomUUID(),
      event_id: values.event_id,
      first_name: values.first_name ?? '',
      last_name: values.last_name ?? '',
      email: values.email,
      company_name: values.company_name ?? null,
      title: values.title ?? null,
      about: values.about ?? null,
      photo_url: null,
      pronouns: null,
      linkedin_url: null,
      twitter_url: null,
      phone: null,
      speaker_status: values.speaker_status ?? null,
      logistics_notes: values.logistics_notes ?? null,
      last_portal_access_at: null,
      invited_to_portal: false,
    };
    database.speakers.push(speaker);
    return { ...speaker };
  });
}

function readStatus(text: string | null | undefined): string | null {
  const status = strip(text ?? '').toLowerCase();
  if (status === '') return null;
  if (!STATUSES.includes(status)) {
    throw new Refusal(400, `speaker_status must be one of ${STATUSES.join(', ')}`);
  }
  return status;
}

async function speakerOf(database: Database, id: string | undefined): Promise<SpeakerRow> {
  const speaker = await database.statement(() => {
    const uuid = readUuid(id ?? '');
    return database.speakers.find((row) => row.id === uuid);
  });
  return found(speaker, 'Speaker not found');
}

/** The values of an update as they are stored. */
function readUpdate(body: Values<typeof UPDATE_RULES>): Partial<SpeakerRow> {
  const update: Record<string, string | null> = {};
  for (const name of TRIMMED) {
    const value = body[name];
    if (value !== undefined) update[name] = value === null ? null : strip(value);
  }
  for (const name of AS_SENT) {
    const value = body[name];
    if (value !== undefined) update[name] = value;
  }
  if (body.speaker_status !== undefined) update.speaker_status = readStatus(body.speaker_status);
  return update as Partial<SpeakerRow>;
}

/** The speakers of an event: those without a last name first. */
async function sortedSpeakers(database: Database, eventId: string): Promise<SpeakerRow[]> {
  const speakers = await database.query(() =>
    database.speakers.filter((speaker) => speaker.event_id === eventId),
  );
  const keyOf = ({ last_name, first_name, email }: SpeakerRow) =>
    [last_name, first_name, email].map((text) => text.toLowerCase());
  return speakers.sort((left, right) => compareTexts(keyOf(left), keyOf(right)));
}

async function checkAddressFree(
  database: Database,
  { id, event_id }: Pick<SpeakerRow, 'event_id'> & { readonly id?: string },
  email: string,
): Promise<void> {
  const existing = await speakerByAddress(database, event_id, email);
  if (existing !== undefined && existing.id !== id) {
    throw new Refusal(409, 'A speaker with this e-mail address already exists in this event');
  }
}

const LIST_RULES = {
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
  status: { type: 'text' },
  filter: { type: 'text' },
} as const;

const CONTACT_SEARCH_RULES = {
  status: { type: 'text', isNullable: true },
  track: { type: 'text', isNullable: true },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

/** Whether a speaker has the text of a filter in one of the fields that it searches. */
function matches(speaker: SpeakerRow, filter: string): boolean {
  const { first_name, last_name, email, company_name, title, speaker_status } = speaker;
  return [first_name, last_name, email, company_name, title, speaker_status].some(
    (text) => text?.toLowerCase().includes(filter) ?? false,
  );
}

const create = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/speakers',
  isWrite: true,
  body: CREATION_RULES,
  async answer({ database, ids, body }) {
    const event = await findEvent(database, ids);
    const email = readAddress(body.email);
    const speaker_status = readStatus(body.speaker_status);
    await checkAddressFree(database, { event_id: event.id }, email);
    const speaker = await insertSpeaker(database, {
      event_id: event.id,
      email,
      first_name: strip(body.first_name ?? ''),
      last_name: strip(body.last_name ?? ''),
      company_name: body.company_name ?? null,
      title: body.title ?? null,
      about: body.about ?? null,
      speaker_status,
      logistics_notes: body.logistics_notes ?? null,
    });
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
    const filter = strip(query.filter ?? '').toLowerCase();
    const speakers = await sortedSpeakers(database, event.id);
    const chosen = speakers.filter(
      (speaker) =>
        (status === null || speaker.speaker_status === status) && matches(speaker, filter),
    );
    return { status: 200, body: pageOf(chosen.map(shownSpeaker), page) };
  },
});

const update = operation({
  method: 'PATCH',
  path: '/v1/speakers/{speaker_id}',
  isWrite: true,
  body: UPDATE_RULES,
  async answer({ database, ids, body }) {
    const speaker = await speakerOf(database, ids.speaker_id);
    if (Object.keys(body).length === 0) throw new Refusal(400, 'No fields to update');
    const changed = readUpdate(body);
    if (body.email !== undefined) {
      const email = readAddress(body.email);
      await checkAddressFree(database, speaker, email);
      Object.assign(changed, { email });
    }
    const updated = await database.statement(() => {
      checkStorable(changed);
      if (changed.first_name === null || changed.last_name === null) {
        throw new DatabaseRefusal('a name cannot be null');
      }
      if (changed.email !== undefined) {
        database.checkAddress(speaker.event_id, changed.email, speaker.id);
      }
      return shownSpeaker(Object.assign(speaker, changed));
    });
    return oneRecord(updated);
  },
});

const show = operation({
  method: 'GET',
  path: '/v1/speakers/{speaker_id}',
  isOptional: true,
  async answer({ database, ids }) {
    return oneRecord(shownSpeaker(await speakerOf(database, ids.speaker_id)));
  },
});

async function contactPage(database: Database, ids: Input['ids'], page: Page): Promise<Answer> {
  const event = await findEvent(database, ids);
  const speakers = await sortedSpeakers(database, event.id);
  return { status: 200, body: pageOf(speakers.map(shownContact), page) };
}

const searchContacts = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/contacts/search',
  body: CONTACT_SEARCH_RULES,
  isBodyOptional: true,
  answer: ({ database, ids, body }) => contactPage(database, ids, readPage(body)),
});

const listContacts = operation({
  method: 'GET',
  path: '/v1/events/{event_id}/contacts',
  isOptional: true,
  query: PAGE_RULES,
  answer: ({ database, ids, query }) => contactPage(database, ids, readPage(query)),
});

export const SPEAKER_OPERATIONS: readonly Operation[] = [
  list,
  create,
  show,
  update,
  listContacts,
  searchContacts,
];
