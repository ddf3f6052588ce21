// The filters and paging that lists take in their query and searches in their body.
import { _default, object, optional } from 'zod/mini';
import { integer, text } from './text.ts';

/** What the records are filtered by and which page of them is wanted. Bounds are the server's own. */
export const pageRequest = object({
  status: optional(text('only those with this status')),
  track: optional(text('only those on this track')),
  page: _default(integer('which page, from 1'), 1),
  pageSize: _default(integer('records on a page'), 25),
});
