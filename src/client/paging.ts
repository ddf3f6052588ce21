// Reads what a response reports about its page and about the whole list: numbers, sizes, totals. Must not request anything.
import { type Following, followingIn, linkIn, wholeNumber, withPlainNames } from './following.ts';
import { isRecord, type RecordData, type Response, recordsIn } from './response.ts';

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
  if (following?.kind === 'fields' && totalResults !== undefined && 'offset' in following.fields) {
    return Number(following.fields.offset) < totalResults;
  }
  if (following !== undefined) return following.kind !== 'none';
  if (totalPages !== undefined) {
    // Of a list whose pages begin at 0, the last one has the number before `totalPages`.
    const isShort = totalResults !== undefined && page === totalPages - 1 && records.length === totalResults;
    return (page ?? 1) < totalPages && !isShort;
  }
  return totalResults !== undefined && page === undefined && totalResults > records.length;
}

function readPaging(body: unknown, headers: Headers, length: number): Paging {
  const inBody = placesIn(body);
  const inHeaders = placesIn(fieldsOfHeaders(headers));
  const places = [...inBody, ...inHeaders];
  const read = (fields: readonly string[]) => readNumber(places, fields);
  const paging = {
    page: read(names.page),
    pageSize: read(names.pageSize),
    totalPages: read(names.totalPages),
    totalResults: read(names.totalResults) ?? rangeTotal(headers) ?? countIn(places, length),
    following: followingIn(inBody) ?? linkIn(headers) ?? followingIn(inHeaders) ?? followingOffset(inBody, length),
  };
  return Object.fromEntries(Object.entries(paging).filter(([, value]) => value !== undefined));
}

type Headers = Response['headers'];

/** Without case and separators. */
const names = {
  page: ['currentpage', 'page', 'pagenumber', 'number'],
  pageSize: ['pagesize', 'perpage', 'limit', 'size'],
  totalPages: ['totalpages', 'pagecount', 'lastpage'],
  totalResults: ['totalresults', 'total', 'totalcount', 'totalelements', 'totalitems', 'totalrecords'],
  count: ['count', 'odatacount'],
};

const containers = ['pagination', 'paging', 'meta', 'page', 'pageinfo', 'responsemetadata'];
const wrappers = ['data', 'embedded', 'response', 'result', 'payload'];

/** The objects that may hold paging, the most specific first, with plain names. */
function placesIn(body: unknown): readonly RecordData[] {
  if (!isRecord(body)) return [];
  const place = withPlainNames(body);
  return [...[...containers, ...wrappers].flatMap((name) => placesIn(place[name])), place];
}

/** `X-Total-Count`, `X-Next-Cursor` and the like as fields; `X-Pagination` may hold JSON. */
function fieldsOfHeaders(headers: Headers): RecordData {
  const own = Object.entries(headers).filter(([name]) => /^(?:x-|pagination-|next-)/i.test(name));
  return Object.fromEntries(
    own.map(([name, value]) => {
      const [text = ''] = [value ?? ''].flat();
      return [name.replace(/^x-(?:wp-|ms-)?(?:pagination-)?|^pagination-/i, ''), jsonObject(text) ?? text.trim()];
    }),
  );
}

function jsonObject(text: string): RecordData | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
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

/** Of a list that counts records instead of pages: the next offset, even if there may be no further record. */
function followingOffset(places: readonly RecordData[], length: number): Following | undefined {
  const offset = readNumber(places, ['offset']);
  const isNumbered = readNumber(places, names.page) !== undefined;
  if (offset === undefined || isNumbered || length === 0) return undefined;
  return { kind: 'fields', fields: { offset: offset + length } };
}

/** A `count` that is no larger than the page is only the number of its records. */
function countIn(places: readonly RecordData[], length: number): number | undefined {
  const count = readNumber(places, names.count);
  return count !== undefined && count > length ? count : undefined;
}

/** `Content-Range: items 0-24/39` */
function rangeTotal(headers: Headers): number | undefined {
  const [, total] = /\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? [];
  return wholeNumber(total);
}
