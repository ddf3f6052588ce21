// Recognizes a document that is one page of several: by the names under which services report pages. Must not know records.
import { pageNames, plainName } from '../../contract/page-names.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from './value.ts';

export interface JsonPage {
  readonly records: number;
  /** In all pages, if the file reports it. */
  readonly total: number | undefined;
}

/**
 * Undefined if the document has all records, as far as it reports.
 * @param holders the document, and the object in it that has the records
 */
export function pageOf(holders: readonly JsonObject[], records: number): JsonPage | undefined {
  const places = holders.flatMap(placesIn);
  const numberAt = (names: RegExp) =>
    places
      .flatMap((place) => [...place].filter(([name]) => names.test(name)).map(([, value]) => wholeNumber(value)))
      .find((number) => number !== undefined);
  const total = numberAt(pageNames.count) ?? numberAt(pageNames.total);
  const pages = numberAt(pageNames.pages) ?? 1;
  const isPart = hasOtherPages(places) || pages > 1 || (total !== undefined && total > records);
  return isPart ? { records, total } : undefined;
}

type Place = ReadonlyMap<string, JsonValue>;

/** An object and those in it that describe a list (`pagination`, `meta`), by plain names. */
function placesIn({ members }: JsonObject): readonly Place[] {
  const place = new Map([...members].map(([name, value]) => [plainName(name), value]));
  const inner = [...place].flatMap(([name, value]) =>
    pageNames.objects.test(name) && isObject(value) ? placesIn(value) : [],
  );
  return [...inner, place];
}

function hasOtherPages(places: readonly Place[]): boolean {
  if (places.some((place) => hasLink(place.get('links')) || previousNames.some((name) => isGiven(place.get(name))))) {
    return true;
  }
  const all = places.flatMap((place) => [...place]);
  const ends = all.flatMap(([name, value]) => {
    if (value !== 'true' && value !== 'false') return [];
    if (pageNames.more.test(name)) return [value === 'false'];
    return pageNames.last.test(name) ? [value === 'true'] : [];
  });
  if (ends.includes(false)) return true;
  // A cursor stays in the last page of some services.
  return ends.length === 0 && all.some(([name, value]) => isNextName(name) && isGiven(value));
}

const previousNames = ['previous', 'prev', 'previouspage', 'prevpage', 'previouslink'];

function isNextName(name: string): boolean {
  // Others, such as `cursor`, may be those of this page.
  return pageNames.next.test(name) && /next|^continu/.test(name);
}

/** The links of JSON:API and HAL, or in a list with a `rel` each. */
function hasLink(links: JsonValue | undefined): boolean {
  const isOther = (relation: JsonValue | undefined) =>
    relation === 'next' || previousNames.some((name) => name === relation);
  if (isArray(links)) return links.some((link) => isObject(link) && isOther(link.members.get('rel')));
  return isObject(links) && [...links.members].some(([relation, value]) => isOther(relation) && isGiven(value));
}

/** Whether a value leads to a page, such as an address, a cursor, or `{"href": …}`. */
function isGiven(value: JsonValue | undefined): boolean {
  if (isObject(value)) return value.members.size > 0 && [...value.members.values()].some(isGiven);
  return typeof value === 'string' && !['', 'false', '0'].includes(value);
}

function wholeNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
