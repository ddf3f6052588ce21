// Which redirects are followed, and which base URL they suggest.
import { describe, expect, it } from 'vitest';
import { scriptedClient } from '../../test/support/scripted-client.ts';
import { createSpeaker, listSpeakers } from '../contract/speakers.ts';
import { readBaseUrl } from './base-url.ts';
import { isElsewhere, redirectedBaseUrl, redirectedPath } from './redirect.ts';

const base = readBaseUrl('http://program.example:8080/api');
const path = '/api/v1/events/demo/speakers?page=2';

describe('redirectedPath', () => {
  it.each([
    [307, '/new/v1/speakers?page=2', '/new/v1/speakers?page=2'],
    [308, 'http://program.example:8080/new', '/new'],
    [308, 'moved', '/api/v1/events/demo/moved'],
    [301, '/new', undefined],
    [302, '/new', undefined],
    [303, '/new', undefined],
    [200, '/new', undefined],
    [307, 'https://program.example:8080/new', undefined],
    [307, 'http://program.example/new', undefined],
    [307, 'http://other.example:8080/new', undefined],
    [307, '//other.example:8080/new', undefined],
    [307, 'javascript:alert(1)', undefined],
    [307, 'http://[', undefined],
    [307, undefined, undefined],
  ])('%i to %s: %s', (status, location, expected) => {
    expect(redirectedPath(base, path, { status, headers: { location }, text: '' })).toBe(expected);
  });
});

describe('isElsewhere', () => {
  it.each([
    [303, '/api/v1/speakers/spk_1', true],
    [302, 'https://login.example/?next=/v1', true],
    [301, undefined, true],
    [301, 'https://program.example/v1/events/demo/speakers', false],
    [301, '/api/v1/events/demo/speakers/', false],
    [307, '/api/v1/speakers/spk_1', false],
    [201, '/api/v1/speakers/spk_1', false],
  ])('%i to %s: %s', (status, location, expected) => {
    expect(isElsewhere(base, path, { status, headers: { location }, text: '' })).toBe(expected);
  });
});

describe('redirectedBaseUrl', () => {
  it.each([
    ['https://program.example/api/v1/events/demo/speakers?page=2', 'https://program.example/api'],
    ['http://program.example:8080/v1/events/demo/speakers', 'http://program.example:8080'],
    ['/new/v1/events/demo/speakers', 'http://program.example:8080/new'],
    ['https://login.example/?next=/v1', undefined],
    [path, undefined],
    [undefined, undefined],
  ])('%s: %s', (location, expected) => {
    expect(redirectedBaseUrl(base, path, { location })).toBe(expected);
  });

  it('never leaves https', () => {
    const secure = readBaseUrl('https://program.example');
    const location = 'http://program.example/v1/events/demo/speakers';
    expect(redirectedBaseUrl(secure, '/v1/events/demo/speakers', { location })).toBeUndefined();
  });
});

describe('a redirect to the same service', () => {
  it('is followed with method, body, token and idempotency key', async () => {
    const { client, server } = await scriptedClient([
      { status: 307, headers: { location: '/elsewhere?a=b' }, text: '' },
      { status: 201, json: { id: 'spk_1' } },
    ]);
    const input = { path: { event_id: 'demo' }, body: { email: 'ada@example.org' } };
    expect(await client.create(createSpeaker, input)).toMatchObject({ record: { id: 'spk_1' } });
    const [first, second] = server.requests;
    expect(second).toEqual({ ...first, path: '/elsewhere?a=b' });
  });

  it('is followed once', async () => {
    const { client, server } = await scriptedClient(() => ({ status: 308, headers: { location: '/again' }, text: '' }));
    await expect(client.page(listSpeakers, { path: { event_id: 'demo' } })).rejects.toThrow(
      'the service redirects (308) to /again; the token was not sent there',
    );
    expect(server.requests).toHaveLength(2);
  });
});
