// The address of a PostgreSQL database: what it means, what it hides, and what is refused.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../errors.ts';
import { containsPassword, isPostgresAddress, parseAddress, redacted, tlsFor } from './address.ts';
import { connectTo } from './database.ts';

const read = (address: string, env = {}) => parseAddress(address, env);

it('recognizes both schemes, in any case', () => {
  const addresses = [
    'postgres://a',
    'PostgreSQL://a',
    ' postgres://a',
    '"postgres://a"',
    'postgres:/a',
    'u:secret@h/d',
  ];
  expect(addresses.filter((address) => !isPostgresAddress(address))).toEqual([]);
  const others = ['postgres', './postgres://a', './a:b@c.db', 'C:\\a@b.db', 'a@b.db', 'a:b.db', 'mysql://a'];
  expect(others.filter(isPostgresAddress)).toEqual([]);
});

it('ignores spaces around an address', () => {
  expect(read(' postgres://u:p@h/d\n')).toEqual(read('postgres://u:p@h/d'));
  expect(redacted(' postgres://u:p@h/d\n')).toBe('postgres://u@h/d');
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
    ['postgres://h/d?sslmode=disable&password=secret', true],
    [' postgres:/u:secret@h/d', true],
    ['postgres://u:sec/ret@h/d', true],
    ['postgres://u:sec?ret@h/d', true],
    ['u:secret@h/d', true],
    ['postgres://u@h:5432/d', false],
    ['postgres://u@h:5432,[::1]:5433/d?sslmode=disable', false],
  ])('%s has one: %s', (address, expected) => expect(containsPassword(address)).toBe(expected));

  it.each([
    ['postgres://u:sec@ret@h:1,i/d?password=secret', 'postgres://u@h:1,i/d'],
    ['postgresql://h', 'postgres://h'],
    ['plenary.db', 'plenary.db'],
    ['a@b.db', 'a@b.db'],
    ['mysql://u:secret@h/d', 'h/d'],
  ])('is not in what is shown of %s', (address, shown) => expect(redacted(address)).toBe(shown));
});

it.each([
  ['postgres://u:secret@h/d?ssl=true', 'unknown parameter "ssl"'],
  ['postgres://u:secret@h/d?sslmode=prefer', 'sslmode=prefer is not supported'],
  ['postgres://u:secret@h/d?target_session_attrs=standby', 'target_session_attrs=standby is not supported'],
  ['postgres://u:secret@h/d?pool_size=0', 'pool_size=0'],
  ['postgres://u:secret@h:99999/d', 'port=99999'],
  ['postgres://u:secret@h,,i/d', 'a host that cannot be read'],
  ['postgres://u:secret,h/d', 'a host that cannot be read'],
  ['postgres://h/d?password=a&secret=', 'unknown parameter in'],
  ['postgres:/u:secret@h/d', 'cannot be read'],
  ['"postgres://u:secret@h/d"', 'is in quotes'],
  ["'postgres://u:secret@h/d'", 'is in quotes'],
  ['u:secret@h/d', 'cannot be read'],
  ['postgres://u:secret/x@h/d', 'cannot be read'],
  ['postgres://u:x/secret@h/d', 'cannot be read'],
  ['postgres://u:x?secret@h/d', 'cannot be read'],
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

it('names the parameter of a file with certificates that is missing', () => {
  const connect = () => connectTo(read('postgres://h/d?sslmode=verify-full&sslrootcert=/none/root.crt'));
  expect(connect).toThrow(UsageError);
  expect(connect).toThrow(/sslrootcert.*\/none\/root\.crt/);
});
