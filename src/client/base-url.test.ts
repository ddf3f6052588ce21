// Where a token may be sent, and through which proxy.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { proxyFor, readBaseUrl, refuseUnencrypted } from './base-url.ts';

describe('readBaseUrl', () => {
  it.each([
    ['https://program.example.org', 'https://program.example.org', 443, ''],
    ['https://program.example.org/', 'https://program.example.org', 443, ''],
    ['http://localhost:8080/api/program//', 'http://localhost:8080', 8080, '/api/program'],
  ])('%s', (text, origin, port, prefix) => {
    expect(readBaseUrl(text)).toMatchObject({ origin, port, prefix });
  });

  it.each([
    '',
    'program.example.org',
    'ftp://x.example',
    'https://me:pw@x.example',
    'https://x.example/?a',
    'https://x.example/#a',
  ])('refuses %j', (text) => {
    expect(() => readBaseUrl(text)).toThrow(UsageError);
  });
});

describe('refuseUnencrypted', () => {
  it.each(['https://x.example', 'http://localhost', 'http://127.0.0.1:1', 'http://127.1', 'http://[::1]:8080'])(
    'allows sending a token to %s',
    (text) => {
      expect(() => refuseUnencrypted(readBaseUrl(text))).not.toThrow();
    },
  );

  it.each([
    'http://x.example',
    'http://localhost.x.example',
    'http://127.0.0.1.x.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('refuses to send a token to %s', (text) => {
    expect(() => refuseUnencrypted(readBaseUrl(text))).toThrow('the token would be sent unencrypted to http://');
  });
});

describe('proxyFor', () => {
  const proxy = 'http://proxy.example:3128';

  it.each([
    ['https://a.example', { HTTPS_PROXY: proxy }, proxy],
    ['https://a.example', { https_proxy: proxy, HTTPS_PROXY: 'http://other.example' }, proxy],
    ['https://a.example', { HTTPS_PROXY: 'proxy.example:3128' }, proxy],
    ['https://a.example', { HTTP_PROXY: proxy }, undefined],
    ['http://a.example', { HTTP_PROXY: proxy }, proxy],
    ['https://a.example', { HTTPS_PROXY: '' }, undefined],
    ['https://a.example', {}, undefined],
    ['https://a.example', { HTTPS_PROXY: proxy, NO_PROXY: 'b.example, a.example' }, undefined],
    ['https://x.a.example', { HTTPS_PROXY: proxy, NO_PROXY: '.a.example' }, undefined],
    ['https://xa.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example' }, proxy],
    ['https://a.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example:8443' }, proxy],
    ['https://a.example:8443', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example:8443' }, undefined],
    ['https://a.example', { HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
    ['http://127.0.0.1:8080', { HTTP_PROXY: proxy }, undefined],
    ['http://[::1]:8080', { HTTP_PROXY: proxy }, undefined],
  ])('%s with %j: %s', (text, env, expected) => {
    expect(proxyFor(readBaseUrl(text), env)).toBe(expected);
  });
});
