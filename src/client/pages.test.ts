// Lists with every kind of paging, read completely.
import { describe, expect, it } from 'vitest';
import { type Answer, a, b, c, inOrder, notFound, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { MalformedResponseError } from '../errors.ts';

describe('a list is read completely', () => {
  it('up to the last page that the server reports', async () => {
    const pagination = { totalPages: 2 };
    const answer = inOrder({ data: [a, b], pagination }, { data: [c], pagination });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2], ids: ['a', 'b', 'c'] });
  });

  it('until it has as many records as the server reports', async () => {
    const answer = inOrder({ data: [a, b], totalResults: 3 }, { data: [c], totalResults: 3 });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('although the server returns fewer records for each page than it reports as the size', async () => {
    const answer: Answer = (page) => ({ data: [[a, b], [a, b], [c], []][page ?? 1], pageSize: 100 });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it('from page 0, if the server reports that number', async () => {
    const answer: Answer = (page = 0) => ({ data: [[a], [b], [c]][page], currentPage: page, totalPages: 3, total: 3 });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2], ids: ['a', 'b', 'c'] });
  });

  it('if pages count from 0 in responses and from 1 in requests', async () => {
    const answer: Answer = (page = 1) => ({
      content: [[a], [b], [c]][page - 1] ?? [],
      number: page - 1,
      totalPages: 3,
    });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3, 4], ids: ['a', 'b', 'c'] });
  });

  it('if pages count from 0 and only the total shows it', async () => {
    const answer: Answer = (page = 0) => ({ data: [[a], [b], [c]][page] ?? [], total: 3 });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 2, 3, 1], ids: ['a', 'c', 'b'] });
  });

  it('if the server returns all of it unless a page is requested', async () => {
    const answer: Answer = (page) => ({ data: page === undefined ? [a, b, c] : ([[a, b], [c]][page - 1] ?? []) });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it('if the server returns many of it unless a page is requested', async () => {
    const answer: Answer = (page) => ({ data: page === undefined ? [a, b] : ([[a], [b], [c]][page - 1] ?? []) });
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
  });

  it('if pages count from 0 and nothing shows it', async () => {
    const answer: Answer = (page = 0) => [[a], [b], [c]][page] ?? [];
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it.each([
    ['is empty', () => ({ data: [] })],
    ['does not exist', notFound],
    ['repeats the last one', () => ({ data: [c] })],
  ])('up to a page that %s, if the server reports no paging', async (_, beyond) => {
    const answer: Answer = (page = 1) => (page > 2 ? beyond() : { data: [[a, b], [c]][page - 1] });
    expect(await readAll(answer)).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it.each([[[a, b]], [{ data: [a, b] }], [{ data: [a, b], page: 1 }], [{ data: [a, b], total: 2 }]])(
    'if the server always returns %j',
    async (body) => {
      expect((await readAll(() => body)).ids).toEqual(['a', 'b']);
    },
  );

  it.each<[string, (all: number, length: number) => object]>([
    ['a total that is only the length of the page', (_, total) => ({ total })],
    ['that and one page in total', (_, total) => ({ total, totalPages: 1, pageSize: 3 })],
    ['one page in total, always', () => ({ totalPages: 1 })],
    ['one page less than there are', (all) => ({ totalPages: Math.floor(all / 3) })],
    ['a page size that is larger than the pages', (_, total) => ({ total, pageSize: 100 })],
  ])('although the server reports %s', async (_, report) => {
    const all = Array.from({ length: 8 }, (_, id) => ({ id }));
    for (const base of [0, 1]) {
      const answer: Answer = (page = base) => {
        const data = all.slice((page - base) * 3, (page - base + 1) * 3);
        return { data, ...report(all.length, data.length) };
      };
      expect((await readAll(answer)).ids).toEqual(all.map(({ id }) => id));
    }
  });

  it('although the server only repeats the requested page size, and computes the number of pages from it', async () => {
    const answer: Answer = (page = 1) => ({ data: [[a, b], [c]][page - 1] ?? [], pageSize: 100, totalPages: 1 });
    const { requested, ids } = await readAll(answer, undefined, 100);
    expect({ requested, ids }).toEqual({ requested: [undefined, 1, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it.each([
    ['a total', { totalResults: 2, pageSize: 100 }],
    ['a page size of its own', { pageSize: 25 }],
  ])('with one request, if there is one page and %s', async (_, reported) => {
    const answer = inOrder({ data: [a, b], totalPages: 1, ...reported });
    expect((await readAll(answer, undefined, 100)).requested).toEqual([undefined]);
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
    expect(await readAll(answer, 2)).toEqual({ requested: [undefined, 3], ids: ['b', 'c'] });
  });

  it('if its last page has fewer records than its total, which counts the records of the page', async () => {
    const answer = inOrder({ data: [a, b], total: 2, totalPages: 2 }, { data: [c], total: 1, totalPages: 2 });
    expect((await readAll(answer)).ids).toEqual(['a', 'b', 'c']);
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
    ['cursor', { cursor: 'x1', has_more: true }, 'cursor=x1'],
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

  it.each([
    { next: null },
    { nextCursor: null },
    { next_cursor: '' },
    { has_more: false },
    { has_more: false, next_cursor: 'x' },
    { links: { self: '/s', next: null } },
    { _links: { self: { href: '/s' }, last: { href: '/s' } } },
    { count: 2, next: null },
  ])('not after %j', async (paging) => {
    expect((await readAll(() => ({ data: [a, b], ...paging }))).requested).toEqual([undefined]);
  });
});
