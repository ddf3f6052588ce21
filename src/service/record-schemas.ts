// Owns the schema and an example of each record that this service returns, with all of its members.
import {
  array,
  boolean,
  int,
  looseObject,
  meta,
  null as nothing,
  nullable,
  string,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { count } from '../contract/document.ts';
import type { Noun } from '../contract/endpoint.ts';
import { exampleIds, type RecordSchema } from '../contract/openapi.ts';
import {
  publicSubmission,
  servedContact,
  servedContentItem,
  servedEvent,
  servedFormat,
  servedRoom,
  servedSpeaker,
  servedSubmission,
  servedTrack,
} from './served.ts';
import { blankSpeaker, type Speaker, type Submission } from './store/record-fields.ts';
import type { EventRecord, ListedChoice } from './store/store.ts';

const text = string();
const textOrNull = nullable(string());
const time = string().check(meta({ format: 'date-time' }));

const speaker = {
  id: text,
  full_name: text,
  first_name: text,
  last_name: text,
  email: text,
  company_name: textOrNull,
  title: textOrNull,
  about: textOrNull,
  photo_url: textOrNull,
  pronouns: textOrNull,
  linkedin_url: textOrNull,
  twitter_url: textOrNull,
  phone: textOrNull,
  speaker_status: textOrNull,
  logistics_notes: textOrNull,
  last_portal_access_at: nothing(),
  invited_to_portal: boolean(),
};

const contact = {
  id: text,
  full_name: text,
  email: text,
  company_name: textOrNull,
  title: textOrNull,
  about: textOrNull,
};

const publicMembers = {
  id: text,
  event_id: text,
  friendly_id: text,
  title: text,
  abstract: text,
  description: text,
  status: text,
  starts_at: nullable(time),
  ends_at: nullable(time),
  is_abstract: boolean(),
  room: nullable(looseObject({ id: text, name: text, capacity: nullable(int()) })),
  track: nullable(looseObject({ id: text, name: text, color: text })),
  format: nullable(looseObject({ id: text, name: text, default_duration_min: count })),
  speakers: array(looseObject({ id: text, full_name: text, email: text })),
  submitted_at: time,
  updated_at: time,
};

const submission = {
  ...publicMembers,
  submitter_email: text,
  submitter_first_name: text,
  submitter_last_name: text,
  feedback: text,
  created_at: time,
};

const contentItem = {
  item_id: text,
  type: text,
  title: text,
  required: boolean(),
  due_at: nothing(),
  assignment_status: text,
  approved: boolean(),
  status: text,
  current_version: count,
  versions_count: count,
  current_file: nothing(),
  comment_count: count,
  updated_at: nullable(time),
  uploaded_at: nothing(),
  session_id: nothing(),
  session_title: nothing(),
  session: nothing(),
  speaker: looseObject({ contact_id: text, name: text, email: text, photo_url: textOrNull }),
};

const event = {
  id: text,
  name: text,
  slug: text,
  starts_at: nothing(),
  ends_at: nothing(),
  timezone: text,
  branding: looseObject({}),
};

const listed = { id: text, org_id: text, event_id: text, name: text };
const room = { ...listed, order: count, capacity: nothing() };
const track = { ...listed, color: text, order: count };
const format = { ...listed, default_duration_min: count };

const at = '2026-03-01T09:30:00.250Z';
const { event_id, speaker_id, submission_id } = exampleIds;

const exampleSpeaker: Speaker = {
  ...blankSpeaker,
  id: speaker_id,
  email: 'amina@example.org',
  first_name: 'Amina',
  last_name: 'Okoye',
  created_at: at,
  updated_at: at,
};

const exampleRoom: ListedChoice = {
  kind: 'room',
  id: 'rom_01m2q4z8w0004f2v7w9y1a3d5f7h9',
  name: 'Main Hall',
  minutes: 0,
  position: 1,
};

const exampleTrack: ListedChoice = {
  kind: 'track',
  id: 'trk_01m2q4z8w0003e1t6v8x0z2c4e6g8',
  name: 'backend',
  minutes: 0,
  position: 1,
};

const exampleFormat: ListedChoice = {
  kind: 'format',
  id: 'fmt_01m2q4z8w0006h4x9z1a3c5f7h9kb',
  name: 'talk',
  minutes: 40,
  position: 0,
};

const exampleSubmission: Submission = {
  id: submission_id,
  event_id,
  number: 1,
  title: 'Queues all the way down',
  abstract: '',
  status: 'pending',
  feedback: '',
  submitter_email: exampleSpeaker.email,
  submitter_first_name: '',
  submitter_last_name: '',
  track: exampleTrack,
  format: undefined,
  place: undefined,
  created_at: at,
  updated_at: at,
};

const exampleEvent: EventRecord = {
  id: event_id,
  organization_id: 'org_01m2q4z8w0005g3w8y0z2b4e6g8ja',
  name: 'DevConf 2027',
  timezone: 'Europe/Lisbon',
  created_at: at,
  has_lists: true,
};

const exampleRef = { organizationId: exampleEvent.organization_id, eventId: event_id };

const exampleSession: Submission = {
  ...exampleSubmission,
  status: 'accepted',
  place: {
    room: exampleRoom,
    start: '2027-05-20T07:00:00+00:00',
    end: '2027-05-20T07:30:00+00:00',
  },
};

/** @param members of the record; the type check fails while one is missing */
function described<T extends object>(
  name: string,
  members: { readonly [Name in keyof T]: $ZodType },
  example: T,
): RecordSchema {
  const schema = looseObject(members);
  return { name, schema, example: Object.fromEntries(Object.entries(example)) };
}

/** What a list of content items has beside its page. */
export const contentMeta = looseObject({
  event: looseObject({ id: text, name: text }),
  counts: looseObject({ received: count, missing: count, needs_changes: count }),
  outstanding: array(
    looseObject({ contact_id: text, name: text, email: text, missing: array(text) }),
  ),
});

/** By their resource. */
export const usualRecords: Readonly<Record<Noun, RecordSchema>> = {
  speakers: described('Speaker', speaker, servedSpeaker(exampleSpeaker)),
  submissions: described('Submission', submission, servedSubmission(exampleSubmission)),
  sessions: described('Session', submission, servedSubmission(exampleSession)),
  contacts: described('Contact', contact, servedContact(exampleSpeaker)),
  'content-items': described(
    'ContentItem',
    contentItem,
    servedContentItem({ type: 'headshot', status: 'missing', speaker: exampleSpeaker }),
  ),
  events: described('Event', event, servedEvent(exampleEvent)),
  rooms: described('Room', room, servedRoom(exampleRef, exampleRoom)),
  tracks: described('Track', track, servedTrack(exampleRef, exampleTrack)),
  formats: described('Format', format, servedFormat(exampleRef, exampleFormat)),
};

/** Without what the public server does not show. */
export const strictRecords: Readonly<Record<Noun, RecordSchema>> = {
  ...usualRecords,
  submissions: described('Submission', publicMembers, publicSubmission(exampleSubmission)),
  sessions: described('Session', publicMembers, publicSubmission(exampleSession)),
};
