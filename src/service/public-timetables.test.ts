// The public timetables: what they show and to whom, and how seldom the database is read for them. On both stores.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';
import { type RunningService, startService } from './listen.ts';
import { isSameTag } from './public-timetables.ts';
import { StoreUnavailable } from './store/driver.ts';

let stored: LoopbackService;
let list: LoopbackService['store']['list'];
let reads: number;
beforeAll(async () => {
  stored = await startLoopbackService();
  ({ list } = stored.store);
});
beforeEach(() => {
  reads = 0;
  stored.store.list = (...args) => {
    reads += 1;
    return list(...args);
  };
});
afterAll(() => stored.stop());

let service: RunningService;
afterEach(() => service.close());

/** A service whose page of an event is its items as text; that of `conf` is public. */
async function serve(freshMs: number, variant = ''): Promise<void> {
  const events = (await stored.store.listEvents()).filter(({ id }) => id === 'conf');
  const pageOf = (event: object, items: readonly object[], at: number) => ({
    html: JSON.stringify({ event, items, at }),
    policy: "default-src 'none'",
  });
  service = await startService(stored.store, { timetables: { events, pageOf, variant, freshMs } });
}

const get = (path = '/timetable/conf', init: RequestInit = {}) => fetch(service.url + path, init);
const titles = async (response: Promise<Response>): Promise<readonly string[]> => {
  const { items }: { items: readonly { title: string }[] } = JSON.parse(await (await response).text());
  return items.map(({ title }) => title);
};

async function add(title: string, status?: string): Promise<string> {
  const submission = { title, submitter_email: 'private@example.org', submitter_first_name: 'Amina' };
  const { body } = await stored.call('POST', '/v1/events/conf/submissions', submission);
  const update = { feedback: 'Weak, but a sponsor', ...(status && { status }) };
  await stored.call('PATCH', `/v1/submissions/${body.id}`, update);
  return body.id;
}

describe('a public timetable', () => {
  beforeAll(async () => {
    await add('Accepted', 'accepted');
    await add('Pending');
    const start = { room: 'Hall', start: '2027-05-20T09:00:00+02:00' };
    await stored.call('PUT', `/v1/sessions/${await add('Placed')}/schedule`, start);
  });

  it('is written from the content items of the event, which have nothing private', async () => {
    await serve(60_000);
    const response = await get();
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      event: { id: 'conf', name: 'Conf', timezone: 'Europe/Berlin' },
      items: [{ title: 'Accepted' }, { title: 'Placed', room: 'Hall', speakers: [{ first_name: 'Amina' }] }],
    });
    expect(text).not.toMatch(/Pending|private@|sponsor|feedback/);
  });

  it('has the policy that its page needs, and is not shown inside other pages', async () => {
    await serve(60_000);
    const { headers } = await get();
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('is not sent again to a visitor who has it, until an item changes', async () => {
    await serve(0);
    const etag = (await get()).headers.get('etag') ?? '';
    const again = await get(undefined, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('content-length')).toBe(null);
    const id = await add('New', 'accepted');
    const changed = await get(undefined, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('"New"');
    await stored.call('PATCH', `/v1/submissions/${id}`, { status: 'withdrawn' });
    expect((await get(undefined, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('is the same for every process, unless it is written in another way', async () => {
    const tags: (string | null)[] = [];
    for (const variant of ['en', 'en', 'de']) {
      await serve(60_000, variant);
      tags.push((await get()).headers.get('etag'));
      await service.close();
    }
    expect(tags[0]).toBe(tags[1]);
    expect(tags[0]).not.toBe(tags[2]);
  });

  it('is read once for a storm of visitors, and again when it may have changed', async () => {
    await serve(60_000);
    const storm = await Promise.all(Array.from({ length: 200 }, () => get().then(({ status }) => status)));
    expect([new Set(storm), reads]).toEqual([new Set([200]), 1]);
    await get();
    expect(reads).toBe(1);
    await service.close();
    await serve(0);
    await get();
    await get();
    expect(reads).toBe(3);
  });

  it('is read whole, whatever the number of its items', async () => {
    stored.store.list = async (name, ref, filter) => {
      const found = await list(name, ref, { ...filter, page: 1 });
      const [first] = found?.records ?? [];
      if (first === undefined) return found;
      const { page, pageSize } = filter;
      const size = page === 1 ? pageSize : 1;
      const records = Array.from({ length: size }, (_, at) => ({
        ...first,
        id: `${page}/${at}`,
        title: `Page ${page}`,
      }));
      return { records, totalResults: pageSize + 1 };
    };
    await serve(60_000);
    const shown = await titles(get());
    expect([shown.length > 100, shown.at(-2), shown.at(-1)]).toEqual([true, 'Page 1', 'Page 2']);
  });

  it('remains while the database cannot be read', async () => {
    await serve(0);
    const before = await titles(get());
    stored.store.list = () => Promise.reject(new StoreUnavailable('unreachable'));
    expect(await titles(get())).toEqual(before);
    await service.close();
    await serve(0);
    expect((await get()).status).toBe(503);
    stored.store.list = list;
    expect(await titles(get())).toEqual(before);
  });

  it('does not exist for an event that is not public, with a token or without', async () => {
    await stored.administration.addEvent({ id: 'secret', name: 'Secret', timezone: 'UTC' });
    await serve(60_000);
    const none = await Promise.all(
      ['/timetable/secret', '/timetable/none', '/timetable/', `/timetable/${'x'.repeat(60)}`, '/timetable/%00'].map(
        async (path) => {
          const response = await get(path, { headers: { 'x-access-token': stored.token } });
          return [response.status, await response.json()];
        },
      ),
    );
    for (const answer of none) expect(answer).toEqual([404, { detail: 'Not Found' }]);
    expect(reads).toBe(0);
    expect((await fetch(`${stored.url}/timetable/conf`)).status).toBe(404);
  });

  it('can only be read', async () => {
    await serve(60_000);
    const { status, headers } = await get(undefined, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await get(undefined, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is linked at the root of the service, by the name of the event', async () => {
    await serve(60_000);
    expect(await (await get('/')).text()).toContain('<a href="/timetable/conf">Timetable of Conf</a>');
    expect(await (await fetch(stored.url)).text()).not.toContain('Conf<');
  });
});

it.each([
  [undefined, false],
  ['', false],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['W/"ab"', false],
])('compares If-None-Match %j with the tag of a page', (value, isSame) => {
  expect(isSameTag(value, 'W/"a"')).toBe(isSame);
});
