// Lists and searches: the envelope, paging, filters and order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';

let service: LoopbackService;

beforeAll(async () => {
  service = await startLoopbackService();
  await service.administration.addEvent({ id: 'elsewhere', name: 'Elsewhere', timezone: 'UTC' });
  for (let i = 1; i <= 27; i++) {
    const speaker_status = i % 3 === 0 ? 'accepted' : null;
    await service.call('POST', '/v1/events/conf/speakers', { email: `p${i}@example.org`, speaker_status });
    const track_id = i % 2 === 0 ? 'backend' : 'frontend';
    const talk = { title: `Talk ${i}`, submitter_email: `P${i}@example.org`, track_id };
    const { body } = await service.call('POST', '/v1/events/conf/submissions', talk);
    if (i <= 4) await service.call('PATCH', `/v1/submissions/${body.id}`, { status: 'accepted' });
  }
});
afterAll(() => service.stop());

const list = async (what: string) => (await service.call('GET', `/v1/events/conf/${what}`)).body;
const search = async (body: object) => (await service.call('POST', '/v1/events/conf/submissions/search', body)).body;
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

it('filters submissions by status, by track, and by both', async () => {
  expect(titles(await list('submissions?status=accepted'))).toEqual(['Talk 1', 'Talk 2', 'Talk 3', 'Talk 4']);
  expect((await list('submissions?track=backend')).pagination.totalResults).toBe(13);
  expect(titles(await list('submissions?status=accepted&track=backend'))).toEqual(['Talk 2', 'Talk 4']);
  expect((await list('submissions?status=')).pagination).toMatchObject({ totalPages: 0, totalResults: 0 });
});

it('searches with the same four fields in the body', async () => {
  expect(titles(await search({ status: 'accepted', track: 'frontend' }))).toEqual(['Talk 1', 'Talk 3']);
  const page = await search({ page: 3, pageSize: 13 });
  expect(titles(page)).toEqual(['Talk 27']);
  expect(page.pagination).toEqual({ currentPage: 3, pageSize: 13, totalPages: 3, totalResults: 27 });
});

it.each(["' OR '1'='1", "x' UNION SELECT 1 --", "'; DROP TABLE speakers; --", '%', '_', '*', '\\', '"'])(
  'takes SQL as text: %s',
  async (text) => {
    const encoded = encodeURIComponent(text);
    for (const name of ['speakers', 'submissions', 'sessions', 'content-items']) {
      for (const filter of [`status=${encoded}`, `track=${encoded}`, `status=${encoded}&track=${encoded}`]) {
        expect((await list(`${name}?${filter}`)).pagination.totalResults, `${name}?${filter}`).toBe(0);
      }
    }
    for (const filters of [{ status: text }, { track: text }]) expect((await search(filters)).data).toEqual([]);
    const missing = await service.call('GET', `/v1/events/${encoded}/speakers`);
    expect([missing.status, missing.body]).toEqual([404, { detail: 'Event not found' }]);
    expect((await service.call('PATCH', `/v1/speakers/${encoded}`, { title: text })).status).toBe(404);
    const key = { 'idempotency-key': text };
    const person = { email: `${encoded.replace(/\W/g, '')}@example.org`, about: text, speaker_status: text };
    const { status, body } = await service.call('POST', '/v1/events/elsewhere/speakers', person, key);
    expect(status).toBe(201);
    expect((await service.call('GET', `/v1/events/elsewhere/speakers?status=${encoded}`)).body.data).toMatchObject([
      { id: body.id, about: text, speaker_status: text },
    ]);
    expect((await list('speakers')).pagination.totalResults).toBe(27);
  },
);

it('filters speakers by their status, and by the tracks of their submissions', async () => {
  expect((await list('speakers?status=accepted')).pagination.totalResults).toBe(9);
  expect((await list('speakers?track=backend&pageSize=2')).data).toMatchObject([
    { email: 'p2@example.org' },
    { email: 'p4@example.org' },
  ]);
  expect((await list('speakers?track=backend&status=accepted')).pagination.totalResults).toBe(4);
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
    ['page=-3', { ...atLeast, loc: ['query', 'page'], input: '-3' }],
    [
      'page=two',
      {
        type: 'int_parsing',
        loc: ['query', 'page'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: 'two',
      },
    ],
  ])('of a list: %s', async (query, fault) => {
    for (const what of ['submissions', 'speakers', 'sessions', 'content-items']) {
      const { status, body } = await service.call('GET', `/v1/events/conf/${what}?${query}`);
      expect([status, body]).toEqual([422, { detail: [fault] }]);
    }
  });

  it('of a search, with all faults', async () => {
    const { status, body } = await service.call('POST', '/v1/events/conf/contacts/search', {
      status: 7,
      page: 0,
      pageSize: 101,
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { type: 'string_type', loc: ['body', 'status'], msg: 'Input should be a valid string', input: 7 },
      { ...atLeast, loc: ['body', 'page'], input: 0 },
      { ...atMost, loc: ['body', 'pageSize'], input: 101 },
    ]);
  });
});

it.each(['speakers', 'submissions', 'sessions', 'content-items'])(
  'responds with 404 for %s of an unknown event',
  async (what) => {
    const { status, text } = await service.call('GET', `/v1/events/nope/${what}`);
    expect([status, text]).toEqual([404, '{"detail":"Event not found"}']);
  },
);
