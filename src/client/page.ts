// Reads one response of a list: its records, and what it reports about others. Requests nothing.
import { isRecord, type RecordData, type Response, servedAt } from './response.ts';

/** One page of a list, with what the service reports about the list. */
export interface Page {
  readonly records: readonly RecordData[];
  /** Its number, from 1. */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly totalResults?: number | undefined;
  /** The link to the next page; null if the service reports that there is none. */
  readonly next?: string | null | undefined;
  /** It reports further records in any form: a link, `has_more`, `next_cursor`, `pageToken`. */
  readonly isContinued?: boolean;
  /** When the service answered, by its own clock: a whole second, in milliseconds since 1970. */
  readonly servedAt?: number | undefined;
}

/** The page that a response holds; undefined if it holds no list. */
export function pageIn(
  { body, headers }: Pick<Response, 'body' | 'headers'>,
  resource: string,
): Page | undefined {
  const root = Array.isArray(body) ? { data: body } : body;
  if (!isRecord(root)) return undefined;
  const list = listIn(root, resource);
  if (list === undefined) return undefined;
  const reports = [list.holder, root].flatMap(withPagingObjects);
  const count = (...names: readonly string[]) =>
    reports.flatMap((report) => names.map((name) => report[name])).find(isCount);
  return {
    records: list.records,
    page: count('page'),
    pageSize: count('pageSize'),
    // Of an empty list, some services report no page.
    totalPages: count('totalPages', 'pages') || undefined,
    totalResults: count('total', 'totalResults', 'totalCount'),
    next: reports.map(({ next }) => next).find(isLink),
    isContinued: nextLink.test(String(headers.link)) || reports.some(hasContinuation),
    servedAt: servedAt(headers),
  };
}

/** Whether a page that was requested alone reports that the list has further pages. */
export function reportsMore(response: Page): boolean {
  const { records, page = 1, pageSize = 0, totalPages, totalResults = 0 } = response;
  if (response.isContinued === true) return true;
  if (totalPages !== undefined) return page < totalPages;
  return totalResults > (page - 1) * pageSize + records.length;
}

/** The names of lists beside that of their resource, in the order of preference. */
const listNames = ['data', 'items', 'results'];

/** Objects beside the records that describe the list. */
const pagingObjectNames = ['pagination', 'paging', 'page', 'meta', 'links'];

/**
 * The only array of objects in the body or in an object of it, or the one with a known name; with
 * the object that holds it.
 */
function listIn(body: RecordData, resource: string) {
  // An object with an id is a record: its lists are about it.
  const holders = [body, ...Object.values(body)]
    .filter(isRecord)
    .filter((holder) => !('id' in holder));
  const lists = holders.flatMap((holder) =>
    Object.entries(holder).flatMap(([name, records]) =>
      isList(records) ? [{ name, holder, records }] : [],
    ),
  );
  const names = [resource, resource.replaceAll('-', '_'), ...listNames];
  const preferred = names.flatMap((name) => lists.filter((list) => list.name === name));
  return preferred[0] ?? (lists.length === 1 ? lists[0] : undefined);
}

function isList(value: unknown): value is readonly RecordData[] {
  return Array.isArray(value) && value.every(isRecord);
}

function withPagingObjects(place: RecordData): readonly RecordData[] {
  return [place, ...pagingObjectNames.map((name) => place[name]).filter(isRecord)];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isLink(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^(https?:\/\/|[/?])\S*$/i.test(value));
}

/** `Link: <…>; rel="next"` (RFC 8288). */
const nextLink = /rel\s*=\s*"?next\b/i;

/** Not what leads back: on the last page, `prev_cursor` has a value. */
const continuation = /^(?!.*prev).*(next|more|cursor|token)/i;

function hasContinuation(report: RecordData): boolean {
  return Object.entries(report).some(([name, value]) => continuation.test(name) && Boolean(value));
}
