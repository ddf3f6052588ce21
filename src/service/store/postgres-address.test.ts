// The address of a PostgreSQL database: what it means, what it hides, and what is refused.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors.ts';
import { connectionOf, containsPassword, isPostgresAddress, redacted } from './postgres-address.ts';

it('is recognized, however mistyped, among names of files', () => {
  const addresses = [
    'postgres://a',
    'PostgreSQL://a',
    ' postgres://a',
    '"postgres://a"',
    'postgres:/a',
    'u:secret@h/d',
  ];
  expect(addresses.filter((address) => !isPostgresAddress(address))).toEqual([]);
  const others = [
    'postgres',
    './postgres://a',
    './a:b@c.db',
    'C:\\a@b.db',
    'a@b.db',
    'a:b.db',
    'mysql://a',
  ];
  expect(others.filter(isPostgresAddress)).toEqual([]);
});

it('is passed on without the spaces around it', () => {
  expect(connectionOf(' postgres://u:p@h/d\n', {})).toEqual({
    connectionString: 'postgres://u:p@h/d',
    ssl: true,
  });
});

it.each([
  ['postgres://127.0.0.9/d', {}, undefined],
  ['postgres://[::1]/d', {}, undefined],
  ['postgres:///d?host=/run/postgresql', {}, undefined],
  ['postgres://%2Frun%2Fpostgresql/d', {}, undefined],
  ['postgres:///d', {}, undefined],
  ['postgres://db.example.org/d', {}, true],
  ['postgres://127.0.0.1.example.org/d', {}, true],
  ['postgres:///d', { PGHOST: 'db.example.org' }, true],
  ['postgres://localhost/d?host=db.example.org', {}, true],
  ['postgres://db.example.org/d?sslmode=', {}, true],
  ['postgres://db.example.org/d', { PGSSLMODE: '' }, true],
  ['postgres://db.example.org/d', { PGSSLMODE: 'allow' }, true],
  // pg reads these itself.
  ['postgres://db.example.org/d', { PGSSLMODE: 'disable' }, undefined],
  ['postgres://db.example.org/d', { PGSSLMODE: 'no-verify' }, undefined],
])('%s with %j has verified TLS: %s', (address, env, ssl) =>
  expect(connectionOf(address, env).ssl).toBe(ssl),
);

it.each([
  [
    'sslmode=verify-fll',
    'unknown sslmode "verify-fll" in the address of the database',
    'use one of disable, no-verify, prefer, require, verify-ca, verify-full; ' +
      'the first two do not ' +
      'verify the server',
  ],
  [
    'sslrootcert=/nowhere/ca.pem',
    'cannot read "/nowhere/ca.pem", the sslrootcert of the database: no such file or folder',
    'name a readable file with sslrootcert=FILE',
  ],
])('is refused with %s', (parameter, message, fix) => {
  const refused = () => connectionOf(`postgres://u@h/d?${parameter}`, {});
  expect(refused).toThrow(UsageError);
  expect(refused).toThrow(expect.objectContaining({ message, fix }));
});

describe('a password', () => {
  it.each([
    ['postgres://u:secret@h/d', true],
    ['postgres://h/d?password=secret', true],
    [' postgres:/u:secret@h/d', true],
    ['postgres://u:sec/ret@h/d', true],
    ['postgres://u:sec?ret@h/d', true],
    ['u:secret@h/d', true],
    ['postgres://u@h:5432/d', false],
    ['postgres://u@[::1]:5433/d?sslmode=disable', false],
  ])('%s has one: %s', (address, expected) => expect(containsPassword(address)).toBe(expected));

  it.each([
    ['postgres://u:secret@h:1/d?password=secret', 'postgres://u@h:1/d'],
    ['postgresql://h', 'postgres://h'],
    [' postgres://u:p@h/d\n', 'postgres://u@h/d'],
    ['postgres://u@h:1/d?host=i&password=secret', 'postgres://u@i:1/d'],
    ['postgres:///d?host=i&port=2', 'postgres://i:2/d'],
    ['postgres:///d?host=/run/postgresql', 'postgres://%2Frun%2Fpostgresql/d'],
    ['postgres:///d?host=u:secret%40h', 'postgres://h/d'],
    ['plenary.db', 'plenary.db'],
    ['mysql://u:secret@h/d', 'h/d'],
  ])('is not in what is shown of %s', (address, shown) => expect(redacted(address)).toBe(shown));
});

it.each([
  ['postgres://u:secret@h/d?ssl=true', 'unknown parameter "ssl"'],
  ['postgres://u:secret@h/d?target_session_attrs=any', 'unknown parameter "target_session_attrs"'],
  ['postgres://u:secret@h/d?host=localhost&host=db', 'has a parameter twice'],
  ['postgres://h/d?password=a&secret=', 'unknown parameter in'],
  ['postgres://u:secret@h,i/d', 'has several hosts'],
  ['postgres://u:secret@h:99999/d', 'cannot be read'],
  ['postgres:/u:secret@h/d', 'cannot be read'],
  ['"postgres://u:secret@h/d"', 'is in quotes'],
  ['u:secret@h/d', 'cannot be read'],
  ['postgres://u:secret/x@h/d', 'cannot be read'],
  ['postgres://u:x?secret@h/d', 'cannot be read'],
  ['postgres://u:100%@h/d', 'cannot be read'],
  ['postgres://u:secret#@h/d', 'cannot be read'],
])('%s is refused without its password', (address, message) => {
  const refusal = expect(() => connectionOf(address, {}));
  refusal.toThrow(UsageError);
  refusal.toThrow(
    expect.objectContaining({ message: expect.stringMatching(`^(?!.*secret).*${message}`) }),
  );
});
