// A talk that takes place several times, in the folder of a program on the double of the public
// server, which stores one place of each: no command loses, moves or changes the other rows.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks } from './support/placed-talks.ts';

const stage = doubleStage();

/** A folder with a workshop in three rows among those of talks, with columns of its own. */
async function workshops() {
  const double = stage.double();
  const ids = await addTalks(double, [
    { title: 'Knots', room: 'Main Hall', time: '09:00' },
    { title: 'Cranes', room: 'Main Hall', time: '10:00' },
    { title: 'Sails', room: 'Lighthouse', time: '09:00' },
  ]);
  const idOf = (title: string) => ids.get(title) ?? '';
  const home = stage.home();
  const cwd = `${home.path}/dbl`;
  const run = async (...words: readonly string[]) => {
    const result = await home.run(words, { cwd });
    expect(result.exitCode, result.stderr).toBe(0);
    return result;
  };
  await home.run(['program', 'pull', 'dbl']);
  const file = `${cwd}/schedule.csv`;
  const sails = idOf('Sails');
  writeFileSync(
    file,
    [
      'submission_id,title,room,start,duration,speakers,Note',
      `${sails},Sails,Lighthouse,2027-05-20T09:00:00+00:00,30,Ida Moen,first`,
      `${idOf('Knots')},Knots,Main Hall,2027-05-20T09:00:00+00:00,30,Bo Lund,`,
      `${sails},Sails,Workshop 1,2027-05-21 14:00+00:00,90,Ola Nord,bring ropes`,
      ',Lunch,,2027-05-20T12:00:00+00:00,60,,',
      `${sails},,Lighthouse,2027-05-20T15:00:00Z,45,,last`,
      `${idOf('Cranes')},Cranes,Main Hall,2027-05-20T10:00:00+00:00,30,,`,
      '',
    ].join('\n'),
  );
  return {
    home,
    cwd,
    run,
    edit: (from: string, to: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to)),
    rows: () =>
      readFileSync(file, 'utf8')
        .replaceAll(/^[\da-f-]{36}/gm, 'ID')
        .split('\n')
        .slice(1, -1),
  };
}

/** The rows after the first pull: the third one of the workshop has its title. */
const pulledRows = [
  'ID,Sails,Lighthouse,2027-05-20T09:00:00+00:00,30,Ida Moen,first',
  'ID,Knots,Main Hall,2027-05-20T09:00:00+00:00,30,Bo Lund,',
  'ID,Sails,Workshop 1,2027-05-21 14:00+00:00,90,Ola Nord,bring ropes',
  ',Lunch,,2027-05-20T12:00:00+00:00,60,,',
  'ID,Sails,Lighthouse,2027-05-20T15:00:00Z,45,,last',
  'ID,Cranes,Main Hall,2027-05-20T10:00:00+00:00,30,,',
];

/** The rows after the first pull, with other times of the stored places. */
function rowsAt(times: Readonly<Partial<Record<'Sails' | 'Knots' | 'Cranes', string>>>) {
  const at = new Map([
    [0, times.Sails],
    [1, times.Knots],
    [5, times.Cranes],
  ]);
  return pulledRows.map((row, index) => row.replace(/(?<=T)[^,]*/, at.get(index) ?? '$&'));
}

it('keeps the further rows in a pull and in a merge', async () => {
  const { run, rows, edit } = await workshops();
  await run('program', 'pull');
  expect(rows()).toEqual(pulledRows);
  await run('sessions', 'place', 'Knots', '--room', 'Main Hall', '--start', '2027-05-20T11:00Z');
  const moved = rowsAt({ Knots: '13:00:00+02:00' });
  expect(rows()).toEqual(moved);
  edit('bring ropes', 'bring knives');
  await run('submissions', 'update', 'Sails', '--title', 'Sailing');
  await run('program', 'pull', '--merge');
  const renamed = moved.map((row) => row.replace('Sails', 'Sailing'));
  expect(rows()).toEqual(renamed.map((row) => row.replace('ropes', 'knives')));
  await run('program', 'status', '--detailed-exitcode');
});

it('keeps them in a swap, a delay and applications', async () => {
  const { run, rows, edit } = await workshops();
  await run('sessions', 'swap', 'Knots', 'Cranes');
  expect(rows()).toEqual(rowsAt({ Knots: '12:00:00+02:00', Cranes: '11:00:00+02:00' }));
  await run('sessions', 'delay', 'Cranes', '15m');
  const delayed = { Knots: '12:00:00+02:00', Cranes: '11:15:00+02:00' };
  expect(rows()).toEqual(rowsAt(delayed));
  edit('Lighthouse,2027-05-20T09:00', 'Lighthouse,2027-05-20T08:00');
  await run('sessions', 'apply');
  expect(rows()).toEqual(rowsAt({ Sails: '08:00:00+00:00', ...delayed }));
  edit('Lighthouse,2027-05-20T08:00', 'Lighthouse,2027-05-20T08:15');
  await run('program', 'apply', '--yes');
  expect(rows()).toEqual(rowsAt({ Sails: '08:15:00+00:00', ...delayed }));
});

it('delays the slot of the workshop that the service stores, and names what stays', async () => {
  const { run, rows } = await workshops();
  const { stderr } = await run('sessions', 'delay', 'Sails', '15m');
  const only = (line: number) => `which only schedule.csv line ${line} has`;
  expect(stderr).toContain(
    `"Sails" is also in Workshop 1 at 2027-05-21 16:00, ${only(4)}: it stays`,
  );
  expect(stderr).toContain(`in Lighthouse at 2027-05-20 17:00, ${only(6)}: it stays`);
  expect(rows()).toEqual(rowsAt({ Sails: '11:15:00+02:00' }));
});

it('names the slot that the service stores by its row, with the times of the event', async () => {
  const { run } = await workshops();
  const { stderr } = await run('sessions', 'plan');
  expect(stderr).toContain(
    'Warning: the service stores one slot of "Sails", that in Lighthouse at 2027-05-20 11:00 ' +
      '(line 2), and not this one: lines 4, 6.\n',
  );
});

it('moves what the service stores, and names the other rows in the room, of a day', async () => {
  const { run, rows, edit } = await workshops();
  const move = ['sessions', 'move', '--from', 'Lighthouse', '--to', 'Workshop 1', '--day'];
  const { stderr } = await run(...move, '2027-05-20');
  const change = 'which only schedule.csv line 6 has: change its room to "Workshop 1" there';
  expect(stderr).toContain(`"Sails" is also in Lighthouse at 2027-05-20 17:00, ${change}`);
  expect(stderr).not.toContain('line 4 has');
  const start = '2027-05-20T09:00:00+00:00';
  const moved = pulledRows.with(0, `ID,Sails,Workshop 1,${start},30,Ida Moen,first`);
  expect(rows()).toEqual(moved);
  // Only the row of the file is left in the room.
  const again = await run(...move, '2027-05-20', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ counts: { rows: 0 } });
  expect(again.stderr).toContain(change);
  edit('Lighthouse', 'Workshop 1');
  expect((await run('sessions', 'check')).stderr).toContain('5 sessions, 0 clashes');
});

it('delays what follows a slot that only the file has, and names its new start', async () => {
  const { run, rows, edit } = await workshops();
  edit('Workshop 1,2027-05-21 14:00+00:00,90', 'Main Hall,2027-05-20 09:30+00:00,30');
  const { stderr } = await run('sessions', 'delay', 'Knots', '15m');
  const slot = '"Sails" is also in Main Hall at 2027-05-20 11:30, which only schedule.csv line 4';
  expect(stderr).toContain(`${slot} has: change its start to 2027-05-20 11:45 there`);
  const later = { Knots: '11:15:00+02:00', Cranes: '12:15:00+02:00' };
  const delayed = rowsAt(later);
  const further = 'ID,Sails,Main Hall,2027-05-20 09:30+00:00,30,Ola Nord,bring ropes';
  expect(rows()).toEqual(delayed.with(2, further));
});

it('refuses only a talk without a row that has the place in the service', async () => {
  const { rows, edit, home, cwd } = await workshops();
  edit('Lighthouse,2027-05-20T09:00', 'Main Hall,2027-05-20T08:00');
  const before = rows();
  const delay = ['sessions', 'delay', 'Sails', '15m'];
  const { exitCode, stderr } = await home.run(delay, { cwd });
  const message = 'has 3 slots in schedule.csv, and none is that of the service';
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining(message)]);
  expect(stderr).toContain('schedule.csv:4: "Sails" is in Workshop 1 at 2027-05-21 16:00');
  expect(rows()).toEqual(before);
});

it('keeps what only the file has of a talk that is taken out, until it has a place again', async () => {
  const { run, rows, home, cwd } = await workshops();
  await run('program', 'pull');
  const waiting = pulledRows.with(0, 'ID,Sails,,,30,Ida Moen,first');
  const { stderr } = await run('sessions', 'unplace', 'Sails', '--yes');
  expect(rows()).toEqual(waiting);
  for (const words of [
    ['program', 'status', '--detailed-exitcode'],
    ['program', 'plan', '--detailed-exitcode'],
    ['sessions', 'plan', '--detailed-exitcode'],
    ['sessions', 'check'],
    ['timetable', 'show'],
    ['program', 'pull'],
  ])
    expect((await run(...words)).stderr).not.toContain('Sails');
  expect(rows()).toEqual(waiting);
  const [, undo = ''] = /plenary (runs undo \S+)/.exec(stderr) ?? [];
  await run(...undo.split(' '), '--yes');
  expect(rows()).toEqual(rowsAt({ Sails: '11:00:00+02:00' }));
  // A colleague.
  const colleague = (...words: readonly string[]) => home.run(['sessions', ...words]);
  await colleague('unplace', 'Sails', '--yes');
  await run('program', 'pull');
  expect(rows()).toEqual(waiting);
  const place = ['place', 'Sails', '--room', 'Lighthouse', '--start'];
  await colleague(...place, '2027-05-20T10:00Z');
  expect((await home.run(['program', 'status'], { cwd })).stdout).toMatch(/schedule.csv .*1 new/);
  await run('program', 'pull');
  expect(rows()).toEqual(rowsAt({ Sails: '12:00:00+02:00' }));
  await run('sessions', 'unplace', 'Sails', '--yes');
  await run('sessions', ...place, '2027-05-20T10:30Z');
  expect(rows()).toEqual(rowsAt({ Sails: '12:30:00+02:00' }));
});

it('places a talk that waits as its row specifies, and removes a row with nothing of its own', async () => {
  const { run, rows, edit, cwd } = await workshops();
  await run('program', 'pull');
  await run('sessions', 'unplace', 'Cranes', '--yes');
  edit('Cranes,,', 'Cranes,Workshop 1,2027-05-20T16:00:00+02:00');
  await run('sessions', 'apply', '--yes');
  expect(rows().at(-1)).toBe('ID,Cranes,Workshop 1,2027-05-20T16:00:00+02:00,30,,');
  await run('sessions', 'unplace', 'Cranes', '--yes');
  await run('sessions', 'place', 'Cranes', '--room', 'Lighthouse', '--start', '2027-05-20T11:00Z');
  expect(rows().at(-1)).toBe('ID,Cranes,Lighthouse,2027-05-20T13:00:00+02:00,30,,');
  const plain = /^([^,]*,Cranes,[^,]*,[^,]*),30,,$/m;
  const file = `${cwd}/schedule.csv`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(plain, '$1,,,'));
  await run('sessions', 'unplace', 'Cranes', '--yes');
  expect(rows()).toEqual(pulledRows.slice(0, -1));
});
