// Owns the endpoint of content items: the published program.
import { defineEndpoint } from './endpoint.ts';
import { pageRequest } from './paging.ts';

export const listContentItems = defineEndpoint({
  number: 9,
  title: 'List Content Items',
  summary: "List an event's content items: its published program",
  method: 'GET',
  path: '/v1/events/{event_id}/content-items',
  resource: 'content-items',
  verb: 'list',
  query: pageRequest,
  returns: 'page',
  example: { track: 'backend' },
});
