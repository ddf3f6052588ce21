// `sessions autoplace` as a whole: files in, a schedule file and a report out, which the other
// commands use.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CommandResult } from './support/program.ts';
import { folderForEach, sharedService } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = sharedService();
const folder = folderForEach();
const terminal = terminals(folder);

function files(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(folder.file(name), text);
}

/** Without a service, unless the settings name an event. */
function autoplace(
  args: readonly string[],
  given: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const env = { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin', ...given };
  return service.plenary(['sessions', 'autoplace', ...args, '--rooms-file', 'rooms.csv'], {
    cwd: folder.path,
    env,
  });
}

const talks = `title,speakers,duration,track,expected,needs
Zero lost cents,Ada Lovelace,45,Web,120,
Queues,Ada Lovelace; Bo Li,30,Web,40,
Harps,Cy Twombly,90,Music,20,harp
Away,Zed Far,90,Music,,
`;
const rooms = `room,start,end,capacity
Pier 3,2026-05-02 09:00,10:30,80
Hall,2026-05-02 09:00,10:30,50
Hall,2026-05-02 11:00,12:30,50
`;
const people = 'name,from,to,availability\nZed Far,2026-05-01,2026-05-09,cannot\n';
const noHarp = 'Warning: talks.csv:4 needs: no room has "harp"\n';

it('places what it can, and names what is left out with the reasons', async () => {
  files({ 'talks.csv': talks, 'rooms.csv': rooms, 'people.csv': people });
  const args = ['talks.csv', '--people-file', 'people.csv', '--out', 'out.csv', '--steps', '20000'];
  const { exitCode, stdout, stderr } = await autoplace(args);
  expect([exitCode, stderr]).toEqual([
    9,
    `${noHarp}Error: 2 of 4 talks could not be placed
Fix: the report has the reasons: add periods to the file of rooms, or change the rows that it names
`,
  ]);
  expect(stdout).toMatch(
    /^Placed:\n {2}"Zero lost cents": 2026-05-02 09:[03]0 Pier 3\n {2}"Queues": /,
  );
  expect(stdout).toContain(`Left out: 2 talks, 180 min; 195 min are open and free
  "Harps" needs 90 min; 2 free periods are long enough: all in a room without harp
  "Away" needs 90 min; 2 free periods are long enough: all while Zed Far is away
Not met:
  "Zero lost cents": 120 expected, Pier 3 holds 80
2 talks placed, 2 left out. 1 wish is not met.
Seed 1, 20000 steps.
`);
  const [header, cents, , harps] = readFileSync(folder.file('out.csv'), 'utf8').split('\n');
  expect(header).toBe('title,speakers,duration,track,expected,needs,room,start');
  expect(cents).toMatch(
    /^Zero lost cents,Ada Lovelace,45,Web,120,,Pier 3,2026-05-02T09:(00|30):00\+02:00$/,
  );
  expect(harps).toBe('Harps,Cy Twombly,90,Music,20,harp,,');

  const json = await autoplace([...args, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    schemaVersion: '2.0',
    seed: 1,
    steps: 20_000,
    counts: { talks: 4, placed: 2, leftOut: 2, strong: 1, weak: 0 },
    places: [
      { title: 'Zero lost cents', line: 2, room: 'Pier 3', change: 'placed' },
      { title: 'Queues' },
    ],
    leftOut: [
      {
        title: 'Harps',
        line: 4,
        longEnough: 2,
        blockers: [{ code: 'equipment', what: 'harp', count: 2 }],
      },
      { title: 'Away', line: 5, blockers: [{ code: 'away', what: 'Zed Far', count: 2 }] },
    ],
    unmet: [{ code: 'capacity', strength: 'strong', amount: 2, talks: ['Zero lost cents'] }],
  });
});

it('ends with 9 if placed talks break a must, and says how they may move', async () => {
  const placed = (pinned: string) =>
    ['A', 'B'].map((title) => `${title},Hall,2026-05-02 09:00,30,${pinned}\n`).join('');
  const args = ['talks.csv', '--out', 'out.csv', '--steps', '100'];
  const change =
    'change the rooms or starts of the talks that the report names, in the file or, if only the ' +
    'event has a talk, with `plenary sessions place`\n';
  const error = 'Error: talks that never move break 1 must\nFix: ';
  files({ 'talks.csv': `title,room,start,duration,pinned\n${placed('yes')}`, 'rooms.csv': rooms });
  for (const flags of [[], ['--keep', 'none']])
    expect(await autoplace([...args, ...flags])).toMatchObject({
      exitCode: 9,
      stderr: error + change,
    });
  files({ 'talks.csv': `title,room,start,duration,pinned\n${placed('')}` });
  const none = 'pass --keep none, which moves talks that are not pinned and not in several rooms';
  expect(await autoplace(args)).toMatchObject({
    exitCode: 9,
    stderr: `${error}${none}, or ${change}`,
  });
  expect((await autoplace([...args, '--keep', 'none'])).exitCode).toBe(0);
});

it('writes the same bytes for the same seed and steps, on every machine', async () => {
  const row = (at: number) => {
    const speakers = `Speaker ${at % 25}${at % 4 === 0 ? `; Speaker ${(at * 7) % 25}` : ''}`;
    const place =
      at % 6 === 0
        ? `${'ABCD'[(at / 6) % 4]},2026-05-0${2 + (at % 4) / 2} ${10 + (at % 4)}:00`
        : ',';
    const wishes = [
      at % 18 === 0 ? 'x' : '',
      at % 5 === 0 ? 'piano' : '',
      at * 3,
      at % 7 === 0 ? '10:00' : '',
    ];
    const others = [at % 11 === 10 ? `Talk ${at - 4}` : '', 'BCDA'[at % 4]];
    return [
      `Talk ${at}`,
      speakers,
      20 + 5 * (at % 6),
      `Track ${at % 5}`,
      place,
      ...wishes,
      ...others,
    ].join(',');
  };
  const header =
    'title,speakers,duration,track,room,start,pinned,needs,expected,not_before,after,room_wish';
  const open = [...'ABCD'].flatMap((room, at) =>
    ['02', '03'].map(
      (day) => `${room},2026-05-${day} 09:${at}0,14:30,${60 - 10 * at},${at % 2 ? '' : 'piano'}`,
    ),
  );
  files({
    'talks.csv': [header, ...Array.from({ length: 60 }, (_, at) => row(at))].join('\n'),
    'rooms.csv': ['room,start,end,capacity,has', ...open].join('\n'),
    'people.csv': 'name,from,to,availability\nSpeaker 3,2026-05-02 09:00,2026-05-02 18:00,cannot\n',
  });
  const args = [
    'talks.csv',
    '--people-file',
    'people.csv',
    '--keep',
    'none',
    '--steps',
    '10000',
    '--seed',
  ];
  const { stdout, stderr } = await autoplace([...args, '7']);
  expect(stderr).toContain('Seed 7, 10000 steps.\n');
  // A change of the search may change these bytes: then the digest is replaced. Another machine or
  // engine must not.
  expect(createHash('sha256').update(stdout).digest('hex')).toBe(
    '040b9b6eb8b92abd3a8afea34ab22ed691fe8aad676c07b0df02c93163c0fd60',
  );
  expect((await autoplace([...args, '8'])).stdout).not.toBe(stdout);
});

it('writes the best placement so far when it is interrupted', async () => {
  files({ 'talks.csv': talks, 'rooms.csv': rooms.replace('capacity', 'doors') });
  const { run, screen, stop } = terminal({ PLENARY_TIMEZONE: 'Europe/Berlin' });
  const out = folder.file('out.csv');
  const given = [folder.file('talks.csv'), '--rooms-file', folder.file('rooms.csv'), '--out', out];
  const ended = run('sessions', 'autoplace', ...given, '--time', '300s');
  await expect.poll(screen).toContain(' s · 1 talk clashing or left out · 0 wishes unmet');
  expect(screen()).toContain('"doors"');
  stop('SIGINT');
  expect(await ended).toBe(130);
  expect(screen()).toMatch(
    /Error: interrupted\nFix: use the schedule that was written, which is the best so far/,
  );
  expect(readFileSync(folder.file('out.csv'), 'utf8')).toMatch(
    /^Queues,.*,(Pier 3|Hall),2026-05-02T/m,
  );
});

it.each<[string, readonly string[], number, string]>([
  ['JSON beside a file on standard output', ['talks.csv', '--json'], 2, '--json needs --out'],
  [
    'two limits',
    ['talks.csv', '--time', '5s', '--steps', '3'],
    2,
    '--time and --steps cannot be combined',
  ],
  [
    'a part of a minute between starts',
    ['talks.csv', '--every', '90s'],
    2,
    '--every: talks start at whole minutes',
  ],
  [
    'a status without an event',
    ['talks.csv', '--status', 'accepted'],
    2,
    '--status needs an event',
  ],
  [
    'the file of rooms as output',
    ['talks.csv', '--out', 'rooms.csv'],
    2,
    '--out would overwrite rooms.csv',
  ],
  [
    'another format as output',
    ['t.json', '--out', 't.json'],
    2,
    '--out would replace t.json, JSON, by a CSV file',
  ],
  [
    'the name of a workbook',
    ['talks.csv', '--out', 'new.xlsx'],
    2,
    '--out new.xlsx: a CSV file is written',
  ],
  [
    'a grid as output',
    ['g.csv', '--layout', 'grid', '--out', 'g.csv'],
    2,
    'would replace the grid g.csv by a list',
  ],
  ['no file and no event', [], 2, 'no schedule file is given, and no event is set'],
])('refuses %s', async (_, args, exitCode, message) => {
  const grid = '2026-05-02,Hall,Lab\n9:00,Queues,Locks\n9:45,Clocks,\n';
  const others = { 't.json': '[{"title": "Queues"}]', 'g.csv': grid };
  files({ 'talks.csv': talks, 'rooms.csv': rooms, ...others });
  const result = await autoplace(args);
  expect(result).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  expect(readFileSync(folder.file('rooms.csv'), 'utf8')).toBe(rooms);
});

it('reports all faults of a file with their places', async () => {
  files({
    'talks.csv': talks,
    'rooms.csv': 'room,start,end,capacity\nHall,2026-05-02 09:00,08:00,x\nLab,,12:00,\n',
  });
  const { exitCode, stderr } = await autoplace(['talks.csv', '--out', 'out.csv']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('rooms.csv:2 column "capacity": "x": expected a number of seats');
  expect(stderr).toContain('a period needs a start');
  expect(existsSync(folder.file('out.csv'))).toBe(false);
});
