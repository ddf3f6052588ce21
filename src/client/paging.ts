// Reads what a response reports about its page and about the whole list: numbers, sizes, totals. Must not request anything.
import { countName, paging as names } from '../contract/page-names.ts';
import { type Following, followingIn, linkIn, wholeNumber } from './following.ts';
import { type Place, placesIn, placesInHeaders } from './places.ts';
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
  /** The largest number that may count the records of the whole list, whatever its name. Less certain than `totalResults`. */
  readonly largestCount?: number;
  /** Undefined if the response does not report it. */
  readonly following?: Following;
}

/**
 * The page that a response holds, with the paging reported under `pagination`, `meta` and so on, at the top level, or in
 * its headers; undefined if it holds no list.
 */
export function pageIn(response: ListResponse, resource: string): Page | undefined {
  const records = recordsIn(response.body, resource);
  return records && { records, ...readPaging(response, records.length) };
}

type ListResponse = Pick<Response, 'body' | 'headers'> & Partial<Pick<Response, 'status'>>;

/** Whether a page reports that the list has further pages. */
export function reportsMore({ records, page, totalPages, totalResults, largestCount, following }: Page): boolean {
  const offset = offsetIn(following);
  if (offset !== undefined && totalResults !== undefined) return offset < totalResults;
  if (following !== undefined) return following.kind !== 'none';
  if (totalPages !== undefined) {
    // Of a list whose pages begin at 0, the last one has the number before `totalPages`.
    const isShort = totalResults !== undefined && page === totalPages - 1 && records.length === totalResults;
    return (page ?? 1) < totalPages && !isShort;
  }
  const total = totalResults ?? largestCount;
  return total !== undefined && page === undefined && total > records.length;
}

/** The offset that requests a page, if it is one: there may be no record there. */
export function offsetIn(following: Following | undefined): number | undefined {
  const fields = following?.kind === 'fields' ? following.fields : {};
  const name = offsetNames.find((each) => each in fields);
  return name === undefined ? undefined : Number(fields[name]);
}

const offsetNames = ['offset', 'startAt', 'startIndex', 'skip'];

function readPaging({ body, headers, status }: ListResponse, length: number): Paging {
  const inBody = placesIn(body);
  const inHeaders = placesInHeaders(headers);
  const all = [...inBody, ...inHeaders];
  const places = all.filter(({ isPaging }) => isPaging).map(({ fields }) => fields);
  const read = (fields: readonly string[]) => readNumber(places, fields);
  const totalResults = read(names.totalResults) ?? rangeTotal(headers) ?? countIn(places, length);
  const paging = {
    page: read(names.page),
    pageSize: read(names.pageSize),
    totalPages: read(names.totalPages) ?? pagesInText(places),
    totalResults,
    largestCount: largestCountIn(all),
    following:
      withOffset(followingIn(inBody, length), places, length) ??
      linkIn(headers) ??
      followingIn(inHeaders, length) ??
      followingOffset(places, length, offsetNames) ??
      // "Partial Content", and nothing shows which part.
      (status === 206 && totalResults === undefined ? { kind: 'more' } : undefined),
  };
  return Object.fromEntries(Object.entries(paging).filter(([, value]) => value !== undefined));
}

type Headers = Response['headers'];

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
function followingOffset(
  places: readonly RecordData[],
  length: number,
  parameters: readonly string[],
): Following | undefined {
  const isNumbered = readNumber(places, names.page) !== undefined;
  if (isNumbered || length === 0) return undefined;
  for (const parameter of parameters) {
    const offset = readNumber(places, [parameter]);
    if (offset !== undefined) return { kind: 'fields', fields: { [parameter]: offset + length } };
  }
  return undefined;
}

/** Where only more is reported, an offset shows how to request it. */
function withOffset(
  following: Following | undefined,
  places: readonly RecordData[],
  length: number,
): Following | undefined {
  if (following?.kind !== 'more') return following;
  return followingOffset(places, length, [...offsetNames, 'start']) ?? following;
}

/** `"page": "1 of 4"` */
function pagesInText(places: readonly RecordData[]): number | undefined {
  const texts = places.map(({ page }) => /^\s*\d+\s*(?:of|\/)\s*(\d+)\s*$/.exec(String(page ?? ''))?.[1]);
  return wholeNumber(texts.find((text) => text !== undefined));
}

/** Of the fields anywhere whose names count records: the largest number. It may count something else. */
function largestCountIn(places: readonly Place[]): number | undefined {
  const counts = places.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) => (countName.test(name) ? (amount(value) ?? []) : [])),
  );
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** A number, `"11+"`, `"1-3 of 11"`, or `{"value": 11}`. */
function amount(value: unknown): number | undefined {
  if (isRecord(value)) return wholeNumber(value.value) ?? wholeNumber(value.count);
  const [, text] = typeof value === 'string' ? (/^(?:[^a-z]*(?:of|\/))?\s*(\d{1,15})\s*\+?$/i.exec(value) ?? []) : [];
  return wholeNumber(text ?? value);
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
