// Lists and searches: the envelope, paging, filters and order.
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();

beforeAll(async () => {
  for (let i = 1; i <= 27; i++) {
    const speaker_status = i % 3 === 0 ? 'accepted' : null;
    await service.call('POST', '/v1/events/conf/speakers', { email: `p${i}@example.org`, speaker_status });
    const track_id = i % 2 === 0 ? 'backend' : 'frontend';
    const talk = { title: `Talk ${i}`, submitter_email: `P${i}@example.org`, track_id };
    const { body } = await service.call('POST', '/v1/events/conf/submissions', talk);
    if (i <= 4) await service.call('PATCH', `/v1/submissions/${body.id}`, { status: 'accepted' });
    if (i >= 4 && i <= 6) {
      await service.call('PUT', `/v1/sessions/${body.id}/schedule`, { room: 'A', start: '2026-05-02 09:00' });
    }
  }
});

const list = async (what: string) => (await service.call('GET', `/v1/events/conf/${what}`)).body;
const search = async (body: object, what = 'submissions') =>
  (await service.call('POST', `/v1/events/conf/${what}/search`, body)).body;
const titles = (page: { data: { title: string }[] }) => page.data.map(({ title }) => title);

it('returns the first 25, oldest first, with the total', async () => {
  const page = await list('submissions');
  expect(titles(page)).toEqual(Array.from({ length: 25 }, (_, i) => `Talk ${i + 1}`));
  expect(page.pagination).toEqual({ currentPage: 1, pageSize: 25, totalPages: 2, totalResults: 27 });
  expect(Object.keys(page)).toEqual(['data', 'pagination']);
});

it('returns the requested page, and an empty page past the end', async () => {
  expect(titles(await list('submissions?page=2'))).toEqual(['Talk 26', 'Talk 27']);
  expect(titles(await list('submissions?page=4&pageSize=8'))).toEqual(['Talk 25', 'Talk 26', 'Talk 27']);
  expect(await list('submissions?page=2147483647&pageSize=100')).toEqual({
    data: [],
    pagination: { currentPage: 2147483647, pageSize: 100, totalPages: 1, totalResults: 27 },
  });
});

it('searches with the same four fields in the body', async () => {
  expect(titles(await search({ status: 'accepted', track: 'frontend' }))).toEqual(['Talk 1', 'Talk 3']);
  const page = await search({ page: 3, pageSize: 13 });
  expect(titles(page)).toEqual(['Talk 27']);
  expect(page.pagination).toEqual({ currentPage: 3, pageSize: 13, totalPages: 3, totalResults: 27 });
  const { detail } = await search({ page: 0, pageSize: 101 });
  expect(detail.map(({ type }: { readonly type: string }) => type)).toEqual(['greater_than_equal', 'less_than_equal']);
});

it.each([
  ['speakers', 9, 13, 4],
  ['submissions', 4, 13, 2],
  ['sessions', 1, 2, 1],
  ['content-items', 4, 3, 2],
  ['contacts', 12, 13, 6],
])('has %s by status, by track, and by both', async (what, ofStatus, ofTrack, ofBoth) => {
  const filters = [
    { status: 'accepted' },
    { track: 'backend' },
    { status: 'accepted', track: 'backend' },
    { status: '' },
  ];
  const found = filters.map((fields) =>
    what === 'contacts' ? search(fields, what) : list(`${what}?${new URLSearchParams(fields)}`),
  );
  const totals = (await Promise.all(found)).map(({ pagination }) => pagination.totalResults);
  expect(totals).toEqual([ofStatus, ofTrack, ofBoth, 0]);
});

it('publishes no addresses', async () => {
  const { data } = await list('content-items');
  expect(data[0]).toMatchObject({ title: 'Talk 1', speakers: [] });
  expect(JSON.stringify(data)).not.toContain('example.org');
});

it('takes SQL as text, wherever it is sent', async () => {
  const text = "' OR '1'='1";
  const encoded = encodeURIComponent(text);
  for (const what of ['speakers', 'submissions', 'sessions', 'content-items']) {
    expect((await list(`${what}?status=${encoded}&track=${encoded}`)).data).toEqual([]);
  }
  expect((await service.call('GET', `/v1/events/${encoded}/speakers`)).status).toBe(404);
  expect((await service.call('PATCH', `/v1/speakers/${encoded}`, { title: text })).status).toBe(404);
});

describe('bounds of page and pageSize', () => {
  const atLeast = { type: 'greater_than_equal', msg: 'Input should be greater than or equal to 1', ctx: { ge: 1 } };
  const atMost = { type: 'less_than_equal', msg: 'Input should be less than or equal to 100', ctx: { le: 100 } };

  const le = 2 ** 31 - 1;
  const hugePage = { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };

  it.each([
    ['page=0', { ...atLeast, loc: ['query', 'page'], input: '0' }],
    ['pageSize=0', { ...atLeast, loc: ['query', 'pageSize'], input: '0' }],
    [`page=${'9'.repeat(26)}`, { ...hugePage, loc: ['query', 'page'], input: '9'.repeat(26) }],
    ['pageSize=101', { ...atMost, loc: ['query', 'pageSize'], input: '101' }],
  ])('of a list: %s', async (query, fault) => {
    for (const what of ['submissions', 'speakers', 'sessions', 'content-items']) {
      const { status, body } = await service.call('GET', `/v1/events/conf/${what}?${query}`);
      expect([status, body]).toEqual([422, { detail: [fault] }]);
    }
  });
});
