// The address of a PostgreSQL database: what it means, what it hides, and what is refused.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../errors.ts';
import { containsPassword, isPostgresAddress, parseAddress, redacted, tlsFor } from './address.ts';

const read = (address: string, env = {}) => parseAddress(address, env);

it('recognizes both schemes, in any case', () => {
  expect(['postgres://a', 'PostgreSQL://a', 'postgres', './postgres://a', 'mysql://a'].map(isPostgresAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('reads every part', () => {
  expect(read('postgres://am%40ina:p%3Aw@a:5433,[::1],b/pro%20gram?sslmode=verify-ca&pool_size=4')).toEqual({
    hosts: [
      { host: 'a', port: 5433 },
      { host: '::1', port: 5432 },
      { host: 'b', port: 5432 },
    ],
    user: 'am@ina',
    password: 'p:w',
    database: 'pro gram',
    tls: 'verify-ca',
    rootCertificate: undefined,
    readWrite: true,
    poolSize: 4,
  });
});

it('takes what it leaves out from the variables of libpq', () => {
  const env = { PGHOST: 'db', PGPORT: '6000', PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd', PGSSLMODE: 'require' };
  const hosts = [{ host: 'db', port: 6000 }];
  expect(read('postgres://', env)).toMatchObject({ hosts, user: 'u', password: 'p', database: 'd', tls: 'require' });
  expect(read('postgres://x@y:1/z?sslmode=disable', env)).toMatchObject({
    hosts: [{ host: 'y', port: 1 }],
    user: 'x',
    database: 'z',
    tls: 'disable',
  });
  expect(read('postgres:///z?host=/run/postgresql').hosts).toEqual([{ host: '/run/postgresql', port: 5432 }]);
});

it.each([
  ['localhost', undefined, 'disable'],
  ['127.0.0.9', undefined, 'disable'],
  ['::1', undefined, 'disable'],
  ['/run/postgresql', 'require', 'disable'],
  ['db.example.org', undefined, 'verify-full'],
  ['127.0.0.1.example.org', undefined, 'verify-full'],
  ['db.example.org', 'disable', 'disable'],
  ['localhost', 'verify-full', 'verify-full'],
] as const)('protects %s (sslmode %s) with %s', (host, mode, expected) => {
  expect(tlsFor({ host, port: 5432 }, mode)).toBe(expected);
});

describe('a password', () => {
  it.each([
    ['postgres://u:secret@h/d', true],
    ['postgres://h/d?password=secret', true],
    ['postgres://u@h:5432/d', false],
  ])('%s has one: %s', (address, expected) => expect(containsPassword(address)).toBe(expected));

  it.each([
    ['postgres://u:sec@ret@h:1,i/d?password=secret', 'postgres://u@h:1,i/d'],
    ['postgresql://h', 'postgres://h'],
    ['plenary.db', 'plenary.db'],
  ])('is not in what is shown of %s', (address, shown) => expect(redacted(address)).toBe(shown));
});

it.each([
  ['postgres://u:secret@h/d?ssl=true', 'unknown parameter "ssl"'],
  ['postgres://u:secret@h/d?sslmode=prefer', 'sslmode=prefer is not supported'],
  ['postgres://u:secret@h/d?target_session_attrs=standby', 'target_session_attrs=standby is not supported'],
  ['postgres://u:secret@h/d?pool_size=0', 'pool_size=0'],
  ['postgres://u:secret@h:99999/d', 'port=99999'],
  ['postgres://u:secret@h,,i/d', '"" is not a host'],
  ['postgres://u:100%@h/d', 'a % that begins no encoded character'],
  ['postgres://u:secret#@h/d', 'cannot be read'],
])('refuses %s without its password', (address, message) => {
  let refusal: unknown;
  try {
    read(address);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal)).toContain(message);
  expect(String(refusal)).not.toContain('secret');
});
