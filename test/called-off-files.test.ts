// Sessions that a file by itself calls off, in columns of marks, in JSON and for autoplace.
import { expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';

const { alone, file } = scheduleStages();

it.each(['Cancelled', 'Deleted at', 'Active?'])(
  'is unclear in a column %s that says neither yes nor no',
  async (column) => {
    file('ill.csv', `title,room,start,${column}`, 'Queues,Loft,2027-05-21 09:00,maybe');
    const { exitCode, stderr } = await alone('timetable', 'show', '--schedule', 'ill.csv');
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`ill.csv:2 column "${column}": "maybe": expected yes or no`);
  },
);

it('is printed with the column that decides it', async () => {
  file(
    'active.csv',
    'title,room,start,duration,speakers,Published,Active?',
    'Knots,Hall,2027-05-21 09:00,45,Ida Moen,yes,N',
    'Queues,Hall,2027-05-21 09:00,45,Ola Berg,yes,Y',
    'Cranes,Hall,2027-05-21 09:00,45,Bo Li,No,Y',
  );
  const { exitCode, stderr } = await alone('sessions', 'check', '--schedule', 'active.csv');
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    'Note: 2 rows are called off by the columns "Published", "Active?": lines 2, 4.\n' +
      'Left out: 2 sessions are called off in active.csv: ' +
      '"Knots" (line 2), "Cranes" (line 4).\n' +
      '1 session, 0 clashes.\n',
  );
});

it('is a deleted session of JSON', async () => {
  const at = (hour: string) => `2027-05-21T${hour}:00+02:00`;
  const session = { microlocation: 'Hall', 'starts-at': at('09:00'), 'ends-at': at('10:00') };
  const sessions = [
    { title: 'Knots', ...session, 'deleted-at': null },
    { title: 'Queues', ...session, 'deleted-at': '2027-04-02T10:00:00+02:00' },
  ];
  file('open-event.json', JSON.stringify(sessions));
  const { stdout } = await alone('timetable', 'show', '--schedule', 'open-event.json', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ title: 'Knots' }]);
});

it('is not placed by autoplace', async () => {
  file(
    'talks.csv',
    'title,duration,speakers,status',
    'Knots,45,Ida Moen,annulé',
    'Tides,45,Bo Li,',
  );
  file('rooms.csv', 'room,start,end', 'Hall,2027-05-22 09:00,10:00');
  const placed = await alone(
    'sessions',
    'autoplace',
    'talks.csv',
    '--rooms-file',
    'rooms.csv',
    '--steps',
    '100',
    '--out',
    'placed.csv',
  );
  expect([placed.exitCode, placed.stdout]).toEqual([0, expect.stringContaining('1 talk placed')]);
  expect(placed.stderr).toContain('Not placed: 1 row of talks.csv');
});
