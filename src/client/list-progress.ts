// Owns what is known of a list while it is read: its records so far, what the server has promised, how to go on. Pure.
import { MalformedResponseError } from '../errors.ts';
import type { NextPage } from './following.ts';
import { offsetIn, type Page } from './paging.ts';
import { createSeenKeys } from './seen-keys.ts';
import { createSeenRecords } from './seen-records.ts';

export interface ListOptions {
  readonly resource: string;
  /** The number of the page from which on the list is read; undefined for the whole list. */
  readonly first?: number | undefined;
  /** The requested page size. */
  readonly size?: number | undefined;
}

/** A page to request. */
export interface Step {
  readonly next: NextPage;
  /** If the page is requested by its number. */
  readonly number?: number | undefined;
  /** Whether the server has reported that there is such a page. */
  readonly isPromised: boolean;
  /** The number of the first page is not certain, so that this may be the first page again. */
  readonly mayBeFirst?: boolean;
}

/**
 * What ends a list, and nothing else:
 *
 * 1. the server reports that nothing follows: `next: null`, `has_more: false`, no link or cursor after pages that had one;
 * 2. as many records as a total has *announced*: it was larger than what had been read. A total that equals the length of its
 *    page may be just that;
 * 3. the last of `totalPages`, if a total agrees or the page is not full: it is shorter than another page, or than the reported
 *    page size, unless that may only repeat the requested one: there is no total at all;
 * 4. the page after it is empty or does not exist, unless `totalPages` shows that further ones have records. One that is refused
 *    (400, 422) may also be beyond what the server returns at most: it ends a list only after a page that is not full, or if the
 *    server may not know page numbers;
 * 5. the same page again, from a server that reports no paging, or that only repeats its last page. If there was only one page,
 *    a request with the paging fields of other services must not return other records.
 *
 * A short page without a total ends nothing, because a server may return fewer records than requested. In each case, the
 * announced total must equal the number of records; a number that may be a total must not exceed it, unless 1 or 2 ends the list.
 * A total that shrinks, or records that appear again out of order, show that records may have moved to a page that had been
 * read: the list has changed.
 */
export interface ListProgress {
  /**
   * Adds a page; returns it without the records of earlier pages.
   * @throws {MalformedResponseError} if there are more records than reported, a page was passed over, or a total shrank
   */
  add(page: Page, step?: Step): Page;
  /** How to request the page after this one; undefined if the list ends. @throws {MalformedResponseError} if it cannot be requested */
  after(page: Page, step: Step | undefined): Step | undefined;
  /** The next step after one that brought the first page again. */
  again(step: Step): Step;
  /** What is unknown after this page number was refused as invalid. */
  refused(step: Step): MalformedResponseError | undefined;
  /** The page that may have been skipped: some servers count pages from 0 and do not report it. */
  skipped(step: Step | undefined): Step | undefined;
  /** A page as other services request it, if the server may have ignored the page number and reports nothing else. */
  otherwise(): Step | undefined;
  /**
   * Adds the response to it, undefined if it was refused; returns it without the records that were read before.
   * @throws {MalformedResponseError} if the server has pages that cannot be followed
   */
  addOther(page: Page | undefined): Page | undefined;
  /** What is missing, now that no further page comes. @param step the one that brought nothing, if any */
  fault(step: Step | undefined): MalformedResponseError | undefined;
  /** The error for a page that repeats earlier ones. */
  repeated(step: Step): MalformedResponseError;
}

/** The most pages that are read, unless the server reports more records: without a total, a list could be endless. */
export const mostPages = 5000;

export function createListProgress({ resource, first, size }: ListOptions): ListProgress {
  const noun = resource.replaceAll('-', ' ');
  const seen = createSeenRecords(resource);
  const tokens = createSeenKeys();
  let steps = 0;
  let count = 0;
  /** Pages with new records, and empty ones between them. */
  let pages = 0;
  let emptyPages = 0;
  let totalPages: number | undefined;
  /** The last announced total, and the first one. */
  let total: number | undefined;
  let firstTotal: number | undefined;
  /** What may be the total, by whatever name; counts unless the server has shown the end in another way. */
  let largestCount = 0;
  let isEndReported = false;
  /** The number of records in the longest page, or the largest reported page size. */
  let fullPage = 0;
  /** The number of records in the last page that had any. */
  let lastPage = 0;
  /** The first page is assumed to be page 1; without any total, nothing would show that it is page 0. */
  let isNumberAssumed = false;
  let isNumberUncertain = false;
  /** The number that the server reported last. */
  let lastNumber: number | undefined;

  return {
    add(page, step) {
      const records = seen.add(page.records);
      const { page: number = 0 } = page;
      if (step?.number !== undefined && lastNumber !== undefined && number > lastNumber + 1) {
        throw unreadable(`the service returned page ${number} of the ${noun} after page ${lastNumber}`);
      }
      lastNumber = page.page ?? lastNumber;
      if (records.length > 0) {
        pages += 1 + emptyPages;
        emptyPages = 0;
        lastPage = page.records.length;
      }
      count += records.length;
      noteTotals(page);
      isEndReported = page.following?.kind === 'none';
      return { ...page, records };
    },

    after(page, step) {
      const { following, records } = page;
      if (++steps > Math.max(mostPages, firstTotal ?? 0)) {
        throw unreadable(`the list of ${noun} does not end: ${steps} pages were read`);
      }
      if (following?.kind === 'none') return undefined;
      if (following?.kind === 'unreadable') {
        throw unreadable(
          `the list of ${noun} continues, but how is unknown: the field ${following.field} has an unknown form`,
        );
      }
      if (following !== undefined && following.kind !== 'more') {
        const isOffset = offsetIn(following) !== undefined;
        return isOffset && first === undefined && count === total ? undefined : followed(following);
      }
      if (records.length === 0) {
        if (isBetween(step?.number)) {
          emptyPages++;
          return numbered(page, step, true);
        }
        if (following === undefined || count === total) return undefined;
        throw unreadable(`the service reports further ${noun} after the first ${count}, but returns an empty page`);
      }
      const isPromised = following !== undefined || isMoreReported(step?.number ?? first);
      // The last of the pages that links or cursors lead to has none.
      const isLinked = step !== undefined && step.number === undefined;
      if (!isPromised && (isLinked || isClosed(page, step?.number))) return undefined;
      return numbered(page, step, isPromised);
    },

    again({ number = 0, isPromised }) {
      return { next: pageField(number + 1), number: number + 1, isPromised };
    },

    refused({ number }) {
      const isTotalKnown = total !== undefined || totalPages !== undefined || largestCount === count;
      if (isTotalKnown || pages < 2 || lastPage < fullPage) return undefined;
      return unreadable(`the service refuses page ${number} of the ${noun}, and may have more than ${count}`);
    },

    skipped(step) {
      const isNeeded = isNumberUncertain || (isNumberAssumed && this.fault(step) !== undefined);
      return isNeeded ? { next: pageField(1), number: 1, isPromised: false } : undefined;
    },

    otherwise() {
      if (first !== undefined || pages !== 1 || total !== undefined) return undefined;
      const numbers = { 'page[number]': 2, _page: 2, p: 2, pageNumber: 2, page_number: 2, pageSize: 1 };
      const offsets = { offset: count, skip: count, start: count, startIndex: count, startAt: count, from: count };
      const fields = { ...numbers, ...offsets };
      return { next: { kind: 'fields', fields }, number: 2, isPromised: false };
    },

    addOther(page) {
      const before = count;
      const added = page && this.add(page);
      // Without paging, it holds all records again.
      const isWhole = page !== undefined && page.records.length - (count - before) >= before;
      if (!isWhole && (count > before || before === size)) {
        throw unreadable(`the service has more than ${before} ${noun}, but how it numbers its pages is unknown`);
      }
      return added;
    },

    fault(step) {
      if (seen.isReordered && (first !== undefined || total === undefined)) {
        return changed(`the service returned some ${noun} on two pages, so others may be missing`);
      }
      if (first === undefined && total !== undefined) return count === total ? undefined : tooFew(total);
      const hasAllPages = pages > 1 && pages === totalPages;
      const isPromised = step?.number !== undefined && step.isPromised && !hasAllPages;
      const isShort = first === undefined && totalPages !== undefined && Math.max(pages, 1) < totalPages;
      if (!isPromised && !isShort) return first === undefined && !isEndReported ? faultOfCount() : undefined;
      return unreadable(`the service reports further ${noun} after the first ${count}, but returns none`);
    },

    repeated({ number }) {
      const which = number === undefined ? 'pages that were read before' : `an earlier page instead of page ${number}`;
      return unreadable(`the list of ${noun} does not end: the service returned ${which}`);
    },
  };

  function faultOfCount(): MalformedResponseError | undefined {
    return count < largestCount ? tooFew(largestCount) : undefined;
  }

  function noteTotals({ records, pageSize = 0, totalResults, totalPages: reported = 0, ...page }: Page): void {
    largestCount = Math.max(largestCount, page.largestCount ?? 0);
    const isEcho = pageSize === size && totalResults === undefined;
    fullPage = Math.max(fullPage, isEcho ? 0 : pageSize, records.length);
    if (reported > 0) {
      if (total === undefined && totalPages !== undefined && reported < totalPages) {
        throw changed(`the service reports ${reported} pages of ${noun} after ${totalPages}`);
      }
      totalPages = reported;
    }
    if (totalResults === undefined || totalResults === records.length) return;
    if (total !== undefined && totalResults < total) {
      throw changed(`the service reports ${totalResults} ${noun} in total after ${total}`);
    }
    const known = first === undefined ? count : records.length;
    if (total !== undefined || totalResults > known) total = totalResults;
    firstTotal ??= total;
    if (first === undefined && count > totalResults) {
      throw unreadable(`the list of ${noun} is longer than the total that the service reports, ${totalResults}`);
    }
  }

  function isMoreReported(number: number | undefined): boolean {
    if (first !== undefined) return totalPages !== undefined && (number ?? first) < totalPages;
    return (total !== undefined && count < total) || (totalPages !== undefined && pages < totalPages);
  }

  /** Whether an empty page may be followed by one with records. Two in a row are the end. */
  function isBetween(number: number | undefined): boolean {
    return (
      number !== undefined && totalPages !== undefined && number < totalPages && emptyPages === 0 && count !== total
    );
  }

  function isClosed({ records }: Page, number: number | undefined): boolean {
    if (first === undefined && total !== undefined) return count === total;
    if (totalPages === undefined) return false;
    // More pages than `totalPages` show that it counts something else.
    const isLast = first === undefined ? pages === totalPages : (number ?? first) >= totalPages;
    return isLast && (total !== undefined || records.length < fullPage);
  }

  function followed(next: NextPage): Step {
    const token = next.kind === 'link' ? next.url : JSON.stringify(next.fields);
    if (!tokens.add(token)) throw unreadable(`the list of ${noun} does not end: its pages lead in a circle`);
    const number = next.kind === 'fields' && next.fields.page !== undefined ? Number(next.fields.page) : undefined;
    return { next, number, isPromised: true };
  }

  /** The number after the last one that was requested, or after the one that the server reports for the first page. */
  function numbered(page: Page, step: Step | undefined, isPromised: boolean): Step {
    const before = step?.number ?? first;
    if (before !== undefined) return { next: pageField(before + 1), number: before + 1, isPromised };
    if (page.page !== undefined) {
      if (page.page > 1 && step === undefined)
        throw unreadable(`the service returned page ${page.page} of the ${noun} first`);
      const number = page.page + 1;
      isNumberAssumed = page.page === 1;
      isNumberUncertain = isNumberAssumed && !isPromised && page.following === undefined;
      // A server may count from 0 in its responses, and from 1 in its requests.
      return { next: pageField(number), number, isPromised, mayBeFirst: number === 1 };
    }
    isNumberAssumed = total !== undefined;
    const number = isNumberAssumed ? 2 : 1;
    return { next: pageField(number), number, isPromised, mayBeFirst: !isNumberAssumed };
  }

  function tooFew(reported: number): MalformedResponseError {
    const message = `the list of ${noun} is incomplete: the service reports ${reported} and returned ${count}`;
    if (reported === (firstTotal ?? largestCount)) return unreadable(message);
    return changed(message);
  }
}

function pageField(page: number): NextPage {
  return { kind: 'fields', fields: { page } };
}

function changed(message: string): MalformedResponseError {
  return new MalformedResponseError(message, { fix: 'the list changed while it was read: run the command again' });
}

function unreadable(message: string): MalformedResponseError {
  return new MalformedResponseError(message, {
    fix: 'request a single page of a larger size; the whole list cannot be read from this service',
  });
}
