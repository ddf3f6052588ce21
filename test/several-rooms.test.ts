// Sessions in several rooms, and rooms that a file spells in its own way, in all commands that read
// rooms.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  addEvent,
  placeLine,
  type ServedSession,
  sharedFolder,
  sharedService,
} from './support/stage.ts';

const service = sharedService();
const folder = sharedFolder();
let events = 0;

/** An event with the rooms "Hall A", "Hall B" and "Side-Room", and these submissions. */
async function stage(...titles: readonly string[]) {
  const event = `rooms-${++events}`;
  const rooms = ['Hall A', 'Hall B', 'Side-Room'].flatMap((room) => ['--room', room]);
  await addEvent(service, event, ...rooms);
  const env = { PLENARY_EVENT: event, PLENARY_TIMEZONE: 'Europe/Berlin' };
  const run = (...args: readonly string[]) => service.plenary(args, { env, cwd: folder.path });
  const rows = titles.map((title, at) => `${title},speaker-${at + 1}@example.org`);
  await run('submissions', 'import', write('subs.csv', 'Title,Email', ...rows));
  return {
    run,
    async placed() {
      const { stdout } = await run('sessions', 'list', '--json');
      const sessions: readonly ServedSession[] = JSON.parse(stdout);
      return sessions
        .filter(({ room }) => room !== null)
        .map(placeLine)
        .sort();
    },
  };
}

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return name;
}

const header = 'title,room,start,duration';
const severalRooms = '(Hall A, Hall B); the service has one for each session: Hall A is used';
const hallB = (first: string, second: string) => `room Hall B: ${first} and ${second}`;

it('are placed in the first room, and clash in all of them', async () => {
  const { run, placed } = await stage('Mooring', 'Knots', 'Tides');
  const file = write(
    's.csv',
    header,
    'Mooring,Hall A; Hall B,2027-05-20 09:00,30',
    'Knots,"[""Hall B"",""Side-Room""]",2027-05-20 09:15,30',
    'Tides,"Side-Room/Hall A",2027-05-20 10:00,30',
    'Coffee break,Hall B + Side-Room,2027-05-20 10:15,15',
  );
  const planned = await run('sessions', 'plan', file);
  expect(planned.exitCode).toBe(6);
  expect(planned.stderr).toContain(`"Mooring" is in several rooms ${severalRooms}: line 2`);
  expect(planned.stderr).toContain(
    's.csv:3: room Hall B: "Mooring" (line 2) 2027-05-20 09:00–09:30 and "Knots"',
  );
  expect(planned.stderr).toContain(
    'room Side-Room: "Tides" (line 4) 2027-05-20 10:00–10:30 and "Coffee break"',
  );

  expect((await run('sessions', 'apply', file, '--fail-on', 'never')).exitCode).toBe(0);
  expect(await placed()).toEqual([
    'Knots | Hall B | 2027-05-20T09:15:00+02:00',
    'Mooring | Hall A | 2027-05-20T09:00:00+02:00',
    'Tides | Side-Room | 2027-05-20T10:00:00+02:00',
  ]);
  const again = await run('sessions', 'plan', file, '--fail-on', 'never');
  expect(again.stderr).toContain('4 rows: 3 unchanged, 1 skipped.\n');

  // The service alone does not know the other rooms.
  expect((await run('sessions', 'check')).exitCode).toBe(0);
  const checked = await run('sessions', 'check', '--schedule', file);
  expect(checked.stderr).toContain(
    hallB('"Mooring" 2027-05-20 09:00–09:30', '"Knots" 2027-05-20 09:15–09:45'),
  );
  const { stdout } = await run('timetable', 'export', '--schedule', file, '--format', 'csv');
  expect(stdout.match(/,Hall A; Hall B,|,Hall B; Side-Room,|,Side-Room; Hall A,/g)).toHaveLength(4);
});

it('are those of a row that is left out as well', async () => {
  const { run, placed } = await stage('Mooring', 'Knots', 'Tides');
  const rows = ['Mooring,Attic,2027-05-20 10:00,60', 'Knots,Cellar,soon,60'];
  const both = 'Tides,Attic + Cellar,2027-05-20 10:30,30';
  const file = write('left.csv', header, ...rows, both);
  const refused = await run('sessions', 'apply', file, '--allow-partial');
  expect(refused.stderr).toContain('room Attic: "Mooring"');
  expect(refused.exitCode).toBe(6);
  expect(await placed()).toEqual([]);
});

it('are those of a file that is read alone', async () => {
  const env = { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin' };
  const run = (...args: readonly string[]) => service.plenary(args, { env, cwd: folder.path });
  const file = write(
    'alone.csv',
    header,
    'Mooring,Hall A & Hall B,2027-05-20 09:00,30',
    'Knots,Hall B,2027-05-20 09:15,30',
    'Tides,Hall A,2027-05-20 10:00,30',
    'Sails,"Ground floor, east",2027-05-20 10:00,30',
  );
  const { exitCode, stderr } = await run('sessions', 'check', '--schedule', file);
  expect([exitCode, stderr]).toEqual([
    6,
    expect.stringContaining('  alone.csv:3: room Hall B: "Mooring" (line 2)'),
  ]);
  const shown = await run('timetable', 'export', '--schedule', file, '--format', 'csv');
  expect(shown.stdout).toContain('Mooring,Hall A; Hall B,');
  expect(shown.stdout).toContain('Sails,"Ground floor, east",');
});

it('are all rooms of the event for a talk in "All rooms"', async () => {
  const { run, placed } = await stage('Keynote', 'Knots');
  const file = write(
    'all.csv',
    header,
    'Keynote,All rooms,2027-05-20 09:00,60',
    'Knots,Side-Room,2027-05-20 09:30,30',
  );
  const { exitCode, stderr } = await run('sessions', 'apply', file, '--yes');
  expect([exitCode, stderr]).toEqual([
    6,
    expect.stringContaining('all.csv:3: room Side-Room: "Keynote"'),
  ]);
  expect(stderr).toContain('"Keynote" is in several rooms (Hall A, Hall B, Side-Room)');
  expect(await placed()).toEqual([]);
});

it('are kept free by autoplace', async () => {
  const { run } = await stage('Mooring', 'Knots');
  const rooms = write(
    'rooms.csv',
    'room,start,end',
    ...['hall-a', 'Hall  B'].map((room) => {
      return `${room},2027-05-20 09:00,2027-05-20 10:00`;
    }),
  );
  const file = write(
    'talks.csv',
    header,
    'Mooring,"Hall A, Hall B",2027-05-20 09:00,30',
    'Knots,,,30',
  );
  const flags = ['--rooms-file', rooms, '--out', 'placed.csv', '--steps', '500'];
  const { exitCode, stderr } = await run('sessions', 'autoplace', file, ...flags);
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining('Warning: rooms.csv:2 room: "hall-a" is taken as the room "Hall A"\n'),
  ]);
  const [, mooring, knots] = readFileSync(folder.file('placed.csv'), 'utf8').split('\n');
  expect(mooring).toBe('Mooring,"Hall A, Hall B",2027-05-20 09:00,30');
  expect(knots).toMatch(/^Knots,Hall [AB],2027-05-20T09:30:00\+02:00,30$/);
});

it('are found whatever spaces and dashes they are written with, with a notice', async () => {
  const { run, placed } = await stage('Mooring', 'Knots');
  const file = write('s.csv', header, 'Mooring,side room,2027-05-20 09:00,30');
  const applied = await run('sessions', 'apply', file);
  expect(applied.stderr).toContain(
    'Warning: "side room" is taken as the room "Side-Room": line 2.\n',
  );
  const flags = ['--room', 'HALL-A', '--start', '2027-05-20 09:00'];
  const placing = await run('sessions', 'place', 'Knots', ...flags);
  expect([placing.exitCode, placing.stderr]).toEqual([
    0,
    expect.stringContaining('"HALL-A" is taken as the room "Hall A".\n'),
  ]);
  expect(await placed()).toEqual([
    'Knots | Hall A | 2027-05-20T09:00:00+02:00',
    'Mooring | Side-Room | 2027-05-20T09:00:00+02:00',
  ]);

  await run('program', 'pull', 'prog');
  const schedule = readFileSync(folder.file('prog/schedule.csv'), 'utf8');
  const edited = schedule.replace('Hall A,', 'hall b,').replace('Side-Room,', 'side – room,');
  writeFileSync(folder.file('prog/schedule.csv'), edited);
  const planned = await run('program', 'plan', 'prog', '--json');
  expect(JSON.parse(planned.stdout).changes).toMatchObject([
    { name: 'Knots', fields: { room: { to: 'Hall B' } } },
  ]);
  expect(planned.stderr).toContain('"side – room" is taken as the room "Side-Room"');
});

it.each([
  ['sessions', 'check', 'Lab-1', 'Lab 1'],
  ['timetable', 'export', 'Großer Saal', 'Grosser Saal'],
  ['timetable', 'show', 'Rm 1', 'Room 01 (Ground floor)'],
])('%s %s warns of one that a file writes in two ways', async (group, verb, one, other) => {
  const lines = ['title,room,start,end', `Mooring,${one},9:00,9:30`, `Knots,${other},9:15,9:45`];
  const file = write('similar.csv', ...lines);
  const flags = ['--first-day', '2027-05-20', '--timezone', 'Europe/Oslo'];
  const format = verb === 'export' ? ['--format', 'html'] : [];
  const { stderr } = await service.plenary([group, verb, '--schedule', file, ...flags, ...format], {
    cwd: folder.path,
  });
  const both = `"${one}" (line 2) and "${other}" (line 3)`;
  expect(stderr).toContain(
    `Warning: ${both} are two rooms; if they are one, write its name alike.`,
  );
});

it.each(['Hall A & B', 'Hall A and Hall C', 'Halls A & B'])(
  'a room that may be several gets a warning of a check and of an export: %s',
  async (room) => {
    const { run } = await stage();
    const rows = [`Opening,${room},2027-05-20 09:00`, 'Tides,Hall A,2027-05-20 09:00'];
    const file = write('combined.csv', 'Title,Room,Start', ...rows);
    const warning = `"${room}" (line 2) is a room of its own beside "Hall A" (line 3)`;
    const checked = await run('sessions', 'check', '--schedule', file);
    expect(checked.stdout + checked.stderr).toContain(warning);
    const shown = await run('timetable', 'export', '--schedule', file, '--format', 'csv');
    expect(shown.stderr).toContain(warning);
  },
);
