// Reads what a response reports about its page and about the whole list: numbers, sizes, totals. Must not request anything.
import { paging as names, pagingObjects, plainName, topLevel, wrappers } from '../contract/page-names.ts';
import { reportedFailure } from './api-error.ts';
import {
  byRelation,
  type Following,
  followingIn,
  linkIn,
  type NextPage,
  wholeNumber,
  withPlainNames,
} from './following.ts';
import { isNullList, isRecord, type RecordData, type Response, recordsIn } from './response.ts';

/** How a service divides lists: as it reports itself, not at all, or in the named way. */
export type PagingMode = 'auto' | 'none' | 'page' | 'offset' | 'cursor';

/** One page of a list, with the paging that the server reported. */
export interface Page {
  readonly records: readonly RecordData[];
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly totalResults?: number | undefined;
  /** The offset of the page after this one, if the service counts records instead of pages. */
  readonly offset?: { readonly name: string; readonly next: number } | undefined;
  /** Undefined if the response does not report it. */
  readonly following?: Following | undefined;
  /** A continuation in a place or a header where it may belong to something else. */
  readonly elsewhere?: NextPage | { readonly kind: 'more' } | undefined;
}

type ListResponse = Pick<Response, 'body' | 'headers'> & Partial<Pick<Response, 'status'>>;

/** The page that a response holds, with the paging that it reports; undefined if it holds no list. */
export function pageIn(response: ListResponse, resource: string): Page | undefined {
  const { body, headers, status } = response;
  const places = placesIn(body);
  const read = (fields: readonly string[]) => readNumber(places, fields);
  const own = [`total${plainName(resource)}`, `${plainName(resource)}count`];
  const totalResults = read([...names.totalResults, ...own]) ?? wholeNumber(headers['x-total-count']);
  const isEmpty = (totalResults === 0 || isNullList(body, resource)) && reportedFailure(body) === undefined;
  const records = recordsIn(body, resource) ?? (isEmpty ? [] : undefined);
  if (records === undefined) return undefined;
  const { length } = records;
  const count = read(['count']);
  const anywhere = followingIn([...everyPlaceIn(body, '', 0), headerFields(headers)], length);
  const page = read(names.page);
  const offsetName = names.offset.find((name) => page === undefined && length > 0 && read([name]) !== undefined);
  return {
    records,
    page,
    pageSize: read(names.pageSize),
    totalPages: read(names.totalPages),
    // A `count` that is no larger than the page is only the number of its records.
    totalResults: totalResults ?? (count !== undefined && count > length ? count : undefined),
    offset: offsetName === undefined ? undefined : { name: offsetName, next: (read([offsetName]) ?? 0) + length },
    following: followingIn(places, length) ?? linkIn(headers),
    // "Partial Content", and nothing shows which part.
    elsewhere:
      anywhere === undefined || anywhere.kind === 'none' ? (status === 206 ? { kind: 'more' } : undefined) : anywhere,
  };
}

/** Whether a page reports that the list has further pages. */
export function reportsMore({ records, page, totalPages, totalResults, offset, following }: Page): boolean {
  if (following !== undefined) return following.kind !== 'none';
  if (offset !== undefined && totalResults !== undefined) return offset.next < totalResults;
  if (totalPages !== undefined) {
    // Of a list whose pages begin at 0, the last one has the number before `totalPages`.
    const isShort = totalResults !== undefined && page === totalPages - 1 && records.length === totalResults;
    return (page ?? 1) < totalPages && !isShort;
  }
  return totalResults !== undefined && page === undefined && totalResults > records.length;
}

/** The objects that describe the list: those with such a name, and the few fields beside the records that can mean nothing else. */
function placesIn(body: unknown): readonly RecordData[] {
  if (!isRecord(body)) return [];
  const fields = withPlainNames(body);
  const isCounted = ['total', 'totalresults'].some((name) => wholeNumber(fields[name]) !== undefined);
  const isMeant = (name: string) => topLevel.test(plainName(name)) || (isCounted && names.offset.includes(name));
  const beside = Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));
  const wrapped = wrappers.flatMap((name) => placesIn(fields[name]));
  return [...pagingObjects.flatMap((name) => describedBy(name, fields[name])), ...wrapped, beside];
}

/** An object that describes the list, after those within it. */
function describedBy(name: string, value: unknown): readonly RecordData[] {
  const fields = name === 'links' ? byRelation(value) : value;
  if (!isRecord(fields)) return [];
  const plain = withPlainNames(/^cursors?$/.test(name) ? withCursorNames(fields) : fields);
  return [...pagingObjects.flatMap((inner) => describedBy(inner, plain[inner])), plain];
}

/** `{"cursor": {"next": "3"}}`: not the number of a page. */
function withCursorNames(cursor: RecordData): RecordData {
  const { next, ...others } = cursor;
  return typeof next === 'string' && /^\w+$/.test(next) ? { ...others, nextcursor: next } : cursor;
}

/** All objects outside of the records, except other records and what repeats the request. */
function everyPlaceIn(value: unknown, name: string, depth: number): readonly RecordData[] {
  if (!isRecord(value) || depth > 5 || (depth > 0 && 'id' in value) || /filter|query|param/i.test(name)) return [];
  const fields = /^cursors?$/i.test(name) ? withCursorNames(value) : value;
  return [
    withPlainNames(fields),
    ...Object.entries(fields).flatMap(([key, each]) => everyPlaceIn(each, key, depth + 1)),
  ];
}

/** `X-Next-Cursor` as `nextcursor`; `X-Pagination` may hold JSON. */
function headerFields(headers: Response['headers']): RecordData {
  return withPlainNames(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace(/^x-(?:ms-)?/i, ''), value])),
  );
}

function readNumber(places: readonly RecordData[], fields: readonly string[]): number | undefined {
  const values = places.flatMap((place) => fields.map((field) => wholeNumber(place[field])));
  return values.find((number) => number !== undefined);
}
