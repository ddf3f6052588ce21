// The folder of compiled code: who may read and write it, what is refused, and what happens if there is none.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach } from '../test/support/stage.ts';
import { openCodeCache } from './code-cache.ts';

const isRoot = process.getuid?.() === 0;
const folder = folderForEach();
const version = '0123456789abcdef-v20.0.0';
const source = Buffer.from('run()');
const compiled = (text: string) => ({ source, script: { createCachedData: () => Buffer.from(text) } });
const files = new Map([
  ['main.js', compiled('main')],
  ['part.js', compiled('part')],
]);

function open(env: Readonly<Record<string, string>> = {}, name = version) {
  const home = {
    env: { XDG_CACHE_HOME: folder.file('cache'), ...env },
    homedir: folder.path,
    platform: 'linux' as const,
  };
  return openCodeCache(home, name);
}

const all = () => folder.file('cache/plenary/code');
const saved = (name: string) => `${all()}/${version}/${name}.code`;

it('gives what was saved to the next start of the same version, and to its owner alone', () => {
  expect(open()?.read('main.js', source)).toBeUndefined();
  open()?.write(files);
  const next = open();
  expect(['main.js', 'part.js'].map((name) => String(next?.read(name, source)))).toEqual(['main', 'part']);
  expect(next?.read('other.js', source)).toBeUndefined();
  expect(open({}, 'fedcba9876543210-v20.0.0')?.read('main.js', source)).toBeUndefined();
  expect([all(), saved('main.js')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  expect(readdirSync(`${all()}/${version}`).toSorted()).toEqual(['main.js.code', 'part.js.code']);
});

it('refuses what is damaged, of another source or of another file', () => {
  open()?.write(files);
  expect(open()?.read('main.js', Buffer.from('ruin!'))).toBeUndefined();
  const bytes = readFileSync(saved('main.js'));
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(saved('main.js'), damaged);
    expect(open()?.read('main.js', source)).toBeUndefined();
  }
  for (let size = 0; size < bytes.length; size++) {
    writeFileSync(saved('main.js'), bytes.subarray(0, size));
    expect(open()?.read('main.js', source)).toBeUndefined();
  }
  open()?.write(files);
  expect(String(open()?.read('main.js', source))).toBe('main');
});

it('refuses a file that others can write, and replaces it', () => {
  open()?.write(files);
  chmodSync(saved('main.js'), 0o620);
  expect(open()?.read('main.js', source)).toBeUndefined();
  open()?.write(files);
  expect(String(open()?.read('main.js', source))).toBe('main');
});

it('writes into no folder into which others can write', () => {
  open()?.write(files);
  chmodSync(all(), 0o777);
  open()?.write(new Map([['late.js', compiled('late')]]));
  expect(existsSync(saved('late.js'))).toBe(false);
});

it.runIf(isRoot)("neither reads another user's files nor creates any in their folders", () => {
  open()?.write(files);
  chownSync(saved('main.js'), 65_534, 65_534);
  expect(open()?.read('main.js', source)).toBeUndefined();
  renameSync(folder.file('cache'), folder.file('old'));
  mkdirSync(folder.file('cache'));
  chownSync(folder.file('cache'), 65_534, 65_534);
  open()?.write(files);
  expect(readdirSync(folder.file('cache'))).toEqual([]);
});

it('is not used if the user wants none of Node either, is measuring coverage, or has no absolute folder', () => {
  expect(open({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined();
  expect(open({ NODE_V8_COVERAGE: 'coverage' })).toBeUndefined();
  expect(open({ XDG_CACHE_HOME: 'cache' })).toBeUndefined();
});

it('does without a folder that cannot be created', () => {
  writeFileSync(folder.file('cache'), 'a file');
  open()?.write(files);
  expect(open()?.read('main.js', source)).toBeUndefined();
});

it('removes versions for which nothing was saved for a week, and nothing else', () => {
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400;
  const names = ['0000000000000000-v20.0.0', '1111111111111111-v20.0.0', 'thesis'];
  for (const name of names) {
    mkdirSync(`${all()}/${name}`, { recursive: true, mode: 0o700 });
    if (!name.startsWith('1')) utimesSync(`${all()}/${name}`, eightDaysAgo, eightDaysAgo);
  }
  chmodSync(all(), 0o700);
  open()?.write(files);
  expect(readdirSync(all()).toSorted()).toEqual([version, '1111111111111111-v20.0.0', 'thesis'].toSorted());
  renameSync(all(), folder.file('elsewhere'));
  symlinkSync(folder.file('elsewhere'), all());
  open({}, '2222222222222222-v20.0.0')?.write(files);
  expect(readdirSync(folder.file('elsewhere'))).not.toContain('2222222222222222-v20.0.0');
});
