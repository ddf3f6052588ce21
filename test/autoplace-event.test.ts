// `sessions autoplace` with an event: its submissions without a file, their statuses, and what the
// service does not name.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

function files(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(folder.file(name), text);
}

function run(...args: readonly string[]) {
  return service.plenary(args, { cwd: folder.path, env: { PLENARY_TIMEZONE: 'Europe/Berlin' } });
}

it('places the submissions of an event; its file is applied without a clash', async () => {
  const people = ['Ada,Lovelace,ada@example.org', 'Bo,Li,bo@example.org'].map((row) =>
    row.split(','),
  );
  const rows = ['One', 'Two', 'Three', 'Four'].map((title, at) =>
    [title, ...(people[at % 2] ?? [])].join(','),
  );
  files({
    'subs.csv': `Title,First name,Last name,Email\n${rows.join('\n')}\n`,
    'rooms.csv': 'room,start,end\nHall,2026-05-02 09:00,10:30\nLab,2026-05-02 09:00,10:30\n',
  });
  expect((await run('submissions', 'import', 'subs.csv')).exitCode).toBe(0);
  for (const [status, fix] of [
    ['pendng', 'did you mean "pending"?'],
    ['in review', 'pass one of these with --status: "pending"'],
  ]) {
    const error = `no submission that takes place has the status "${status}"`;
    const stderr = `Error: ${error}\nFix: ${fix}\n`;
    const refused = await run(
      'sessions',
      'autoplace',
      '--rooms-file',
      'rooms.csv',
      '--status',
      String(status),
    );
    expect(refused).toMatchObject({ exitCode: 5, stderr });
  }
  const place = (...args: readonly string[]) =>
    run('sessions', 'autoplace', ...args, '--rooms-file', 'rooms.csv', '--out', 's.csv');
  const none = await place('--status', 'accepted');
  expect([none.exitCode, none.stderr]).toEqual([
    0,
    expect.stringContaining('There are no talks to place.\n'),
  ]);
  const placed = await place('--steps', '5000');
  const unknown = 'Unknown: co-speakers of 4 talks (only the submitter is known).\n';
  expect(placed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`4 talks placed. All known wishes are met.\n${unknown}`),
  });
  const planned = await run('sessions', 'plan', 's.csv', '--json');
  expect(JSON.parse(planned.stdout)).toMatchObject({
    counts: { rows: 4, place: 4 },
    clashes: [],
    rejects: [],
  });
  expect((await run('sessions', 'apply', 's.csv', '--yes')).exitCode).toBe(0);
  const again = await place('--time', '300s');
  expect(again.stdout).toBe(
    '0 talks placed, 4 kept. With --keep none, they may move.\nSeed 1, 0 steps.\n',
  );
  const json = await place('--json', '--keep', 'none', '--steps', '5000');
  expect(JSON.parse(json.stdout).unknown).toEqual({
    durations: 0,
    coSpeakers: 4,
    speakers: 0,
    names: 0,
  });
});

it('places only the rows of a file whose submissions have the status', async () => {
  const added = async (title: string, status: string) => {
    const person = [
      '--submitter-first-name',
      'Ada',
      '--submitter-last-name',
      'Li',
      '--submitter-email',
      'a@b.org',
    ];
    expect((await run('submissions', 'add', '--title', title, ...person)).exitCode).toBe(0);
    expect((await run('submissions', 'update', title, '--status', status)).exitCode).toBe(0);
  };
  await added('Chosen', 'accepted');
  await added('Not yet', 'pending');
  files({
    'talks.csv': 'title,speakers,duration\nChosen,Ada Li,30\nNot yet,Bo Li,30\nOpening,Cy Li,30\n',
    'rooms.csv': 'room,start,end\nRuby,2026-05-02 09:00,10:30\n',
  });
  const args = [
    'talks.csv',
    '--rooms-file',
    'rooms.csv',
    '--out',
    's.csv',
    '--steps',
    '100',
    '--status',
    'accepted',
  ];
  const placed = await run('sessions', 'autoplace', ...args);
  expect(placed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^1 talk placed.*All/m),
    stderr:
      'Not placed: 2 rows of talks.csv, because of their title or status: "Not yet" (line 3, ' +
      'pending), "Opening" (line 4).\n' +
      'To see it: plenary sessions plan s.csv\n',
  });
  expect(readFileSync(folder.file('s.csv'), 'utf8')).toMatch(
    /^Chosen,.*Ruby,.*\nNot yet,Bo Li,30,,\nOpening,Cy Li,30,,$/m,
  );
});

it('leaves the place of a talk that only the file calls off to it', async () => {
  for (const title of ['Tides', 'Queues']) {
    const person = [
      '--submitter-first-name',
      'Ada',
      '--submitter-last-name',
      'Li',
      '--submitter-email',
      'a@b.org',
    ];
    await run('submissions', 'add', '--title', title, ...person);
    await run('submissions', 'update', title, '--status', 'accepted');
  }
  files({
    'before.csv': 'title,room,start\nTides,Dock,2026-05-02 09:00\n',
    'talks.csv':
      'title,speakers,duration,status\nTides,Ada Li,45,Cancelled (ill)\nQueues,Ada Li,45,\n',
    'rooms.csv': 'room,start,end\nDock,2026-05-02 09:00,10:30\n',
  });
  expect((await run('sessions', 'apply', 'before.csv')).exitCode).toBe(0);
  const args = ['talks.csv', '--rooms-file', 'rooms.csv', '--out', 's.csv', '--steps', '100'];
  const placed = await run('sessions', 'autoplace', ...args);
  expect([placed.exitCode, placed.stdout]).toEqual([
    0,
    expect.stringContaining('"Queues": 2026-05-02 09:30 Dock'),
  ]);
  expect((await run('sessions', 'plan', 's.csv')).exitCode).toBe(0);
});

it('shows a file of talks that the event does not have yet', async () => {
  files({
    'talks.csv': 'title,speakers,duration\nOpening,Cy Li,30\n',
    'rooms.csv': 'room,start,end\nRuby,2026-05-02 09:00,10:30\n',
  });
  const args = ['talks.csv', '--rooms-file', 'rooms.csv', '--out', 's.csv', '--steps', '10'];
  const { exitCode, stderr } = await run('sessions', 'autoplace', ...args);
  expect([exitCode, stderr]).toEqual([0, 'To see it: plenary timetable show --schedule s.csv\n']);
  const shown = await run('timetable', 'show', '--schedule', 's.csv');
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Opening') });
});
