// Reads a list page by page until it is complete, whichever paging the server reports; stops if pages repeat.
import { MalformedResponseError } from '../errors.ts';
import type { Page } from './response.ts';

/** Reads one page; undefined asks for the first one without a page number. */
export type ReadPage = (page: number | undefined) => Promise<Page>;

/** All pages from `first` on. @throws {MalformedResponseError} if the server reports further pages but repeats the same one */
export async function* followPages(read: ReadPage, first: number): AsyncGenerator<Page> {
  let previous = await read(undefined);
  let count = previous.records.length;
  yield previous;
  for (let number = first + 1; !isLast(previous, { number: number - 1, count, first }); number++) {
    const page = await read(number);
    if (page.records.length === 0) return;
    if (sameRecords(page, previous)) {
      // A server that reports no paging may have none: then every page is the whole list.
      if (!reportsPaging(page)) return;
      throw new MalformedResponseError(`the service returned page ${number - 1} again instead of page ${number}`, {
        fix: 'request a single page of a larger size; a list of several pages cannot be read from this service',
      });
    }
    count += page.records.length;
    previous = page;
    yield page;
  }
}

interface Progress {
  readonly number: number;
  /** Records read so far. */
  readonly count: number;
  readonly first: number;
}

function isLast(page: Page, { number, count, first }: Progress): boolean {
  const { records, pageSize, totalPages, totalResults, body } = page;
  if (records.length === 0 || Array.isArray(body)) return true;
  if (totalPages !== undefined) return number >= totalPages;
  if (totalResults !== undefined && first === 1) return count >= totalResults;
  // Only a size that the server reports counts: it may return fewer than requested.
  return pageSize !== undefined && records.length < pageSize;
}

function reportsPaging({ page, pageSize, totalPages, totalResults }: Page): boolean {
  return [page, pageSize, totalPages, totalResults].some((value) => value !== undefined);
}

function sameRecords(a: Page, b: Page): boolean {
  return JSON.stringify(a.records) === JSON.stringify(b.records);
}
