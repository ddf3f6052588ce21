// Reads what a response reports about the other pages of its list: numbers, totals, links, cursors. Must not request anything.
import { isRecord, type RecordData, type Response, recordsIn } from './response.ts';

/** How to request a page: by a link, or by a field of the query or the search body. */
export type NextPage =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'field'; readonly name: string; readonly value: string | number };

/** What follows a page: a page that can be requested, one whose number is not reported, none, or something unreadable. */
export type Following =
  | NextPage
  | { readonly kind: 'more' }
  | { readonly kind: 'none' }
  /** `field` holds a value of an unknown shape. */
  | { readonly kind: 'unreadable'; readonly field: string };

/** One page of a list, with the paging that the server reported. */
export interface Page extends Paging {
  readonly records: readonly RecordData[];
}

export interface Paging {
  readonly page?: number;
  readonly pageSize?: number;
  readonly totalPages?: number;
  readonly totalResults?: number;
  /** Undefined if the response does not report it. */
  readonly following?: Following;
}

/**
 * The page that a response holds, with the paging reported under `pagination`, `meta` and so on, at the top level, or in
 * its headers; undefined if it holds no list.
 */
export function pageIn({ body, headers }: Pick<Response, 'body' | 'headers'>, resource: string): Page | undefined {
  const records = recordsIn(body, resource);
  return records && { records, ...readPaging(body, headers, records.length) };
}

/** Whether a page reports that the list has further pages. */
export function reportsMore({ records, page, totalPages, totalResults, following }: Page): boolean {
  if (following !== undefined) return following.kind !== 'none';
  if (totalPages !== undefined) {
    // Of a list whose pages begin at 0, the last one has the number before `totalPages`.
    const isShort = totalResults !== undefined && page === totalPages - 1 && records.length === totalResults;
    return (page ?? 1) < totalPages && !isShort;
  }
  return totalResults !== undefined && page === undefined && totalResults > records.length;
}

function readPaging(body: unknown, headers: Headers, length: number): Paging {
  const places = placesIn(body);
  const read = (fields: readonly string[]) => readNumber(places, fields);
  const paging = {
    page: read(names.page),
    pageSize: read(names.pageSize),
    totalPages: read(names.totalPages) ?? headerNumber(headers, 'x-total-pages', 'x-wp-totalpages'),
    totalResults:
      read(names.totalResults) ??
      headerNumber(headers, 'x-total-count', 'x-total', 'x-wp-total') ??
      rangeTotal(headers) ??
      countIn(places, length),
    following: followingIn(places) ?? followingInHeaders(headers) ?? followingOffset(places, length),
  };
  return Object.fromEntries(Object.entries(paging).filter(([, value]) => value !== undefined));
}

type Headers = Response['headers'];

const names = {
  page: ['currentPage', 'current_page', 'page', 'pageNumber', 'page_number', 'number'],
  pageSize: ['pageSize', 'page_size', 'perPage', 'per_page', 'limit', 'size'],
  totalPages: ['totalPages', 'total_pages', 'pageCount', 'page_count', 'last_page', 'lastPage'],
  totalResults: [
    ...['totalResults', 'total_results', 'total', 'totalCount', 'total_count'],
    ...['totalElements', 'totalItems', 'total_items', 'totalRecords', 'total_records'],
  ],
  count: ['count', '@odata.count'],
  more: ['has_more', 'hasMore', 'hasNextPage', 'has_next_page', 'hasNext', 'has_next'],
  next: [
    ...['next', 'nextPage', 'next_page', 'nextPageUrl', 'next_page_url', 'nextUrl', 'next_url'],
    ...['nextLink', 'next_link', '@odata.nextLink'],
  ],
};

/** By the field that holds a cursor: the parameter that takes it. */
const cursors: Readonly<Record<string, string>> = {
  nextCursor: 'cursor',
  next_cursor: 'cursor',
  cursor: 'cursor',
  nextPageToken: 'pageToken',
  next_page_token: 'page_token',
  nextToken: 'nextToken',
  next_token: 'next_token',
  endCursor: 'after',
  end_cursor: 'after',
};

const containers = ['pagination', 'paging', 'meta', 'page', 'pageInfo', 'page_info', 'response_metadata'];

/** The objects that may hold paging, the most specific first. */
function placesIn(body: unknown): readonly RecordData[] {
  if (!isRecord(body)) return [];
  const outer = containers.map((name) => body[name]).filter(isRecord);
  const inner = outer.flatMap((place) => containers.map((name) => place[name])).filter(isRecord);
  const wrapped = isRecord(body.data) ? placesIn(body.data) : [];
  return [...inner, ...outer, ...wrapped, body];
}

function readNumber(places: readonly RecordData[], fields: readonly string[]): number | undefined {
  for (const place of places) {
    for (const field of fields) {
      const number = wholeNumber(place[field]);
      if (number !== undefined) return number;
    }
  }
  return undefined;
}

/** A number, or one written as text, as some languages write them. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function followingIn(places: readonly RecordData[]): Following | undefined {
  const found = places.flatMap((place) => [...linksIn(place), ...nextIn(place), ...cursorsIn(place), ...moreIn(place)]);
  // A cursor stays in the last page of some services; only `more` shows that it leads nowhere.
  const isLast = places.flatMap(moreIn).some(({ kind }) => kind === 'none');
  if (isLast && found.every(({ kind }) => kind !== 'link')) return { kind: 'none' };
  const order = ['link', 'field', 'unreadable', 'more', 'none'];
  return found.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0];
}

function nextIn(place: RecordData): readonly Following[] {
  return names.next.filter((name) => name in place).map((name) => toFollowing(name, place[name]));
}

function cursorsIn(place: RecordData): readonly Following[] {
  return Object.entries(cursors).flatMap(([name, parameter]): readonly Following[] => {
    const value = place[name];
    if (typeof value === 'string' && value !== '') return [{ kind: 'field', name: parameter, value }];
    if (Number.isSafeInteger(value)) return [{ kind: 'field', name: parameter, value: Number(value) }];
    if (value === null || value === '') return [{ kind: 'none' }];
    return value === undefined ? [] : [{ kind: 'unreadable', field: name }];
  });
}

function moreIn(place: RecordData): readonly Following[] {
  const values = names.more.map((name) => place[name]).filter((value) => typeof value === 'boolean');
  return values.map((value) => ({ kind: value ? 'more' : 'none' }));
}

/** The links of JSON:API (`links.next`), of HAL (`_links.next.href`), or in a list with a `rel` each. */
function linksIn(place: RecordData): readonly Following[] {
  return ['links', '_links'].flatMap((name): readonly Following[] => {
    const links = Array.isArray(place[name]) ? byRelation(place[name]) : place[name];
    if (!isRecord(links)) return [];
    if (links.next !== undefined) return [toFollowing(`${name}.next`, links.next)];
    // A list that links to other pages, but to no next one, has none.
    return ['prev', 'previous', 'last'].some((relation) => relation in links) ? [{ kind: 'none' }] : [];
  });
}

function byRelation(links: readonly unknown[]): RecordData {
  return Object.fromEntries(links.filter(isRecord).map((link) => [String(link.rel), link]));
}

function toFollowing(field: string, value: unknown): Following {
  if (value === null || value === false || value === '') return { kind: 'none' };
  if (value === true) return { kind: 'more' };
  const number = wholeNumber(value);
  if (number !== undefined) return { kind: 'field', name: 'page', value: number };
  // What is no address is a cursor.
  if (typeof value === 'string') {
    return /^(https?:|[./?])|\?/i.test(value) ? { kind: 'link', url: value } : { kind: 'field', name: 'cursor', value };
  }
  if (isRecord(value)) {
    const address = value.href ?? value.url;
    if (address === null) return { kind: 'none' };
    if (typeof address === 'string' && address !== '') return { kind: 'link', url: address };
    const found = wholeNumber(value.page) === undefined ? cursorsIn(value)[0] : toFollowing(field, value.page);
    if (found !== undefined && found.kind !== 'none') return found;
  }
  return { kind: 'unreadable', field };
}

/** `Link: <…>; rel="next"` (RFC 8288), or the page number in `X-Next-Page`. */
function followingInHeaders(headers: Headers): Following | undefined {
  const links = [headers.link ?? []].flat().join(', ');
  const relations: string[] = [];
  for (const [, url = '', parameters = ''] of links.matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*=\s*(?:"[^"]*"|[^\s;,"]+))*)/g,
  )) {
    const [, relation = ''] = /;\s*rel\s*=\s*"?([^";,]+)/i.exec(parameters) ?? [];
    const each = relation.toLowerCase().split(/\s+/);
    if (each.includes('next')) return { kind: 'link', url };
    relations.push(...each);
  }
  if (relations.some((relation) => ['prev', 'previous', 'last'].includes(relation))) return { kind: 'none' };
  const [next] = [headers['x-next-page'] ?? []].flat();
  if (next === undefined) return undefined;
  return next.trim() === '' ? { kind: 'none' } : toFollowing('x-next-page', next.trim());
}

/** Of a list that counts records instead of pages: the next offset, unless its total shows that it is complete. */
function followingOffset(places: readonly RecordData[], length: number): Following | undefined {
  const offset = readNumber(places, ['offset']);
  const isNumbered = readNumber(places, names.page) !== undefined;
  if (offset === undefined || isNumbered || length === 0) return undefined;
  const total = readNumber(places, names.totalResults) ?? countIn(places, length);
  if (total !== undefined && offset + length >= total) return { kind: 'none' };
  return { kind: 'field', name: 'offset', value: offset + length };
}

/** A `count` that is no larger than the page is only the number of its records. */
function countIn(places: readonly RecordData[], length: number): number | undefined {
  const count = readNumber(places, names.count);
  return count !== undefined && count > length ? count : undefined;
}

function headerNumber(headers: Headers, ...fields: readonly string[]): number | undefined {
  return readNumber([headers], fields);
}

/** `Content-Range: items 0-24/39` */
function rangeTotal(headers: Headers): number | undefined {
  const [, total] = /\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? [];
  return wholeNumber(total);
}
