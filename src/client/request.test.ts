// Endpoints and inputs as requests, written out by hand from the specification.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpeaker, listSpeakers, updateSpeaker } from '../contract/speakers.ts';
import { searchSubmissions } from '../contract/submissions.ts';
import { UsageError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { headersFor, prepare, prepareRaw, withPage } from './request.ts';

const base = readBaseUrl('https://program.example.org/api/');

describe('prepare', () => {
  it('puts path, prefix and body together', () => {
    expect(prepare(base, createSpeaker, { path: { event_id: 'demo' }, body: { email: 'a@b.example' } })).toEqual({
      method: 'POST',
      path: '/api/v1/events/demo/speakers',
      body: '{"email":"a@b.example"}',
      repeatable: false,
    });
  });

  it('writes a query with names beyond the contract, several values, and nothing for undefined', () => {
    const query = { status: 'accepted & paid', page: 2, track: undefined, tag: ['a', 'b'] };
    expect(prepare(base, listSpeakers, { path: { event_id: 'demo' }, query })).toEqual({
      method: 'GET',
      path: '/api/v1/events/demo/speakers?status=accepted+%26+paid&page=2&tag=a&tag=b',
      repeatable: true,
    });
  });

  it('holds a search repeatable, though it is a POST', () => {
    expect(prepare(base, searchSubmissions, { path: { event_id: 'demo' }, body: {} }).repeatable).toBe(true);
  });

  it.each(['', '.', '..'])('refuses %j as an identifier', (speaker_id) => {
    expect(() => prepare(base, updateSpeaker, { path: { speaker_id }, body: {} })).toThrow(UsageError);
  });

  it('never lets an identifier leave its place in the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (speaker_id) => {
        fc.pre(speaker_id !== '.' && speaker_id !== '..');
        const { path } = prepare(base, updateSpeaker, { path: { speaker_id }, body: {} });
        const url = new URL(path, base.origin);
        const segments = url.pathname.split('/');
        expect([segments.length, url.search, url.hash]).toEqual([5, '', '']);
        expect(decodeURIComponent(segments[4] ?? '')).toBe(speaker_id);
      }),
    );
  });
});

describe('prepareRaw', () => {
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
  ])('%j', (request, prepared) => {
    expect(prepareRaw(base, request)).toEqual(prepared);
  });

  it.each(['https://elsewhere.example/v1', '/../secret', '/%2e%2e/secret'])('refuses the path %s', (path) => {
    expect(() => prepareRaw(base, { method: 'GET', path })).toThrow(UsageError);
  });

  it('stays at the origin whatever the slashes', () => {
    expect(prepareRaw(base, { method: 'GET', path: '//elsewhere.example/x' }).path).toBe('/api//elsewhere.example/x');
  });

  it('refuses a method that opens tunnels', () => {
    expect(() => prepareRaw(base, { method: 'CONNECT', path: '/' })).toThrow('CONNECT is not a method of this API');
  });
});

describe('headersFor', () => {
  it('names the content type where there is a body, and the key where there is one', () => {
    const identity = { token: 'secret', userAgent: 'plenary/1' };
    const plain = { 'x-access-token': 'secret', accept: 'application/json', 'user-agent': 'plenary/1' };
    expect(headersFor({ method: 'GET', path: '/', repeatable: true }, identity)).toEqual(plain);
    const creation = { method: 'POST', path: '/', body: '{}', repeatable: false };
    expect(headersFor(creation, { ...identity, idempotencyKey: 'k' })).toEqual({
      ...plain,
      'content-type': 'application/json',
      'idempotency-key': 'k',
    });
  });
});

describe('withPage', () => {
  it('asks for a page where the endpoint takes it: in the query or the body', () => {
    const path = { event_id: 'demo' };
    expect(withPage(listSpeakers, { path, query: { status: 'x' } }, 3)).toEqual({
      path,
      query: { status: 'x', page: 3 },
    });
    expect(withPage(searchSubmissions, { path, body: { status: 'x' } }, 3)).toEqual({
      path,
      body: { status: 'x', page: 3 },
    });
  });
});
