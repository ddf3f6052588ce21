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

it('refuses to delay the workshop, whose rows it names', async () => {
  const { rows, home, cwd } = await workshops();
  const before = rows();
  const { exitCode, stderr } = await home.run(['sessions', 'delay', 'Sails', '15m'], { cwd });
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('has 3 slots in schedule.csv')]);
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
