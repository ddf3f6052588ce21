// Which proxy the environment configures for a service.
import { expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { proxyFor } from './proxy.ts';

const proxy = 'http://proxy.example:3128';

it.each([
  ['https://a.example', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['https://a.example', { https_proxy: proxy, HTTPS_PROXY: 'http://other.example' }, `${proxy}/`],
  ['https://a.example', { HTTPS_PROXY: 'proxy.example:3128' }, `${proxy}/`],
  ['https://a.example', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example/'],
  ['https://a.example', { HTTP_PROXY: proxy }, undefined],
  ['http://a.example', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['https://a.example', { HTTPS_PROXY: '' }, undefined],
  ['https://a.example', {}, undefined],
  ['http://127.0.0.1:8080', { HTTP_PROXY: proxy }, undefined],
  ['http://localhost:8080', { HTTP_PROXY: proxy }, undefined],
  ['http://[::1]:8080', { HTTP_PROXY: proxy }, undefined],
  ['http://[::ffff:127.0.0.1]:8080', { HTTP_PROXY: proxy }, undefined],
  ['http://localhost.example', { HTTP_PROXY: proxy }, `${proxy}/`],
])('%s with %j: %s', (text, env, url) => {
  expect(proxyFor(readBaseUrl(text), env)?.url).toBe(url);
});

it('names the variable and the excepted hosts', () => {
  const env = {
    HTTPS_PROXY: 'http://ada:secret@proxy.example',
    no_proxy: 'b.example',
    NO_PROXY: 'a.example',
  };
  const { url: _, ...shown } = proxyFor(readBaseUrl('https://a.example'), env) ?? {};
  expect(shown).toEqual({ variable: 'HTTPS_PROXY', except: 'b.example' });
});

it.each([
  'http://ada:secret@',
  'socks5://ada:secret@proxy.example',
  'ada:secret',
  'http://ada:100%@proxy.example',
])('refuses %s without repeating it', (text) => {
  const read = () => proxyFor(readBaseUrl('https://a.example'), { HTTPS_PROXY: text });
  expect(read).toThrow(UsageError);
  expect(read).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy$/);
});
