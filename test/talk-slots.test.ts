// A talk that a schedule file has in two rows, such as a repeated workshop: the service stores the
// first, and both take place.
import { beforeAll, describe, expect, it } from 'vitest';
import { report, type ScheduleStage, scheduleStages } from './support/schedule-stage.ts';

const { stage: open, file, folder, service } = scheduleStages();
let stage: ScheduleStage;

/** The first row of the workshop is the later one. */
const rows = [
  'Knots,Loft,2027-05-21 14:00,90,Ida Moen',
  'Queues,Hall,2027-05-21 09:00,45,Ola Berg',
  'Knots,Hall,2027-05-21 10:00,,',
];

beforeAll(async () => {
  stage = await open('Knots', 'Queues', 'Cranes');
  file('s.csv', 'title,room,start,duration,speakers', ...rows);
});

const run = (...args: readonly string[]) => stage.run(...args);
const exported = async (format: string, ...flags: readonly string[]) => {
  const command = ['timetable', 'export', '--schedule', 's.csv', '--format', format];
  return (await run(...command, ...flags)).stdout;
};

it('is placed in its first row, and the plan says so', async () => {
  const planned = await run('sessions', 'plan', 's.csv', '--json');
  expect(planned.exitCode).toBe(0);
  const message =
    'the service stores one slot of "Knots", that in Loft at 2027-05-21 14:00 (line 2), and not ' +
    'this one';
  expect(report(planned)).toMatchObject({
    counts: { rows: 3, place: 2, skipped: 1 },
    warnings: [{ code: 'further_slot', line: 4, message }, { code: 'other_length' }],
  });
  expect((await run('sessions', 'apply', 's.csv')).exitCode).toBe(0);
  expect(await stage.placed()).toEqual([
    'Knots | Loft | 2027-05-21T14:00:00+02:00',
    'Queues | Hall | 2027-05-21T09:00:00+02:00',
  ]);
  expect((await run('sessions', 'plan', 's.csv', '--detailed-exitcode')).exitCode).toBe(0);
});

describe('its two slots', () => {
  it('are shown, with the details of either row', async () => {
    const shown = await run('timetable', 'show', '--schedule', 's.csv', '--json');
    expect(report(shown)).toMatchObject([
      { title: 'Queues' },
      {
        title: 'Knots',
        room: 'Hall',
        start: '2027-05-21T10:00:00+02:00',
        end: '2027-05-21T11:30:00+02:00',
        speakers: ['Ida Moen'],
      },
      { title: 'Knots', room: 'Loft', start: '2027-05-21T14:00:00+02:00' },
    ]);
  });

  it('are in every export, with ids that do not depend on what else is exported', async () => {
    const { stdout } = await run('sessions', 'list', '--json');
    const { id } = JSON.parse(stdout).find(({ title }: { title: string }) => title === 'Knots');
    const events = (await exported('ics'))
      .split('BEGIN:VEVENT')
      .filter((event) => event.includes('Knots'));
    const uids = events.map((event) => [
      /UID:(\S+)/.exec(event)?.[1],
      /LOCATION:(\S+)/.exec(event)?.[1],
    ]);
    expect(uids.map(([, room]) => room)).toEqual(['Loft', 'Hall']);
    expect(new Set(uids.map(([uid]) => uid)).size).toBe(2);
    const [[first] = [], [further] = []] = uids;
    const inHall = ['--rooms', 'Hall'];
    expect(await exported('ics', ...inHall)).toContain(`UID:${further}`);
    expect(await exported('ics', ...inHall)).not.toContain(`UID:${first}`);
    for (const format of ['schedule-json', 'schedule-xml']) {
      const text = await exported(format);
      expect([text.includes(`${first}`), text.includes(`${further}`)]).toEqual([true, true]);
    }
    expect((await exported('html')).match(/<h3[^>]*>.*?Knots/g) ?? []).toHaveLength(2);
    expect((await exported('csv')).split('\n').slice(2)).toEqual([
      `${id},Knots,Loft,2027-05-21T14:00:00+02:00,90,Ida Moen,`,
      `${id},Knots,Hall,2027-05-21T10:00:00+02:00,90,Ida Moen,`,
      '',
    ]);
  });

  it('are the same once the exported file is planned', async () => {
    file('exported.csv', (await exported('csv')).trimEnd());
    const planned = await run('sessions', 'plan', 'exported.csv', '--detailed-exitcode', '--json');
    expect([planned.exitCode, report(planned).counts]).toMatchObject([
      0,
      { unchanged: 2, skipped: 1 },
    ]);
  });

  it('are both occupied', async () => {
    const place = (...flags: readonly string[]) =>
      run('sessions', 'place', 'Cranes', '--room', 'Hall', '--start', '2027-05-21 11:00', ...flags);
    const refused = await place('--schedule', 's.csv');
    const clash = 's.csv:4: room Hall: "Knots" (line 4) 2027-05-21 10:00–11:30 and "Cranes"';
    expect([refused.exitCode, refused.stderr]).toEqual([6, expect.stringContaining(clash)]);
    file('cranes.csv', 'title,room,start', 'Cranes,Hall,2027-05-21 11:00');
    const planned = await run('sessions', 'plan', 'cranes.csv', '--schedule', 's.csv');
    expect([planned.exitCode, planned.stderr]).toEqual([
      6,
      expect.stringContaining('"Knots" (line 4)'),
    ]);
    file(
      'clash.csv',
      'title,room,start,duration,speakers',
      ...rows,
      'Queues,Loft,2027-05-21 10:30,45,Ida Moen; Ola Berg',
    );
    const checked = await run('sessions', 'check', '--schedule', 'clash.csv', '--json');
    expect([checked.exitCode, report(checked).counts]).toEqual([6, { sessions: 4, clashes: 1 }]);
    expect(report(checked).clashes).toMatchObject([{ code: 'person', what: 'Ida Moen' }]);
  });
});

it('is moved in the file alone', async () => {
  const details =
    '  s.csv:2: "Knots" is in Loft at 2027-05-21 14:00\n' +
    '  s.csv:4: "Knots" is in Hall at 2027-05-21 10:00\n';
  const fix = 'Fix: change its rows in s.csv, and apply that file with `plenary sessions apply`\n';
  const stderr = `Error: "Knots" has 2 slots in s.csv; nothing was sent\n${details}${fix}`;
  const to = ['--room', 'Attic', '--start', '2027-05-21 18:00'];
  const placing = await run('sessions', 'place', 'Knots', ...to, '--schedule', 's.csv');
  expect(placing).toEqual({ exitCode: 6, stdout: '', stderr });
  const swapping = await run('sessions', 'swap', 'Queues', 'Knots', '--schedule', 's.csv');
  expect(swapping).toEqual({ exitCode: 6, stdout: '', stderr });
});

it('keeps both slots when others are placed, and without an event', async () => {
  file('rooms.csv', 'room,start,end', 'Hall,2027-05-21 09:00,12:30', 'Loft,2027-05-21 14:00,16:30');
  const header = 'title,room,start,duration,speakers';
  const placed = [...rows.slice(0, 2), 'Knots,Hall,2027-05-21 10:00,90,Ida Moen'];
  file('talks.csv', header, ...placed, 'Cranes,,,60,Bo Li', 'Tides,,,60,Ida Moen');
  const auto = [
    'talks.csv',
    '--rooms-file',
    'rooms.csv',
    '--out',
    'out.csv',
    '--steps',
    '2000',
    '--keep',
    'none',
  ];
  const alone = (...args: readonly string[]) =>
    service().plenary(args, {
      cwd: folder(),
      env: { PLENARY_EVENT: '', PLENARY_TIMEZONE: 'Europe/Berlin' },
    });
  for (const runIt of [alone, run]) {
    const result = await runIt('sessions', 'autoplace', ...auto);
    expect([result.exitCode, result.stdout]).toEqual([
      0,
      expect.stringContaining('2 talks placed'),
    ]);
    const checked = await alone('sessions', 'check', '--schedule', 'out.csv');
    expect([checked.exitCode, checked.stderr]).toEqual([0, '5 sessions, 0 clashes.\n']);
  }
});
