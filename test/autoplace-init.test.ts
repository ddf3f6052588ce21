// `sessions autoplace --init`: the file of rooms from a schedule file, an event or answers, read back by `--rooms-file`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = serviceForEach();
const folder = folderForEach();
const terminal = terminals(folder);

const offline = { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin' };

function run(args: readonly string[], env: Readonly<Record<string, string>> = offline) {
  return service.plenary(['sessions', 'autoplace', ...args], { cwd: folder.path, env });
}

const header = 'room,start,end,capacity,has,only,walking';

// A coffee break everywhere, a gap of an hour that all rooms have, one of 20 minutes, and one in a single room.
const schedule = `title,room,start,duration
Compilers,Hall,2026-05-02 09:00,45
Queues,Hall,2026-05-02 09:45,45
Zero lost cents,=Lab,2026-05-02 09:30,60
Coffee break,all,2026-05-02 10:30,15
Harps,Hall,2026-05-02 10:45,45
Locks,=Lab,2026-05-02 10:45,75
Clocks,Hall,2026-05-02 13:00,30
Trees,Hall,2026-05-02 13:50,40
Graphs,=Lab,2026-05-02 13:00,30
Late show,Hall,2026-05-02 23:00,120
Sleep,=Lab,2026-05-03 10:00,30
`;

const expected = `${header}
Hall,2026-05-02 09:00,10:30,,,,
Hall,2026-05-02 10:45,12:00,,,,
Hall,2026-05-02 13:00,14:30,,,,
Hall,2026-05-02 23:00,2026-05-03 01:00,,,,
'=Lab,2026-05-02 09:30,10:30,,,,
'=Lab,2026-05-02 10:45,12:00,,,,
'=Lab,2026-05-02 13:00,13:30,,,,
'=Lab,2026-05-03 10:00,10:30,,,,
`;

it('writes the open periods of a schedule file, in which all of its talks can be placed again', async () => {
  writeFileSync(folder.file('schedule.csv'), schedule);
  const { exitCode, stderr, stdout } = await run(['schedule.csv', '--init', '--out', 'rooms.csv']);
  expect([exitCode, stderr, stdout]).toEqual([
    0,
    '2 rooms with 8 open periods written to rooms.csv. Edit the periods; capacity (seats), has (equipment), only (formats or tracks) and walking (minutes) may stay empty.\n',
    '',
  ]);
  expect(readFileSync(folder.file('rooms.csv'), 'utf8')).toBe(expected);
  const kept = await run(['schedule.csv', '--rooms-file', 'rooms.csv', '--out', 'kept.csv', '--steps', '1']);
  expect(kept).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0 talks placed, 10 kept.') });
  const unplaced = schedule.replace(/^(?!Coffee|title)([^,]+),[^,]+,[^,]+/gm, '$1,,');
  writeFileSync(folder.file('talks.csv'), unplaced);
  const placed = await run(['talks.csv', '--rooms-file', 'rooms.csv', '--out', 'placed.csv', '--steps', '20000']);
  expect(placed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('10 talks placed. All known wishes are met.\nUnknown: the speakers of 10 talks.\n'),
  });
});

it('writes offsets if no time zone is set', async () => {
  writeFileSync(folder.file('schedule.csv'), 'title,room,start,duration\nA,Hall,2026-05-02T09:00:00+02:00,45\n');
  const { exitCode, stdout } = await run(['schedule.csv', '--init'], { PLENARY_EVENT: '' });
  expect([exitCode, stdout]).toEqual([0, `${header}\nHall,2026-05-02T09:00:00+02:00,2026-05-02T09:45:00+02:00,,,,\n`]);
});

it('writes the open periods of the placed sessions of the event', async () => {
  const zone = { PLENARY_TIMEZONE: 'Europe/Berlin' };
  for (const [title, start] of [
    ['One', '09:00'],
    ['Two', '09:45'],
    ['Three', '11:30'],
  ] as const) {
    const added = await service.plenary([
      'submissions',
      'add',
      '--title',
      title,
      '--submitter-email',
      'a@b.example',
      '--json',
    ]);
    const place = [
      'sessions',
      'place',
      JSON.parse(added.stdout).id,
      '--room',
      'Hall',
      '--start',
      `2026-05-02 ${start}`,
    ];
    expect(await service.plenary(place, { env: zone })).toMatchObject({ exitCode: 0 });
  }
  const fromEvent = await run(['--init'], zone);
  const periods = 'Hall,2026-05-02 09:00,10:30,,,,\nHall,2026-05-02 11:30,12:15,,,,\n';
  expect(fromEvent).toMatchObject({ exitCode: 0, stdout: `${header}\n${periods}` });
  writeFileSync(folder.file('talks.csv'), 'title\nNew\n');
  expect((await run(['talks.csv', '--init'], zone)).stdout).toBe(fromEvent.stdout);
});

it('asks for days, rooms, times and breaks, and writes a file that is read', async () => {
  const { run: plenary, answer, screen } = terminal({ PLENARY_TIMEZONE: 'Europe/Berlin' });
  const out = folder.file('rooms.csv');
  const ended = plenary('sessions', 'autoplace', '--init', '--out', out);
  await answer('Days, for example', '2026-05-02, 2026-05-33\r');
  await answer('2026-05-33', '\b\b3 May 2026\r'.replace('\b\b3 May 2026', '\u00152026-05-02, 3 May 2026'));
  await answer('Rooms, separated by commas', 'Hall, Lab (1200 seats)\r');
  expect(existsSync(out)).toBe(false);
  await answer('Open from, for example', '9:00\r');
  await answer('Open until, for example', '08:00\r');
  await answer('not after the start', '\u001517:30\r');
  await answer('Breaks, for example', '12:30-13:30\r');
  expect([await ended, screen()]).toEqual([0, expect.stringContaining('2 rooms with 8 open periods written to ')]);
  const periods = ['02', '03'].flatMap((day) =>
    ['Hall', 'Lab'].flatMap((room) => [
      `${room},2026-05-${day} 09:00,12:30,${room === 'Lab' ? 1200 : ''},,,`,
      `${room},2026-05-${day} 13:30,17:30,${room === 'Lab' ? 1200 : ''},,,`,
    ]),
  );
  expect(readFileSync(out, 'utf8')).toBe(`${[header, ...periods].join('\n')}\n`);
  writeFileSync(folder.file('talks.csv'), 'title\nA\nB\n');
  const placed = await run(['talks.csv', '--rooms-file', 'rooms.csv', '--steps', '100']);
  expect(placed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 talks placed.') });

  const second = terminal({});
  const refused = second.run('sessions', 'autoplace', '--init', '--out', out);
  await second.answer('Replace ', '\r');
  expect([await refused, second.screen()]).toEqual([2, expect.stringContaining('nothing was written')]);
});

it('does not replace a file that was written while it asked', async () => {
  const { run: plenary, answer, screen } = terminal({ PLENARY_TIMEZONE: 'Europe/Berlin' });
  const out = folder.file('rooms.csv');
  const ended = plenary('sessions', 'autoplace', '--init', '--out', out);
  await answer('Days, for example', '20-22 May 2027, 2027-06-01 – 2027-06-02\r');
  await answer('Rooms, separated by commas', 'Hall\r');
  await answer('Open from, for example', '9:00\r');
  await answer('Open until, for example', '17:00\r');
  writeFileSync(out, 'mine');
  await answer('Breaks, for example', '\r');
  await answer('Replace ', 'n\r');
  expect([await ended, screen()]).toEqual([2, expect.stringContaining('nothing was written')]);
  expect(readFileSync(out, 'utf8')).toBe('mine');

  const second = terminal({ PLENARY_TIMEZONE: 'Europe/Berlin' });
  const again = second.run('sessions', 'autoplace', '--init', '--out', out);
  await second.answer('Replace ', 'y\r');
  await second.answer('Days, for example', '20-22 May 2027, 2027-06-01 – 2027-06-02\r');
  await second.answer('Rooms, separated by commas', 'Hall\r');
  await second.answer('Open from, for example', '9:00\r');
  await second.answer('Open until, for example', '17:00\r');
  await second.answer('Breaks, for example', '\r');
  expect(await again).toBe(0);
  const days = ['05-20', '05-21', '05-22', '06-01', '06-02'];
  const rows = days.map((day) => `Hall,2027-${day} 09:00,17:00,,,,\n`);
  expect(readFileSync(out, 'utf8')).toBe(`${header}\n${rows.join('')}`);
});

it('needs no breaks', async () => {
  const { run: plenary, answer, data } = terminal({});
  const ended = plenary('sessions', 'autoplace', '--init');
  await answer('Days, for example', '2026-05-02\r');
  await answer('Rooms, separated by commas', 'Hall\r');
  await answer('Open from, for example', '10:00\r');
  await answer('Open until, for example', '12:00\r');
  await answer('Breaks, for example', '\r');
  expect([await ended, data()]).toEqual([0, `${header}\nHall,2026-05-02 10:00,12:00,,,,\n`]);
});

it('refuses without a schedule and a terminal, and writes over no file without --yes', async () => {
  const nothing = await run(['--init', '--out', 'rooms.csv']);
  expect([nothing.exitCode, nothing.stderr]).toEqual([
    2,
    expect.stringContaining(
      'no schedule has rooms and starts, and there is no terminal to ask for them\nFix: pass a schedule',
    ),
  ]);
  expect(existsSync(folder.file('rooms.csv'))).toBe(false);

  writeFileSync(folder.file('schedule.csv'), schedule);
  writeFileSync(folder.file('rooms.csv'), 'mine');
  const toRooms = ['schedule.csv', '--init', '--out', 'rooms.csv'];
  expect(await run(toRooms)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('rooms.csv exists already'),
  });
  expect(readFileSync(folder.file('rooms.csv'), 'utf8')).toBe('mine');
  expect((await run([...toRooms, '--yes'])).exitCode).toBe(0);
  expect(readFileSync(folder.file('rooms.csv'), 'utf8')).toBe(expected);
  expect(await run(['schedule.csv', '--init', '--out', 'schedule.csv', '--yes'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--out would overwrite schedule.csv'),
  });
  expect(await run([...toRooms, '--rooms-file', 'rooms.csv'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--rooms-file: cannot be used with --init'),
  });
});
