// The config file on a real disk: what is kept, with which modes, and what is never said.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Home } from './paths.ts';
import { openProfiles } from './profiles.ts';

let folder: string;
let home: Home;
let notices: string[];
const open = () => openProfiles(home, (notice) => notices.push(notice));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-config-'));
  home = { env: { PLENARY_CONFIG_DIR: join(folder, 'plenary') }, homedir: folder, platform: 'linux' };
  notices = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes nothing by being read', async () => {
  const profiles = await open();
  expect(profiles.current()).toBe('default');
  expect(profiles.settings('default')).toEqual({});
  expect(statSync(join(folder, 'plenary'), { throwIfNoEntry: false })).toBeUndefined();
});

it('keeps settings and tokens per profile, for its owner alone', async () => {
  const profiles = await open();
  await profiles.storeToken('work', { token: 'secret-1', origin: 'https://a.example' });
  await profiles.set('work', 'event', 'devconf');
  await profiles.set('home', 'event', 'meetup');
  await profiles.use('work');

  const again = await open();
  expect(again.current()).toBe('work');
  expect(again.token('work')).toEqual({ token: 'secret-1', origin: 'https://a.example' });
  expect(again.token('home')).toBeUndefined();
  expect(again.settings('home')).toEqual({ event: 'meetup' });
  expect(modeOf(again.path)).toBe('600');
  expect(modeOf(join(folder, 'plenary'))).toBe('700');
});

it('forgets what is removed, and keeps the rest', async () => {
  const profiles = await open();
  await profiles.storeToken('work', { token: 'secret-1', origin: 'https://a.example' });
  await profiles.set('work', 'event', 'devconf');
  await profiles.set('work', 'timezone', 'Europe/Berlin');
  await profiles.removeToken('work');
  await profiles.unset('work', 'event');
  const again = await open();
  expect(again.token('work')).toBeUndefined();
  expect(again.settings('work')).toEqual({ timezone: 'Europe/Berlin' });
  expect(readFileSync(again.path, 'utf8')).not.toContain('secret-1');
});

it('narrows modes that have been widened, and says so', async () => {
  const profiles = await open();
  await profiles.set('default', 'event', 'devconf');
  chmodSync(profiles.path, 0o644);
  await open();
  expect(modeOf(profiles.path)).toBe('600');
  expect(notices).toEqual([`Narrowed the mode of ${profiles.path} to 0600: it can hold a token.`]);
});

it('says where a broken file is, and nothing of what it holds', async () => {
  const profiles = await open();
  await profiles.storeToken('default', { token: 'secret-2', origin: 'https://a.example' });
  writeFileSync(profiles.path, readFileSync(profiles.path, 'utf8').replace('"secret-2"', 'secret-2'));
  const error: unknown = await open().catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'usage', message: `cannot read ${profiles.path}: it is not valid JSON` });
  expect(String(error instanceof Error ? error.cause : '')).not.toContain('secret-2');
});

it('touches nothing where the folder is a file', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, 'kept', { mode: 0o644 });
  home = { ...home, env: { PLENARY_CONFIG_DIR: file } };
  const profiles = await open();
  await expect(profiles.set('default', 'event', 'x')).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('a-file is not a folder'),
  });
  expect(modeOf(file)).toBe('644');
});

it('names what was edited by hand, not what it says', async () => {
  const profiles = await open();
  await profiles.storeToken('default', { token: 'secret-3', origin: 'https://a.example' });
  writeFileSync(profiles.path, readFileSync(profiles.path, 'utf8').replace('"secret-3"', '["secret-3"]'));
  await expect(open()).rejects.toMatchObject({
    code: 'usage',
    message: `cannot read ${profiles.path}: profiles.default.token.token is not as this program writes it`,
  });
});
