// The client reads lists from a scripted server: which pages it requests, and what it refuses.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { listSpeakers, searchContacts } from '../contract/endpoints.ts';
import { MalformedResponseError } from '../errors.ts';
import type { Page } from './client.ts';

const path = { event_id: 'demo' };

describe('page', () => {
  it('reads one page, with additional filters', async () => {
    const { client, server } = await scriptedClient([
      { json: { results: [{ id: 'a', extra: 1 }], totalResults: 9 } },
    ]);
    const page = await client.page(listSpeakers, { path, query: { pageSize: 1, city: 'Bern' } });
    expect(page).toMatchObject({ records: [{ id: 'a', extra: 1 }], totalResults: 9 });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/events/demo/speakers?pageSize=1&city=Bern',
      body: '',
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('fails if the response contains no list', async () => {
    const { client } = await scriptedClient([{ json: { status: 'ok' } }]);
    const error = await rejection(client.page(listSpeakers, { path }));
    expect(error.message).toBe(
      'the response to GET /v1/events/demo/speakers contains no list of speakers, ' +
        'but an object with the field status',
    );
  });

  it.each<[string, object, string]>([
    ['error', { data: [], error: 'not today' }, 'not today'],
    ['success: false', { data: [{ id: 'a' }], success: false, message: 'no' }, 'no'],
  ])('fails if the response reports a failure: %s', async (_, json, message) => {
    const { client } = await scriptedClient([{ json }]);
    const error = await rejection(client.page(listSpeakers, { path }));
    expect(error.message).toBe(
      `the response to GET /v1/events/demo/speakers reports a failure: ${message}`,
    );
  });

  it('refuses a web page instead of a list', async () => {
    const { client, server } = await scriptedClient([{ text: '<html>Log in</html>' }]);
    expect(await rejection(client.page(listSpeakers, { path }))).toBeInstanceOf(
      MalformedResponseError,
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe('pages', () => {
  it('sends the page of a search in its body, and repeats it after a loss', async () => {
    const body = (id: string) => ({ json: { data: [{ id }], total: 2 } });
    const { client, server } = await scriptedClient([
      body('a'),
      { reset: 'after reading' },
      body('b'),
    ]);
    const pages: Page[] = [];
    const search = client.pages(searchContacts, { path, body: { status: 'accepted' } });
    for await (const page of search) pages.push(page);
    expect(pages.flatMap(({ records }) => records)).toEqual([{ id: 'a' }, { id: 'b' }]);
    const [first, second] = [1, 2].map(
      (page) => `{"status":"accepted","page":${page},"pageSize":100}`,
    );
    expect(server.requests.map((request) => request.body)).toEqual([first, second, second]);
  });

  it('requests pages of 100, unless the caller gives a size', async () => {
    const whole = { json: { data: [{ id: 'a' }], total: 1 } };
    const { client, server } = await scriptedClient(() => whole);
    const read = async (pages: AsyncIterable<Page>) => {
      for await (const page of pages) expect(page.records).toEqual([{ id: 'a' }]);
    };
    await read(client.pages(listSpeakers, { path }));
    await read(client.pages(listSpeakers, { path, query: { pageSize: 7 } }));
    await read(client.requestPages({ method: 'GET', path: '/v1/x?pageSize=8' }, 'x'));
    await read(
      client.requestPages({ method: 'POST', path: '/v1/x/search', body: { pageSize: 9 } }, 'x'),
    );
    expect(server.requests.map((request) => request.path.split('?')[1] ?? request.body)).toEqual([
      'page=1&pageSize=100',
      'pageSize=7&page=1',
      'pageSize=8&page=1',
      '{"pageSize":9,"page":1}',
    ]);
  });
});
