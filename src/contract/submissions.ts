// Owns the endpoints of submissions, which are proposed talks: create, update, search, list.
import { _default, object, optional } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { pageRequest } from './paging.ts';
import { status, text } from './text.ts';

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
  example: { title: 'Queues all the way down', submitter_email: 'amina@example.org', track_id: 'backend' },
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
      status: optional(status()),
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
  body: pageRequest,
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
  query: pageRequest,
  returns: 'page',
  example: { status: 'accepted' },
});
