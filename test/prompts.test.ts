// Questions at a terminal, in process: the terminal is made of streams.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { run } from '../src/cli/run.ts';
import { testIo } from './support/program.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

/** A terminal whose output can be read, and that types an answer when its question appears. */
function terminal(env: Readonly<Record<string, string>>, columns = 80) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new PassThrough();
  // Like the process's own streams, it cannot be closed.
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns, end: () => stderr });
  let screen = '';
  let data = '';
  stdout.on('data', (chunk) => {
    data += chunk;
  });
  stderr.on('data', (chunk) => {
    screen += chunk;
  });
  const shown = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!screen.includes(text)) return;
        stderr.off('data', look);
        resolve();
      };
      stderr.on('data', look);
      // It may have appeared while the test did something else.
      look();
    });
  const io = { ...testIo(), env: { PLENARY_CONFIG_DIR: folder.path, NO_COLOR: '1', ...env }, stdin, stdout, stderr };
  return {
    run: (...args: string[]) => run(args, io),
    answer: async (question: string, typed: string) => {
      await shown(question);
      stdin.write(typed);
    },
    screen: () => screen,
    data: () => data,
  };
}

it('asks for a missing required value, and refuses one that breaks a limit', async () => {
  const { run: plenary, answer, data, screen } = terminal(service.env);
  const ended = plenary('speakers', 'add', '--first-name', 'Ada', '--json');
  await answer('E-mail address', 'ab\r');
  await answer('at least 3 characters', '@example.org\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())).toMatchObject({ email: 'ab@example.org', first_name: 'Ada' });
  expect(screen()).toContain('E-mail address');
});

it('logs in without showing the token, and uses it from then on', async () => {
  const first = terminal({});
  const ended = first.run('auth', 'login', '--base-url', service.url, '--event', 'devconf');
  await first.answer('API token', `${service.token}\r`);
  expect(await ended).toBe(0);
  expect(first.screen()).toContain(`Logged in to ${service.url} as profile default (it has access to event devconf).`);
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

it('asks whether a record that is named by a part of its title is meant', async () => {
  await service.plenary([
    'submissions',
    'add',
    '--title',
    'Queues all the way',
    '--submitter-email',
    'ada@example.org',
  ]);
  const update = ['submissions', 'update', 'the way', '--feedback', 'Yes.', '--json'];
  const no = terminal(service.env);
  const refused = no.run(...update);
  await no.answer('Use submission Queues all the way (sub_', 'n\r');
  expect([await refused, no.data()]).toEqual([2, '']);
  const yes = terminal(service.env);
  const accepted = yes.run(...update);
  await yes.answer('Use submission Queues all the way (sub_', '\r');
  expect([await accepted, JSON.parse(yes.data()).feedback]).toEqual([0, 'Yes.']);
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

it('asks for each column and the time zone of a schedule once, and reads the file and its map once', async () => {
  const path = folder.file('pipe.csv');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  const map = folder.file('map.json');
  const { run: plenary, answer, screen } = terminal(service.env);
  const ended = plenary('sessions', 'plan', path, '--save-map', map);
  await appendFile(path, 'Schedule of 2026\n\nWas;room;start\nHow all of this began;Lab;2026-05-02 09:00\n');
  await answer('Which column holds title?', '\r');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(3);
  expect(screen().match(/Skipped lines 1–2/g)).toHaveLength(1);
  expect(JSON.parse(readFileSync(map, 'utf8'))).toEqual({ Was: 'title', room: 'room', start: 'start' });

  execFileSync('sh', ['-c', 'mkfifo "$0"', folder.file('entries.json')]);
  const file = folder.file('talks.csv');
  writeFileSync(file, 'Was\nA talk of the office\n');
  const flags = ['--map-file', folder.file('entries.json'), '--submitter-email', 'office@example.org', '--dry-run'];
  const imported = service.plenary(['submissions', 'import', file, ...flags]);
  await appendFile(folder.file('entries.json'), '{"Was":"title"}');
  expect(await imported).toMatchObject({ exitCode: 0 });
});

it('asks for the time zone of a grid after the grid has been read', async () => {
  const path = folder.file('grid.csv');
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  const { run: plenary, answer, data } = terminal(service.env);
  const ended = plenary('timetable', 'show', '--schedule', path, '--json');
  await appendFile(path, '2026-05-02;Saal 1;Saal 2\n12:00;Lunch;Rust\n13:00;Coffee;Compilers\n14:00;;\n');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())[0]).toMatchObject({ title: 'Lunch', start: '2026-05-02T12:00:00+02:00' });
});

it('asks which column holds a required field, shows the counts, and accepts a refusal', async () => {
  const file = folder.file('people.csv');
  writeFileSync(file, 'T-shirt,Kontakt\nM,ann@example.org\nL,bo@example.org\n');
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const declined = terminal(env);
  const ended = declined.run('speakers', 'import', file);
  await declined.answer('Which column holds email?', '\r');
  await declined.answer('Create 2 speakers?', 'n\r');
  expect(await ended).toBe(0);
  expect(declined.screen()).toContain('❯ Kontakt (ann@example.org)');
  expect(declined.screen()).toMatch(/^Kontakt +email +…@…$/m);
  expect(declined.screen()).toContain('Warning: 2 of 2 speakers have no name in the file.');
  expect(declined.screen()).toContain('Canceled; nothing was sent.');
  expect(declined.data()).toBe('');

  const agreed = terminal(env);
  const sent = agreed.run('speakers', 'import', file, '--map', 'Kontakt=email', '--json');
  await agreed.answer('Create 2 speakers?', '\r');
  expect(await sent).toBe(0);
  expect(JSON.parse(agreed.data())).toMatchObject({ counts: { rows: 2, created: 2 } });
  expect(await terminal(env).run('speakers', 'import', file, '--no-input')).toBe(3);
});

it('asks for each field that a column may fill, before anything else, and shows the first records at any width', async () => {
  const file = folder.file('leute.csv');
  const bio =
    'Sie baut seit vielen Jahren Brücken und schreibt darüber, wie sie entstehen und wer sie am Ende benutzt.';
  const rows = ['Ann Muster', 'Bo Li', 'Cy Doe', 'Di Roe'].map(
    (name, at) => `p${at}@example.org;${name};${bio};M;${bio}`,
  );
  writeFileSync(file, ['E-Mail;Wie heißen Sie richtig?;Wer bist du?;Größe;Und sonst?', ...rows].join('\n'));
  const map = folder.file('map.json');
  const { run: plenary, answer, screen } = terminal({ ...service.env, PLENARY_STATE_DIR: folder.file('state') }, 60);
  const ended = plenary('speakers', 'import', file, '--save-map', map);
  await answer('Which column holds name?', '\r');
  // Up from the first choice is the last one.
  await answer('Which column holds about?', '\u001b[A\r');
  // Neither column of texts is asked for again as the same field; both may be another one.
  await answer('Which column holds logistics_notes?', '\u001b[A\r');
  await answer('Create 4 speakers?', 'n\r');
  expect(await ended).toBe(0);
  expect(screen()).toContain('❯ Wie heißen Sie richtig? (Ann Muster)');
  expect(screen()).toContain('✔ Which column holds about? none of them');
  const table = screen().slice(screen().indexOf('COLUMN'), screen().indexOf('? Create'));
  const lines = table.split('\n').filter((line) => !/^(Wer bist du|Und sonst)\? +\(not used\) +Sie baut/.test(line));
  expect(lines.slice(0, 9)).toEqual([
    'COLUMN                   FIELD       SAMPLE',
    'E-Mail                   email       …@…',
    'Wie heißen Sie richtig?  name        Ann Muster',
    'Größe                    (not used)  M',
    'The first 3 records:',
    'FIELD       LINE 2          LINE 3          LINE 4',
    'email       p0@example.org  p1@example.org  p2@example.org',
    'first_name  Ann             Bo              Cy',
    'last_name   Muster          Li              Doe',
  ]);
  const saved = {
    'E-Mail': 'email',
    'Wie heißen Sie richtig?': 'name',
    'Wer bist du?': '',
    Größe: '',
    'Und sonst?': '',
  };
  expect(JSON.parse(readFileSync(map, 'utf8'))).toEqual(saved);
  // Nothing is asked again.
  const again = terminal({ ...service.env, PLENARY_STATE_DIR: folder.file('state') });
  expect(await again.run('speakers', 'import', file, '--map-file', map, '--dry-run')).toBe(0);
  expect(again.screen()).not.toContain('Which column');
});

it('offers private remarks as feedback only after "none of them", no numbers, and nothing beside a template', async () => {
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const talk = ['--title', 'A talk with remarks', '--submitter-email', 'ada@example.org'];
  expect((await service.plenary(['submissions', 'add', ...talk])).exitCode).toBe(0);
  const file = folder.file('decisions.csv');
  writeFileSync(file, 'Title,Decision,Comments,Points\nA talk with remarks,yes,weak speaker,4.3\n');
  const asked = terminal(env);
  const ended = asked.run('submissions', 'apply', file, '--json');
  await asked.answer('Which column holds feedback?', '\r');
  await asked.answer('Update 1 submission', 'n\r');
  expect(await ended).toBe(0);
  expect(asked.screen()).toMatch(/❯ none of them\s+Comments \(weak speaker\)/);
  expect(asked.screen()).not.toMatch(/Points \(4\.3\)|feedback "" →/);

  const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
  const { id } = JSON.parse(stdout).find(({ title }: { title: string }) => title === 'A talk with remarks');
  const renaming = folder.file('renaming.csv');
  writeFileSync(renaming, `id,Title,Decision\n${id},A talk without remarks,yes\n`);
  const renamed = terminal(env);
  const canceled = renamed.run('submissions', 'apply', renaming);
  await renamed.answer('Update 1 submission (1 title changes)?', 'n\r');
  expect(await canceled).toBe(0);

  const template = folder.file('feedback.txt');
  writeFileSync(template, 'About {title}.\n');
  const filled = terminal(env);
  expect(await filled.run('submissions', 'plan', file, '--feedback-template', template)).toBe(0);
  expect(filled.data()).toContain('"About A talk with remarks."');
  expect(filled.screen()).not.toContain('Which column');
});

it('asks for the columns of a schedule, and remembers them', async () => {
  const file = folder.file('plan.csv');
  writeFileSync(file, 'Was;Ort oder so;Fixiert\nHow all of this began;Lab;2026-05-02 09:00\n');
  const map = folder.file('map.json');
  const { run: plenary, answer, screen } = terminal({ ...service.env, PLENARY_TIMEZONE: 'Europe/Berlin' });
  const ended = plenary('sessions', 'plan', file, '--save-map', map);
  await answer('Which column holds title?', '\r');
  await answer('Which column holds room?', '\r');
  await answer('Which column holds start?', '\r');
  expect(await ended).toBe(3);
  expect(screen()).toContain('no submission is titled "How all of this began"');
  const saved = { Was: 'title', 'Ort oder so': 'room', Fixiert: 'start' };
  expect(JSON.parse(readFileSync(map, 'utf8'))).toEqual(saved);
  const without = await service.plenary(['sessions', 'plan', file, '--timezone', 'UTC']);
  expect(without.stderr).toContain('has no column for submission_id or title, room and start (or date and time)\n');
  expect(without.stderr).toContain('--map "Fixiert=start"');
  const args = ['sessions', 'plan', file, '--timezone', 'UTC', '--map-file', map];
  expect((await service.plenary(args)).stderr).toContain('1 unknown');
  const onto = await service.plenary([...args, '--out', folder.file('p.json'), '--save-map', folder.file('p.json')]);
  expect(onto).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('would overwrite the file of --out') });
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
