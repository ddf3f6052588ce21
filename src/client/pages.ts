// Reads a list page by page until it is complete; a list that may be incomplete is an error. One
// that changes while it is read is read again. Must not know how a page is requested.
import { amount } from '../contract/amount.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';
import type { Page } from './page.ts';
import { type RecordData, recordId } from './response.ts';

/** Where a page is: behind a link, or at these parameters. */
export type PagePlace = string | Readonly<Record<string, number>>;

export interface ListOptions {
  readonly resource: string;
  /** Records per page, as requested. */
  readonly size: number;
  /** The parameter of page numbers, unless it is `page`; `none` if the list is not divided. */
  readonly paging?: string | undefined;
}

/** The list may have more than was read. */
export class IncompleteListError extends MalformedResponseError {}

/** Records were added, removed or moved between two pages, so that some may be missing. */
class ListChangedError extends IncompleteListError {}

/** Hosts of the public server cut a list here, and report this number as its total. */
export const listLimit = 1000;

/** A list of more pages has no end. */
const mostPages = 10_000;

/** A list that changes each time is being written: its error can be retried later. */
const mostReadings = 5;

/**
 * All pages, each without the records of earlier pages.
 * @throws {IncompleteListError} if the list is not known to be complete
 */
export async function* followPages(
  read: (place: PagePlace) => Promise<Page>,
  options: ListOptions,
): AsyncGenerator<Page> {
  const yielded = new Set<string>();
  for (let reading = 1; ; reading++) {
    try {
      for await (const page of readOnce(read, options)) {
        const records = page.records.filter((record) => !yielded.has(keyOf(record, options)));
        for (const record of records) yielded.add(keyOf(record, options));
        yield { ...page, records };
      }
      return;
    } catch (error) {
      if (!(error instanceof ListChangedError) || reading === mostReadings) throw error;
    }
  }
}

/** All records of a list that is read page by page. */
export async function recordsOf(pages: AsyncIterable<Page>): Promise<readonly RecordData[]> {
  const all: RecordData[] = [];
  for await (const { records } of pages) {
    for (const record of records) all.push(record);
  }
  return all;
}

/** What one reading of a list has brought so far. */
interface PartialList {
  /** Of its records. */
  readonly keys: Set<string>;
  last: Page;
  /** How many records the last page has that no earlier page has. */
  fresh: number;
  /** How many pages have new records, and these records. An empty list has one page. */
  pages: number;
  count: number;
  /** Whether a page has new records beside known ones. */
  isMixed: boolean;
  /** How many records and pages the service reports. */
  total: number | undefined;
  totalPages: number | undefined;
}

async function* readOnce(
  read: (place: PagePlace) => Promise<Page>,
  options: ListOptions,
): AsyncGenerator<Page> {
  const list: PartialList = {
    keys: new Set(),
    last: { records: [] },
    fresh: 0,
    pages: 0,
    count: 0,
    isMixed: false,
    total: undefined,
    totalPages: undefined,
  };
  let place: PagePlace | undefined = placeOf(1, options);
  while (place !== undefined) {
    const page: Page = await read(place).catch((error: unknown) => {
      throw list.pages === 0 ? error : laterError(error, list, options);
    });
    addPage(list, page, options);
    yield page;
    place = placeAfter(list, place, options);
  }
  checkEnd(list, options);
}

function placeOf(page: number, { paging, size: pageSize }: ListOptions): PagePlace {
  if (paging === undefined) return { page, pageSize };
  // The first page is the one without the parameter, which may in fact be an offset.
  return paging === 'none' || page === 1 ? { pageSize } : { [paging]: page, pageSize };
}

/** Its id; all of it, if it has none. */
function keyOf(record: RecordData, { resource }: ListOptions): string {
  return recordId(record, resource) ?? JSON.stringify(record);
}

/** @throws {ListChangedError} if the page shows that the list has become shorter */
function addPage(list: PartialList, page: Page, options: ListOptions): void {
  const keys = page.records.map((record) => keyOf(record, options));
  const fresh = keys.filter((key) => !list.keys.has(key)).length;
  const { reported: before = 0 } = lengthOf(list);
  for (const key of keys) list.keys.add(key);
  list.last = page;
  list.fresh = fresh;
  if (fresh > 0 || list.pages === 0) list.pages++;
  list.count += fresh;
  list.isMixed ||= fresh > 0 && fresh < keys.length;
  list.total = page.totalResults ?? list.total;
  list.totalPages = page.totalPages ?? list.totalPages;
  const { reported: after = 0 } = lengthOf(list);
  if (after < before) throw changed('became shorter while it was read', options);
}

/** The length that the service reports, and what was returned of it, both in one unit. */
function lengthOf({ total, totalPages, count, pages }: PartialList) {
  if (total !== undefined) return { reported: total, returned: count, unit: 'record' };
  return { reported: totalPages, returned: pages, unit: 'page' };
}

/** The place of the page after the one at `place`; undefined if the list ends. */
function placeAfter(
  list: PartialList,
  place: PagePlace,
  options: ListOptions,
): PagePlace | undefined {
  const { fresh, pages, last } = list;
  if (fresh === 0 || options.paging === 'none') return undefined;
  if (pages === mostPages) {
    const why = `it has more than ${mostPages.toLocaleString('en')} pages`;
    throw incomplete(why, options, 'check the base URL and the event');
  }
  if (options.paging === undefined && last.next !== undefined) return last.next ?? undefined;
  const { reported = Number.POSITIVE_INFINITY, returned } = lengthOf(list);
  if (typeof place === 'string' || returned >= reported) return undefined;
  return placeOf(pages + 1, options);
}

/** @throws {IncompleteListError} if the list may have more than has been read */
function checkEnd(list: PartialList, options: ListOptions): void {
  const { last, fresh, pages, count, isMixed, total } = list;
  if (isMixed && total !== count) {
    throw changed('has records on two pages, so others may be missing', options);
  }
  const { reported, returned, unit } = lengthOf(list);
  if (reported === returned) return;
  if (reported !== undefined) {
    const length = amount(reported, unit);
    throw incomplete(`the service reports ${length} and returned ${returned}`, options);
  }
  if (last.isContinued === true) {
    throw incomplete(`the service reports more than the first ${count}`, options);
  }
  if (pages > 1 || fresh > 0 || last.records.length === 0) return;
  // An undivided list has the length of a page only by chance.
  const isUndivided = last.records.length === count && count !== (last.pageSize ?? options.size);
  if (!isUndivided) throw incomplete('page 2 repeats records of page 1', options, undividedFix);
}

/** The error of a page after the first one, which a service may refuse if it divides no list. */
function laterError(error: unknown, { count }: PartialList, options: ListOptions): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, status } = error;
  if (code !== 'invalid_input' && code !== 'not_found') return error;
  const why = `the page after the first ${amount(count, 'record')} is refused: ${message}`;
  return incomplete(why, options, undividedFix, status);
}

const parameterFix = 'pass the parameter of its page numbers, such as --paging p';

const noneFix = 'if the first response is the whole list, pass --paging none';

const undividedFix = `${noneFix}; otherwise ${parameterFix}`;

/**
 * @param why the end of a sentence
 * @param status of a page that is refused
 */
function incomplete(
  why: string,
  options: ListOptions,
  fix = parameterFix,
  status?: number,
): IncompleteListError {
  return new IncompleteListError(`${nameOf(options)} may be incomplete: ${why}`, { fix, status });
}

/** @param fault the end of a sentence about the list */
function changed(fault: string, options: ListOptions): ListChangedError {
  const fix = 'the list changed while it was read: run the command again';
  return new ListChangedError(`${nameOf(options)} ${fault}`, { fix, retryable: true });
}

function nameOf({ resource }: ListOptions): string {
  return `the list of ${resource.replaceAll('-', ' ')}`;
}
