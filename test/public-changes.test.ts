// What has changed since an announcement, on the public server: it shows neither co-speakers nor
// durations, which are in the folder.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks } from './support/placed-talks.ts';

const stage = doubleStage();

it('writes a row with the address of each speaker whom only the folder names', async () => {
  const home = stage.home();
  for (const [email, name] of [
    ['ada@example.org', 'Ada'],
    ['bo@example.org', 'Bo'],
  ] as const) {
    await home.json('speakers', 'add', '--email', email, '--first-name', name, '--last-name', 'Li');
  }
  const ids = await addTalks(stage.double(), [
    { title: 'Queues', room: 'Main Hall', time: '09:00' },
    { title: 'Locks', room: 'Main Hall', time: '10:00' },
    { title: 'Waiting' },
  ]);
  await home.json('program', 'pull', '.');
  home.write(
    'schedule.csv',
    'submission_id,title,room,start,speakers',
    `${ids.get('Queues')},Queues,Main Hall,2027-05-20T09:00:00Z,Ada Li; Bo Li`,
    `${ids.get('Locks')},Locks,Main Hall,2027-05-20T10:00:00Z,Bo Li`,
  );
  expect((await home.json('timetable', 'changes', '--announce')).counts.new).toBe(2);
  await home.json('sessions', 'place', 'Queues', '--room', 'Main Hall', '--start', laterStart);
  await home.json('submissions', 'update', 'Locks', '--status', 'withdrawn');

  const { stdout, stderr } = await home.run(['timetable', 'changes', '--out', 'moved.csv']);
  expect(stdout).toBe(
    'Canceled: "Locks" (Bo Li), was in Main Hall, Thu 20 May 12:00\n' +
      'Moved: "Queues" from Main Hall, Thu 20 May 11:00 to Main Hall, Thu 20 May 14:30\n',
  );
  expect(stderr).toContain('3 rows written to moved.csv.\n');
  const rows = readFileSync(`${home.path}/moved.csv`, 'utf8').trimEnd().split('\n').slice(1);
  expect(rows.map((row) => row.replaceAll(/[\da-f-]{36}/g, 'ID'))).toEqual([
    'Bo Li,bo@example.org,ID,Locks,ID,canceled,2027-05-20,12:00,Main Hall,,,',
    'Ada Li,ada@example.org,ID,Queues,ID,moved,2027-05-20,11:00,Main Hall,2027-05-20,14:30,Main Hall',
    'Bo Li,bo@example.org,ID,Queues,ID,moved,2027-05-20,11:00,Main Hall,2027-05-20,14:30,Main Hall',
  ]);
});

const laterStart = '2027-05-20T12:30:00Z';
