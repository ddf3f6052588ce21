// Which package has the binary of libsql, on every system for which there is one.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { binaryPackages, loadSqliteBinary } from './sqlite-binary.ts';

const glibc = '#!/usr/bin/bash\n# The `ldd` command of the GNU C Library.\n';
const musl = '#!/bin/sh\nexec /lib/ld-musl-x86_64.so.1 --list "$@"\n';

it.each([
  ['linux', 'x64', glibc, ['@libsql/linux-x64-gnu', '@libsql/linux-x64-musl']],
  ['linux', 'x64', musl, ['@libsql/linux-x64-musl', '@libsql/linux-x64-gnu']],
  ['linux', 'x64', '', ['@libsql/linux-x64-gnu', '@libsql/linux-x64-musl']],
  ['linux', 'arm64', musl, ['@libsql/linux-arm64-musl', '@libsql/linux-arm64-gnu']],
  ['linux', 'arm', glibc, ['@libsql/linux-arm-gnueabihf', '@libsql/linux-arm-musleabihf']],
  ['darwin', 'arm64', '', ['@libsql/darwin-arm64']],
  ['win32', 'x64', '', ['@libsql/win32-x64-msvc']],
  ['win32', 'arm64', '', []],
  ['freebsd', 'x64', '', []],
])('%s %s, ldd %j: %j', (platform, arch, ldd, expected) => {
  expect(binaryPackages({ platform, arch }, ldd)).toEqual(expected);
});

it('every package that libsql may install is looked for', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('node_modules/libsql/package.json', 'utf8'));
  const systems = ['darwin', 'linux', 'win32'].flatMap((platform) =>
    ['arm', 'arm64', 'x64'].map((arch) => ({ platform, arch })),
  );
  const known = systems.flatMap((system) => binaryPackages(system, ''));
  expect(known.toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
});

it('loads the binary of this system, or says that there is none', () => {
  expect(loadSqliteBinary(process)).toMatchObject({ databaseOpen: expect.any(Function) });
  expect(() => loadSqliteBinary({ platform: 'sunos', arch: 'x64' })).toThrow('libsql has no binary for sunos-x64');
  expect(() => loadSqliteBinary({ platform: 'win32', arch: 'x64' })).toThrow(
    "Cannot find module '@libsql/win32-x64-msvc'",
  );
});
