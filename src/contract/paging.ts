// The filters and paging that lists take in their query and searches in their body.
import * as z from 'zod/mini';
import { integer, text } from './text.ts';

/** What the records are filtered by and which page of them is wanted. Bounds are the server's own. */
export const pageRequest = z.object({
  status: z.optional(text('only those with this status')),
  track: z.optional(text('only those on this track')),
  page: z._default(integer('which page, from 1'), 1),
  pageSize: z._default(integer('records on a page'), 25),
});

export type PageRequest = z.output<typeof pageRequest>;
