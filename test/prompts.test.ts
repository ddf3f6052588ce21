// Questions at a terminal, in process: the terminal is made of streams.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { folderForEach, sharedService } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = sharedService();
const folder = folderForEach();
const terminal = terminals(folder);

it('asks for a missing required value, and refuses one that breaks a limit', async () => {
  const { run: plenary, answer, data, screen } = terminal(service.env);
  const ended = plenary('speakers', 'add', '--first-name', 'Ada', '--json');
  await answer('E-mail address', 'ab\r');
  await answer('at least 3 characters', '@example.org\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())).toMatchObject({ email: 'ab@example.org', first_name: 'Ada' });
  expect(screen()).toContain('E-mail address');
});

it('asks for no value if --input has a field that is unknown', async () => {
  writeFileSync(folder.file('fields.json'), '{"firstname": "Ada"}');
  const { run: plenary, screen } = terminal(service.env);
  expect(await plenary('speakers', 'add', '--input', folder.file('fields.json'))).toBe(3);
  expect(screen()).toContain('unknown field');
});

it('breaks the lines of an error between words', async () => {
  const { run: plenary, screen } = terminal({}, 60);
  expect(await plenary('speakers', 'list')).toBe(2);
  const lines = screen().trim().split('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => stripVTControlCharacters(line).length > 60)).toEqual([]);
  expect(stripVTControlCharacters(screen()).replaceAll('\n', ' ')).toContain(
    'or save it with your login Next: plenary auth login',
  );
});

it('asks in lines at a terminal that cannot move its cursor', async () => {
  const { run: plenary, answer, screen } = terminal({ ...service.env, TERM: 'dumb' });
  const file = folder.file('dumb.csv');
  writeFileSync(file, 'Email\ndumb@example.org\n');
  const refused = plenary('speakers', 'import', file);
  await answer('? Create 1 speaker? (The API cannot delete what is created.) (Y/n) ', 'x\n');
  await answer('> answer y or n\n', 'n\n');
  expect(await refused).toBe(0);
  expect(screen()).toContain('Canceled; nothing was sent.');
  const added = plenary('speakers', 'add', '--first-name', 'Ada');
  await answer('E-mail', 'dumb-ada@example.org\n');
  expect(await added).toBe(0);
  expect(await plenary('auth', 'login')).toBe(2);
  expect(screen()).toContain('Fix: pass --token-stdin\n');
});

it('logs in without showing the token, and uses it from then on', async () => {
  const first = terminal({});
  const ended = first.run('auth', 'login', '--base-url', service.url, '--event', 'devconf');
  await first.answer('API token', `${service.token}\r`);
  expect(await ended).toBe(0);
  expect(first.screen().replaceAll('\n', ' ')).toContain(
    `Logged in to ${service.url} as profile default (it has access to event devconf).`,
  );
  expect(first.screen() + first.data()).not.toContain(service.token);

  const second = terminal({});
  expect(await second.run('speakers', 'list', '--json', '--status', 'none')).toBe(0);
  expect(second.data()).toBe('[]\n');
});

it('asks again for an address that is not one', async () => {
  const { run: plenary, answer, screen } = terminal({});
  const ended = plenary('auth', 'login', '--event', 'devconf');
  await answer('Address of the service', '127.0.0.1\r');
  await answer('"127.0.0.1" is not an http(s) address', `\u0015${service.url}\r`);
  await answer('API token', `${service.token}\r`);
  expect(await ended).toBe(0);
  expect(screen()).toContain(`Logged in to ${service.url} as profile default`);
});

it('exits with 130 when a question is answered with Ctrl-C', async () => {
  const { run: plenary, answer, data } = terminal(service.env);
  const ended = plenary('speakers', 'add');
  await answer('E-mail address', '\u0003');
  expect(await ended).toBe(130);
  expect(data()).toBe('');
});

it('asks nothing with --no-input', async () => {
  const { run: plenary, screen } = terminal(service.env);
  expect(await plenary('speakers', 'add', '--no-input')).toBe(2);
  expect(screen()).toMatch(/^Error: missing: --email\n/);
});

it('asks for the time zone of local times, and for none if all times have offsets', async () => {
  const file = folder.file('local.csv');
  writeFileSync(file, 'title,room,start\nLunch,Hall,2026-05-02 12:00\n');
  const { run: plenary, answer, data } = terminal(service.env);
  const ended = plenary('timetable', 'show', '--schedule', file, '--json');
  await answer('Time zone of the local times in', 'Berlin\r');
  await answer('not a time zone', '\u0015Europe/Berlin\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())).toMatchObject([{ title: 'Lunch', start: '2026-05-02T12:00:00+02:00' }]);

  writeFileSync(file, 'title,room,start\nLunch,Hall,2026-05-02 12:00+02:00\n');
  const second = terminal(service.env);
  expect(await second.run('timetable', 'show', '--schedule', file, '--json')).toBe(0);
  expect(second.screen()).not.toContain('Time zone');
});

it('asks before a schedule is applied, with the number of changes', async () => {
  const env = { ...service.env, PLENARY_STATE_DIR: join(folder.path, 'state'), PLENARY_TIMEZONE: 'Europe/Berlin' };
  const talk = ['--title', 'Asked about', '--submitter-email', 'ada@example.org'];
  expect((await service.plenary(['submissions', 'add', ...talk])).exitCode).toBe(0);
  const file = join(folder.path, 'schedule.csv');
  writeFileSync(file, 'title,room,start\nAsked about,Lab,2026-05-02 09:00\n');
  for (const [typed, said, sessions] of [
    ['n\r', 'Canceled; nothing was sent.', 0],
    ['y\r', '', 1],
  ] as const) {
    const { run: plenary, answer, screen } = terminal(env);
    const ended = plenary('sessions', 'apply', file);
    await answer('Place 1 session?', typed);
    expect(await ended).toBe(0);
    expect(screen()).toContain(said);
    expect(JSON.parse((await service.plenary(['sessions', 'list', '--json'])).stdout)).toHaveLength(sessions);
  }
  const { run: plenary, screen } = terminal(env);
  expect(await plenary('sessions', 'apply', file)).toBe(0);
  expect(screen()).not.toContain('Place ');
});

it('asks before a program is applied, with the number of changes of each kind', async () => {
  await service.plenary(['speakers', 'add', '--email', 'kind@example.org', '--first-name', 'Kind']);
  const program = folder.file('program');
  await service.plenary(['program', 'pull', program, '--private-columns']);
  const text = readFileSync(join(program, 'speakers.csv'), 'utf8').replace(',Kind,', ',Kindly,');
  writeFileSync(join(program, 'speakers.csv'), text);
  appendFileSync(join(program, 'submissions.csv'), ',New kind,kind@example.org,,,,,,,\n');
  const { run: plenary, answer, screen } = terminal(service.env);
  const ended = plenary('program', 'apply', program, '--create');
  await answer('Update 1 speaker, create 1 submission? (The API cannot delete', 'n\r');
  expect(await ended).toBe(0);
  expect(screen()).toContain('Canceled; nothing was sent.');
});
