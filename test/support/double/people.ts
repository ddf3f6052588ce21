// Owns the table of speakers: how it is searched, ordered and added to. Must not know requests.
import { randomUUID } from 'node:crypto';
import { checkStorable, type Database, type SpeakerRow } from './database.ts';
import { found, RefusedRequest } from './operation.ts';
import { foldCase, sortedBy, strip } from './python-text.ts';

/**
 * An address as it is stored.
 * @throws {RefusedRequest} for a text that is no address
 */
export function readAddress(text: string | null | undefined): string {
  const address = strip(text ?? '').toLowerCase();
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  const isAddress = at > 0 && domain.includes('.') && !/[.@]$/.test(domain);
  if (!isAddress) throw new RefusedRequest(400, 'A valid e-mail address is required');
  return address;
}

/** The speaker of the event with this address, as stored. */
export function speakerByAddress(
  database: Database,
  eventId: string,
  email: string,
): Promise<SpeakerRow | undefined> {
  return database.statement(() => {
    checkStorable({ email });
    const speaker = database.speakers.find(
      (row) => row.event_id === eventId && row.email === email,
    );
    return structuredClone(speaker);
  });
}

export type NewSpeaker = Pick<SpeakerRow, 'event_id' | 'email'> & Partial<SpeakerRow>;

/**
 * Adds a speaker to the table.
 * @throws {DatabaseRefusal} for an address that exists
 */
export function insertSpeaker(database: Database, values: NewSpeaker): SpeakerRow {
  checkStorable(values);
  database.checkAddress(values.event_id, values.email);
  const stamp = database.stamp();
  const speaker: SpeakerRow = {
    id: randomUUID(),
    event_id: values.event_id,
    first_name: values.first_name ?? '',
    last_name: values.last_name ?? '',
    email: values.email,
    company_name: values.company_name ?? null,
    title: values.title ?? null,
    about: values.about ?? null,
    photo_url: values.photo_url ?? null,
    pronouns: values.pronouns ?? null,
    linkedin_url: values.linkedin_url ?? null,
    twitter_url: values.twitter_url ?? null,
    phone: values.phone ?? null,
    speaker_status: values.speaker_status ?? null,
    logistics_notes: values.logistics_notes ?? null,
    last_portal_access_at: values.last_portal_access_at ?? null,
    invited_to_portal: values.invited_to_portal ?? false,
    created_at: stamp,
    updated_at: stamp,
  };
  database.speakers.push(speaker);
  return structuredClone(speaker);
}

/**
 * The speaker of a path.
 * @throws {RefusedRequest} if it does not exist
 * @throws {DatabaseRefusal} for an id that is no UUID
 */
export async function findSpeaker(database: Database, id = ''): Promise<SpeakerRow> {
  return found(await database.selectById(database.speakers, id), 'Speaker not found');
}

/** The speakers of an event, of one status if it is given: those without a last name first. */
export async function sortedSpeakers(
  database: Database,
  eventId: string,
  status?: string | null,
): Promise<SpeakerRow[]> {
  const speakers = await database.select(
    database.speakers,
    (row) => row.event_id === eventId && (status == null || row.speaker_status === status),
  );
  return sortedBy(speakers, ({ last_name, first_name, email }) =>
    [last_name, first_name, email].map(foldCase),
  );
}
