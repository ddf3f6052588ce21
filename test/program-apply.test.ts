import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { type Ids, programStage } from './support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, create, everything, find } = stage;

/** An event with its files. */
async function fill(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull');
  return ids;
}

const zone = ['--timezone', 'Europe/Berlin'];

it('applies what the files change, and then nothing', async () => {
  const { amina, types, queues } = await fill();
  const nothing = await everything();
  expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await program('apply')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await everything()).toBe(nothing);

  edit('speakers.csv', ',Amina,', ",'=Mina,");
  edit('speakers.csv', ',CTO,', ',,');
  edit('submissions.csv', "''=Queues", "''=Q 2");
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,backend,,accepted,\n');
  edit('schedule.csv', 'Hall', 'Lab');
  edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:30:00+02:00\n,New talk,Hall,2027-05-20 11:00\n`);
  const table =
    'FILE             ACTION  NAME      CHANGES                                             LINE\n' +
    'speakers.csv     update  Amina     first_name "Amina" → "=Mina"; title "CTO" → (none)  2\n' +
    `submissions.csv  update  '=Queues  title "'=Queues" → "'=Q 2"                          2\n` +
    'submissions.csv  update  Types     status "pending" → "accepted"                       3\n' +
    'submissions.csv  create  New talk                                                      4\n' +
    "schedule.csv     move    '=Queues  Hall → Lab, 2027-05-20 09:30                        2\n" +
    'schedule.csv     place   Types     Hall, 2027-05-20 09:30                              3\n' +
    'schedule.csv     place   New talk  Hall, 2027-05-20 11:00                              4\n';
  const planned = await program('plan', '--create', '--detailed-exitcode', ...zone);
  expect(planned).toEqual({ exitCode: 8, stdout: table, stderr: expect.any(String) });
  expect(planned.stderr).toContain('submissions.csv: 3 rows: 2 to update, 1 to create.\n');
  expect(await everything()).toBe(nothing);
  // A new row is created only if that is asked for.
  expect(await program('plan', ...zone)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('submissions.csv:4 column "title": no submission matches'),
  });

  expect(await program('apply', '--create', ...zone)).toMatchObject({
    exitCode: 0,
    stdout:
      `${table}FILE             CREATED  UPDATED  PLACED  FAILED\n` +
      'speakers.csv     0        1        0       0\n' +
      'submissions.csv  1        2        0       0\n' +
      'schedule.csv     0        0        3       0\n',
  });
  expect(await find('speakers', amina)).toMatchObject({ first_name: '=Mina', title: null });
  expect(await find('submissions', queues)).toMatchObject({ title: "'=Q 2", room: 'Lab' });
  expect(await find('submissions', types)).toMatchObject({ status: 'accepted', room: 'Hall' });

  expect(await program('plan', '--detailed-exitcode', ...zone)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await program('pull', ...zone)).toMatchObject({ exitCode: 0 });
  expect(read('submissions.csv')).toMatch(/\nsub_\w+,New talk,amina@example.org,,,,backend,,accepted,\n$/);
  expect(read('schedule.csv')).toMatch(/\nsub_\w+,New talk,Hall,2027-05-20T11:00:00\+02:00\n$/);
  expect(await program('pull', ...zone)).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
});

it('leaves alone what only the service has changed', async () => {
  const { amina, queues } = await fill();
  await create('speakers', 'update', amina, '--title', 'CEO', '--phone', '+49 30');
  await create('sessions', 'place', queues, '--room', 'Attic', '--start', '2027-05-21T09:30:00+02:00');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const { exitCode, stdout, stderr } = await program('apply');
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain('speakers.csv  update  Amina  first_name "Amina" → "Mina"  2\n');
  expect(stderr).toContain('Since the last pull, the service has changes for speakers.csv: 1 changed.\n');
  expect(stderr).toContain('Since the last pull, the service has changes for schedule.csv: 1 changed.\n');
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina', title: 'CEO', phone: '+49 30' });
  expect(await find('submissions', queues)).toMatchObject({ room: 'Attic' });
  // The edit is applied, and the files are behind the service, so that a pull merges nothing.
  expect(await program('pull')).toMatchObject({ exitCode: 0 });
  expect(read('speakers.csv')).toContain(",Mina,,,CEO,,,,,,,,'+49 30\n");
});

it('is not prevented by clashes that it does not change', async () => {
  const { amina, types } = await fill();
  await create(
    'sessions',
    'place',
    types,
    '--room',
    'Hall',
    '--start',
    '2027-05-20T09:30:00+02:00',
    '--fail-on',
    'never',
  );
  await program('pull');
  expect(await program('plan', '--detailed-exitcode')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/Warning: room Hall: .*; already in the program\.\n/),
  });
  edit('speakers.csv', ',Amina,', ',Mina,');
  expect(await program('apply')).toMatchObject({ exitCode: 0 });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
  edit('schedule.csv', /09:30/g, '10:30');
  expect(await program('apply')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('Error: 1 clash; nothing was sent\n'),
  });
});

it('sends at the rate of its flag', async () => {
  const ids = await fill();
  writeFileSync(
    folder.file('many.csv'),
    `email,first_name\n${Array.from({ length: 8 }, (_, at) => `p${at}@example.org,P${at}\n`).join('')}`,
  );
  await plenary('speakers', 'import', folder.file('many.csv'));
  await program('pull');
  edit('speakers.csv', /,P/g, ',Q');
  expect(await program('apply', '--rate', '20/s')).toMatchObject({ exitCode: 0 });
  const changed = (await stage.list('speakers')).filter(({ id }) => id !== ids.amina && id !== ids.bo);
  const times = changed.map(({ updated_at }) => Date.parse(String(updated_at)));
  // The first and the last of eight are seven intervals apart; at once, they took a few milliseconds.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(300);
});

it('stops without a terminal before many records change', async () => {
  writeFileSync(
    folder.file('many.csv'),
    `email,first_name\n${Array.from({ length: 30 }, (_, at) => `p${at}@example.org,P${at}\n`).join('')}`,
  );
  await plenary('speakers', 'import', folder.file('many.csv'));
  await program('pull');
  edit('speakers.csv', /,P/g, ',Q');
  const before = await everything();
  const result = await program('apply', '--json');
  expect(errorOf(result)).toMatchObject({
    code: 'too_many_changes',
    exitCode: 6,
    message: 'the plan changes 30 of 30 records, more than the 20 allowed; nothing was sent',
    fix: expect.stringContaining('--max-changes 30'),
  });
  expect(await everything()).toBe(before);
  expect(await program('apply', '--max-changes', '30')).toMatchObject({ exitCode: 0 });
  expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
});

it('sends the rest after a failure is fixed', async () => {
  const { amina, types } = await fill();
  edit('speakers.csv', 'amina@example.org', 'bo@example.org');
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  const first = await program('apply');
  expect(first.exitCode).toBe(9);
  expect(first.stdout).toContain('speakers.csv  0        0        0       1\n');
  expect(await find('submissions', types)).toMatchObject({ status: 'pending' });
  edit('speakers.csv', `${amina},bo@example.org`, `${amina},mina@example.org`);
  expect(await program('apply')).toMatchObject({ exitCode: 0 });
  expect(await find('speakers', amina)).toMatchObject({ email: 'mina@example.org' });
  expect(await find('submissions', types)).toMatchObject({ status: 'accepted' });
});

it('takes what files and service both have as the base, also if there is nothing to send', async () => {
  const { amina } = await fill();
  edit('speakers.csv', ',Amina,', ',Mina,');
  await create('speakers', 'update', amina, '--first-name', 'Mina');
  expect(await program('apply')).toMatchObject({ exitCode: 0, stdout: '' });
  await create('speakers', 'update', amina, '--first-name', 'Amina');
  // It is the service that has changed since.
  const planned = await program('plan', '--detailed-exitcode');
  expect(planned).toMatchObject({ exitCode: 0, stdout: '' });
  expect(planned.stderr).toContain('Since the last pull, the service has changes for speakers.csv: 1 changed.\n');
});

it('shows the sessions of new submissions at the clock of their starts', async () => {
  await fill();
  edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,,,,\n');
  edit('schedule.csv', /$/, ',New talk,Hall,2027-05-21T11:00:00+02:00\n');
  expect((await program('plan', '--create')).stdout).toContain('place   New talk  Hall, 2027-05-21 11:00 ');
  expect((await program('plan', '--create', '--summary', 'markdown')).stdout).toContain('11:00');
});

describe('without the snapshot', () => {
  it('compares the files with the service alone, and says so', async () => {
    const { amina } = await fill();
    rmSync(folder.file('.plenary'), { recursive: true });
    edit('speakers.csv', ',Amina,', ',Mina,');
    edit('speakers.csv', ',CTO,', ',,');
    const { exitCode, stderr } = await program('apply');
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('There is no snapshot of the last pull: the files are compared with the service alone.\n');
    expect(stderr).toContain('speakers.csv: 1 empty cell changes nothing, although the service has a value');
    expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina', title: 'CTO' });
    expect(await program('apply', '--empty', 'clear')).toMatchObject({ exitCode: 0 });
    expect(await find('speakers', amina)).toMatchObject({ title: null });
  });
});

it('prints no values of private columns, and saves them', async () => {
  await fill();
  edit('speakers.csv', 'bo@example.org', 'bob@example.org');
  edit('submissions.csv', /(Types.*pending),/, '$1,Well done');
  edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,,,accepted,\n');
  edit('schedule.csv', /$/, ',New talk,Hall,2027-05-20T11:00:00+02:00\n');
  const plan = folder.file('plan.json');
  const forms = [[], ['--json'], ['-o', 'ndjson'], ['--summary', 'markdown']];
  for (const form of forms) {
    const { exitCode, stdout } = await program('plan', '--create', '--out', plan, ...form);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/feedback/);
    expect(stdout).not.toMatch(/bob?@|amina@|Well done/);
  }
  expect(read('plan.json')).toMatch(/bob@.*Well done.*amina@/s);
});

it('applies private columns, and does without them', async () => {
  const { amina } = await fill();
  await program('pull', '--private-columns');
  edit('speakers.private.csv', 'amina@example.org,,', 'amina@example.org,,+49 40');
  expect(await program('apply')).toMatchObject({ exitCode: 0 });
  expect(await find('speakers', amina)).toMatchObject({ phone: '+49 40' });
  rmSync(folder.file('speakers.private.csv'));
  edit('speakers.csv', ',Amina,', ',Mina,');
  expect(await program('apply')).toMatchObject({ exitCode: 0 });
  expect(await find('speakers', amina)).toMatchObject({
    first_name: 'Mina',
    email: 'amina@example.org',
    phone: '+49 40',
  });
});
