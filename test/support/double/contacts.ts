// Owns the operations on contacts, which are an event's speakers. Must not know how they change.
import type { Database } from './database.ts';
import {
  type Answer,
  findEvent,
  type Operation,
  type OperationInput,
  operation,
  PAGE_RULES,
  type PageQuery,
  pageOf,
  readPage,
} from './operation.ts';
import { sortedSpeakers } from './people.ts';
import { shownContact } from './records.ts';

/** `status` and `track` are ignored, whatever they are. */
const SEARCH_RULES = {
  status: { type: 'text', isNullable: true },
  track: { type: 'text', isNullable: true },
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const;

const list = operation({
  method: 'GET',
  path: '/v1/events/{event_id}/contacts',
  isOptional: true,
  query: PAGE_RULES,
  answer: ({ database, ids, query }) => contactPage(database, ids, query),
});

const search = operation({
  method: 'POST',
  path: '/v1/events/{event_id}/contacts/search',
  body: SEARCH_RULES,
  isBodyOptional: true,
  answer: ({ database, ids, body }) => contactPage(database, ids, body),
});

async function contactPage(
  database: Database,
  ids: OperationInput['ids'],
  bounds: Partial<PageQuery>,
): Promise<Answer> {
  const page = readPage(bounds);
  const event = await findEvent(database, ids);
  const speakers = await sortedSpeakers(database, event.id);
  return { status: 200, body: pageOf(speakers.map(shownContact), page) };
}

export const CONTACT_OPERATIONS: readonly Operation[] = [list, search];
