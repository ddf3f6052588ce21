// The config file on a real disk: its content, its modes, parallel changes, and messages without a
// token.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Home } from './paths.ts';
import { openProfiles } from './profiles.ts';

let folder: string;
let home: Home;
let notices: string[];
const open = () => openProfiles(home, (path, mode) => void notices.push(`${path} ${mode}`));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-config-'));
  home = {
    env: { PLENARY_CONFIG_DIR: join(folder, 'plenary') },
    homedir: folder,
    platform: 'linux',
  };
  notices = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('creates nothing when it is only read', async () => {
  const profiles = await open();
  expect(profiles.current()).toBe('default');
  expect(profiles.settings('default')).toEqual({});
  expect(statSync(join(folder, 'plenary'), { throwIfNoEntry: false })).toBeUndefined();
});

it('stores settings and tokens by profile, readable only by the owner', async () => {
  const profiles = await open();
  const token = { token: 'secret-1', origin: 'https://a.example' };
  await profiles.storeToken('work', token, { event: 'devconf' });
  await profiles.set('home', 'event', 'meetup');
  await profiles.use('work');

  const again = await open();
  expect(again.current()).toBe('work');
  expect(again.token('work')).toEqual({ token: 'secret-1', origin: 'https://a.example' });
  expect(again.token('home')).toBeUndefined();
  expect(again.settings('work')).toEqual({ event: 'devconf' });
  expect(again.settings('home')).toEqual({ event: 'meetup' });
  expect(modeOf(again.path)).toBe('600');
  expect(modeOf(join(folder, 'plenary'))).toBe('700');
  // From the start: nothing had to be narrowed.
  expect(notices).toEqual([]);
});

it('stores a token with its settings in one write, and no other settings', async () => {
  const profiles = await open();
  await profiles.set('work', 'base-url', 'https://a.example');
  await profiles.set('work', 'timezone', 'Europe/Berlin');
  const token = { token: 'secret-1', origin: 'https://b.example' };
  await profiles.storeToken('work', token, { 'base-url': 'https://b.example', event: 'devconf' });
  expect(JSON.parse(readFileSync(profiles.path, 'utf8')).profiles.work).toEqual({
    settings: { 'base-url': 'https://b.example', timezone: 'Europe/Berlin', event: 'devconf' },
    token,
  });
});

it('removes a token and a setting, and nothing else', async () => {
  const profiles = await open();
  await profiles.storeToken('work', { token: 'secret-1', origin: 'https://a.example' }, {});
  await profiles.set('work', 'event', 'devconf');
  await profiles.set('work', 'timezone', 'Europe/Berlin');
  await profiles.removeToken('work');
  await profiles.unset('work', 'event');
  const again = await open();
  expect(again.token('work')).toBeUndefined();
  expect(again.settings('work')).toEqual({ timezone: 'Europe/Berlin' });
  expect(readFileSync(again.path, 'utf8')).not.toContain('secret-1');
});

it('removes the access of others, with a notice', async () => {
  const profiles = await open();
  await profiles.set('default', 'event', 'devconf');
  chmodSync(profiles.path, 0o644);
  await open();
  expect(modeOf(profiles.path)).toBe('600');
  expect(notices).toEqual([`${profiles.path} 0600`]);
});

it.each([
  ['secret-2', 'it is not valid JSON'],
  ['["secret-2"]', 'unexpected value at profiles.default.token.token'],
])('names what is wrong in the file without quoting it: a token as %s', async (written, reason) => {
  const profiles = await open();
  await profiles.storeToken('default', { token: 'secret-2', origin: 'https://a.example' }, {});
  writeFileSync(profiles.path, readFileSync(profiles.path, 'utf8').replace('"secret-2"', written));
  const error: unknown = await open().catch((thrown) => thrown);
  expect(error).toMatchObject({
    code: 'usage',
    message: `cannot read ${profiles.path}: ${reason}`,
  });
  expect(String(error instanceof Error ? error.cause : '')).not.toContain('secret-2');
});

it('changes nothing if the folder is a file', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, 'text', { mode: 0o644 });
  home = { ...home, env: { PLENARY_CONFIG_DIR: file } };
  const profiles = await open();
  await expect(profiles.set('default', 'event', 'x')).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('a-file is not a folder'),
  });
  expect(modeOf(file)).toBe('644');
});

it.each([
  'null',
  '[]',
  '7',
  '{"profiles":[]}',
  '{"profile":1}',
  '{"profiles":{"a":null}}',
  '',
  '{',
])('refuses a file with %j', async (text) => {
  const profiles = await open();
  await profiles.set('default', 'event', 'devconf');
  writeFileSync(profiles.path, text);
  await expect(open()).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/^cannot read .+: .+/),
  });
  await expect(profiles.set('default', 'event', 'x')).rejects.toMatchObject({ code: 'usage' });
  expect(readFileSync(profiles.path, 'utf8')).toBe(text);
});

it('leaves a read-only folder as it is: reading works, and a change is refused', async () => {
  const directory = join(folder, 'plenary');
  const first = await open();
  await first.set('default', 'event', 'devconf');
  chmodSync(directory, 0o555);
  const profiles = await open();
  expect(profiles.settings('default')).toEqual({ event: 'devconf' });
  await expect(profiles.set('default', 'event', 'other')).rejects.toMatchObject({
    code: 'usage',
    message: `cannot write ${profiles.path}: the folder ${directory} is read-only`,
  });
  expect([modeOf(directory), notices]).toEqual(['555', []]);
  expect((await open()).settings('default')).toEqual({ event: 'devconf' });
});

it('ignores modes on Windows, where they mean nothing', async () => {
  home = { ...home, platform: 'win32' };
  const profiles = await open();
  await profiles.set('default', 'event', 'devconf');
  chmodSync(profiles.path, 0o666);
  chmodSync(join(folder, 'plenary'), 0o555);
  const again = await open();
  await again.set('default', 'timezone', 'Europe/Berlin').catch(() => {});
  expect([modeOf(join(folder, 'plenary')), notices]).toEqual(['555', []]);
});

it('saves the fields of a later version as it read them', async () => {
  const profiles = await open();
  await profiles.set('default', 'event', 'devconf');
  writeFileSync(
    profiles.path,
    '{"theme":"dark","profiles":{"default":{"settings":{"event":"x"},"color":1}}}',
  );
  await (await open()).set('default', 'timezone', 'Europe/Berlin');
  expect(JSON.parse(readFileSync(profiles.path, 'utf8'))).toEqual({
    theme: 'dark',
    profiles: { default: { settings: { event: 'x', timezone: 'Europe/Berlin' }, color: 1 } },
  });
});

it('saves the changes of several instances at the same time', async () => {
  const instances = await Promise.all([open(), open(), open()]);
  for (let round = 0; round < 20; round++) {
    await Promise.all(instances.map((profiles, i) => profiles.set(`${i}-${round}`, 'event', 'x')));
  }
  const saved = JSON.parse(readFileSync((await open()).path, 'utf8'));
  expect(Object.keys(saved.profiles)).toHaveLength(60);
});
