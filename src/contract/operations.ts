// Owns the optional operations of the API: a service may lack any of them. No command follows from
// these rows: a caller decides what happens without an operation.
import { _default, object } from 'zod/mini';
import { defineOperation } from './endpoint.ts';
import { integer } from './text.ts';

/** A page. The server decides on bounds. */
function pageRequest() {
  return object({
    page: _default(integer('page number, from 1'), 1),
    pageSize: _default(integer('records per page'), 25),
  });
}

export const listEvents = defineOperation({
  summary: 'List the events of the organization',
  method: 'GET',
  path: '/v1/events',
  resource: 'events',
  verb: 'list',
  query: pageRequest,
  returns: 'page',
});

export const getEvent = defineOperation({
  summary: 'Show an event',
  method: 'GET',
  path: '/v1/events/{event_id}',
  resource: 'events',
  verb: 'show',
  returns: 'record',
});

export const listRooms = defineOperation({
  summary: "List an event's rooms",
  method: 'GET',
  path: '/v1/events/{event_id}/rooms',
  resource: 'rooms',
  verb: 'list',
  query: pageRequest,
  returns: 'page',
});

export const listTracks = defineOperation({
  summary: "List an event's tracks",
  method: 'GET',
  path: '/v1/events/{event_id}/tracks',
  resource: 'tracks',
  verb: 'list',
  query: pageRequest,
  returns: 'page',
});

export const listFormats = defineOperation({
  summary: "List an event's formats",
  method: 'GET',
  path: '/v1/events/{event_id}/formats',
  resource: 'formats',
  verb: 'list',
  query: pageRequest,
  returns: 'page',
});

export const unplaceSession = defineOperation({
  summary: 'Take a session out of the schedule',
  method: 'DELETE',
  path: '/v1/sessions/{submission_id}/schedule',
  resource: 'sessions',
  verb: 'unplace',
  returns: 'record',
});
