// What one response of a list holds, and what it reports about the list.
import { describe, expect, it } from 'vitest';
import { type Page, pageIn, reportsMore } from './page.ts';

const [one, other] = [
  { id: '1', email: 'ada@example.org' },
  { id: '2', email: 'bo@example.org' },
];

function pageOf(body: unknown, resource = 'speakers', headers = {}): Page | undefined {
  return pageIn({ body, headers }, resource);
}

describe('the records are the only array of objects', () => {
  it.each<[string, unknown, string?]>([
    ['that is the body', [one]],
    ['in the body', { people: [one] }],
    ['in an object of the body', { response: { people: [one] } }],
    ['beside arrays of texts', { people: [one], languages: ['de'], warnings: ['late'] }],
    ['or those under data', { data: [one], included: [other], errors: [] }],
    ['or those under items', { items: [one], links: [{ rel: 'self' }] }],
    ['or those under results', { results: [one], facets: [other] }],
    ['or those under data before items', { items: [other], data: [one] }],
    ['or those under the name of the resource', { data: [other], speakers: [one] }],
    ['or those under its name in an object', { items: [other], data: { speakers: [one] } }],
    ['or those under content_items', { data: [other], content_items: [one] }, 'content-items'],
  ])('%s', (_, body, resource) => {
    expect(pageOf(body, resource)?.records).toEqual([one]);
  });

  it('under data, even if they are none and others are outstanding', () => {
    const outstanding = [{ contact_id: '1', name: 'Ada', missing: ['Photo'] }];
    const body = { data: [], page: 1, pageSize: 100, total: 0, meta: { outstanding } };
    expect(pageOf(body, 'content-items')).toMatchObject({ records: [], totalResults: 0 });
  });

  it.each<[string, unknown]>([
    ['there is none', {}],
    ['the body is empty', undefined],
    ['the body is a text', 'text'],
    ['it has texts', { data: ['x'] }],
    ['it has a text among records', { data: [one, 'x'] }],
    ['two have other names', { people: [one], users: [other] }],
    ['it is deeper', { data: { response: { people: [one] } } }],
    ['it belongs to one record', { data: { id: 'sub_1', speakers: [one] } }],
    ['it belongs to the only record', { id: 'sub_1', speakers: [one] }],
  ])('unless %s', (_, body) => {
    expect(pageOf(body)).toBeUndefined();
  });
});

it('reports the numbers of the public server', () => {
  const page = pageOf({ data: [one], page: 2, pageSize: 25, total: 26 });
  expect(page).toEqual({
    records: [one],
    page: 2,
    pageSize: 25,
    totalPages: undefined,
    totalResults: 26,
    next: undefined,
    isContinued: false,
  });
});

it.each([
  { page: 2, pageSize: 25, totalPages: 4, totalResults: 80 },
  { page: 2, pageSize: 25, pages: 4, total: 80 },
  { page: 2, pageSize: 25, totalPages: 4, totalCount: 80 },
])('reports the numbers %j beside the records or in a paging object', (numbers) => {
  const expected = { page: 2, pageSize: 25, totalPages: 4, totalResults: 80 };
  expect(pageOf({ data: [one], ...numbers })).toMatchObject(expected);
  expect(pageOf({ response: { people: [one], ...numbers } })).toMatchObject(expected);
  for (const name of ['pagination', 'paging', 'page', 'meta', 'links']) {
    expect(pageOf({ data: [one], [name]: numbers })).toMatchObject(expected);
    expect(pageOf({ data: { speakers: [one] }, [name]: numbers })).toMatchObject(expected);
  }
});

it.each<[string, object]>([
  ['counts of something else', { count: 40, statusCounts: { total: 90 }, event: { total: 9 } }],
  ['no numbers', { total: '39', totalResults: -1, totalCount: 1.5, pages: 0 }],
])('reports no total by %s', (_, report) => {
  expect(pageOf({ data: [one], ...report })).toMatchObject({
    totalResults: undefined,
    totalPages: undefined,
  });
});

describe('the next page', () => {
  it.each<[string, object, string | null | undefined]>([
    ['an address', { next: 'https://x.example/v1/s?page=2' }, 'https://x.example/v1/s?page=2'],
    ['a path', { paging: { next: '/v1/s?page=2' } }, '/v1/s?page=2'],
    ['a query', { meta: { next: '?page=2' } }, '?page=2'],
    ['none', { next: null }, null],
    ['a number', { next: 2 }, undefined],
    ['another text', { next: 'Review phase' }, undefined],
    ['an object', { next: { href: '/v1/s?page=2' } }, undefined],
  ])('is linked by %s', (_, report, next) => {
    expect(pageOf({ data: [one], ...report })?.next).toBe(next);
  });

  it.each<[string, boolean]>([
    ['<https://x.example/v1/s?page=2>; rel="next"', true],
    ['</s?page=1>; rel="prev", </s?page=2>; title="a, b"; rel="next"', true],
    ['</s?page=2>;REL=next', true],
    ['</s?page=1>; rel="first", </help>; rel="help"', false],
  ])('is reported, and not linked, by the header Link: %s', (link, isContinued) => {
    const page = pageOf([one], 'speakers', { link });
    expect(page).toMatchObject({ next: undefined, isContinued });
  });

  it.each<[object, boolean]>([
    [{ next: '/v1/s?page=2' }, true],
    [{ next: 2 }, true],
    [{ meta: { next_cursor: 'x' } }, true],
    [{ nextPageToken: 'x' }, true],
    [{ has_more: true }, true],
    [{ hasMore: false, nextCursor: null, next: null }, false],
    [{ total: 39, message: 'ok' }, false],
    [{ meta: { prev_cursor: 'x' } }, false],
    [{ previousPageToken: 'x', hasPrevious: true }, false],
    [{ prev_cursor: 'x', next_cursor: 'y' }, true],
  ])('is reported by %j: %s', (report, isContinued) => {
    expect(pageOf({ data: [one], ...report })?.isContinued).toBe(isContinued);
  });
});

it.each<[object, boolean]>([
  [{ data: [one], page: 1, pageSize: 1, total: 3 }, true],
  [{ data: [one], page: 3, pageSize: 1, total: 3 }, false],
  [{ data: [], page: 90, pageSize: 1, total: 3 }, false],
  [{ data: [one], page: 1, totalPages: 2 }, true],
  [{ data: [one], page: 2, totalPages: 2 }, false],
  [{ data: [one], total: 2 }, true],
  [{ data: [one], total: 1 }, false],
  [{ data: [one], next: '?page=2' }, true],
  [{ data: [one], has_more: true }, true],
  [{ data: [one] }, false],
])('%j, requested alone, reports further pages: %s', (body, isMore) => {
  const page = pageOf(body);
  expect(page && reportsMore(page)).toBe(isMore);
});
