// Reads one response of a list: its records, and what it reports about others. Requests nothing.
import { isRecord, listNames, type RecordData, type Response, servedAt } from './response.ts';

/** One page of a list, with what the service reports about the list. */
export interface Page {
  readonly records: readonly RecordData[];
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly totalResults?: number | undefined;
  /** The link to the next page; null if the service reports that there is none. */
  readonly next?: string | null | undefined;
  /** A link or another member reports further records: `has_more`, `next_cursor`, `pageToken`. */
  readonly isContinued?: boolean;
  /** When the service answered, by its own clock: a whole second, in milliseconds since 1970. */
  readonly servedAt?: number | undefined;
}

type ListResponse = Pick<Response, 'body' | 'headers'>;

/** The page that a response holds; undefined if it holds no list. */
export function pageIn({ body, headers }: ListResponse, resource: string): Page | undefined {
  const list = listIn(body, resource);
  if (list === undefined) return undefined;
  const places = [list.holder, body].filter(isRecord).flatMap(withPagingObjects);
  const count = (...names: readonly string[]) =>
    places.flatMap((place) => names.map((name) => place[name])).find(isCount);
  const next = linkIn(headers) ?? places.map((place) => place.next).find(isLink);
  return {
    records: list.records,
    page: count('page', 'currentPage'),
    pageSize: count('pageSize'),
    totalPages: count('totalPages', 'pages'),
    totalResults: count('total', 'totalResults', 'totalCount'),
    next,
    isContinued: typeof next === 'string' || places.some(hasContinuation),
    servedAt: servedAt(headers),
  };
}

/** How many pages the list has, as reported, or by its total. */
export function pageCount({ totalPages, totalResults, pageSize = 0 }: Page): number | undefined {
  if (totalPages !== undefined || totalResults === undefined || pageSize === 0) return totalPages;
  return Math.ceil(totalResults / pageSize);
}

/** Whether a page reports that the list has further pages. */
export function reportsMore(page: Page): boolean {
  if (typeof page.next === 'string') return true;
  const pages = pageCount(page);
  if (pages !== undefined) return (page.page ?? 1) < pages;
  return page.page === undefined && (page.totalResults ?? 0) > page.records.length;
}

interface List {
  /** Undefined if the body is the array. */
  readonly name?: string;
  /** The object that contains the array. */
  readonly holder?: RecordData;
  readonly records: readonly RecordData[];
}

/**
 * The only array of objects in the body or in an object of it, preferring the resource's name,
 * `data`, `items` and `results`. An object with an id is a record, and contains no list.
 */
function listIn(body: unknown, resource: string): List | undefined {
  const lists = listsIn(body);
  const names = [...listNames(resource), 'data', 'items', 'results'];
  const preferred = names.flatMap((name) => lists.filter((list) => list.name === name));
  return preferred[0] ?? (lists.length === 1 ? lists[0] : undefined);
}

function listsIn(body: unknown): readonly List[] {
  if (isList(body)) return [{ records: body }];
  if (!isRecord(body)) return [];
  const holders = Object.values(body).filter((value) => isRecord(value) && !('id' in value));
  return [body, ...holders.filter(isRecord)].flatMap(listsOf);
}

function listsOf(holder: RecordData): readonly List[] {
  const members = Object.entries(holder);
  return members.flatMap(([name, records]) => (isList(records) ? [{ name, holder, records }] : []));
}

function isList(value: unknown): value is readonly RecordData[] {
  return Array.isArray(value) && value.every(isRecord);
}

function withPagingObjects(place: RecordData): readonly RecordData[] {
  const { pagination, paging, page, meta } = place;
  return [place, ...[pagination, paging, page, meta].filter(isRecord)];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isLink(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^(https?:\/\/|[/?])\S*$/i.test(value));
}

/** `Link: <…>; rel="next"` (RFC 8288). */
function linkIn({ link }: Response['headers']): string | undefined {
  return /<([^>]*)>[^<]*?;\s*rel\s*=\s*"?next\b/i.exec(String(link))?.[1];
}

/** Also on the last page, a cursor or a token may lead back. */
function hasContinuation(place: RecordData): boolean {
  return Object.keys(place).some(
    (name) => continuation.test(name) && !/prev/i.test(name) && Boolean(place[name]),
  );
}

const continuation = /next|has_?more|cursor|token/i;
