// `sessions autoplace` in the folder of a program: its schedule has the durations, breaks and rows
// of the user's own, and loses none of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks } from './support/placed-talks.ts';

const stage = doubleStage();

async function pulled() {
  const ids = await addTalks(stage.double(), [
    { title: 'Knots', room: 'Main Hall', time: '09:00' },
    { title: 'Cranes' },
    { title: 'Sails' },
    { title: 'Ropes', status: 'pending' },
  ]);
  const home = stage.home();
  const cwd = `${home.path}/dbl`;
  await home.run(['program', 'pull', 'dbl']);
  const rooms = 'room,start,end\nMain Hall,2027-05-20 11:00,15:00\n';
  writeFileSync(`${cwd}/rooms.csv`, rooms);
  return {
    file: `${cwd}/schedule.csv`,
    idOf: (title: string) => ids.get(title) ?? '',
    run: (...words: readonly string[]) => home.run(words, { cwd }),
    rows: () => {
      const text = readFileSync(`${cwd}/schedule.csv`, 'utf8').trim();
      return text.replaceAll(/^[\da-f-]{36}/gm, 'ID').split('\n');
    },
  };
}

const autoplace = ['sessions', 'autoplace', '--steps', '2000', '--status', 'accepted'];

it('reads the schedule of the folder, and keeps what only it has', async () => {
  const { file, idOf, run, rows } = await pulled();
  writeFileSync(
    file,
    [
      'submission_id,title,room,start,duration,Note',
      `${idOf('Knots')},Knots,Main Hall,2027-05-20T11:00:00+02:00,30,first`,
      ',Lunch,Main Hall,2027-05-20T11:30:00+02:00,60,soup',
      `${idOf('Cranes')},Cranes,,,40,bring a crane`,
      '',
    ].join('\n'),
  );
  const placed = await run(...autoplace, '--out', 'schedule.csv');
  expect(placed.exitCode, placed.stderr).toBe(0);
  expect(placed.stdout).toContain('2 talks placed');
  const [header, knots, lunch, cranes, sails] = rows();
  expect([header, knots, lunch]).toEqual([
    'submission_id,title,room,start,duration,Note',
    'ID,Knots,Main Hall,2027-05-20T11:00:00+02:00,30,first',
    ',Lunch,Main Hall,2027-05-20T11:30:00+02:00,60,soup',
  ]);
  // After lunch, in one of two orders.
  expect(cranes).toMatch(/^ID,Cranes,Main Hall,2027-05-20T1[234]:.*,40,bring a crane$/);
  expect(sails).toMatch(/^ID,Sails,Main Hall,2027-05-20T1[234]:.*,$/);
  expect(rows()).toHaveLength(5);
  const [, command = ''] = /To see it: plenary (.*)/.exec(placed.stderr) ?? [];
  expect(command).toBe('sessions plan schedule.csv');
  const plan = JSON.parse((await run(...command.split(' '), '--json')).stdout);
  expect(plan).toMatchObject({ counts: { place: 2, move: 0 }, clashes: [] });
});

it('places the talks of an event whose schedule has no row yet', async () => {
  const { run, rows } = await pulled();
  await run('sessions', 'unplace', 'Knots', '--yes');
  expect(rows()).toEqual(['submission_id,title,room,start']);
  const placed = await run(...autoplace, '--out', 'schedule.csv');
  expect(placed.exitCode, placed.stderr).toBe(0);
  const titles = rows().map((row) => row.split(',')[1]);
  expect(titles.toSorted()).toEqual(['Cranes', 'Knots', 'Sails', 'title']);
  expect((await run('sessions', 'apply', '--yes')).exitCode).toBe(0);
  expect((await run('program', 'status', '--detailed-exitcode')).exitCode).toBe(0);
});
