// Through which proxy a request goes.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { proxyFor } from './proxy.ts';

describe('proxyFor', () => {
  const proxy = 'http://proxy.example:3128';

  it.each([
    ['https://a.example', { HTTPS_PROXY: proxy }, proxy],
    ['https://a.example', { https_proxy: proxy, HTTPS_PROXY: 'http://other.example' }, proxy],
    ['https://a.example', { HTTPS_PROXY: 'proxy.example:3128' }, proxy],
    ['https://a.example', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example'],
    ['https://a.example', { HTTP_PROXY: proxy }, undefined],
    ['http://a.example', { HTTP_PROXY: proxy }, proxy],
    ['https://a.example', { HTTPS_PROXY: '' }, undefined],
    ['https://a.example', {}, undefined],
    ['http://127.0.0.1:8080', { HTTP_PROXY: proxy }, undefined],
    ['http://[::1]:8080', { HTTP_PROXY: proxy }, undefined],
  ])('%s with %j: %s', (text, env, address) => {
    expect(proxyFor(readBaseUrl(text), env)?.address).toBe(address);
  });

  it.each([
    ['http://ada:secret@proxy.example:3128', 'ada:secret'],
    ['ada:secret@proxy.example:3128', 'ada:secret'],
    ['http://ada@proxy.example:3128', 'ada:'],
    ['http://a%40b:p%3Aw%2F@proxy.example:3128', 'a@b:p:w/'],
    ['http://ada:100%@proxy.example:3128', 'ada:100%'],
    ['http://ada:gr\u00fcn@proxy.example:3128', 'ada:gr\u00fcn'],
  ])('separates the credentials of %s from the address', (text, credentials) => {
    expect(proxyFor(readBaseUrl('https://a.example'), { HTTPS_PROXY: text })).toEqual({
      address: proxy,
      host: 'proxy.example:3128',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      variable: 'HTTPS_PROXY',
    });
  });

  it.each([
    ['https://a.example', '', proxy],
    ['https://a.example', 'a.example', undefined],
    ['https://a.example', 'A.Example', undefined],
    ['https://a.example', 'example', undefined],
    ['https://a.example', '.example', undefined],
    ['https://a.example', '*.example', undefined],
    ['https://a.example', 'le', proxy],
    ['https://a.example', 'b.example, .test', proxy],
    ['https://a.example', 'b.example,a.example', undefined],
    ['https://a.example', 'localhost, *', undefined],
    ['https://a.example', 'a.example:443', undefined],
    ['https://a.example', 'a.example:8443', proxy],
    ['https://a.example:8443', 'a.example:8443', undefined],
    ['https://[2001:db8::1]', '[2001:db8::1]', undefined],
    ['https://[2001:db8::1]', '[2001:db8::1]:443', undefined],
  ])('%s with NO_PROXY %j: %s', (text, NO_PROXY, address) => {
    expect(proxyFor(readBaseUrl(text), { HTTPS_PROXY: proxy, NO_PROXY })?.address).toBe(address);
  });

  it('reads no_proxy before NO_PROXY', () => {
    const env = { HTTPS_PROXY: proxy, no_proxy: 'b.example', NO_PROXY: 'a.example' };
    expect(proxyFor(readBaseUrl('https://a.example'), env)?.address).toBe(proxy);
  });

  it.each(['http://ada:secret@', 'socks5://ada:secret@proxy.example', 'ada:secret'])(
    'refuses %s without repeating it',
    (text) => {
      const read = () => proxyFor(readBaseUrl('https://a.example'), { HTTPS_PROXY: text });
      expect(read).toThrow(UsageError);
      expect(read).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy$/);
    },
  );
});
