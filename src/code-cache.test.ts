// The folder of compiled code: who may read and write it, and what happens if nobody can.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach } from '../test/support/stage.ts';
import { openCodeCache } from './code-cache.ts';

const folder = folderForEach();
const compiled = (text: string) => ({ createCachedData: () => Buffer.from(text) });
const scripts = new Map([
  ['main.js', compiled('main')],
  ['part.js', compiled('part')],
]);

function open(version = 'one', env: Readonly<Record<string, string>> = {}) {
  return openCodeCache(
    { env: { XDG_CACHE_HOME: folder.file('cache'), ...env }, homedir: folder.path, platform: 'linux' },
    version,
  );
}

const saved = (version = 'one') => folder.file(`cache/plenary/code/${version}`);

it('gives what was saved to the next start of the same version, and to its owner alone', () => {
  expect(open()?.read('main.js')).toBeUndefined();
  open()?.write(scripts);
  const next = open();
  expect([next?.read('main.js'), next?.read('part.js')].map(String)).toEqual(['main', 'part']);
  expect(next?.read('other.js')).toBeUndefined();
  expect(open('two')?.read('main.js')).toBeUndefined();
  expect([saved(), `${saved()}/main.js`].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  expect(readdirSync(saved()).toSorted()).toEqual(['main.js', 'part.js']);
});

it('neither reads nor writes a folder into which others can write', () => {
  open()?.write(scripts);
  chmodSync(saved(), 0o777);
  expect(open()?.read('main.js')).toBeUndefined();
  open()?.write(new Map([['late.js', compiled('late')]]));
  expect(existsSync(`${saved()}/late.js`)).toBe(false);
});

it('is not used if the user wants none of Node either', () => {
  expect(open('one', { NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined();
});

it('does without a folder that cannot be created', () => {
  writeFileSync(folder.file('cache'), 'a file');
  open()?.write(scripts);
  expect(open()?.read('main.js')).toBeUndefined();
});

it('removes what no start has written for a week when it saves another version', () => {
  for (const name of ['old', 'recent']) mkdirSync(saved(name), { recursive: true });
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400;
  utimesSync(saved('old'), eightDaysAgo, eightDaysAgo);
  open()?.write(scripts);
  expect(readdirSync(folder.file('cache/plenary/code')).toSorted()).toEqual(['one', 'recent']);
});
