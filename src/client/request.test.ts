// Requests for endpoints and inputs, compared with text written by hand from the specification.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSpeaker,
  listSpeakers,
  searchSubmissions,
  updateSpeaker,
} from '../contract/endpoints.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { buildPageRequest, buildRawRequest, buildRequest, requestedSize } from './request.ts';

const base = readBaseUrl('https://program.example.org/api/');

describe('buildRequest', () => {
  it('joins prefix, path and body', () => {
    expect(
      buildRequest(base, createSpeaker, {
        path: { event_id: 'demo' },
        body: { email: 'a@b.example' },
      }),
    ).toEqual({
      method: 'POST',
      path: '/api/v1/events/demo/speakers',
      body: '{"email":"a@b.example"}',
      repeatable: false,
    });
  });

  it('writes a query with additional names and repeated values, and omits undefined ones', () => {
    const query = { status: 'accepted & paid', page: 2, track: undefined, tag: ['a', 'b'] };
    expect(buildRequest(base, listSpeakers, { path: { event_id: 'demo' }, query })).toEqual({
      method: 'GET',
      path: '/api/v1/events/demo/speakers?status=accepted+%26+paid&page=2&tag=a&tag=b',
      repeatable: true,
    });
  });

  it('treats a search as repeatable although it is a POST', () => {
    expect(
      buildRequest(base, searchSubmissions, { path: { event_id: 'demo' }, body: {} }).repeatable,
    ).toBe(true);
  });

  it.each(['', '.', '..'])('refuses %j as an identifier', (speaker_id) => {
    expect(() => buildRequest(base, updateSpeaker, { path: { speaker_id }, body: {} })).toThrow(
      UsageError,
    );
  });

  it('keeps any identifier within its path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (speaker_id) => {
        fc.pre(speaker_id !== '.' && speaker_id !== '..');
        const { path } = buildRequest(base, updateSpeaker, { path: { speaker_id }, body: {} });
        const url = new URL(path, base.origin);
        const segments = url.pathname.split('/');
        expect([segments.length, url.search, url.hash]).toEqual([5, '', '']);
        expect(decodeURIComponent(segments[4] ?? '')).toBe(speaker_id);
      }),
    );
  });
});

describe('buildRawRequest', () => {
  it.each([
    [
      { method: 'get', path: '/v1/x' },
      { method: 'GET', path: '/api/v1/x', repeatable: true },
    ],
    [
      { method: 'DELETE', path: 'v1/ü?a=1', query: { b: '2' } },
      { method: 'DELETE', path: '/api/v1/%C3%BC?a=1&b=2', repeatable: true },
    ],
    [
      { method: 'POST', path: '/v1/x', body: [1] },
      { method: 'POST', path: '/api/v1/x', body: '[1]', repeatable: false },
    ],
  ])('%j', (raw, request) => {
    expect(buildRawRequest(base, raw)).toEqual(request);
  });

  it.each(['https://elsewhere.example/v1', '/../secret', '/%2e%2e/secret'])(
    'refuses the path %s',
    (path) => {
      expect(() => buildRawRequest(base, { method: 'GET', path })).toThrow(UsageError);
    },
  );

  it('stays at the origin with any number of slashes', () => {
    expect(buildRawRequest(base, { method: 'GET', path: '//elsewhere.example/x' }).path).toBe(
      '/api//elsewhere.example/x',
    );
  });

  it('refuses a method that opens tunnels', () => {
    expect(() => buildRawRequest(base, { method: 'CONNECT', path: '/' })).toThrow(
      'CONNECT is not a method of this API',
    );
  });
});

describe('buildPageRequest', () => {
  const path = { event_id: 'demo' };

  it('adds the page to the query or to the body, as the endpoint expects', () => {
    const third = { page: 3, pageSize: 100 };
    const query = { status: 'x', page: 2 };
    expect(
      buildPageRequest(base, buildRequest(base, listSpeakers, { path, query }), third).path,
    ).toBe('/api/v1/events/demo/speakers?status=x&page=3&pageSize=100');
    expect(
      buildPageRequest(
        base,
        buildRequest(base, searchSubmissions, { path, body: { status: 'x' } }),
        third,
      ).body,
    ).toBe('{"status":"x","page":3,"pageSize":100}');
  });

  it.each([
    [
      'https://program.example.org/api/v1/events/demo/speakers?page=2',
      '/api/v1/events/demo/speakers?page=2',
    ],
    ['/api/v1/next?c=1', '/api/v1/next?c=1'],
    ['?c=1', '/api/v1/events/demo/speakers?c=1'],
    ['https://PROGRAM.example.org:443/api/v1/x', '/api/v1/x'],
  ])('follows the link %s', (url, expected) => {
    expect(buildPageRequest(base, buildRequest(base, listSpeakers, { path }), url).path).toBe(
      expected,
    );
  });

  it.each([
    ['https://evil.example/api/v1/x', 'https://evil.example'],
    ['http://program.example.org/api/v1/x', 'http://program.example.org'],
    ['//evil.example/api/v1/x', 'https://evil.example'],
    ['/other/x', '/other/x'],
    ['/api/../x', '/x'],
    ['/api/%2e%2e/x', '/x'],
    ['https://', 'an invalid address'],
  ])('does not follow the link %s', (url, shown) => {
    expect(() => buildPageRequest(base, buildRequest(base, listSpeakers, { path }), url)).toThrow(
      `the list continues at ${shown}, which is not below the base URL; ` +
        'the token was not sent there',
    );
  });

  it('replaces or adds a parameter', () => {
    const next = { 'a&b': 7 };
    const get = buildRawRequest(base, { method: 'GET', path: '/v1/x?tag=a&tag=b&a%26b=1' });
    expect(buildPageRequest(base, get, next).path).toBe('/api/v1/x?tag=a&tag=b&a%26b=7');
    const search = buildRawRequest(base, { method: 'POST', path: '/v1/x/search', body: { a: 1 } });
    expect(buildPageRequest(base, search, next).body).toBe('{"a":1,"a&b":7}');
  });

  it('without parameters, is the request as it is', () => {
    for (const path of ['/v1/x', '/v1/x?tag=a&page=2']) {
      const get = buildRawRequest(base, { method: 'GET', path });
      expect(buildPageRequest(base, get, {})).toEqual(get);
    }
  });
});

it.each([
  ['GET', '/v1/x?pageSize=7', undefined, 7],
  ['GET', '/v1/x?pageSize=many', undefined, undefined],
  ['GET', '/v1/x', undefined, undefined],
  ['POST', '/v1/x/search', { pageSize: 7 }, 7],
  ['POST', '/v1/x/search', {}, undefined],
])('%s %s with %j has the page size %s', (method, path, body, size) => {
  expect(requestedSize(buildRawRequest(base, { method, path, body }))).toBe(size);
});

it.each([null, ['x'], 'x', 5])('refuses a search for %j, which is not an object', (body) => {
  const search = buildRawRequest(base, { method: 'POST', path: '/v1/speakers/search', body });
  expect(() => requestedSize(search)).toThrow(InvalidInputError);
});
