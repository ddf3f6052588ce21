// What one response reports about its list.
import { describe, expect, it } from 'vitest';
import { pageIn, reportsMore } from './paging.ts';

const [a, b] = [{ id: 'a' }, { id: 'b' }];
const read = (body: unknown, headers = {}) => pageIn({ body, headers }, 'speakers');

describe('a response reports', () => {
  it.each([
    { pagination: { currentPage: 2, pageSize: 25, totalPages: 4, totalResults: 80 } },
    { pagination: { current_page: '2', page_size: '25', total_pages: '4', total_results: '80' } },
    { meta: { page: 2, last_page: 4, total_speakers: 80 } },
    { page: { number: 2, size: 25, totalPages: 4, totalElements: 80 } },
  ])('numbers: %j', (report) => {
    expect(read({ data: [a], ...report })).toMatchObject({ page: 2, totalPages: 4, totalResults: 80 });
  });

  it.each<[string, object, object]>([
    ['a link', { next: '/v1/s?page=2' }, { next: { kind: 'link', url: '/v1/s?page=2' } }],
    ['a link by its relation', { links: [{ rel: 'next', href: '/n' }] }, { next: { kind: 'link', url: '/n' } }],
    ['a cursor', { meta: { next_cursor: 7 } }, { next: { kind: 'fields', fields: { cursor: '7' } } }],
    ['a token', { nextPageToken: 'x' }, { next: { kind: 'fields', fields: { pageToken: 'x' } } }],
    ['a page', { pagination: { nextPage: '2' } }, { next: undefined }],
    ['more', { hasMore: true }, { next: undefined }],
    ['an offset', { nextOffset: 25 }, { next: undefined }],
  ])('the next page by %s', (_, report, expected) => {
    expect(read({ data: [a], ...report })).toMatchObject({ hasMore: true, ...expected });
  });

  it.each([
    { next: null },
    { meta: { next_cursor: '' } },
    { has_more: false, next_cursor: 'x' },
    { pagination: { last: true } },
    { links: { first: '/a', self: '/b' } },
  ])('the end: %j', (report) => {
    expect(read({ data: [a], ...report })).toMatchObject({ hasMore: false });
  });

  it.each<[string, object]>([
    ['counts of something else', { unreadCount: 40, statusCounts: { total: 90 }, meta: { submissions_count: 45 } }],
    ['a next phase', { next: 'Review phase' }],
    ['words of another matter', { complete: false, partial: true, remaining: 8, more: 'https://docs.example.org' }],
    ['a rate limit', { rateLimit: { remaining: 50, limit: 60, total: 60 } }],
    ['an event', { event: { id: 'e', total: 500, next: '/x' }, meta: { id: 'm', total: 9 } }],
    ['a filter', { filters: { cursor: 'x', after: '2026' }, query: { count: 50 } }],
    ['no numbers', { pagination: { currentPage: 'two', totalPages: null, totalResults: -1 } }],
  ])('nothing by %s', (_, report) => {
    expect(read({ data: [a], ...report })).toEqual({ records: [a] });
  });

  it.each([
    ['<https://x.example/v1/s?page=2>; rel="next"', 'https://x.example/v1/s?page=2'],
    ['</s?page=1>; rel="first", </s?page=2>; title="a, b"; rel="next"', '/s?page=2'],
    ['</s?page=2>; title="Talks"; crossorigin; REL = "last NEXT"', '/s?page=2'],
    ['</s?page=2>;rel=next', '/s?page=2'],
  ])('a link in the header Link: %s', (link, url) => {
    expect(read([a], { link })).toMatchObject({ hasMore: true, next: { kind: 'link', url } });
  });
});

it.each([{ total: 0 }, { page: { totalElements: 0 }, _links: {} }, { data: null, total: 0 }])('%j is empty', (body) => {
  expect(read(body)?.records).toEqual([]);
});

it('the cursor of an empty page leads nowhere', () => {
  expect(read({ data: [], cursor: 'x' })).toEqual({ records: [] });
});

it.each([{}, { data: null, error: 'not today' }, { errors: ['no'], data: [] }, { total: 3 }])(
  '%j is no list',
  (body) => {
    expect(read(body)).toBeUndefined();
  },
);

it.each([
  [{ data: [a, b], next: null, totalPages: 3 }, false],
  [{ data: [a, b], has_more: true }, true],
  [{ data: [a, b], page: 1, totalPages: 2 }, true],
  [{ data: [a, b], page: 2, totalPages: 2 }, false],
  [{ data: [a, b], page: 0, totalPages: 1, total: 2 }, false],
  [{ data: [a, b], total: 3 }, true],
  [{ data: [a, b], count: 3 }, true],
  [{ data: [a, b], total: 2 }, false],
  [[a, b], false],
])('of %j, more pages are known: %s', (body, expected) => {
  const page = read(body);
  expect(page && reportsMore(page)).toBe(expected);
});
