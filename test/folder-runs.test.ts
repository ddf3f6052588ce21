// Runs that begin in the folder of a program: what they change is merged into its files, and the
// schedule of the folder is what sessions are planned from.
import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programStage } from './support/program-stage.ts';

const stage = programStage();
const { folder, program, read, edit } = stage;

/** A command in the folder. */
const run = (...args: readonly string[]) =>
  stage.service.plenary(args, { env: { PLENARY_EVENT: stage.event() }, cwd: folder.path });

const zone = ['--timezone', 'Europe/Berlin'];

/** The placed talks of the file: title, room, and time of the day in UTC. */
function schedule(): readonly string[] {
  const [header = '', ...rows] = read('schedule.csv').trim().split('\n');
  expect(header).toBe('submission_id,title,room,start');
  const texts = rows.map((row) => {
    const [, title, room, start = ''] = row.split(',');
    return `${title} ${room} ${new Date(start).toISOString().slice(11, 16)}`;
  });
  return texts.toSorted();
}

async function filled() {
  const ids = await stage.fill();
  const place = ['--room', 'Lab', '--start', '2027-05-20T13:00:00+02:00'];
  await stage.plenary('sessions', 'place', ids.types, ...place);
  await program('pull', '--private-columns', ...zone);
  return ids;
}

it('swaps, delays, moves, places and takes out talks of the file as well, and undoes it there', async () => {
  const { types, queues } = await filled();
  const before = schedule();
  expect(before).toEqual(["''=Queues Hall 07:30", 'Types Lab 11:00']);
  const swap = await run('sessions', 'swap', types, queues);
  expect(swap.exitCode, swap.stderr).toBe(0);
  expect(schedule()).toEqual(["''=Queues Lab 11:00", 'Types Hall 07:30']);
  const [, undo = ''] = /plenary (runs undo \S+)/.exec(swap.stderr) ?? [];
  const undone = await stage.plenary(...undo.split(' '));
  expect(undone.exitCode, undone.stderr).toBe(0);
  expect(schedule()).toEqual(before);
  await run('sessions', 'delay', types, '15m');
  await run('sessions', 'move', '--from', 'Lab', '--to', 'Loft');
  expect(schedule()).toContain('Types Loft 11:15');
  await run('sessions', 'unplace', types);
  expect(schedule()).toEqual([before[0]]);
  const start = '2027-05-20T15:00:00+02:00';
  const placed = await run('sessions', 'place', types, '--room', 'Lab', '--start', start);
  expect(placed.exitCode, placed.stderr).toBe(0);
  expect(schedule()).toEqual([before[0], 'Types Lab 13:00']);
  expect((await run('program', 'status', '--detailed-exitcode')).exitCode).toBe(0);
});

it('plans and applies the schedule alone, and leaves what colleagues have moved', async () => {
  const { types } = await filled();
  // A colleague.
  const other = ['--room', 'Loft', '--start', '2027-05-20T17:00:00+02:00'];
  await stage.plenary('sessions', 'place', types, ...other);
  edit('schedule.csv', 'Hall', 'Studio');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const plan = await run('sessions', 'plan');
  expect(plan.stdout).toBe(
    'ACTION  NAME      CHANGES                          LINE\n' +
      "move    '=Queues  Hall → Studio, 2027-05-20 09:30  2\n",
  );
  const apply = await run('sessions', 'apply');
  expect(apply.exitCode, apply.stderr).toBe(0);
  expect(schedule()).toEqual(["''=Queues Studio 07:30", 'Types Loft 15:00']);
  expect(read('speakers.csv')).toContain(',Mina,');
  expect((await stage.list('speakers')).map(({ first_name }) => first_name)).toContain('Amina');
  expect((await run('sessions', 'plan', '--detailed-exitcode')).exitCode).toBe(0);
});

it('refuses a talk that both have moved, with a command that works', async () => {
  const { types } = await filled();
  const other = ['--room', 'Loft', '--start', '2027-05-20T17:00:00+02:00'];
  await stage.plenary('sessions', 'place', types, ...other);
  edit('schedule.csv', ',Lab,', ',Studio,');
  const plan = await run('sessions', 'plan');
  expect(plan.exitCode).toBe(6);
  expect(plan.stderr).toContain('plenary sessions plan --overwrite');
  const forced = await run('sessions', 'plan', '--overwrite');
  expect(forced.exitCode, forced.stderr).toBe(0);
});

it('saves a plan of the schedule that is applied elsewhere, and merged into the folder', async () => {
  await filled();
  edit('schedule.csv', 'Hall', 'Studio');
  await run('sessions', 'plan', '--out', 'plan.json');
  const apply = await stage.plenary('sessions', 'apply', folder.file('plan.json'));
  expect(apply.exitCode, apply.stderr).toBe(0);
  expect((await run('program', 'status', '--detailed-exitcode')).exitCode).toBe(0);
});

it('leaves what colleagues have moved if the schedule of the folder is named', async () => {
  const { types } = await filled();
  const other = ['--room', 'Loft', '--start', '2027-05-20T17:00:00+02:00'];
  await stage.plenary('sessions', 'place', types, ...other);
  const named = folder.file('schedule.csv');
  for (const file of ['schedule.csv', './schedule.csv', named]) {
    const plan = await run('sessions', 'plan', file, '--detailed-exitcode');
    expect(plan.exitCode, plan.stderr).toBe(0);
  }
  edit('schedule.csv', 'Hall', 'Studio');
  const apply = await run('sessions', 'apply', named);
  expect(apply.exitCode, apply.stderr).toBe(0);
  expect(schedule()).toEqual(["''=Queues Studio 07:30", 'Types Loft 15:00']);
});

const ofAnother = 'used only with a file that is not the schedule of the folder';
const ofFolder = 'used only with the schedule of a folder';
it.each([
  [['sessions', 'plan', '--date-order', 'dmy'], `--date-order: ${ofAnother}`],
  [['sessions', 'apply', 'schedule.csv', '--layout', 'list'], `--layout: ${ofAnother}`],
  [['sessions', 'plan', '-', '--overwrite'], `--overwrite: ${ofFolder}`],
])('refuses flags about another file: %s', async (args, message) => {
  await filled();
  const { exitCode, stderr } = await run(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

it('adds the rows of an import to the files', async () => {
  await filled();
  const rows = 'title,submitter_email\nNew talk,dora@example.org\n';
  const args = ['submissions', 'import', '-', '--yes'];
  const { exitCode, stderr } = await stage.service.plenary(args, {
    env: { PLENARY_EVENT: stage.event() },
    cwd: folder.path,
    stdin: rows,
  });
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('Written to .: ');
  expect(read('submissions.csv')).toMatch(/,New talk,dora@example\.org,/);
  expect(read('speakers.csv')).toContain('dora@example.org');
  expect((await run('program', 'status', '--detailed-exitcode')).exitCode).toBe(0);
});

it('adds the records of single commands to the files, and what they change', async () => {
  const { types } = await filled();
  const person = ['--email', 'dora@example.org', '--first-name', 'Dora', '--last-name', 'Ek'];
  const talk = ['--title', 'New talk', '--submitter-email', 'dora@example.org'];
  for (const args of [
    ['speakers', 'add', ...person],
    ['submissions', 'add', ...talk],
    ['submissions', 'update', types, '--status', 'withdrawn'],
  ]) {
    const { exitCode, stderr } = await run(...args);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`Written to .: ${args[0]}.csv.`);
  }
  expect(read('speakers.csv')).toMatch(/,dora@example\.org,Dora,Ek,/);
  expect(read('submissions.csv')).toMatch(/,New talk,dora@example\.org,/);
  expect(read('submissions.csv')).toMatch(/,Types,.*,withdrawn,/);
  expect((await run('program', 'status', '--detailed-exitcode')).exitCode).toBe(0);
});

it('names what is missing outside of a folder', async () => {
  expect(await stage.plenary('sessions', 'plan')).toMatchObject({
    exitCode: 2,
    stderr:
      'Error: there is no schedule: no file is named, and no folder of a program is used\n' +
      'Fix: pass a schedule file, or run the command in a folder that `plenary program pull` ' +
      'wrote\n',
  });
});

it('checks and places by the rooms.csv of the folder', async () => {
  const { types } = await filled();
  const hall = 'room,start,end\nHall,2027-05-20 10:00,18:00\n';
  writeFileSync(folder.file('rooms.csv'), hall);
  const open = 'room Hall is open 2027-05-20 10:00–18:00: ';
  for (const args of [
    ['sessions', 'check'],
    ['program', 'plan', '--fail-on', 'never'],
  ]) {
    const { stderr } = await run(...args);
    expect(stderr).toContain(open);
  }
  const status = JSON.parse((await run('status', '--json')).stdout);
  expect(status.items).toContainEqual(expect.objectContaining({ name: 'clashes', count: 1 }));
  // Both talks in one room at a time.
  const place = ['sessions', 'place', types, '--room', 'Hall', '--start'];
  await run(...place, '2027-05-20T09:30:00+02:00', '--fail-on', 'never');
  const marked = 'To list the clashes: ';
  expect((await run('timetable', 'show')).stderr).toContain(marked);
  writeFileSync(folder.file('rooms.csv'), `${hall.replace('\n', ',shared\n').trim()},yes\n`);
  expect((await run('timetable', 'show')).stderr).not.toContain(marked);
  const autoplace = ['sessions', 'autoplace', '--keep', 'none', '--steps', '1'];
  const placed = await run(...autoplace);
  expect(placed.stdout, placed.stderr).toContain('Hall,2027-05-20T10:00:00+02:00');
  rmSync(folder.file('rooms.csv'));
  expect(await run(...autoplace)).toMatchObject({
    exitCode: 2,
    stderr:
      'Error: there is no file of rooms: none is named, and no folder of a program has one\n' +
      'Fix: pass it with --rooms-file, or write rooms.csv in a folder that `plenary program ' +
      'pull` wrote\n',
  });
});

it('keeps the files of --rejects and --results out of version control', async () => {
  await filled();
  const lines = ['email,first_name', 'new@example.org,New', 'bad,Bad'];
  writeFileSync(folder.file('people.csv'), `${lines.join('\n')}\n`);
  const files = ['--rejects', 'bad.csv', '--results', 'sent.csv'];
  const imported = await run('speakers', 'import', 'people.csv', '--skip-invalid', ...files);
  expect(imported.exitCode, imported.stderr).toBe(9);
  expect(read('bad.csv')).toContain('bad,Bad');
  expect(read('.gitignore')).toBe('.plenary/\nbad.csv\nsent.csv\n');
});
