// What `sessions autoplace` says of its files before the search: sheets, names and rows that are
// probably not what is meant.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type CommandResult, plenary } from './support/program.ts';
import { folderForEach } from './support/stage.ts';
import { terminals } from './support/terminal.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

const folder = folderForEach();
const terminal = terminals(folder);

function files(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(folder.file(name), text);
}

function autoplace(args: readonly string[]): Promise<CommandResult> {
  return plenary(['sessions', 'autoplace', ...args], {
    cwd: folder.path,
    env: { PLENARY_TIMEZONE: 'Europe/Berlin' },
  });
}

const rooms = `room,start,end
Pier 3,2026-05-02 09:00,10:30
Hall,2026-05-02 09:00,10:30
`;

it('reads talks, rooms and people from the sheets of one workbook', async () => {
  const sheet = (name: string, ...rows: readonly string[]) => {
    return { name, rows: rows.map((row, at) => textRow(at + 1, ...row.split(','))).join('') };
  };
  const sheets = [
    sheet('Talks', 'Title,Speaker,Room,Start,End', 'Queues,Ada Lovelace,,,'),
    sheet('People', 'Name,From,To,Availability', 'Ada Lovelace,2026-05-02 10:00,12:00,can'),
    sheet('Rooms', 'Room,Start,End', 'Hall,2026-05-02 09:00,12:00'),
  ];
  writeFileSync(folder.file('all.xlsx'), xlsxOf({ sheets }));
  const args = [
    'all.xlsx',
    '--rooms-file',
    'all.xlsx',
    '--people-file',
    'all.xlsx',
    '--steps',
    '10',
  ];
  const { exitCode, stdout, stderr } = await autoplace(args);
  expect([exitCode, stdout.split('\n')[1]]).toEqual([
    0,
    'Queues,Ada Lovelace,Hall,2026-05-02T10:00:00+02:00,,45',
  ]);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'Reading "Talks" of all.xlsx. Not read: "People", "Rooms" (--sheet selects another).',
    'Reading "Rooms" of all.xlsx. Not read: "Talks", "People".',
    'Reading "People" of all.xlsx. Not read: "Talks", "Rooms".',
  ]);
});

it('names the command that shows the file, with the flags that its columns need', async () => {
  files({ 'talks.csv': 'Was,Wer,duration\nQueues,"King, Ada",30\n', 'rooms.csv': rooms });
  const flags = ['--map', 'Was=title', '--map', 'Wer=speakers', '--names', 'last, first'];
  const args = [
    'talks.csv',
    '--encoding',
    'utf-8',
    ...flags,
    '--rooms-file',
    'rooms.csv',
    '--out',
    'out.csv',
  ];
  const { exitCode, stderr } = await autoplace([...args, '--steps', '10']);
  const next =
    "To see it: plenary timetable show --schedule out.csv --map 'Was=title' --map " +
    "'Wer=speakers' --names 'last, first'\n";
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(next)]);
});

it.each([
  ['a header', 'title,room,Start (UTC),duration\nQueues,,,30\n'],
  ['a row', 'title,room,start,Timezone,duration\nQueues,,,America/New_York,30\n'],
])('writes a file that it reads again, if the time zone of %s is another', async (_, talks) => {
  files({ 'talks.csv': talks, 'rooms.csv': 'room,start,end\nHall,2026-05-02 09:00,09:30\n' });
  const args = ['--rooms-file', 'rooms.csv', '--steps', '10'];
  expect(await autoplace(['talks.csv', ...args, '--out', 'out.csv'])).toMatchObject({
    exitCode: 0,
  });
  const shown = await plenary(['timetable', 'show', '--schedule', 'out.csv'], {
    cwd: folder.path,
    env: { PLENARY_TIMEZONE: 'Europe/Berlin' },
  });
  expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('09:00') });
  const again = await autoplace(['out.csv', ...args]);
  expect([again.exitCode, again.stdout]).toEqual([0, readFileSync(folder.file('out.csv'), 'utf8')]);
});

it('needs a file of rooms', async () => {
  files({ 'talks.csv': 'title\nQueues\n' });
  expect(await autoplace(['talks.csv'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('\nFix: pass it with --rooms-file, or write rooms.csv in'),
  });
});

it('asks a terminal for the time zone of rooms and people, once, or refuses', async () => {
  files({
    'talks.csv': 'title,speakers,duration\nQueues,Ada,30\n',
    'rooms.csv': 'room,start,end\nHall,2026-05-02 09:00,10:30\n',
    'people.csv': 'name,from,to,availability\nAda,2026-05-02 09:30,12:00,can\n',
  });
  const named = { talks: 'talks.csv', rooms: 'rooms.csv', people: 'people.csv', out: 'out.csv' };
  const path = (name: keyof typeof named) => folder.file(named[name]);
  const args = [
    path('talks'),
    '--rooms-file',
    path('rooms'),
    '--people-file',
    path('people'),
    '--out',
    path('out'),
  ];
  const { run, answer, screen } = terminal({});
  const ended = run('sessions', 'autoplace', ...args, '--steps', '10');
  await answer('Time zone of the local times in', 'Europe/Berlin\r');
  expect(await ended).toBe(0);
  expect(screen().match(/Time zone of the local times in \S*rooms\.csv.*\r?$/gm)).not.toBeNull();
  expect(screen()).not.toContain('people.csv');
  expect(readFileSync(path('out'), 'utf8')).toContain(
    'Queues,Ada,30,Hall,2026-05-02T09:30:00+02:00',
  );

  const refused = await plenary(['sessions', 'autoplace', ...args], { cwd: folder.path });
  expect([refused.exitCode, refused.stderr]).toEqual([
    3,
    expect.stringMatching(
      /rooms.csv has local times, but no time zone is set\n.*\nFix: pass --timezone/,
    ),
  ]);
});

it('keeps each session of a line of a grid, in the order of its talks', async () => {
  files({
    'g.csv': '2026-05-02,Pier 3,Hall\n9:00-9:30,Queues,Locks\n9:40-10:10,Clocks,Queues\n',
    'rooms.csv': rooms,
  });
  const { exitCode, stdout } = await autoplace([
    'g.csv',
    '--rooms-file',
    'rooms.csv',
    '--steps',
    '10',
  ]);
  const cells = stdout.split('\n').slice(1, -1);
  expect([exitCode, cells.map((line) => line.split(',').slice(1, 4))]).toEqual([
    0,
    [
      ['Locks', 'Hall', '2026-05-02T09:00:00+02:00'],
      ['Queues', 'Pier 3', '2026-05-02T09:00:00+02:00'],
      ['Queues', 'Hall', '2026-05-02T09:40:00+02:00'],
      ['Clocks', 'Pier 3', '2026-05-02T09:40:00+02:00'],
    ],
  ]);
});

it('warns of what is no name in a cell of people, as other commands do', async () => {
  const speakers = '"Ida Moen; 12345",30,\nLocks,"[12345,12323]",30,\nOff,4711';
  files({
    'talks.csv': `title,speakers,duration,status\nQueues,${speakers},30,cancelled\n`,
    'rooms.csv': rooms,
  });
  const args = ['talks.csv', '--rooms-file', 'rooms.csv', '--steps', '10'];
  const { exitCode, stderr } = await autoplace(args);
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining(
      'Warning: talks.csv:2: "12345" is not a name, and is left out.\n' +
        'Warning: talks.csv:3: "[12345,12323]" is not a name, and is left out.\n',
    ),
  ]);
});
