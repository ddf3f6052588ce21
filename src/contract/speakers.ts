// Owns the endpoints of speakers: create, update, list.
import { _default, nullable, object, optional } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { pageRequest } from './paging.ts';
import { status, text } from './text.ts';

const firstName = () => text('first name', { max: 200 });
const lastName = () => text('last name', { max: 200 });

// Create and update accept these fields alike; null clears them.
const profile = () => ({
  company_name: optional(nullable(text('company or organization', { max: 300 }))),
  title: optional(nullable(text('job title', { max: 300 }))),
  about: optional(nullable(text('biography', { max: 50_000 }))),
});
const organization = () => ({
  speaker_status: optional(nullable(status({ max: 32 }))),
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
  query: pageRequest,
  returns: 'page',
  example: { status: 'accepted' },
});
