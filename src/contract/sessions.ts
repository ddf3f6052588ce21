// Owns the endpoints of sessions, which are submissions with a room and a start.
import { object } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { pageRequest } from './paging.ts';
import { text } from './text.ts';

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
  query: pageRequest,
  returns: 'page',
  example: { track: 'backend' },
});
