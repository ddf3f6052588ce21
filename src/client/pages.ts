// Follows a list from page to page until it is whole, whatever paging the server tells, and not in circles.
import { MalformedAnswerError } from '../errors.ts';
import type { Page } from './response.ts';

/** Reads one page; undefined asks for the first one as the server would give it. */
export type ReadPage = (page: number | undefined) => Promise<Page>;

/** All pages from `first` on. @throws {MalformedAnswerError} where the server promises more, but gives the same page again */
export async function* followPages(read: ReadPage, first: number): AsyncGenerator<Page> {
  let previous = await read(undefined);
  let count = previous.records.length;
  yield previous;
  for (let number = first + 1; !isLast(previous, { number: number - 1, count, first }); number++) {
    const page = await read(number);
    if (page.records.length === 0) return;
    if (sameRecords(page, previous)) {
      // A server that tells no paging may have none: then every page is the whole list.
      if (!tellsPaging(page)) return;
      throw new MalformedAnswerError(`the service gave page ${number - 1} again where page ${number} was asked for`, {
        fix: 'the list cannot be read whole from this service; ask for one page of a larger size',
      });
    }
    count += page.records.length;
    previous = page;
    yield page;
  }
}

interface Place {
  readonly number: number;
  /** Records read so far. */
  readonly count: number;
  readonly first: number;
}

function isLast(page: Page, { number, count, first }: Place): boolean {
  const { records, pageSize, totalPages, totalResults, body } = page;
  if (records.length === 0 || Array.isArray(body)) return true;
  if (totalPages !== undefined) return number >= totalPages;
  if (totalResults !== undefined && first === 1) return count >= totalResults;
  // Only a size that the server tells: it may give fewer than it was asked for.
  return pageSize !== undefined && records.length < pageSize;
}

function tellsPaging({ page, pageSize, totalPages, totalResults }: Page): boolean {
  return [page, pageSize, totalPages, totalResults].some((value) => value !== undefined);
}

function sameRecords(a: Page, b: Page): boolean {
  return JSON.stringify(a.records) === JSON.stringify(b.records);
}
