// Reads how a list continues after a page: links, cursors, or only that it does. Must not request anything.
import { cursors, lastNames, moreNames, nextNames, plainName } from '../contract/page-names.ts';
import { isRecord, type RecordData, type Response } from './response.ts';

/** How to request a page: by a link, or by fields of the query or the search body. */
export type NextPage =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string | number>> };

/** What follows a page: a page that can be requested, one that is only reported, or none. */
export type Following = NextPage | { readonly kind: 'more' } | { readonly kind: 'none' };

/** A number, or one written as text, as some languages write them. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** The same fields, also by plain names: `next_cursor` and `nextCursor` as `nextcursor`. */
export function withPlainNames(fields: RecordData): RecordData {
  return { ...fields, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [plainName(name), value])) };
}

/**
 * What the fields of a response report: a continuation (a link, a cursor, a next page), or only whether there is more.
 * @param length the number of records on the page
 */
export function followingIn(places: readonly RecordData[], length: number): Following | undefined {
  const found = places.flatMap((place) => nextIn(place, length));
  const flags = places.flatMap(flagsIn);
  const link = found.find(({ kind }) => kind === 'link');
  // A cursor stays in the last page of some services; only a flag shows that it leads nowhere.
  if (link === undefined && flags.includes(false) && !flags.includes(true)) return { kind: 'none' };
  const next = link ?? found.find(({ kind }) => kind === 'fields');
  return next ?? (flags.includes(true) ? { kind: 'more' } : found[0]);
}

function nextIn(place: RecordData, length: number): readonly Following[] {
  const next = nextNames.filter((name) => name in place).flatMap((name) => toFollowing(place[name]) ?? []);
  return [...next, ...cursorsIn(place, length)];
}

function cursorsIn(place: RecordData, length: number): readonly Following[] {
  return Object.entries(cursors).flatMap(([name, parameter]): readonly Following[] => {
    const value = place[name];
    const isNext = name.startsWith('next');
    // A plain `cursor` may be the one of this page, and of an empty page it is.
    const isEmpty = value === null || value === '';
    if (!isNext && (length === 0 || isEmpty)) return [];
    if (isEmpty) return [{ kind: 'none' }];
    return isToken(value) ? [{ kind: 'fields', fields: { [parameter]: value } }] : [];
  });
}

function isToken(value: unknown): value is string | number {
  return typeof value === 'string' ? /^\S+$/.test(value) : Number.isSafeInteger(value);
}

/** Whether there is more, for each field that reports it. */
function flagsIn(place: RecordData): readonly boolean[] {
  const valuesOf = (names: readonly string[]) => names.flatMap((name) => flag(place[name]) ?? []);
  return [...valuesOf(moreNames), ...valuesOf(lastNames).map((isLast) => !isLast)];
}

function flag(value: unknown): boolean | undefined {
  if ([true, 1, 'true', '1'].includes(value as never)) return true;
  return [false, 0, 'false', '0'].includes(value as never) ? false : undefined;
}

/** The value of `next`: an address, a page number or an opaque token; undefined if it is none of them. */
function toFollowing(value: unknown): Following | undefined {
  if (value === null || value === false || value === '') return { kind: 'none' };
  const number = wholeNumber(value);
  if (number !== undefined) return { kind: 'fields', fields: { page: number } };
  if (isRecord(value)) {
    const address = [value.href, value.url, value.link].find((each) => each !== undefined);
    return address === undefined
      ? (toFollowing(value.page) ?? cursorsIn(withPlainNames(value), 1)[0])
      : toFollowing(address);
  }
  if (typeof value !== 'string' || !isToken(value)) return undefined;
  const isAddress = /^(https?:|[./?])|\?/i.test(value);
  return isAddress ? { kind: 'link', url: value } : { kind: 'fields', fields: { cursor: value } };
}

/** The links of JSON:API (`links.next`) and HAL (`_links.next.href`), or in a list with a `rel` each, by relation. */
export function byRelation(links: unknown): RecordData | undefined {
  if (!Array.isArray(links)) return isRecord(links) ? links : undefined;
  return Object.fromEntries(links.filter(isRecord).map((link) => [String(link.rel), link]));
}

/** `Link: <…>; rel="next"` (RFC 8288) */
export function linkIn(headers: Response['headers']): Following | undefined {
  const links = [headers.link ?? []].flat().join(', ');
  const relations: string[] = [];
  for (const [, url = '', text = ''] of links.matchAll(linkValue)) {
    const parameters = [...text.matchAll(linkParameter)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]);
    // The first one counts (§3.3); other parameters may contain `rel=` in quotes.
    const [, relation = ''] = parameters.find(([name]) => name === 'rel') ?? [];
    const each = relation.toLowerCase().replaceAll('"', '').split(/\s+/);
    if (each.includes('next')) return { kind: 'link', url };
    relations.push(...each);
  }
  // A list that links to other pages, but to no next one, has none.
  return relations.some((relation) => ['prev', 'previous', 'last'].includes(relation)) ? { kind: 'none' } : undefined;
}

const parameterValue = String.raw`(?:"(?:\\.|[^"\\])*"|[^\s;,"]*)`;
const linkParameter = new RegExp(String.raw`;\s*([^\s=;,]+)\s*=\s*(${parameterValue})`, 'g');
const linkValue = new RegExp(String.raw`<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*${parameterValue})?)*)`, 'g');
