// Owns the endpoints of the API: their paths, fields and limits. Every other part of the program
// follows from these rows.
import { _default, nullable, object, optional } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { type RecordStatus, statuses } from './statuses.ts';
import { integer, text } from './text.ts';

/** Filters, and a page. The server decides on bounds. */
function pageRequest({ recommended }: RecordStatus) {
  const description = `only with this status: ${recommended.join(', ')}`;
  return object({
    status: optional(text(description, { recommended })),
    track: optional(text('only records on this track, by its id or name')),
    page: _default(integer('page number, from 1'), 1),
    pageSize: _default(integer('records per page'), 25),
  });
}

/** The status of a record. Any text is allowed. */
function status({ recommended }: RecordStatus, limits: { max?: number } = {}) {
  return text(`status: ${recommended.join(', ')} or another`, { ...limits, recommended });
}

const firstName = () => text('first name', { max: 200 });
const lastName = () => text('last name', { max: 200 });

// Create and update accept these fields alike; null clears them.
const profile = () => ({
  company_name: optional(nullable(text('company or organization', { max: 300 }))),
  title: optional(nullable(text('job title', { max: 300 }))),
  about: optional(nullable(text('biography', { max: 50_000 }))),
});
const organization = () => ({
  speaker_status: optional(nullable(status(statuses.speakers, { max: 32 }))),
  logistics_notes: optional(nullable(text('notes on travel, diet and equipment', { max: 50_000 }))),
});

export const createSpeaker = defineEndpoint({
  number: 1,
  title: 'Create Speaker',
  summary: 'Add a speaker to an event',
  method: 'POST',
  path: '/v1/events/{event_id}/speakers',
  resource: 'speakers',
  verb: 'add',
  body: () =>
    object({
      email: text('e-mail address', { min: 3, max: 320 }),
      first_name: _default(firstName(), ''),
      last_name: _default(lastName(), ''),
      ...profile(),
      ...organization(),
    }),
  returns: 'created',
  key: ['email'],
  example: { email: 'amina@example.org', first_name: 'Amina', last_name: 'Okoye' },
});

export const updateSpeaker = defineEndpoint({
  number: 3,
  title: 'Update Speaker',
  summary: 'Change a speaker',
  method: 'PATCH',
  path: '/v1/speakers/{speaker_id}',
  resource: 'speakers',
  verb: 'update',
  body: () =>
    object({
      email: optional(text('e-mail address', { max: 320 })),
      first_name: optional(firstName()),
      last_name: optional(lastName()),
      ...profile(),
      photo_url: optional(text('URL of a portrait', { max: 2000 })),
      pronouns: optional(text('pronouns', { max: 100 })),
      linkedin_url: optional(text('LinkedIn URL', { max: 2000 })),
      twitter_url: optional(text('Twitter or X URL', { max: 2000 })),
      phone: optional(text('phone number', { max: 100 })),
      ...organization(),
    }),
  returns: 'record',
  example: { title: 'Principal Engineer', pronouns: 'she/her' },
});

export const listSpeakers = defineEndpoint({
  number: 11,
  title: 'List Speakers',
  summary: "List an event's speakers",
  method: 'GET',
  path: '/v1/events/{event_id}/speakers',
  resource: 'speakers',
  verb: 'list',
  query: () => pageRequest(statuses.speakers),
  returns: 'page',
  example: { status: 'confirmed' },
});

export const createSubmission = defineEndpoint({
  number: 2,
  title: 'Create Submission',
  summary: 'Add a submission to an event',
  method: 'POST',
  path: '/v1/events/{event_id}/submissions',
  resource: 'submissions',
  verb: 'add',
  body: () =>
    object({
      title: text('title of the talk', { min: 1, max: 300 }),
      submitter_email: text("submitter's e-mail address", { min: 3, max: 320 }),
      abstract: _default(text('abstract of the talk', { max: 50_000 }), ''),
      submitter_first_name: _default(text("submitter's first name", { max: 200 }), ''),
      submitter_last_name: _default(text("submitter's last name", { max: 200 }), ''),
      track_id: optional(text('track', { max: 64 })),
      format_id: optional(text('format, e.g. talk or workshop', { max: 64 })),
    }),
  returns: 'created',
  key: ['title', 'submitter_email'],
  example: {
    title: 'Queues all the way down',
    submitter_email: 'amina@example.org',
    track_id: 'backend',
  },
});

export const updateSubmission = defineEndpoint({
  number: 4,
  title: 'Update Submission',
  summary: 'Change the title, abstract, status or feedback of a submission',
  method: 'PATCH',
  path: '/v1/submissions/{submission_id}',
  resource: 'submissions',
  verb: 'update',
  body: () =>
    object({
      status: optional(status(statuses.submissions)),
      title: optional(text('title of the talk')),
      abstract: optional(text('abstract of the talk')),
      feedback: optional(text('feedback to the submitter')),
    }),
  returns: 'record',
  example: { status: 'accepted', feedback: 'The committee loved it.' },
});

export const searchSubmissions = defineEndpoint({
  number: 5,
  title: 'Search Submissions',
  summary: "Search an event's submissions by status and track",
  method: 'POST',
  path: '/v1/events/{event_id}/submissions/search',
  resource: 'submissions',
  verb: 'search',
  body: () => pageRequest(statuses.submissions),
  returns: 'page',
  example: { status: 'pending', track: 'backend' },
});

export const listSubmissions = defineEndpoint({
  number: 8,
  title: 'List Submissions',
  summary: "List an event's submissions",
  method: 'GET',
  path: '/v1/events/{event_id}/submissions',
  resource: 'submissions',
  verb: 'list',
  query: () => pageRequest(statuses.submissions),
  returns: 'page',
  example: { status: 'accepted' },
});

export const placeSession = defineEndpoint({
  number: 7,
  title: 'Place Session',
  summary: 'Place a submission in a room at a start time, or move it',
  method: 'PUT',
  path: '/v1/sessions/{submission_id}/schedule',
  resource: 'sessions',
  verb: 'place',
  // A PUT replaces the whole placement, so both fields are required.
  body: () =>
    object({
      room: text('room', { min: 1 }),
      start: text('start time: RFC 3339 with an offset, or a local time', { min: 1 }),
    }),
  returns: 'record',
  example: { room: 'Main Hall', start: '2026-05-02T09:00:00+02:00' },
});

export const listSessions = defineEndpoint({
  number: 10,
  title: 'List Submissions (sessions of an event)',
  summary: "List an event's sessions: its placed submissions",
  method: 'GET',
  path: '/v1/events/{event_id}/sessions',
  resource: 'sessions',
  verb: 'list',
  query: () => pageRequest(statuses.sessions),
  returns: 'page',
  example: { track: 'backend' },
});

export const searchContacts = defineEndpoint({
  number: 6,
  title: 'Search Contacts',
  summary: "Search an event's contacts by status and track",
  method: 'POST',
  path: '/v1/events/{event_id}/contacts/search',
  resource: 'contacts',
  verb: 'search',
  body: () => pageRequest(statuses.contacts),
  returns: 'page',
  example: { status: 'confirmed' },
});

export const listContentItems = defineEndpoint({
  number: 9,
  title: 'List Content Items',
  summary: "List an event's content items: what its speakers were asked to send",
  method: 'GET',
  path: '/v1/events/{event_id}/content-items',
  resource: 'content-items',
  verb: 'list',
  query: () => pageRequest(statuses['content-items']),
  returns: 'page',
  example: { status: 'missing' },
});
