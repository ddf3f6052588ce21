// Lists and searches: the envelope, paging, filters and order.
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();

const list = async (what: string, event = 'conf') =>
  (await service.call('GET', `/v1/events/${event}/${what}`)).body;
const search = async (body?: object | string, what = 'submissions') =>
  (await service.call('POST', `/v1/events/conf/${what}/search`, body)).body;
const titles = (page: { data: { title: string }[] }) => page.data.map(({ title }) => title);
const create = async (path: string, body: object) =>
  (await service.call('POST', `/v1/events/conf/${path}`, body)).body.data;

beforeAll(async () => {
  for (let i = 1; i <= 27; i++) {
    const track_id = i % 2 === 0 ? 'Backend' : 'frontend';
    const talk = { title: `Talk ${i}`, submitter_email: `p${i}@example.org`, track_id };
    const { id } = await create('submissions', talk);
    if (i <= 4) await service.call('PATCH', `/v1/submissions/${id}`, { status: 'accepted' });
    if (i === 4 || i === 9 || i === 20) {
      const start = `2027-05-20T${String(30 - i).padStart(2, '0')}:00`;
      const placement = {
        room: `Room ${i}`,
        start: start.replace('T26', 'T08').replace('T21', 'T08'),
      };
      await service.call('PUT', `/v1/sessions/${id}/schedule`, placement);
    }
  }
});

describe('the submissions', () => {
  it('are in the order of their starts, and then of their numbers', async () => {
    const page = await list('submissions');
    expect(titles(page)).toEqual([
      'Talk 4',
      'Talk 9',
      'Talk 20',
      ...[1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25].map(
        (n) => `Talk ${n}`,
      ),
    ]);
    expect(Object.keys(page)).toEqual(['data', 'page', 'pageSize', 'total']);
    expect(page).toMatchObject({ page: 1, pageSize: 25, total: 27 });
  });

  it('are the sessions: all of them, placed or not', async () => {
    for (const query of ['?pageSize=100', '?page=2', '?status=accepted', '?track=backend']) {
      expect(await list(`sessions${query}`)).toEqual(await list(`submissions${query}`));
    }
  });

  it('come in pages, and none after the last', async () => {
    expect(titles(await list('submissions?page=2'))).toEqual(['Talk 26', 'Talk 27']);
    expect(titles(await list('submissions?page=4&pageSize=8'))).toEqual([
      'Talk 25',
      'Talk 26',
      'Talk 27',
    ]);
    expect(await list('submissions?page=999&pageSize=100')).toEqual({
      data: [],
      page: 999,
      pageSize: 100,
      total: 27,
    });
  });

  it('are searched with the same four fields, which may be missing or null', async () => {
    const found = await search({ status: 'accepted', track: 'FRONTEND' });
    expect(titles(found)).toEqual(['Talk 1', 'Talk 3']);
    const page = await search({ page: '3', pageSize: 13.0 });
    expect(page).toMatchObject({ page: 3, pageSize: 13, total: 27 });
    expect(titles(page)).toEqual(['Talk 27']);
    const first = await list('submissions');
    for (const body of [undefined, 'null', {}, { status: null, track: null }, { track: '' }]) {
      expect(await search(body)).toEqual(first);
    }
  });

  it('are found by status, and by the id or the name of a track', async () => {
    const [{ track }] = (await list('submissions?track=bACKEND')).data;
    expect(track.name).toBe('Backend');
    const queries = [
      ['status=accepted', 4],
      ['status=declined', 0],
      ['track=backend', 13],
      [`track=${track.id}`, 13],
      ['track=', 27],
      ['status=accepted&track=backend', 2],
    ] as const;
    for (const [query, total] of queries) {
      expect([query, (await list(`submissions?${query}`)).total]).toEqual([query, total]);
    }
  });

  it.each(['status=', 'status=Accepted', 'status=waitlist', 'track=x', 'track=%20backend'])(
    'are not found by %s',
    async (query) => {
      for (const what of ['submissions', 'sessions']) {
        const { status, body } = await service.call('GET', `/v1/events/conf/${what}?${query}`);
        expect([status, body]).toEqual([400, { detail: expect.any(String) }]);
      }
    },
  );
});

describe('the speakers', () => {
  const people = [
    { email: 'z@ada.example', first_name: 'Zoe', last_name: 'ada' },
    { email: 'b@ada.example', first_name: 'amina', last_name: 'Ada', company_name: 'Harbour' },
    { email: 'a@ada.example', first_name: 'Amina', last_name: 'Ada', title: 'CTO of harbours' },
    { email: 'first@ada.example', first_name: 'Zoe', speaker_status: 'invited' },
    { email: 'last@ada.example', last_name: 'Éclair', speaker_status: 'confirmed' },
  ];
  const emails = (page: { data: { email: string }[] }) => page.data.map(({ email }) => email);

  beforeAll(async () => {
    for (const person of people) await create('speakers', person);
  });

  it('are in the order of their names and addresses, without a last name first', async () => {
    const order = [
      'first@ada.example',
      'a@ada.example',
      'b@ada.example',
      'z@ada.example',
      'last@ada.example',
    ];
    expect(emails(await list('speakers?filter=ADA.example'))).toEqual(order);
    const { data, total } = await list('speakers?pageSize=100');
    expect(total).toBe(32);
    expect(data.slice(-4).map(({ email }: { email: string }) => email)).toEqual(order.slice(1));
  });

  it('are found by what a field contains, and by their status', async () => {
    const queries = [
      ['filter=amina', ['a@ada.example', 'b@ada.example']],
      ['filter=%20HARBOUR', ['a@ada.example', 'b@ada.example']],
      ['filter=confirm', ['last@ada.example']],
      ['filter=%25', []],
      ['filter=É', ['last@ada.example']],
      ['status=%20Invited', ['first@ada.example']],
      ['status=invited&filter=ada', ['first@ada.example']],
      ['status=declined', []],
    ] as const;
    for (const [query, found] of queries) {
      expect([query, emails(await list(`speakers?${query}`))]).toEqual([query, found]);
    }
    expect((await list('speakers?status=&filter=&track=nothing')).total).toBe(32);
    const { status } = await service.call('GET', '/v1/events/conf/speakers?status=accepted');
    expect(status).toBe(400);
  });

  it('are the contacts, whatever is searched', async () => {
    const speakers = await list('speakers?pageSize=50');
    const filters = { status: 'anything', track: 'anything' };
    const page = await search({ pageSize: 50, ...filters }, 'contacts');
    expect(page).toEqual({
      data: speakers.data.map(
        ({ id, full_name, email, company_name, title, about }: Record<string, unknown>) => ({
          id,
          full_name,
          email,
          company_name,
          title,
          about,
        }),
      ),
      page: 1,
      pageSize: 50,
      total: 32,
    });
    expect(Object.keys(page.data[0])).toEqual([
      'id',
      'full_name',
      'email',
      'company_name',
      'title',
      'about',
    ]);
    const { status, body } = await service.call('POST', '/v1/events/conf/contacts/search', {
      track: 1,
    });
    expect([status, body.detail[0].type]).toEqual([422, 'string_type']);
  });
});

it('takes SQL as text, wherever it is sent', async () => {
  const text = "' OR '1'='1";
  const encoded = encodeURIComponent(text);
  expect((await list(`speakers?filter=${encoded}`)).data).toEqual([]);
  expect((await list(`content-items?type=${encoded}`)).data).toEqual([]);
  const refused = await service.call('GET', `/v1/events/conf/submissions?track=${encoded}`);
  expect(refused.status).toBe(400);
  expect((await service.call('GET', `/v1/events/${encoded}/speakers`)).status).toBe(404);
  const changed = await service.call('PATCH', `/v1/speakers/${encoded}`, { title: text });
  expect(changed.status).toBe(404);
});

describe('bounds of a page', () => {
  const paths = ['submissions', 'speakers', 'sessions', 'content-items'];

  it.each([
    ['page=0', 'page must be between 1 and 999'],
    ['page=1000', 'page must be between 1 and 999'],
    [`page=${'9'.repeat(26)}`, 'page must be between 1 and 999'],
    ['pageSize=0', 'pageSize must be between 1 and 100'],
    ['pageSize=101', 'pageSize must be between 1 and 100'],
    ['page=-1&status=unknown', 'page must be between 1 and 999'],
  ])('of a list: %s', async (query, detail) => {
    for (const path of paths) {
      const { status, body } = await service.call('GET', `/v1/events/nope/${path}?${query}`);
      expect([status, body]).toEqual([400, { detail }]);
    }
  });

  it.each(['submissions', 'contacts'])('of a search of %s', async (what) => {
    expect(await search({ page: 0 }, what)).toEqual({ detail: 'page must be between 1 and 999' });
    const { status, body } = await service.call('POST', `/v1/events/conf/${what}/search`, {
      page: null,
      pageSize: 'x',
    });
    expect([status, body.detail.map(({ type }: { type: string }) => type)]).toEqual([
      422,
      ['int_type', 'int_parsing'],
    ]);
  });

  it('are checked after types and before the status and the event', async () => {
    const statusOf = async (path: string) => (await service.call('GET', path)).status;
    expect(await statusOf('/v1/events/nope/speakers?page=x&pageSize=0')).toBe(422);
    expect(await statusOf('/v1/events/nope/submissions?status=x')).toBe(400);
    expect(await statusOf('/v1/events/nope/submissions?track=x')).toBe(404);
  });
});
