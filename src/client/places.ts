// Finds the objects of a response that may describe its list: around the records, and in the headers. Pure.
import { describing, plainName } from '../contract/page-names.ts';
import { isRecord, type RecordData, type Response } from './response.ts';

/** An object outside of the records; its fields also have plain names, without case, separators and signs. */
export interface Place {
  readonly fields: RecordData;
  /** Where services report page numbers and totals. Elsewhere, `total` may count anything. */
  readonly isPaging: boolean;
  readonly isHeader: boolean;
}

/**
 * The objects of a body that may describe its list, the most specific first. No word can be known in advance, so that all
 * of them are read, whatever their names, except those that describe something else: records (they have an id, a name or
 * a title), filters, rate limits, statistics.
 */
export function placesIn(body: unknown): readonly Place[] {
  return isRecord(body) ? walk(body, { depth: 0, isPaging: true, isHeader: false }) : [];
}

/** `X-Total-Count`, `X-Next-Cursor` and the like as fields; `X-Pagination` may hold JSON. */
export function placesInHeaders(headers: Response['headers']): readonly Place[] {
  const own = Object.entries(headers).filter(([name]) => !/^(?:content-|link$)/i.test(name));
  const fields = own.map(([name, value]) => {
    const [text = ''] = [value ?? ''].flat();
    return [name.replace(/^x-(?:wp-|ms-)?(?:pagination-)?|^pagination-/i, ''), jsonObject(text) ?? text.trim()];
  });
  return walk(Object.fromEntries(fields), { depth: 0, isPaging: true, isHeader: true });
}

/** The same fields, also by plain names: `next_cursor` and `nextCursor` as `nextcursor`. */
export function withPlainNames(fields: RecordData): RecordData {
  return { ...fields, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [plainName(name), value])) };
}

const unrelated =
  /^(?:api)?rate|ratelimit|quota|throttl|^limits$|facet|aggregat|statistic|stats$|counts$|filter|query|^params?$|parameters$|^request|^(?:current)?user$|^event$|^conference$/;
const identifying = ['id', '_id', 'uuid', 'name', 'title', 'email'];
const deepest = 5;
/** Of an object with more objects than this, they are entries of a dictionary. */
const mostObjects = 40;

function walk(fields: RecordData, place: Omit<Place, 'fields'> & { readonly depth: number }): readonly Place[] {
  const { depth, isPaging, isHeader } = place;
  const inner = Object.entries(fields)
    .filter((entry): entry is [string, RecordData] => isRecord(entry[1]))
    .map(([name, value]) => ({ name: plainName(name), value }))
    .filter(({ name, value }) => describing.includes(name) || !(unrelated.test(name) || isIdentified(value)));
  const isSearched = depth < deepest && inner.length <= mostObjects;
  const rank = (name: string) => (describing.includes(name) ? describing.indexOf(name) : describing.length);
  const found = (isSearched ? inner : [])
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .flatMap(({ name, value }) =>
      walk(/^cursors?$/.test(name) ? withCursorNames(value) : value, {
        depth: depth + 1,
        isPaging: isPaging && describing.includes(name),
        isHeader,
      }),
    );
  return [...found, { fields: withPlainNames(fields), isPaging, isHeader }];
}

/** `{"cursor": {"next": "3"}}`: not the number of a page. */
function withCursorNames(cursor: RecordData): RecordData {
  const { next, ...others } = cursor;
  return typeof next === 'string' && /^\w+$/.test(next) ? { ...others, nextcursor: next } : cursor;
}

function isIdentified(value: RecordData): boolean {
  return identifying.some((name) => name in value);
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
