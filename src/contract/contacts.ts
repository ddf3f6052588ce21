// Owns the endpoint of contacts: the people of an event, both speakers and submitters.
import { defineEndpoint } from './endpoint.ts';
import { pageRequest } from './paging.ts';

export const searchContacts = defineEndpoint({
  number: 6,
  title: 'Search Contacts',
  summary: "Search an event's contacts by status and track",
  method: 'POST',
  path: '/v1/events/{event_id}/contacts/search',
  resource: 'contacts',
  verb: 'search',
  body: pageRequest,
  returns: 'page',
  example: { status: 'accepted' },
});
