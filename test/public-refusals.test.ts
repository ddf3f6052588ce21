// Schedules that the public server would refuse by the ends that it computes: they are clashes.
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks, type PlacedTalk, programOf } from './support/placed-talks.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();
const placements = '/v1/sessions/{submission_id}/schedule';

describe('what the service would refuse by its own ends', () => {
  const talks: readonly PlacedTalk[] = [
    { title: 'Long', format: 'Keynote' },
    { title: 'Next' },
    { title: 'Queued', status: 'accept_queue' },
    { title: 'Draft', status: 'pending' },
  ];
  const rows = (...more: readonly string[]) => ['title,room,start,duration', ...more];
  const long = 'Long,Main Hall,2027-05-20T09:00Z,20';

  it('is a clash with its reason, and nothing is sent', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, talks);
    const before = programOf(double);
    const file = home.write('s.csv', ...rows(long, 'Next,main hall,2027-05-20T09:20Z,20'));
    const planned = await home.run(['sessions', 'plan', file, '--json']);
    expect(planned.exitCode).toBe(6);
    expect(JSON.parse(planned.stdout).clashes).toMatchObject([
      {
        code: 'service',
        what: 'Main Hall',
        reason: 'the format Keynote of "Long" has 45 minutes in the service, the file says 20',
        sessions: [
          { title: 'Long', end: '2027-05-20T11:45:00+02:00', line: 2 },
          { title: 'Next', end: '2027-05-20T11:50:00+02:00', line: 3 },
        ],
      },
    ]);
    for (const failOn of ['clash', 'never']) {
      const { exitCode, stderr } = await home.run([
        'sessions',
        'apply',
        file,
        '--yes',
        '--fail-on',
        failOn,
      ]);
      expect([exitCode, stderr]).toEqual([
        6,
        expect.stringContaining(
          'Error: 1 clash; nothing was sent\n' +
            '  s.csv:3: the service refuses room Main Hall: "Long" (line 2) 2027-05-20 ' +
            '11:00–11:45 and "Next" (line 3) ' +
            '2027-05-20 11:20–11:50; the format Keynote of "Long" has 45 minutes in the ' +
            'service, the file says 20\n' +
            'Fix: move one session of each pair: what the service refuses is not sent, ' +
            'also with --fail-on never\n',
        ),
      ]);
    }
    expect(programOf(double)).toEqual(before);
  });

  it('is none between sessions that are not accepted, and is one with a queued one', async () => {
    const double = stage.double();
    const home = stage.home();
    const ids = await addTalks(double, talks);
    const free = home.write('free.csv', ...rows(long, 'Draft,Main Hall,2027-05-20T09:20Z,20'));
    expect((await home.json('sessions', 'plan', free)).clashes).toEqual([]);
    await home.json('sessions', 'apply', free, '--yes');
    expect(programOf(double).slice(0, 2)).toEqual([
      'Draft: pending, Main Hall 09:20–09:50',
      'Long: accepted, Main Hall 09:00–09:45',
    ]);
    const place = ['--room', 'Main Hall', '--start', '2027-05-20T09:30Z'];
    const refused = await home.run([
      'sessions',
      'place',
      ids.get('Queued') ?? '',
      ...place,
      '--fail-on',
      'never',
      '--json',
    ]);
    expect(errorOf(refused)).toMatchObject({
      exitCode: 6,
      details: [{ message: expect.stringContaining('"Long" has 45 minutes in the service') }],
    });
    expect(refused.stderr).not.toContain('Clash: the service refuses');
    expect(double.count('PUT', placements)).toBe(2);
  });

  it('is found for a swap, an undo and a saved plan', async () => {
    const double = stage.double();
    const home = stage.home();
    const places: readonly PlacedTalk[] = [
      { title: 'Long', format: 'Keynote', room: 'Main Hall', time: '09:00' },
      { title: 'Next', room: 'Lighthouse', time: '09:00' },
      { title: 'After', room: 'Lighthouse', time: '09:30' },
    ];
    await addTalks(double, places);
    const before = programOf(double);
    const swapped = await home.run([
      'sessions',
      'swap',
      'Long',
      'Next',
      '--yes',
      '--fail-on',
      'never',
      '--json',
    ]);
    expect(errorOf(swapped)).toMatchObject({ exitCode: 6, code: 'conflict' });
    expect(errorOf(swapped).details[0].message).toContain('"Long" has 45 minutes in the service');
    const away = home.write('away.csv', ...rows('Next,Workshop 1,2027-05-20T09:00Z,'));
    await home.json('sessions', 'plan', away, '--out', 'plan.json');
    const { run } = await home.json('sessions', 'apply', away, '--yes');
    await home.json(
      'sessions',
      'apply',
      home.write('back.csv', ...rows('After,Lighthouse,2027-05-20T09:10Z,')),
      '--yes',
    );
    const undone = await home.run(['runs', 'undo', run, '--yes', '--fail-on', 'never', '--json']);
    expect(errorOf(undone)).toMatchObject({
      exitCode: 6,
      details: [
        { message: expect.stringContaining('the service refuses room Lighthouse: "Next"') },
      ],
    });
    await home.json('runs', 'undo', (await home.json('runs', 'list'))[1].run, '--yes');
    await home.json('runs', 'undo', run, '--yes');
    expect(programOf(double)).toEqual(before);
    await addTalks(double, [{ title: 'Other', room: 'Workshop 1', time: '09:15' }]);
    const saved = await home.run([
      'sessions',
      'apply',
      'plan.json',
      '--yes',
      '--fail-on',
      'never',
      '--json',
    ]);
    expect(errorOf(saved)).toMatchObject({
      exitCode: 6,
      details: [
        {
          file: 'away.csv',
          line: 2,
          message: expect.stringContaining('the service refuses room Workshop 1: "Next" (line 2)'),
        },
      ],
    });
  });

  it('is named in its own words if it is found too late', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, talks.slice(0, 2));
    const file = home.write('s.csv', ...rows(long, 'Next,Main Hall,2027-05-20T09:50Z,20'));
    // Somebody else places a talk after the plan.
    double.switches.ignoresRequest = ({ method }) => {
      if (method !== 'PUT') return false;
      double.switches.ignoresRequest = () => false;
      for (const { id, title } of double.state.submissions)
        if (title === 'Long') double.web.setFormat(id, workshop());
      return false;
    };
    const workshop = () => double.state.formats.find(({ name }) => name === 'Workshop')?.id;
    const refused = await home.run([
      'sessions',
      'apply',
      file,
      '--yes',
      '--json',
      '--concurrency',
      '1',
    ]);
    expect(errorOf(refused)).toMatchObject({
      exitCode: 9,
      message: '1 of 2 rows was not applied',
      details: [{ line: 3, message: '"Next": conflict (409): The room is occupied then' }],
    });
  });
});
