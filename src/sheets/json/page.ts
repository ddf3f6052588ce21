// Recognizes a document that is one page of several: by the names under which services report pages. Must not know records.
import {
  cursors,
  moreNames,
  nextNames,
  paging,
  pagingObjects,
  plainName,
  wrappers,
} from '../../contract/page-names.ts';
import { isObject, type Json, type JsonObject } from './value.ts';

export interface Page {
  readonly records: number;
  /** In all pages, if the file reports it. */
  readonly total: number | undefined;
}

/**
 * Undefined if the document has all records, as far as it reports.
 * @param holders the document, and the object in it that has the records
 */
export function pageOf(holders: readonly JsonObject[], records: number): Page | undefined {
  const places = holders.flatMap(placesIn);
  const numberAt = (names: readonly string[]) =>
    places.flatMap((place) => names.map((name) => wholeNumber(place.get(name)))).find((number) => number !== undefined);
  const total = numberAt(['count', 'odatacount', ...paging.totalResults]);
  const pages = numberAt(paging.totalPages) ?? 1;
  const isPart = hasOtherPages(places) || pages > 1 || (total !== undefined && total > records);
  return isPart ? { records, total } : undefined;
}

type Place = ReadonlyMap<string, Json>;

/** An object and those in it that describe a list (`pagination`, `meta`), by plain names. */
function placesIn({ members }: JsonObject): readonly Place[] {
  const place = new Map([...members].map(([name, value]) => [plainName(name), value]));
  const inner = [...pagingObjects, ...wrappers].flatMap((name) => {
    const value = place.get(name);
    return isObject(value) ? placesIn(value) : [];
  });
  return [...inner, place];
}

function hasOtherPages(places: readonly Place[]): boolean {
  const flags = places.flatMap((place) => moreNames.map((name) => place.get(name)));
  // A cursor stays in the last page of some services.
  const isLast = flags.includes('false');
  const names = isLast ? previousNames : [...previousNames, ...nextNames, ...Object.keys(cursors)];
  return flags.includes('true') || places.some((place) => names.some((name) => isGiven(place.get(name))));
}

const previousNames = ['previous', 'prev', 'previouspage', 'prevpage', 'previouslink'];

/** Whether a value leads to a page, such as an address, a cursor, or `{"href": …}`. */
function isGiven(value: Json | undefined): boolean {
  if (isObject(value)) return value.members.size > 0 && [...value.members.values()].some(isGiven);
  return typeof value === 'string' && !['', 'false', '0'].includes(value);
}

function wholeNumber(value: Json | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
