// A plan of a program that was saved: what `plenary program apply` makes of it, and of the snapshot of its folder.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Ids, programStage } from './support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, create, everything, find } = stage;

/** An event with its files. */
async function fill(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull');
  return ids;
}

it('is applied as it was seen', async () => {
  const { amina, types } = await fill();
  edit('speakers.csv', ',Amina,', ",''=Mina,");
  edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,,,accepted,\n');
  edit('schedule.csv', /$/, ',New talk,Hall,2027-05-20T11:00:00+02:00\n');
  const plan = folder.file('plan.json');
  expect(await program('plan', '--create', '--out', plan)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`Saved to ${plan}. To apply it: plenary program apply ${plan}\n`),
  });
  // Later edits are not part of it.
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  expect(await plenary('program', 'apply', plan)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(
      'speakers.csv     0        1        0       0\n' +
        'submissions.csv  1        0        0       0\n' +
        'schedule.csv     0        0        1       0\n',
    ),
  });
  expect(await find('speakers', amina)).toMatchObject({ first_name: "'=Mina" });
  expect(await find('submissions', types)).toMatchObject({ status: 'pending' });
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 0, stdout: '' });
});

it('is refused if something has changed since, or is for another event', async () => {
  const { amina, queues } = await fill();
  edit('speakers.csv', ',Amina,', ',Mina,');
  edit('schedule.csv', 'Hall', 'Lab');
  const plan = folder.file('plan.json');
  expect(await program('plan', '--out', plan)).toMatchObject({ exitCode: 0 });
  await create('speakers', 'update', amina, '--first-name', 'Anna');
  const before = await everything();
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 6 });
  expect(await everything()).toBe(before);
  await create('speakers', 'update', amina, '--first-name', 'Amina');
  await create('sessions', 'place', queues, '--room', 'Attic', '--start', '2027-05-20T09:30:00+02:00');
  const then = await everything();
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 6 });
  expect(await everything()).toBe(then);
  expect(await plenary('program', 'apply', plan, '--event', 'other')).toMatchObject({ exitCode: 2 });
  writeFileSync(plan, '{"schemaVersion":"1.0"}');
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 3 });
});

it('updates the snapshot of its folder, so that edits do not look like changes of the service', async () => {
  const { amina, types } = await fill();
  edit('speakers.csv', ',Amina,', ',Mina,');
  edit('speakers.csv', ',Bo,', ',Bob,');
  edit('schedule.csv', 'Hall', 'Lab');
  edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:30:00+02:00\n`);
  const plan = folder.file('plan.json');
  expect(await program('plan', '--out', plan)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(read('plan.json'))).toMatchObject({ folder: '.' });
  // Before and after the plan is applied, the same cells are edited again.
  edit('speakers.csv', ',Mina,', ',Ina,');
  edit('schedule.csv', 'Lab', 'Attic');
  expect(await plenary('program', 'apply', plan)).toMatchObject({
    exitCode: 0,
    stderr: expect.not.stringContaining('snapshot'),
  });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
  edit('speakers.csv', ',Bob,', ',Robert,');
  expect(await program('status')).toMatchObject({
    stdout:
      'FILE             SERVICE    FILES      CONFLICTS\n' +
      'speakers.csv     no change  2 changed  0\n' +
      'submissions.csv  no change  no change  0\n' +
      'schedule.csv     no change  1 changed  0\n',
  });
  expect(await program('apply')).toMatchObject({ exitCode: 0 });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Ina' });
  expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
});

it.each<[what: string, change: () => void, notice: RegExp]>([
  [
    'a folder that is elsewhere',
    () => edit('plan.json', '"folder": "."', '"folder": "elsewhere"'),
    /^The snapshot was not updated: (\S*elsewhere) has no program of this event\. .*: plenary program pull \1$/m,
  ],
  [
    'the folder of another event',
    () => edit('program.json', /"event": "\w+"/, '"event": "other"'),
    /^The snapshot was not updated: (\S+) has no program of this event\. .*: plenary program pull \1$/m,
  ],
  [
    'a damaged program',
    () => edit('program.json', '{', ''),
    /^The snapshot was not updated: (\S+) has no program of this event\. .*: plenary program pull \1$/m,
  ],
  [
    'a file that cannot be read',
    () => edit('speakers.csv', /$/, `spk${','.repeat(50)}\n`),
    /^The snapshot was not updated: \S*speakers\.csv cannot be read\. .*: plenary program pull \S+$/m,
  ],
])('is applied without the snapshot of %s', async (_, change, notice) => {
  const { amina } = await fill();
  edit('speakers.csv', ',Amina,', ',Mina,');
  const plan = folder.file('plan.json');
  expect(await program('plan', '--out', plan)).toMatchObject({ exitCode: 0 });
  const snapshot = read('.plenary/base.ndjson');
  change();
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(notice) });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
  expect(read('.plenary/base.ndjson')).toBe(snapshot);
});
