// The time zone of the event is the default, where no flag, variable or profile gives one.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publicServer } from './support/public-server.ts';

const stage = publicServer();
const event = () => stage.double.eventId;
const zoneRequests = () => stage.requests().filter((each) => each === `GET /v1/events/${event()}`);

async function accepted(title: string): Promise<string> {
  const fields = ['--title', title, '--submitter-email', `${title}@example.org`, '--json'];
  const { stdout } = await stage.plenary(['submissions', 'add', ...fields]);
  const { id } = JSON.parse(stdout);
  await stage.plenary(['submissions', 'update', id, '--status', 'accepted']);
  stage.requests();
  return id;
}

const starts = () => stage.double.state.submissions.map(({ starts_at }) => starts_at);

it('is that of a local start', async () => {
  const id = await accepted('Queues');
  const place = ['sessions', 'place', id, '--room', 'Main Hall', '--start'];
  expect(await stage.plenary([...place, '2027-05-20 09:00'])).toMatchObject({ exitCode: 0 });
  expect(starts()).toEqual(['2027-05-20T07:00:00+00:00']);
  expect(zoneRequests()).toHaveLength(1);
  await stage.plenary([...place, '2027-05-20 09:00', '--timezone', 'UTC']);
  expect(starts()).toEqual(['2027-05-20T09:00:00+00:00']);
  expect(zoneRequests()).toHaveLength(0);
});

it.each([
  ['2027-05-20 09:00-10:00', 'can be a range, or a time with the offset of a time zone'],
  ['2027-05-20 09:00 - 10:00', 'expected one time, not two'],
  ['2027-05-20 09:00 EDT', 'words for time zones have several meanings'],
  ['20 May 9:00', 'is no full date'],
])('is not that of a start with several meanings: %j', async (start, message) => {
  const id = await accepted(`Queues ${message.slice(0, 9)}`);
  const place = ['sessions', 'place', id, '--room', 'Main Hall', '--start', start];
  const refused = await stage.plenary(place);
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain(message);
  expect(refused.stderr).toContain('2026-05-02T09:00:00+02:00');
  const followed = [...place.slice(0, -1), '2027-05-20T09:00:00+02:00'];
  expect(await stage.plenary(followed)).toMatchObject({ exitCode: 0 });
  expect(starts()).toContain('2027-05-20T07:00:00+00:00');
});

it('is that of a schedule file, of its messages, and of an export', async () => {
  await accepted('Queues');
  await accepted('Maps');
  const rows =
    'title,room,start\nQueues,Main Hall,2027-05-20 09:00\nMaps,Main Hall,2027-05-20 09:10\n';
  writeFileSync(stage.file('clash.csv'), rows);
  const clash = await stage.plenary(['sessions', 'plan', 'clash.csv']);
  expect(clash.exitCode).toBe(6);
  expect(clash.stderr).toContain('2027-05-20 09:00');
  writeFileSync(
    stage.file('good.csv'),
    rows.replace('Main Hall,2027-05-20 09:10', 'Lighthouse,2027-05-20 10:00'),
  );
  expect(await stage.plenary(['sessions', 'apply', 'good.csv', '--yes'])).toMatchObject({
    exitCode: 0,
  });
  expect(starts()).toEqual(['2027-05-20T07:00:00+00:00', '2027-05-20T08:00:00+00:00']);
  stage.requests();
  const { stderr } = await stage.plenary([
    'timetable',
    'export',
    '--format',
    'csv',
    '--out',
    'out.csv',
  ]);
  expect(stderr).not.toContain('UTC');
  expect(readFileSync(stage.file('out.csv'), 'utf8')).toContain('2027-05-20T09:00:00+02:00');
  expect(zoneRequests()).toHaveLength(1);
});

it('comes with the list of events, if the event is named', async () => {
  const id = await accepted('Queues');
  const place = ['sessions', 'place', id, '--room', 'Main Hall', '--start', '2027-05-20 09:00'];
  await stage.plenary([...place, '--event', 'devconf']);
  expect(starts()).toEqual(['2027-05-20T07:00:00+00:00']);
  expect(zoneRequests()).toHaveLength(0);
});

it('names an export', async () => {
  const { stdout } = await stage.plenary(['timetable', 'export', '--format', 'html']);
  expect(stdout).toContain('<title>DevConf 2027');
});

it('is unknown without the operation: no local start, and an export in UTC', async () => {
  const id = await accepted('Queues');
  stage.double.switches.optionalOperations = false;
  const place = ['sessions', 'place', id, '--room', 'Main Hall', '--start'];
  const refused = await stage.plenary([...place, '2027-05-20 09:00']);
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('a local time needs a time zone'),
  });
  await stage.plenary([...place, '2027-05-20T09:00:00+02:00']);
  stage.write('local.csv', 'title,room,start', 'Queues,Main Hall,2027-05-20 09:00');
  const file = await stage.plenary(['sessions', 'plan', 'local.csv']);
  const named = /local\.csv:2 column "start": .*\nFix: pass --timezone/;
  expect([file.exitCode, file.stderr]).toEqual([3, expect.stringMatching(named)]);
  const { stdout, stderr } = await stage.plenary(['timetable', 'export', '--format', 'csv']);
  expect(stderr).toContain('All times are in UTC, because no time zone is known.');
  expect(stdout).toContain('2027-05-20T07:00:00+00:00');
});

it('is not asked for by commands that show no times', async () => {
  await stage.plenary(['submissions', 'list', '--json']);
  await stage.plenary(['status']);
  expect(zoneRequests()).toHaveLength(0);
});
