// Signs that a list has more than one page, under every name and in every place: followed, or refused. And what only looks so.
import { describe, expect, it } from 'vitest';
import { type Answer, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { MalformedResponseError } from '../errors.ts';

const all = Array.from({ length: 11 }, (_, n) => ({ id: `r${n}` }));
const ids = all.map(({ id }) => id);
const cap = 3;

type Report = (next: number | undefined, offset: number) => unknown;

/** A server whose parameters have other names than any known one: it can only be followed by a link. */
function serve(report: Report): Answer {
  return (_, next) => {
    const offset = next?.kind === 'link' ? Number(/q=(\d+)/.exec(next.url)?.[1]) : 0;
    return reply(offset, report);
  };
}

/** A server that knows one parameter. */
function knowing(parameter: string, report: Report): Answer {
  return (_, next) => reply(next?.kind === 'fields' ? Number(next.fields[parameter] ?? 0) : 0, report);
}

function reply(offset: number, report: Report): unknown {
  const data = all.slice(offset, offset + cap);
  const found = report(offset + cap < all.length ? offset + cap : undefined, offset);
  if (found instanceof WithHeaders) return new WithHeaders({ data }, found.headers, found.status);
  return { data, ...(found as object) };
}

const link = (next: number | undefined) => (next === undefined ? null : `/speakers?q=${next}`);
const text = (next: number | undefined) => (next === undefined ? null : `${next}`);
const header = (name: string, value: string) => new WithHeaders({}, { [name]: value });

describe('a list is read completely', () => {
  it.each<[string, Report]>([
    ['info.next', (next) => ({ info: { next: link(next), count: 11, pages: 4 } })],
    ['pages.next', (next) => ({ pages: { next: link(next) } })],
    ['link.next', (next) => ({ link: { next: link(next) } })],
    ['meta.links.next', (next) => ({ meta: { links: { next: link(next) } } })],
    ['nextPageUri', (next) => ({ nextPageUri: link(next) })],
    ['nextRecordsUrl beside done', (next) => ({ done: next === undefined, nextRecordsUrl: link(next) })],
    ['a link in an object of any name', (next) => ({ foo: { bar: { next_url: link(next) } } })],
    ['info.next beside another count', (next) => ({ info: { next: link(next) }, found: 40 })],
  ])('that continues by the link %s', async (_, report) => {
    expect((await readAll(serve(report))).ids).toEqual(ids);
  });

  it.each<[string, string, Report]>([
    ['metadata.next_cursor', 'cursor', (next) => ({ metadata: { next_cursor: text(next) } })],
    ['cursor.next', 'cursor', (next) => ({ cursor: { next: text(next) } })],
    ['cursors.after', 'after', (next) => ({ cursors: { after: text(next) } })],
    [
      'paging.cursors.after, on the last page too',
      'after',
      (_, offset) => ({ paging: { cursors: { after: offset + cap } } }),
    ],
    ['paging.next.after', 'after', (next) => (next === undefined ? {} : { paging: { next: { after: text(next) } } })],
    [
      'startAt and isLast',
      'startAt',
      (next, offset) => ({ startAt: offset, maxResults: cap, isLast: next === undefined }),
    ],
    ['nextPageStart', 'start', (next) => ({ nextPageStart: next ?? null, isLastPage: next === undefined })],
  ])('that continues by %s', async (_, parameter, report) => {
    expect((await readAll(knowing(parameter, report))).ids).toEqual(ids);
  });

  it.each<[string, object]>([
    ['a rate limit', { rateLimit: { remaining: 50, limit: 60, total: 60 }, remaining: 9, resetAt: 12 }],
    ['an event', { event: { id: 'e', complete: false, total: 500, next: '/x' } }],
    ['an object with an id or a name', { series: { name: 'x', done: false, count: 500 } }],
    ['counts of something else', { unreadCount: 40, statusCounts: { total: 90 }, stats: { count: 90 } }],
    ['a filter', { filters: { cursor: 'x', after: '2026' }, query: { count: 50 } }],
    ['the page size and the whole list', { pageSize: 100, limit: 100, total: 11 }],
    ['all records without a filter', { recordsTotal: 40, recordsFiltered: 11 }],
    ['the end, and a count', { has_more: false, found: 40 }],
    ['what is not partial', { truncated: false, partial: false, remaining: 0, isLast: true }],
    ['done, which it may say of the request', { done: true, complete: true }],
  ])('that has one page beside %s', async (_, report) => {
    expect((await readAll(() => ({ data: all, ...report }))).ids).toEqual(ids);
  });

  it.each<[string, object]>([
    ['found', { found: 11 }],
    ['the total as an object', { total: { value: 11, relation: 'eq' } }],
    ['the number of pages', { num_pages: 4 }],
    ['both in one text', { page: '1 of 4', total: '11+' }],
  ])('by page numbers, beside %s', async (_, report) => {
    const answer: Answer = (page = 1) => ({ data: all.slice((page - 1) * cap, page * cap), ...report });
    expect((await readAll(answer)).ids).toEqual(ids);
  });
});

describe('a list that cannot be continued is refused', () => {
  const isMore = (next: number | undefined) => next !== undefined;
  it.each<[string, Report]>([
    ...['has_more', 'hasMore', 'more_records', 'moreAvailable', 'moreResults', 'has_more_page', 'hasNext'].map(
      (name): [string, Report] => [`info.${name}`, (next) => ({ info: { [name]: isMore(next) } })],
    ),
    ...['truncated', 'partial', 'limitReached', 'incomplete_results'].map((name): [string, Report] => [
      name,
      (next) => ({ [name]: isMore(next) }),
    ]),
    ...['last', 'isLast', 'lastPage', 'isLastPage', 'complete', 'done', 'end', 'end_of_list', 'finished'].map(
      (name): [string, Report] => [`${name}: false`, (next) => ({ [name]: !isMore(next) })],
    ),
    ...['numFound', 'nbHits', 'found', 'total_size', 'totalSize', 'full_count', 'hits', 'total-speakers', 'count'].map(
      (name): [string, Report] => [name, () => ({ foo: { [name]: 11 } })],
    ),
    ...['pages', 'num_pages', 'nbPages', 'last_page'].map((name): [string, Report] => [name, () => ({ [name]: 4 })]),
    ['remaining', (_, offset) => ({ remaining: 8 - offset })],
    ['total.value', () => ({ total: { value: 11 } })],
    ['total: "11+"', () => ({ total: '11+' })],
    ['range: "1-3 of 11"', () => ({ results: '1-3 of 11' })],
    ['page: "1 of 4"', () => ({ page: '1 of 4' })],
    ['page.of', () => ({ page: { current: 1, of: 4 } })],
    ['a cursor of an unknown parameter', () => ({ foo: { next_cursor: 'x' } })],
    ['has_more beside the end of something', () => ({ has_more: true, foo: { last: true } })],
    ['the header Total-Count', () => header('total-count', '11')],
    ['the header Link-Next', () => header('link-next', 'abc')],
    ['the header X-Has-More', () => header('x-has-more', 'true')],
    ['status 206', () => new WithHeaders({}, {}, 206)],
    ['status 206 of an unknown total', () => new WithHeaders({}, { 'content-range': 'items 0-2/*' }, 206)],
  ])('although %s shows that there is more', async (_, report) => {
    await expect(readAll(serve(report))).rejects.toThrow(MalformedResponseError);
  });

  it('and not if the status 206 comes with the whole range', async () => {
    const answer = () => new WithHeaders({ data: all }, { 'content-range': 'items 0-10/11' }, 206);
    expect((await readAll(answer)).ids).toEqual(ids);
  });
});
