// Reads a list page by page until it is complete, whichever paging the server reports; a list that cannot be read completely
// is an error. Must not know how a page is requested.
import { ApiError, MalformedResponseError } from '../errors.ts';
import type { NextPage } from './following.ts';
import type { Page, PagingMode } from './paging.ts';
import { createSeenRecords } from './seen-records.ts';

/** Reads one page; undefined asks for the first one, without a page number. */
export type ReadPage = (next: NextPage | undefined) => Promise<Page>;

export interface ListOptions {
  readonly resource: string;
  /** The number of the page from which on the list is read; undefined for the whole list. */
  readonly first?: number | undefined;
  /** The requested page size. */
  readonly size?: number | undefined;
  readonly paging?: PagingMode | undefined;
  /** The most pages that are read: what a service reports may never end. */
  readonly maxPages?: number | undefined;
  /**
   * Called if the service reports neither a total nor an end, and has no other page than the first: it may not divide lists.
   * Without it, such a list is refused.
   */
  readonly onAssumedEnd?: ((records: string) => void) | undefined;
}

/** A page to request. */
interface Step {
  readonly next: NextPage;
  /** If the page is requested by its number. */
  readonly number?: number;
  /** A link or cursor of the service leads there. */
  readonly isLinked?: boolean;
  /** Whether the server has reported that there is such a page. */
  readonly isPromised: boolean;
}

/**
 * All pages, each without the records that earlier pages had. A list ends
 *
 * 1. where the server reports it: `next: null`, `has_more: false`, no link after pages that had one, as many records as its
 *    total, the last of its `totalPages`;
 * 2. otherwise after a page that is empty, does not exist or repeats the last one.
 *
 * In each case, the total must equal the number of records. With a named paging, what the server reports does not count.
 * @throws {MalformedResponseError} if the server reports further records and does not return them, or repeats pages
 */
export async function* followPages(read: ReadPage, options: ListOptions): AsyncGenerator<Page> {
  const { resource, first, size, paging = 'auto', maxPages = 10_000, onAssumedEnd } = options;
  const noun = resource.replaceAll('-', ' ');
  const isAuto = paging === 'auto';
  const seen = createSeenRecords(resource);
  const tokens = new Set<string>();
  /** Pages with new records, with the empty ones between them; and empty ones after these. */
  let pages = 0;
  let emptyPages = 0;
  let steps = 0;
  let count = 0;
  /** The last total, and the first one. */
  let total: number | undefined;
  let firstTotal: number | undefined;
  let totalPages: number | undefined;
  /** The last page number that the server reported. */
  let reported: number | undefined;
  let offsetName = 'offset';
  /** Pages are counted from 1, as the specification does, although the server has not reported a number. */
  let isNumberAssumed = false;
  /** A page that the server has reported is empty. */
  let isPromiseBroken = false;

  const whole = await read(undefined);
  yield add(whole);
  let page = whole;
  let step = after(isAuto ? whole : asNamed(whole), undefined);
  while (step !== undefined) {
    const found = await readStep(step);
    if (found instanceof ApiError) break;
    const added = add(found);
    if (found.records.length > 0 && added.records.length === 0) {
      if (isEndAt(found, step)) break;
    } else if (added.records.length > 0) yield added;
    step = after(isAuto ? found : asNamed(found), step);
    page = found;
  }
  const isShort = isPromiseBroken || (isAuto && total !== undefined && count < total);
  const isUncounted = pages > 1 && count !== total && pages !== totalPages;
  if (isNumberAssumed && first === undefined && (isShort || isUncounted || !isAuto)) {
    // A server that counts its pages from 0 has returned page 0 first.
    const found = await readStep({ ...byNumber(1), isPromised: false });
    const added = found instanceof ApiError ? undefined : add(found);
    if (added !== undefined && added.records.length > 0) yield added;
  }
  const isWhole = first === undefined && total !== undefined;
  if (isAuto && isWhole && count !== total) {
    const message = `the list of ${noun} is incomplete: the service reports ${total} and returned ${count}`;
    throw total === firstTotal ? unreadable(message) : changed(message);
  }
  if (isPromiseBroken && !isWhole && pages < (totalPages ?? Number.POSITIVE_INFINITY)) {
    throw unreadable(`the service reports further ${noun} after the first ${count}, but returns none`);
  }
  if (seen.isReordered && !isWhole) {
    throw changed(`the service returned some ${noun} on two pages, so others may be missing`);
  }

  function add(found: Page): Page {
    const records = seen.add(found.records);
    if (found.records.length === 0) emptyPages++;
    else if (records.length > 0) {
      pages += 1 + emptyPages;
      emptyPages = 0;
    }
    count += records.length;
    if (isAuto) note(found);
    return { ...found, records };
  }

  function note({ records, page: number, totalResults, totalPages: announced, following }: Page): void {
    if (number !== undefined && number > 1 + (reported ?? (first === undefined ? 0 : number))) {
      const before = reported === undefined ? 'first' : `after page ${reported}`;
      throw unreadable(`the service returned page ${number} of the ${noun} ${before}`);
    }
    reported = number ?? reported;
    if (announced !== undefined && announced < (totalPages ?? 0)) {
      throw changed(`the service reports ${announced} pages of ${noun} after ${totalPages}`);
    }
    totalPages = announced ?? totalPages;
    // Beside a next page, such a total counts the page.
    const isOfPage =
      totalResults === records.length && (records.length === 0 || (following ?? { kind: 'none' }).kind !== 'none');
    if (totalResults === undefined || (isOfPage && count > 0)) return;
    if (totalResults < (total ?? 0)) {
      throw changed(`the service reports ${totalResults} ${noun} in total after ${total}`);
    }
    total = totalResults;
    firstTotal ??= total;
    if (first === undefined && count > total) {
      throw unreadable(`the list of ${noun} is longer than the total that the service reports, ${total}`);
    }
  }

  /** How to request the page after this one; undefined if the list ends. */
  function after({ records, following, offset }: Page, before: Step | undefined): Step | undefined {
    if (++steps > maxPages) {
      throw new MalformedResponseError(
        `the list of ${noun} is longer than the ${maxPages} pages that are read at most`,
        {
          advice: { kind: 'allow_more_pages' },
        },
      );
    }
    const isComplete = first === undefined && count === total;
    const at = first === undefined ? pages + emptyPages : (before?.number ?? first);
    const hasPages = totalPages !== undefined && at < totalPages;
    const isEmpty = records.length === 0 && !hasPages;
    isPromiseBroken = isEmpty && before?.isPromised === true && before.isLinked !== true;
    if (following?.kind === 'none') return undefined;
    if (following !== undefined && following.kind !== 'more') {
      return isComplete && following.kind === 'fields' && 'offset' in following.fields ? undefined : linked(following);
    }
    if (isEmpty && following !== undefined) {
      throw unreadable(`the service reports further ${noun} after the first ${count}, but returns an empty page`);
    }
    if (isEmpty || (isComplete && following === undefined)) return undefined;
    const hasRecords = first === undefined && total !== undefined && count < total;
    const isPromised = following !== undefined || hasPages || hasRecords;
    if (!isPromised && (totalPages !== undefined || before?.isLinked === true)) return undefined;
    return offset === undefined ? numbered(before, isPromised) : { ...byField(offset.name, offset.next), isPromised };
  }

  /** A page without what it reports, if the user says how the list is divided. */
  function asNamed({ records, offset, following, elsewhere }: Page): Page {
    offsetName = offset?.name ?? offsetName;
    switch (paging) {
      case 'page':
        return { records };
      case 'offset':
        return { records, offset: { name: offsetName, next: count } };
      case 'cursor':
        return { records, following: following ?? elsewhere ?? { kind: 'none' } };
      case 'none':
      case 'auto':
        return { records, following: { kind: 'none' } };
    }
  }

  function linked(next: NextPage): Step {
    const token = next.kind === 'link' ? next.url : JSON.stringify(next.fields);
    if (tokens.has(token)) throw unreadable(`the list of ${noun} does not end: its pages lead in a circle`);
    tokens.add(token);
    return { next, isLinked: true, isPromised: true };
  }

  /** The number after the last one that was requested, or after the one that the server reports for the first page. */
  function numbered(before: Step | undefined, isPromised: boolean): Step {
    if (before?.number === undefined) isNumberAssumed = reported === undefined;
    return { ...byNumber((before?.number ?? first ?? reported ?? 1) + 1), isPromised };
  }

  /** A page; or the refusal of one that ends the list. @throws {MalformedResponseError} */
  async function readStep({ next, number, isLinked, isPromised }: Step): Promise<Page | ApiError> {
    try {
      return await read(next);
    } catch (error) {
      const isRefusal = error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code);
      if (!isRefusal || isLinked) throw error;
      const { status } = error;
      const which = number === undefined ? 'the next page' : `page ${number}`;
      const fault = `the service refuses ${which} of the ${noun} (${status})`;
      if (isPromised)
        throw unreadable(`${fault}, but reports that the list continues after the first ${count}`, status);
      // It may be farther away than the service allows, or the service may not know page numbers.
      if (isAuto && error.code === 'invalid_input') {
        if (pages > 1) throw unreadable(`${fault}, and may have more than ${count}`, status);
        assumeEnd(fault);
      }
      return error;
    }
  }

  /** Whether a page without new records is the end. @throws {MalformedResponseError} */
  function isEndAt(found: Page, { number, isLinked, isPromised }: Step): boolean {
    const isFirst = pages === 1;
    const isSame = hasSameRecords(found, page);
    // A server may count its pages from 0 in responses and from 1 in requests, or have returned all of them at first.
    if (isLinked || (isAuto && (number === 1 || (isFirst && !isPromised && !isSame)))) return false;
    const which = number === undefined ? 'the next one' : `page ${number}`;
    if (isPromised || (isFirst ? !isAuto : !isSame)) {
      throw unreadable(`the list of ${noun} does not end: the service returned an earlier page instead of ${which}`);
    }
    if (isFirst) assumeEnd(`the service returns the first page of the ${noun} instead of ${which}`);
    return true;
  }

  function assumeEnd(why: string): void {
    const isFull = count === size || count === whole.pageSize;
    if (isFull || whole.elsewhere !== undefined || onAssumedEnd === undefined) {
      throw unreadable(`${why}, and reports no total: it is unknown whether the first ${count} are all`);
    }
    onAssumedEnd(`${count} ${noun}`);
  }
}

function byNumber(number: number) {
  return { ...byField('page', number), number };
}

function byField(name: string, value: number): { readonly next: NextPage } {
  return { next: { kind: 'fields', fields: { [name]: value } } };
}

function hasSameRecords(a: Page, b: Page): boolean {
  return JSON.stringify(a.records) === JSON.stringify(b.records);
}

function changed(message: string): MalformedResponseError {
  return new MalformedResponseError(message, { fix: 'the list changed while it was read: run the command again' });
}

function unreadable(message: string, status?: number): MalformedResponseError {
  const advice = { kind: 'choose_paging' } as const;
  return new MalformedResponseError(message, { advice, ...(status === undefined ? {} : { status }) });
}
