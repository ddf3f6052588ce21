// Owns the schema and an example of each record that this service returns, with all of its members.
import type { Noun } from '../contract/endpoint.ts';
import { exampleIds, type RecordSchema } from '../contract/openapi.ts';
import {
  type PublicSubmission,
  publicSubmission,
  type ServedContact,
  type ServedContentItem,
  type ServedEvent,
  type ServedFormat,
  type ServedRoom,
  type ServedSpeaker,
  type ServedSubmission,
  type ServedTrack,
  servedContact,
  servedContentItem,
  servedEvent,
  servedFormat,
  servedRoom,
  servedSpeaker,
  servedSubmission,
  servedTrack,
} from './served.ts';
import {
  blankSpeaker,
  type ChoiceKind,
  type Speaker,
  type Submission,
} from './store/record-fields.ts';
import type { EventRecord, ListedChoice } from './store/store.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The schema of each member; the type check fails while one is missing. */
type MemberSchemas<T> = { readonly [Name in keyof T]: Schema };

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const nothing = { type: 'null' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };

/** It has these members, and may have others. */
function openObject(properties: Readonly<Record<string, Schema>>): Schema {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties,
    additionalProperties: true,
  };
}

function orNothing(schema: Schema): Schema {
  return { ...schema, type: ['object', 'null'] };
}

const speaker: MemberSchemas<ServedSpeaker> = {
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
  last_portal_access_at: nothing,
  invited_to_portal: flag,
};

const contact: MemberSchemas<ServedContact> = {
  id: text,
  full_name: text,
  email: text,
  company_name: textOrNull,
  title: textOrNull,
  about: textOrNull,
};

const publicMembers: MemberSchemas<PublicSubmission> = {
  id: text,
  event_id: text,
  friendly_id: text,
  title: text,
  abstract: text,
  description: text,
  status: text,
  starts_at: timeOrNull,
  ends_at: timeOrNull,
  is_abstract: flag,
  room: orNothing(openObject({ id: text, name: text, capacity: { type: ['integer', 'null'] } })),
  track: orNothing(openObject({ id: text, name: text, color: text })),
  format: orNothing(openObject({ id: text, name: text, default_duration_min: count })),
  speakers: { type: 'array', items: openObject({ id: text, full_name: text, email: text }) },
  submitted_at: time,
  updated_at: time,
};

const submission: MemberSchemas<ServedSubmission> = {
  ...publicMembers,
  submitter_email: text,
  submitter_first_name: text,
  submitter_last_name: text,
  feedback: text,
  created_at: time,
};

const contentItem: MemberSchemas<ServedContentItem> = {
  item_id: text,
  type: text,
  title: text,
  required: flag,
  due_at: nothing,
  assignment_status: text,
  approved: flag,
  status: text,
  current_version: count,
  versions_count: count,
  current_file: nothing,
  comment_count: count,
  updated_at: timeOrNull,
  uploaded_at: nothing,
  session_id: nothing,
  session_title: nothing,
  session: nothing,
  speaker: openObject({ contact_id: text, name: text, email: text, photo_url: textOrNull }),
};

const event: MemberSchemas<ServedEvent> = {
  id: text,
  name: text,
  slug: text,
  starts_at: nothing,
  ends_at: nothing,
  timezone: text,
  branding: { type: 'object' },
};

const listed = { id: text, org_id: text, event_id: text, name: text };
const room: MemberSchemas<ServedRoom> = { ...listed, order: count, capacity: nothing };
const track: MemberSchemas<ServedTrack> = { ...listed, color: text, order: count };
const format: MemberSchemas<ServedFormat> = { ...listed, default_duration_min: count };

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

const exampleRoom = { id: 'rom_01m2q4z8w0004f2v7w9y1a3d5f7h9', name: 'Main Hall' };
const exampleTrack = { id: 'trk_01m2q4z8w0003e1t6v8x0z2c4e6g8', name: 'backend' };
const exampleFormat = { id: 'fmt_01m2q4z8w0006h4x9z1a3c5f7h9kb', name: 'talk' };

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

function exampleChoice(kind: ChoiceKind, id: string, name: string): ListedChoice {
  return { id, kind, name, minutes: 40, position: 1 };
}

const exampleSession: Submission = {
  ...exampleSubmission,
  status: 'accepted',
  place: {
    room: exampleRoom,
    start: '2027-05-20T07:00:00+00:00',
    end: '2027-05-20T07:30:00+00:00',
  },
};

function described<T extends object>(
  name: string,
  members: MemberSchemas<T>,
  example: NoInfer<T>,
): RecordSchema {
  return {
    name,
    schema: openObject(members),
    example: Object.fromEntries(Object.entries(example)),
  };
}

/** What a list of content items has beside its page. */
export const contentMeta = openObject({
  event: openObject({ id: text, name: text }),
  counts: openObject({ received: count, missing: count, needs_changes: count }),
  outstanding: {
    type: 'array',
    items: openObject({
      contact_id: text,
      name: text,
      email: text,
      missing: { type: 'array', items: text },
    }),
  },
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
  rooms: described(
    'Room',
    room,
    servedRoom(exampleRef, exampleChoice('room', exampleRoom.id, exampleRoom.name)),
  ),
  tracks: described(
    'Track',
    track,
    servedTrack(exampleRef, exampleChoice('track', exampleTrack.id, exampleTrack.name)),
  ),
  formats: described(
    'Format',
    format,
    servedFormat(exampleRef, exampleChoice('format', exampleFormat.id, exampleFormat.name)),
  ),
};

/** Without what the public server does not show. */
export const strictRecords: Readonly<Record<Noun, RecordSchema>> = {
  ...usualRecords,
  submissions: described('Submission', publicMembers, publicSubmission(exampleSubmission)),
  sessions: described('Session', publicMembers, publicSubmission(exampleSession)),
};
