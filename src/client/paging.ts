// Reads what one response of a list reports: its records, and how the list continues and ends. Must not request anything.
import { listIn } from './record-list.ts';
import { isRecord, type RecordData, type Response, reportedFailure } from './response.ts';

/** How to request a page: by a link, or by fields of the query or the search body. */
export type NextPage =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string | number>> };

/** One page of a list, with what the server reports about the list. */
export interface Page {
  readonly records: readonly RecordData[];
  readonly page?: number | undefined;
  readonly totalPages?: number | undefined;
  readonly totalResults?: number | undefined;
  /** The list has as many records or more: a `count` may be that of the page. */
  readonly atLeast?: number | undefined;
  /** A reported link or token that leads to the next page. */
  readonly next?: NextPage | undefined;
  /** Whether there is a next page; undefined if the response does not report it. */
  readonly hasMore?: boolean | undefined;
}

type ListResponse = Pick<Response, 'body' | 'headers'> & Partial<Pick<Response, 'status'>>;

/** The page that a response holds; undefined if it holds no list. */
export function pageIn({ body, headers, status }: ListResponse, resource: string): Page | undefined {
  const found = listIn(body, resource);
  const places = [...placesIn(body), ...placesIn(found?.holder), ...headerPlaces(headers)];
  const fields = places.flatMap((place) => Object.entries(place));
  const read = (names: RegExp) =>
    fields.map(([name, value]) => (names.test(name) ? wholeNumber(value) : undefined)).find((n) => n !== undefined);
  const own = plainName(resource);
  const totalResults = read(pageNames.total) ?? read(new RegExp(`^(total${own}|${own}count)$`)) ?? rangeTotal(headers);
  const records = found?.records ?? (totalResults === 0 ? [] : undefined);
  if (records === undefined || (records.length === 0 && reportedFailure(body) !== undefined)) return undefined;
  const following = fields.flatMap(([name, value]) => nextIn(name, value, records.length));
  const flags = fields.flatMap(([name, value]) => flagIn(name, value));
  const isPart = status === 206 && totalResults === undefined;
  return {
    records,
    page: read(pageNames.page),
    totalPages: read(pageNames.pages),
    totalResults,
    atLeast: read(pageNames.count),
    next: following.find((each) => each.kind === 'link') ?? following.find((each) => each.kind === 'fields'),
    hasMore: anyOf(flags) ?? anyOf(following.map(({ kind }) => kind !== 'none')) ?? (isPart ? true : undefined),
  };
}

/** Whether a page reports that the list has further pages. */
export function reportsMore({ records, page, totalPages, totalResults, atLeast, hasMore }: Page): boolean {
  if (hasMore !== undefined) return hasMore;
  // Of a list whose pages begin at 0, the only one has the number before `totalPages`.
  if (totalPages !== undefined) return (page ?? 1) < totalPages && records.length !== totalResults;
  return page === undefined && (totalResults ?? atLeast ?? 0) > records.length;
}

/** A number, or one written as text, as some languages write them. */
function wholeNumber(value: unknown): number | undefined {
  const given = isRecord(value) ? value.value : value;
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** An object and those in it that describe a list (`pagination`, `meta`), by plain names. */
function placesIn(value: unknown, name = '', depth = 0): readonly RecordData[] {
  const fields = /^_?links?$/i.test(name) ? byRelation(value) : value;
  if (!isRecord(fields) || depth > 3 || (depth > 0 && 'id' in fields)) return [];
  const inner = Object.entries(fields).filter(([each]) => pageNames.objects.test(plainName(each)));
  return [withPlainNames(fields), ...inner.flatMap(([each, within]) => placesIn(within, each, depth + 1))];
}

function withPlainNames(fields: RecordData): RecordData {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [plainName(name), value]));
}

/** `X-Total-Count` as `totalcount`; `X-Pagination` holds JSON. */
function headerPlaces(headers: Response['headers']): readonly RecordData[] {
  const { link: _, ...others } = headers;
  const fields = Object.entries(others).map(([name, value]) => [name.replace(/^x-/i, ''), objectIn(value) ?? value]);
  return [...placesIn(Object.fromEntries(fields)), ...linksIn(headers)];
}

function objectIn(value: unknown): unknown {
  try {
    return typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

/** `Content-Range: items 0-24/39` (RFC 9110 §14.4) */
function rangeTotal(headers: Response['headers']): number | undefined {
  return wholeNumber(/\/(\d+)$/.exec(String(headers['content-range']))?.[1]);
}

/** The links of JSON:API and HAL, or in a list with a `rel` each. Links to other pages, but to no next one, report the end. */
function byRelation(links: unknown): unknown {
  const list = Array.isArray(links) ? links.filter(isRecord) : undefined;
  const relations = list ? Object.fromEntries(list.map((each) => [String(each.rel ?? each.relation), each])) : links;
  const isEnd = isRecord(relations) && ['first', 'prev', 'previous', 'last'].some((name) => name in relations);
  return isEnd ? { next: null, ...relations } : relations;
}

/** `Link: <…>; rel="next"` (RFC 8288). */
function linksIn({ link = [] }: Response['headers']): readonly RecordData[] {
  const untitled = String(link).replace(/title\*?="[^"]*"/gi, '');
  const links = [...untitled.matchAll(/<([^>]*)>[^<]*?;\s*rel\s*=\s*"?([^";,]*)/gi)];
  const relations = links.flatMap(([, href, rel = '']) => rel.split(/\s+/).map((each) => [each.toLowerCase(), href]));
  return placesIn(Object.fromEntries(relations), 'links');
}

type Following = NextPage | { readonly kind: 'more' } | { readonly kind: 'none' };

/** What a field reports about the next page: an address, a token, that there is one, or that there is none. */
function nextIn(name: string, value: unknown, length: number): readonly Following[] {
  const isNext = name.includes('next');
  // A plain `cursor` may be the one of this page, and of an empty page it is.
  if (!pageNames.next.test(name) || (!isNext && length === 0)) return [];
  if (value === null || value === false || value === '') return isNext ? [{ kind: 'none' }] : [];
  if (isRecord(value)) return nextIn('next', value.href ?? value.url ?? value.link, length);
  const isToken = /cursor|token/.test(name);
  const number = wholeNumber(value);
  if (number !== undefined && isNext && !isToken) return [{ kind: 'more' }];
  const text = typeof value === 'string' || (isToken && number !== undefined) ? String(value) : '';
  if (!/^\S+$/.test(text)) return [];
  if (isNext && !isToken && /^(https?:|[./?])|\?/i.test(text)) return [{ kind: 'link', url: text }];
  return [{ kind: 'fields', fields: { [name.includes('token') ? 'pageToken' : 'cursor']: text } }];
}

/** Whether there is more, if the field reports it. */
function flagIn(name: string, value: unknown): readonly boolean[] {
  if (typeof value !== 'boolean') return [];
  return pageNames.more.test(name) ? [value] : pageNames.last.test(name) ? [!value] : [];
}

function anyOf(values: readonly boolean[]): boolean | undefined {
  return values.length === 0 ? undefined : values.includes(true);
}

/** Without case, separators and signs: `@odata.nextLink` as `odatanextlink`. All names below are written in this way. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The names under which services report pages. */
const pageNames = {
  /** Objects that describe the list, and objects that wrap both. */
  objects:
    /^(pagination|paging|pageinfo|pages?|(response)?meta(data)?|links?|cursors?|info|(hydra)?view|next|data|d|embedded|response|results?|payload)$/,
  total:
    /^((hydra|wp|pagination)?total(count|results?|items|elements|records|size|hits|docs|rows|entries)?|odatacount|numfound|nbhits)$/,
  count: /^(count|itemcount|resultcount|recordcount)$/,
  pages: /^((wp)?total(number)?pages|(pagination)?pagecount|lastpage|pages|numpages|nbpages|pagetotal|totalpagecount)$/,
  page: /^(currentpage|page|pagenumber|pageindex|number|current)$/,
  /** Links, tokens and numbers; those without `next` may be those of this page. */
  next: /^((odata|hydra)?next(?!number)\w*|(end|after)?cursor|after|continuationtoken)$/,
  more: /^((has)?more(pages?|records|results|items)?|has(next|nextpage)|(is)?truncated)$/,
  last: /^(is)?last(page)?$/,
};
