// What a base URL is, and where a token may be sent.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { readBaseUrl, refuseUnencrypted } from './base-url.ts';

describe('readBaseUrl', () => {
  it.each([
    ['https://program.example.org', 'https://program.example.org', 443, ''],
    ['https://program.example.org/', 'https://program.example.org', 443, ''],
    ['https://program.example.org/v1', 'https://program.example.org', 443, ''],
    ['https://program.example.org/api/v1/', 'https://program.example.org', 443, '/api'],
    ['https://program.example.org/v1/v1', 'https://program.example.org', 443, '/v1'],
    ['https://program.example.org/apiv1', 'https://program.example.org', 443, '/apiv1'],
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
  it.each([
    'https://x.example',
    'http://localhost',
    'http://127.0.0.1:1',
    'http://127.1',
    'http://[::1]:8080',
  ])('allows sending a token to %s', (text) => {
    expect(() => refuseUnencrypted(readBaseUrl(text))).not.toThrow();
  });

  it.each([
    'http://x.example',
    'http://localhost.x.example',
    'http://127.0.0.1.x.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('refuses to send a token to %s', (text) => {
    expect(() => refuseUnencrypted(readBaseUrl(text))).toThrow(
      'the token would be sent unencrypted to http://',
    );
  });
});
