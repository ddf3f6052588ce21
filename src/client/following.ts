// Reads how a list continues after a page: links, cursors, or only that it does. Must not request anything.
import {
  continuation,
  cursors,
  doneName,
  lastName,
  moreName,
  nextNames,
  partialName,
  remainingName,
} from '../contract/page-names.ts';
import { type Place, withPlainNames } from './places.ts';
import { isRecord, type RecordData, type Response } from './response.ts';

/** How to request a page: by a link, or by fields of the query or the search body. */
export type NextPage =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string | number>> };

/** What follows a page: a page that can be requested, one whose number is not reported, none, or something unreadable. */
export type Following =
  | NextPage
  | { readonly kind: 'more' }
  | { readonly kind: 'none' }
  /** `field` holds a value of an unknown shape. */
  | { readonly kind: 'unreadable'; readonly field: string };

/** A number, or one written as text, as some languages write them. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/**
 * What the fields of a response report, wherever they are: a continuation (a link, a cursor, a next page), or only that there
 * is more (`has_more`, `truncated`, `remaining: 8`) or that this is not the end (`last: false`, `done: false`).
 * @param length the number of records on the page
 */
export function followingIn(places: readonly Place[], length: number): Following | undefined {
  const flags = places.flatMap(flagsIn);
  const all = places.map(({ fields }) => fields);
  const found = [
    ...all.flatMap((place) => [...linksIn(place), ...nextIn(place), ...cursorsIn(place, length)]),
    ...flags,
  ];
  // A cursor stays in the last page of some services; only `more` shows that it leads nowhere.
  const isLast = flags.some(({ kind }) => kind === 'none') && flags.every(({ kind }) => kind === 'none');
  if (isLast && found.every(({ kind }) => kind !== 'link')) return { kind: 'none' };
  const more = all.flatMap(continuationIn);
  const order = ['link', 'fields', 'unreadable', 'more', 'none'];
  return [...found, ...more].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0];
}

function nextIn(place: RecordData): readonly Following[] {
  return nextNames.filter((name) => name in place).map((name) => toFollowing(name, place[name]));
}

function cursorsIn(place: RecordData, length = 1): readonly Following[] {
  return Object.entries(cursors).flatMap(([name, parameter]): readonly Following[] => {
    const value = place[name];
    // A plain `cursor` may be the one of this page, and of an empty page it is.
    const isNext = name.includes('next') || name.startsWith('continu');
    if (!isNext && (length === 0 || isRecord(value))) return [];
    if (typeof value === 'string' && value !== '') return [{ kind: 'fields', fields: { [parameter]: value } }];
    if (Number.isSafeInteger(value)) return [{ kind: 'fields', fields: { [parameter]: Number(value) } }];
    if (value === null || value === '') return name.includes('next') ? [{ kind: 'none' }] : [];
    return value === undefined ? [] : [{ kind: 'unreadable', field: name }];
  });
}

/** What fields report without a way to continue. */
function flagsIn({ fields, isHeader }: Place): readonly Following[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Following[] => {
    if (value === undefined || value === null || value === '') return [];
    const isFalse = [false, 'false', 0, '0'].includes(value as never);
    if (moreName.test(name)) return [{ kind: isFalse ? 'none' : 'more' }];
    if (lastName.test(name)) return isBoolean(value) ? [{ kind: isFalse ? 'more' : 'none' }] : [];
    // Of these, the other value may be about something else than the list.
    if (doneName.test(name)) return isBoolean(value) && isFalse ? [{ kind: 'more' }] : [];
    if (partialName.test(name)) return isTrue(value) ? [{ kind: 'more' }] : [];
    // Beside a reset, and in headers, it is what remains of a rate limit.
    const isRate = isHeader || Object.keys(fields).some((other) => other.startsWith('reset'));
    return remainingName.test(name) && !isRate && (wholeNumber(value) ?? 0) > 0 ? [{ kind: 'more' }] : [];
  });
}

/** Anything that has the name of a next page and a value, in whatever form. */
function continuationIn(place: RecordData): readonly Following[] {
  return Object.entries(place).flatMap(([name, value]): readonly Following[] => {
    if ([undefined, null, '', false, 'false', 0, '0'].includes(value as never)) return [];
    const isKnown = nextNames.includes(name) || name in cursors;
    return !isKnown && continuation.test(name) ? [{ kind: 'more' }] : [];
  });
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean' || value === 'true' || value === 'false';
}

/** The links of JSON:API (`links.next`), of HAL (`_links.next.href`), or in a list with a `rel` each. */
function linksIn(place: RecordData): readonly Following[] {
  const links = Array.isArray(place.links) ? byRelation(place.links) : place.links;
  if (!isRecord(links)) return [];
  if (links.next !== undefined) return [toFollowing('links.next', links.next)];
  // A list that links to other pages, but to no next one, has none.
  return ['prev', 'previous', 'last'].some((relation) => relation in links) ? [{ kind: 'none' }] : [];
}

function byRelation(links: readonly unknown[]): RecordData {
  return Object.fromEntries(links.filter(isRecord).map((link) => [String(link.rel), link]));
}

function toFollowing(field: string, value: unknown): Following {
  if (value === null || value === false || value === '') return { kind: 'none' };
  if (value === true) return { kind: 'more' };
  const number = wholeNumber(value);
  if (number !== undefined) return { kind: 'fields', fields: { page: number } };
  // What is no address is a cursor.
  if (typeof value === 'string') {
    return /^(https?:|[./?])|\?/i.test(value)
      ? { kind: 'link', url: value }
      : { kind: 'fields', fields: { cursor: value } };
  }
  if (isRecord(value)) {
    const address = value.href ?? value.url ?? value.link;
    if (address === null) return { kind: 'none' };
    if (typeof address === 'string' && address !== '') return { kind: 'link', url: address };
    const found =
      wholeNumber(value.page) === undefined ? cursorsIn(withPlainNames(value))[0] : toFollowing(field, value.page);
    if (found !== undefined && found.kind !== 'none') return found;
  }
  return { kind: 'unreadable', field };
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
  return relations.some((relation) => ['prev', 'previous', 'last'].includes(relation)) ? { kind: 'none' } : undefined;
}

const parameterValue = String.raw`(?:"(?:\\.|[^"\\])*"|[^\s;,"]*)`;
const linkParameter = new RegExp(String.raw`;\s*([^\s=;,]+)\s*=\s*(${parameterValue})`, 'g');
const linkValue = new RegExp(String.raw`<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*${parameterValue})?)*)`, 'g');
