// Lists with every kind of paging, read completely.
import { describe, expect, it } from 'vitest';
import { type Answer, a, b, c, inOrder, notFound, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';
import type { PagingMode } from './paging.ts';

const [one, two] = [[undefined], [undefined, 2]];

describe('a list of one page costs', () => {
  it.each<[string, object]>([
    ['a total', { total: 2 }],
    ['a total in text', { meta: { total: '2' } }],
    ['a total and a page size', { total: 2, pageSize: 100 }],
    ['one page in total', { pagination: { totalPages: 1 } }],
    ['both, under the names of Spring', { page: { number: 0, size: 20, totalPages: 1, totalElements: 2 } }],
    ['no next page', { next: null }],
    ['no next cursor', { next_cursor: '' }],
    ['no next link', { links: { self: '/s', next: null } }],
    ['that there is no more', { has_more: false, next_cursor: 'x' }],
    ['that it is the last page', { pagination: { last: true } }],
    ['no next page beside a count of something', { count: 9, next: null }],
  ])('one request, if the service reports %s', async (_, report) => {
    expect(await readAll(() => ({ data: [a, b], ...report }))).toEqual({ requested: one, ids: ['a', 'b'] });
  });

  it.each<[string, Answer]>([
    ['is empty', (page) => ({ data: page === undefined ? [a, b] : [] })],
    ['is null', (page) => ({ data: page === undefined ? [a, b] : null })],
    ['does not exist', (page) => (page === undefined ? [a, b] : notFound())],
  ])('two, if it reports nothing and page 2 %s', async (_, answer) => {
    expect(await readAll(answer)).toEqual({ requested: two, ids: ['a', 'b'] });
  });

  it.each<[string, Answer]>([
    ['is the same', () => [a, b]],
    ['is the same, as page 1', () => ({ data: [a, b], page: 1 })],
    ['is refused', (page) => (page === undefined ? [a, b] : new ApiError('page?', { status: 400 }))],
  ])('two, if it reports nothing and page 2 %s: that is assumed to be all, or refused', async (_, answer) => {
    const { isAssumed, ...read } = await readAll(answer, { mayAssumeEnd: true });
    expect({ isAssumed, ...read }).toEqual({ isAssumed: true, requested: two, ids: ['a', 'b'] });
    await expect(readAll(answer)).rejects.toMatchObject({
      message: expect.stringContaining('it is unknown whether the first 2 are all'),
      advice: { kind: 'choose_paging' },
    });
    expect(await readAll(answer, { paging: 'none' })).toEqual({ requested: one, ids: ['a', 'b'] });
  });

  it.each<[string, object, number?]>([
    ['as many records as were requested', {}, 2],
    ['as many records as its page size', { pageSize: 2 }],
    ['a cursor in a place of its own', { response_metadata: { next_cursor: 'x' } }],
    ['a link in a place of its own', { info: { next: '/s?from=2' } }],
    ['more in a place of its own', { info: { more: true } }],
  ])('nothing but an error, if page 2 is the same and page 1 has %s', async (_, report, size) => {
    const answer = () => ({ data: [a, b], ...report });
    await expect(readAll(answer, { size, mayAssumeEnd: true })).rejects.toThrow('it is unknown whether');
  });
});

describe('a complete list is not refused', () => {
  it.each<[string, object]>([
    ['a count of another resource', { meta: { submissions_count: 45 } }],
    ['counts beside the records', { count: 45, unreadCount: 40, statusCounts: { total: 90 }, stats: { count: 90 } }],
    ['a next phase', { next: 'Review phase' }],
    ['a number', { number: 7 }],
    ['of', { of: 5 }],
    ['an address of more', { more: 'https://docs.example.org' }],
    ['words of another matter', { complete: false, final: false, partial: true, remaining: 8, truncated: true }],
    ['a rate limit', { rateLimit: { remaining: 50, limit: 60, total: 60 }, remaining: 9, resetAt: 12 }],
    ['an event', { event: { id: 'e', complete: false, total: 500, next: '/x' } }],
    ['a filter', { filters: { cursor: 'x', after: '2026' }, query: { count: 50 } }],
    ['a next object in a form of its own', { next: { token: { of: 'x' } } }],
  ])('because of %s', async (_, report) => {
    const answer: Answer = (page) => ({ data: page === undefined ? [a, b] : [], ...report });
    expect((await readAll(answer)).ids).toEqual(['a', 'b']);
    expect((await readAll(() => ({ data: [a, b], ...report }), { mayAssumeEnd: true })).ids).toEqual(['a', 'b']);
  });
});

describe('a list is read completely', () => {
  it.each<[string, object]>([
    ['pages in total', { pagination: { totalPages: 2 } }],
    ['a total', { totalResults: 3 }],
    ['a total of its resource', { meta: { total_speakers: 3 } }],
    ['a count', { meta: { count: 3 } }],
  ])('up to %s', async (_, report) => {
    const answer = inOrder({ data: [a, b], ...report }, { data: [c], ...report });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('from page 0, if the server reports that number', async () => {
    const answer: Answer = (page = 0) => ({ data: [[a], [b], [c]][page], page, totalPages: 3, total: 3 });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2], ids: ['a', 'b', 'c'] });
  });

  it('if pages count from 0 in responses and from 1 in requests', async () => {
    const answer: Answer = (page = 1) => ({
      content: [[a], [b], [c]][page - 1] ?? [],
      page: { number: page - 1, totalPages: 3 },
    });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it.each<[string, object]>([
    ['only the total', { total: 3 }],
    ['only the number of pages', { totalPages: 3 }],
    ['nothing', {}],
  ])('if pages count from 0 and %s shows it', async (_, report) => {
    const answer: Answer = (page = 0) => ({ data: [[a], [b], [c]][page] ?? [], ...report });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 2, 3, 1], ids: ['a', 'c', 'b'] });
  });

  it.each([1, 2])('if the server returns all of it unless a page is requested, in pages of %i', async (size) => {
    const all = [a, b, c];
    const answer: Answer = (page) => ({ data: page === undefined ? all : all.slice((page - 1) * size, page * size) });
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
  });

  it('if the server returns many of it unless a page is requested', async () => {
    const answer: Answer = (page) => ({ data: page === undefined ? [a, b] : ([[a], [b], [c]][page - 1] ?? []) });
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['is empty', () => ({ data: [] })],
    ['does not exist', notFound],
    ['repeats the last one', () => ({ data: [c] })],
  ])('up to a page that %s, if the server reports no paging; then page 1 must be the first one', async (_, beyond) => {
    const answer: Answer = (page = 1) => (page > 2 ? beyond() : { data: [[a, b], [c]][page - 1] });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 2, 3, 1], ids: ['a', 'b', 'c'] });
  });

  it.each([0, 1])('although one of its pages from %i is empty', async (base) => {
    const answer: Answer = (page = base) => {
      return { data: [[a], [], [b, c], []][page - base] ?? [], page, totalPages: 3 };
    };
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
  });

  it('from the requested page on', async () => {
    const pagination = { totalPages: 3, totalResults: 3, pageSize: 1 };
    const answer = inOrder(...[a, b, c].map((record) => ({ data: [record], pagination })));
    expect(await readAll(answer, { first: 2 })).toEqual({ requested: [undefined, 3], ids: ['b', 'c'] });
  });

  it('if a record was created meanwhile, at the end or at the beginning', async () => {
    const atEnd = inOrder({ data: [a, b], total: 3 }, { data: [c, { id: 'd' }], total: 4 });
    expect((await readAll(atEnd)).ids).toEqual(['a', 'b', 'c', 'd']);
    const atBeginning = inOrder({ data: [b, c], totalPages: 2 }, { data: [c], totalPages: 2 }, { data: [] });
    await expect(readAll(atBeginning)).rejects.toThrow(MalformedResponseError);
  });

  it('without the records of earlier pages', async () => {
    const answer = inOrder({ data: [a, b], total: 3 }, { data: [b, c], total: 3 });
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
  });
});

describe('the next page is requested', () => {
  const first = { data: [a] };
  const last = { data: [b] };
  it.each([
    ['next', { next: 'https://x.example/v1/s?page=2' }, 'https://x.example/v1/s?page=2'],
    ['next', { next: '/v1/s?page=2' }, '/v1/s?page=2'],
    ['next', { next: '?page=2' }, '?page=2'],
    ['next', { next: { href: '/n' } }, '/n'],
    ['links.next', { links: { next: '/n', self: '/s' } }, '/n'],
    ['links.next.href', { links: { next: { href: '/n' } } }, '/n'],
    ['_links.next.href', { _links: { next: { href: '/n' } } }, '/n'],
    ['links with a rel', { links: [{ rel: 'next', href: '/n' }] }, '/n'],
    ['paging.next', { paging: { next: '/n' } }, '/n'],
    ['a page number', { next: 2 }, 2],
    ['nextPage', { pagination: { nextPage: '2' } }, 2],
    ['nextCursor', { nextCursor: 'x1' }, 'cursor=x1'],
    ['next_cursor', { meta: { next_cursor: 'x1' } }, 'cursor=x1'],
    ['cursor', { paging: { cursor: 'x1' }, has_more: true }, 'cursor=x1'],
    ['next_page_token', { next_page_token: 'x1' }, 'page_token=x1'],
    ['pageInfo', { pageInfo: { hasNextPage: true, endCursor: 'x1' } }, 'after=x1'],
    ['has_more', { has_more: true, page: 1 }, 2],
    ['hasMore', { hasMore: true, page: 0 }, 1],
    ['offset', { offset: 0, limit: 1, total: 2 }, 'offset=1'],
    ['startAt', { startAt: 0, maxResults: 1, total: 2 }, 'startAt=1'],
    ['startIndex', { startIndex: 1, itemsPerPage: 1, totalResults: 2 }, 'startIndex=2'],
  ])('by %s of %j', async (_, paging, expected) => {
    const { requested, ids } = await readAll((_page, next) =>
      next === undefined ? { ...first, ...paging } : { ...last, hasMore: false },
    );
    expect({ requested, ids }).toEqual({ requested: [undefined, expected], ids: ['a', 'b'] });
  });

  it.each([
    ['<https://x.example/v1/s?page=2>; rel="next"', 'https://x.example/v1/s?page=2'],
    ['</s?page=1>; rel="first", </s?page=2>; title="a, b"; rel="next"', '/s?page=2'],
    ['</s?page=2>; rel="last next"', '/s?page=2'],
    ['</s?page=2>; title="\\"; rel=prev"; crossorigin; REL = "last NEXT"', '/s?page=2'],
    ['</s?page=2>;rel=next', '/s?page=2'],
  ])('by the header Link: %s', async (link, expected) => {
    const answer: Answer = (_, next) =>
      next === undefined ? new WithHeaders([a], { link }) : new WithHeaders([b], { link: '</s>; rel="prev"' });
    expect(await readAll(answer)).toEqual({ requested: [undefined, expected], ids: ['a', 'b'] });
  });
});

describe('a paging that is named', () => {
  const all = Array.from({ length: 8 }, (_, n) => ({ id: `r${n}` }));
  const ids = all.map(({ id }) => id);
  const at = (offset: number) => all.slice(offset, offset + 3);
  type Fields = Readonly<Record<string, string | number>>;

  /** A server that knows one parameter, and what it reports about the page at an offset. */
  function knowing(name: string, report: (offset: number, next: string | null) => unknown): Answer {
    return (_, next) => {
      const query = next?.kind === 'link' ? Object.fromEntries(new URLSearchParams(next.url.split('?')[1])) : {};
      const fields: Fields = next?.kind === 'fields' ? next.fields : query;
      const offset = Number(fields[name] ?? 0);
      const found = report(offset, offset + 3 < all.length ? `${offset + 3}` : null);
      if (found instanceof WithHeaders) return new WithHeaders(at(offset), found.headers);
      return { data: at(offset), ...Object(found) };
    };
  }

  it.each<[PagingMode, string, Answer]>([
    ['page', 'no total', (page = 1) => at((page - 1) * 3)],
    ['page', 'no total, from 0', (page = 0) => at(page * 3)],
    [
      'page',
      'the length of a page as the total',
      (page = 1) => ({ data: at((page - 1) * 3), total: 3, totalPages: 1 }),
    ],
    ['page', 'a total that is too high', (page = 1) => ({ data: at((page - 1) * 3), total: 90 })],
    ['page', 'no page 4', (page = 1) => (page > 3 ? new ApiError('page?', { status: 422 }) : at((page - 1) * 3))],
    ['page', 'the last page again', (page = 1) => at(Math.min(6, (page - 1) * 3))],
    ['offset', 'nothing', knowing('offset', () => ({}))],
    ['offset', 'its own name for it', knowing('startAt', (startAt) => ({ meta: { startAt } }))],
    ['offset', 'another name at first', knowing('skip', (skip) => (skip === 0 ? { paging: { skip } } : {}))],
    ['cursor', 'a cursor', knowing('cursor', (_, cursor) => ({ cursor }))],
    ['cursor', 'a cursor in a place of its own', knowing('cursor', (_, next_cursor) => ({ foo: { next_cursor } }))],
    ['cursor', 'a link in a place of its own', knowing('q', (_, n) => ({ info: { next: n && `/s?q=${n}` } }))],
    ['cursor', 'a header', knowing('cursor', (_, n) => new WithHeaders([], n === null ? {} : { 'x-next-cursor': n }))],
  ])('%s: reads a list completely from a service that reports %s', async (paging, _, answer) => {
    expect((await readAll(answer, { paging })).ids.toSorted()).toEqual(ids);
  });

  it.each<[PagingMode, Answer]>([
    ['page', () => at(0)],
    ['offset', () => at(0)],
    ['cursor', () => ({ data: at(0), has_more: true })],
  ])('%s: is an error if the service does not divide its list in this way', async (paging, answer) => {
    await expect(readAll(answer, { paging })).rejects.toMatchObject({ advice: { kind: 'choose_paging' } });
  });

  it('none: takes the first response as the whole list', async () => {
    const answer = () => ({ data: [a], total: 9, has_more: true, next: '/s?page=2' });
    expect(await readAll(answer, { paging: 'none' })).toEqual({ requested: one, ids: ['a'] });
  });
});
