// Owns the filters and the paging that lists accept in their query and searches in their body.
import { _default, object, optional } from 'zod/mini';
import { integer, recommendedStatuses, text } from './text.ts';

/** Filters, and a page. The server decides on bounds. */
export function pageRequest() {
  return object({
    status: optional(text('only records with this status', { recommended: recommendedStatuses })),
    track: optional(text('only records on this track')),
    page: _default(integer('page number, from 1'), 1),
    pageSize: _default(integer('records per page'), 25),
  });
}
