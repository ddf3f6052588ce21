// Settings: which source takes precedence, and which values are refused.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { parseDuration, resolveSetting, type SettingSources } from './settings.ts';

const nothing: SettingSources = {
  flags: {},
  flagName: (name) => `--${name}`,
  env: {},
  profileName: 'default',
  profile: {},
};

describe('resolveSetting', () => {
  const everywhere: SettingSources = {
    ...nothing,
    flags: { 'base-url': 'http://flag.example' },
    env: { PLENARY_BASE_URL: 'http://env.example' },
    profileName: 'work',
    profile: { 'base-url': 'http://profile.example' },
  };

  it.each([
    [everywhere, 'http://flag.example', 'flag', '--base-url'],
    [{ ...everywhere, flags: {} }, 'http://env.example', 'environment', 'PLENARY_BASE_URL'],
    [{ ...everywhere, flags: {}, env: {} }, 'http://profile.example', 'profile', 'profile work'],
    [
      { ...everywhere, flags: {}, env: { PLENARY_BASE_URL: '' } },
      'http://profile.example',
      'profile',
      'profile work',
    ],
    [nothing, undefined, undefined, undefined],
  ])(
    'takes the value from the source with the highest precedence',
    (sources, value, source, origin) => {
      expect(resolveSetting('base-url', sources)).toEqual({
        name: 'base-url',
        value,
        source,
        origin,
      });
    },
  );

  it('falls back to the default', () => {
    expect(resolveSetting('timeout', nothing)).toMatchObject({ value: '30s', source: 'default' });
  });

  it.each([
    [
      'base-url',
      'ftp://x.example',
      '--base-url: "ftp://x.example" is not an http(s) address such as https://program.example.org',
    ],
    ['base-url', 'https://me:secret@x.example', /must not contain a user name or a password$/],
    ['base-url', 'https://x.example/?key=secret', /"https:\/\/x.example\/\?…" must not contain a /],
    ['timezone', 'Mars/Olympus', /is not a time zone; use an IANA name such as Europe\/Berlin$/],
    ['timeout', 'soon', /is not a duration/],
    ['timeout', '0s', /is not a duration/],
    ['retries', '-1', /is not a whole number from 0 to 999$/],
    ['output', 'xml', /is not one of table, json, ndjson, csv$/],
  ] as const)('refuses %s %s, naming its source', (name, value, message) => {
    const resolve = () => resolveSetting(name, { ...nothing, flags: { [name]: value } });
    expect(resolve).toThrow(UsageError);
    expect(resolve).toThrow(message);
  });
});

describe('parseDuration', () => {
  it.each([
    ['30s', 30_000],
    ['30', 30_000],
    ['500ms', 500],
    ['1.5s', 1500],
    ['2m', 120_000],
    ['1h', 3_600_000],
  ])('%s is %i ms', (text, expected) => expect(parseDuration(text)).toBe(expected));

  it.each(['', '-1s', '1,5s', '1 day', '1m30s'])('%j is none', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});
