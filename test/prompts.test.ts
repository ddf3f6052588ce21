// Questions at a terminal, in process, also about the columns of a file: the terminal is made of
// streams.
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startDouble } from './support/double/double.ts';
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

it('asks in lines at a terminal that cannot move its cursor', async () => {
  const { run: plenary, answer, screen } = terminal({ ...service.env, TERM: 'dumb' });
  const file = folder.file('dumb.csv');
  writeFileSync(file, 'Email\ndumb@example.org\n');
  const refused = plenary('speakers', 'import', file);
  await answer('? Create 1 speaker? (The API cannot delete what is created.) (Y/n) ', 'x\n');
  await answer('> answer y or n\n', 'n\n');
  expect(await refused).toBe(130);
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
  expect(await second.run('speakers', 'list', '--json', '--status', 'declined')).toBe(0);
  expect(second.data()).toBe('[]\n');
});

it('asks for no event after a token that was pasted into standard input', async () => {
  const double = await startDouble({});
  onTestFinished(() => double.close());
  const { io, run: plenary, screen } = terminal({});
  io.stdin.end(`${double.token}\n`);
  expect(await plenary('auth', 'login', '--base-url', double.url, '--token-stdin')).toBe(0);
  expect(screen().replaceAll('\n', ' ')).toContain('(not tested: no event is set)');
  expect(double.requests).toEqual([]);
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

it.each(['xterm', 'dumb'])(
  'takes no answer that was typed before the question: %s',
  async (TERM) => {
    const file = folder.file('early.csv');
    writeFileSync(file, 'Email\nearly@example.org\n');
    const { io, run: plenary, answer, screen } = terminal({ ...service.env, TERM });
    io.stdin.write('y\r\n');
    const ended = plenary('speakers', 'import', file);
    await answer('Create 1 speaker?', 'n\r\n');
    expect(await ended).toBe(130);
    expect(screen()).toContain('Canceled; nothing was sent.');
  },
);

it('exits with 130 when Ctrl-C was typed before the question', async () => {
  const { io, run: plenary, data } = terminal(service.env);
  io.stdin.write('\u0003');
  expect(await plenary('speakers', 'add')).toBe(130);
  expect(data()).toBe('');
});

it('exits with 130 when a question is answered with Ctrl-C', async () => {
  const { run: plenary, answer, data } = terminal(service.env);
  const ended = plenary('speakers', 'add');
  await answer('E-mail address', '\u0003');
  expect(await ended).toBe(130);
  expect(data()).toBe('');
});

it.each(['xterm', 'dumb'])('exits with 130 after Ctrl-D at a question: %s', async (TERM) => {
  const { io, run: plenary, answer, screen, data } = terminal({ ...service.env, TERM });
  const ended = plenary('speakers', 'add');
  // A terminal that gives whole lines ends the input.
  if (TERM === 'dumb') await answer('E-mail address', '').then(() => io.stdin.end());
  else await answer('E-mail address', 'a\u0004\u007f\u0004');
  expect(await ended).toBe(130);
  expect(screen().match(/Error/g)).toHaveLength(1);
  expect(data()).toBe('');
});

it.each([
  [
    'after Ctrl-D at',
    '\u0004',
    { message: 'interrupted', fix: 'nothing was sent; run the same command again' },
  ],
  ['after no to', 'n\r', { message: 'canceled at the question; nothing was sent', next: [] }],
])('exits with 130 %s a question for yes or no', async (_, typed, expected) => {
  const file = folder.file('canceled.csv');
  writeFileSync(file, 'Email\ncanceled@example.org\n');
  const { run: plenary, answer, screen } = terminal(service.env);
  const ended = plenary('speakers', 'import', file, '--json');
  await answer('Create 1 speaker?', typed);
  expect(await ended).toBe(130);
  const { error } = JSON.parse(screen().slice(screen().indexOf('{"error"')));
  expect(error).toMatchObject({ code: 'interrupted', exitCode: 130, ...expected });
  expect('fix' in error).toBe('fix' in expected);
});

it('shows a person nothing to fix after no to the question', async () => {
  const file = folder.file('declined.csv');
  writeFileSync(file, 'Email\ndeclined@example.org\n');
  const { run: plenary, answer, screen, data } = terminal(service.env);
  const ended = plenary('speakers', 'import', file);
  await answer('Create 1 speaker?', 'n\r');
  expect(await ended).toBe(130);
  expect(screen()).toMatch(/Canceled; nothing was sent\.\n$/);
  expect(screen()).not.toMatch(/^(Error|Fix|Next):/m);
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
  const env = await settingsWithoutZone();
  const { run: plenary, answer, data } = terminal(env);
  const ended = plenary('timetable', 'show', '--schedule', file, '--json');
  await answer('Time zone of the local times in', 'Berlin\r');
  await answer('not a time zone', '\u0015Europe/Berlin\r');
  expect(await ended).toBe(0);
  expect(JSON.parse(data())).toMatchObject([
    { title: 'Lunch', start: '2026-05-02T12:00:00+02:00' },
  ]);

  writeFileSync(file, 'title,room,start\nLunch,Hall,2026-05-02 12:00+02:00\n');
  const second = terminal(env);
  expect(await second.run('timetable', 'show', '--schedule', file, '--json')).toBe(0);
  expect(second.screen()).not.toContain('Time zone');
});

it('asks for each column and the time zone of a schedule once', async () => {
  const path = folder.file('schedule.csv');
  writeFileSync(
    path,
    'Schedule of 2026\n\nWas,Ort oder so,Fixiert,Track\n' +
      'How all of this began,Lab,2026-05-02 09:00,-\n',
  );
  const { run: plenary, answer, screen } = terminal(await settingsWithoutZone());
  const ended = plenary('sessions', 'plan', path);
  // Down from "none of them" is the first column.
  await answer('Which column holds title?', '\u001b[B\r');
  await answer('Which column holds room?', '\u001b[B\r');
  await answer('Which column holds start?', '\u001b[B\r');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(3);
  expect(screen().match(/Skipped lines 1–2/g)).toHaveLength(1);
  expect(screen()).toContain('1 of 1 row could not be matched to a submission');
});

it('asks which column holds a required field, shows counts, and accepts a refusal', async () => {
  const file = folder.file('people.csv');
  writeFileSync(file, 'Kontakt,Company\nann@example.org,ACME\nbo@example.org,ACME\n');
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const declined = terminal(env);
  const ended = declined.run('speakers', 'import', file);
  await declined.answer('Which column holds email?', '\u001b[B\r');
  await declined.answer('Create 2 speakers?', 'n\r');
  expect(await ended).toBe(130);
  expect(declined.screen()).toMatch(/❯ none of them\s+Kontakt \(ann@example\.org\)/);
  expect(declined.screen()).toMatch(/^Kontakt +email +ann@example\.org$/m);
  expect(declined.screen()).toContain('Warning: the speaker has no name: lines 2–3.');
  expect(declined.screen()).toContain('Canceled; nothing was sent.');
  expect(declined.data()).toBe('');
  expect(await terminal(env).run('speakers', 'import', file, '--no-input')).toBe(3);
});

it.each([
  ['speakers', 'E-Mail,Vorname,Rest of it,Company\nann@example.org,Ann,Muster,ACME\n', 'last_name'],
  [
    'submissions',
    'Title,Submitter email,Submitter first name,Rest of it,Notes\n' +
      'Queues,ann@example.org,Ann,Muster,-\n',
    'submitter_last_name',
  ],
] as const)('asks for the last names beside first names: %s', async (resource, text, field) => {
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const file = folder.file('first.csv');
  writeFileSync(file, text);
  const chosen = terminal(env);
  const ended = chosen.run(resource, 'import', file);
  await chosen.answer(`Which column holds ${field}?`, '\u001b[B\r');
  await chosen.answer('Create 1 ', 'n\r');
  expect(await ended).toBe(130);
  expect(chosen.screen()).toMatch(new RegExp(`^Rest of it +${field} +Muster$`, 'm'));

  const without = terminal(env);
  const canceled = without.run(resource, 'import', file);
  await without.answer(`Which column holds ${field}?`, '\r');
  await without.answer('Create 1 ', 'n\r');
  expect(await canceled).toBe(130);
  expect(without.screen()).toMatch(/^Rest of it +\(not used\) +Muster$/m);
  expect(without.screen().match(/\? Which column/g)).toHaveLength(1);

  const unasked = terminal(env);
  expect(await unasked.run(resource, 'import', file, '--dry-run', '--no-input')).toBe(0);
  expect(unasked.screen()).not.toContain('Which column');
});

it('asks for no last names where a file updates records, or has nothing else', async () => {
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const file = folder.file('first.csv');
  writeFileSync(file, 'Email,First name\nann@example.org,Ann\n');
  const alone = terminal(env);
  expect(await alone.run('speakers', 'import', file, '--dry-run')).toBe(0);
  writeFileSync(file, 'Email,First name,Rest of it\nann@example.org,Ann,x\n');
  const update = terminal(env);
  await update.run('speakers', 'plan', file);
  expect(alone.screen() + update.screen()).not.toContain('Which column');
});

it('uses only a column that is chosen, and asks for none without a header', async () => {
  const env = { ...service.env, PLENARY_STATE_DIR: folder.file('state') };
  const file = folder.file('people.csv');
  writeFileSync(file, 'Kontakt,Company\nann@example.org,ACME\n');
  const refused = terminal(env);
  const ended = refused.run('speakers', 'import', file, '--yes');
  await refused.answer('Which column holds email?', '\r');
  expect(await ended).toBe(3);
  expect(refused.screen()).toContain('--map "COLUMN=email"');
  writeFileSync(file, 'Ann Muster,ACME\nBo Li,ACME\n');
  const headerless = terminal(env);
  expect(await headerless.run('speakers', 'import', file)).toBe(3);
  expect(headerless.screen()).toContain('seems to have no header line');
  expect(headerless.screen()).not.toContain('Which column');
});

/** Of a server that does not show the time zone of its event. */
async function settingsWithoutZone() {
  const double = await startDouble({ switches: { optionalOperations: false } });
  onTestFinished(() => double.close());
  return double.env;
}
