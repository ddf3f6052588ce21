// Schedules on the public server, which refuses a session where another accepted one is: placements
// are sent in an order that it accepts.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks, type PlacedTalk, programOf } from './support/placed-talks.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();
const placements = '/v1/sessions/{submission_id}/schedule';

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Ten accepted talks in Main Hall, one after the other. */
const backToBack = Array.from({ length: 10 }, (_, at): PlacedTalk => {
  return { title: `Talk ${at}`, room: 'Main Hall', time: clock(9 * 60 + 30 * at) };
});

/** A schedule file of talks that begin at these minutes of the day. */
const schedule = (talks: readonly (readonly [title: string, room: string, minutes: number])[]) => [
  'title,room,start',
  ...talks.map(([title, room, minutes]) => `${title},${room},2027-05-20T${clock(minutes)}Z`),
];

describe('a schedule', () => {
  it.each([10, -10])('moves ten talks of one room by %i minutes, without a refusal', async (by) => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, backToBack);
    const before = double.count('PUT', placements);
    const moved = backToBack.map(
      ({ title }, at) => [title, 'Main Hall', 540 + 30 * at + by] as const,
    );
    const args = ['sessions', 'apply', home.write('s.csv', ...schedule(moved)), '--yes', '--json'];
    const { exitCode, stdout, stderr } = await home.run([...args, '--debug']);
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).counts).toMatchObject({ placed: 0, moved: 10 });
    expect(stderr).not.toContain('"status":409');
    expect(double.count('PUT', placements) - before).toBe(10);
    expect(programOf(double)[9]).toBe(
      `Talk 9: accepted, Main Hall ${clock(810 + by)}–${clock(840 + by)}`,
    );
  });
});

describe('rows with addresses, which the server does not show', () => {
  const keynotes = [
    'title,submitter_email,room,start',
    'Keynote,bo@example.org,Main Hall,2027-05-20T09:00Z',
    'Keynote,ada@example.org,Lighthouse,2027-05-20T13:00Z',
  ];

  it('are those of one talk only if they have one address, and then named', async () => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    const talk = one.write('talk.csv', 'Title,Email', 'Keynote,ada@example.org');
    await one.json('submissions', 'import', talk, '--yes');
    const file = other.write('s.csv', ...keynotes);
    const refused = errorOf(await other.run(['sessions', 'apply', file, '--yes', '--json']));
    expect(refused).toMatchObject({ exitCode: 3, details: [{ line: 2 }, { line: 3 }] });
    expect(refused.details[0].message).toContain('submission_id');
    // The home that has created it knows whose it is.
    const own = errorOf(
      await one.run(['sessions', 'plan', one.write('s.csv', ...keynotes), '--json']),
    );
    expect(own).toMatchObject({ exitCode: 3, details: [{ line: 2 }] });
    other.write('s.csv', ...keynotes.slice(0, 2));
    const { warnings } = await other.json('sessions', 'plan', file);
    expect(warnings).toMatchObject([{ code: 'found_by_title' }]);
  });
});

describe('sessions that take each other’s places', () => {
  const three: readonly PlacedTalk[] = [
    { title: 'A', room: 'Main Hall', time: '09:00', format: 'Keynote' },
    { title: 'B', room: 'Lighthouse', time: '09:00', format: 'Workshop' },
    { title: 'C', room: 'Workshop 1', time: '11:00' },
  ];
  const rotation = schedule([
    ['A', 'Lighthouse', 540],
    ['B', 'Workshop 1', 660],
    ['C', 'Main Hall', 540],
  ]);
  const rotated = [
    'A: accepted, Lighthouse 09:00–09:45',
    'B: accepted, Workshop 1 11:00–12:30',
    'C: accepted, Main Hall 09:00–09:30',
  ];

  it('are rotated, and come back, with their durations', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const before = programOf(double);
    const file = home.write('s.csv', ...rotation);
    const plan = await home.json('sessions', 'plan', file);
    expect(plan.warnings).toMatchObject([
      {
        code: 'waits',
        message: 'until its place is free, "A" waits in Main Hall at 2027-05-20 11:45',
      },
    ]);
    const { run } = await home.json('sessions', 'apply', file, '--yes');
    expect(programOf(double)).toEqual(rotated);
    await home.json('runs', 'undo', run, '--yes');
    expect(programOf(double)).toEqual(before);
    const { run: swapped } = await home.json('sessions', 'swap', 'A', 'B', '--yes');
    expect(programOf(double).slice(0, 2)).toEqual([
      'A: accepted, Lighthouse 09:00–09:45',
      'B: accepted, Main Hall 09:00–10:30',
    ]);
    await home.json('runs', 'undo', swapped, '--yes');
    expect(programOf(double)).toEqual(before);
  });

  it.each([1, 2, 3, 4])(
    'are rotated although the response to placement %i is lost',
    async (lost) => {
      const double = stage.double();
      const home = stage.home();
      await addTalks(double, three);
      const first = double.count('PUT', placements);
      double.switches.losesResponse = () => double.count('PUT', placements) - first === lost;
      await home.json('sessions', 'apply', home.write('s.csv', ...rotation), '--yes');
      expect(programOf(double)).toEqual(rotated);
    },
  );

  it.each([1, 2, 3, 4])(
    'are rotated by a resume if the service is gone from placement %i on',
    async (gone) => {
      const double = stage.double();
      const home = stage.home();
      await addTalks(double, three);
      const before = programOf(double);
      const first = double.count('PUT', placements);
      const isGone = () => double.count('PUT', placements) - first >= gone;
      double.switches.ignoresRequest = ({ method }) => method === 'PUT' && isGone();
      const file = home.write('s.csv', ...rotation);
      const ended = await home.run([
        'sessions',
        'apply',
        file,
        '--yes',
        '--json',
        '--retries',
        '0',
      ]);
      // One is in doubt, and those that need it were not sent.
      expect(ended.exitCode).toBe(10);
      const { run, counts, rejects } = JSON.parse(ended.stdout);
      expect(counts).toMatchObject({
        moved: Math.max(0, gone - 2),
        unknown: 1,
        pending: Math.min(2, 4 - gone),
      });
      // By the clocks of Berlin, as the plan says.
      const waits = '"A" waits in Main Hall at 2027-05-20 11:45, and is not in its place yet';
      const messages = rejects.map(({ message }: { message: string }) => message);
      expect(messages.includes(waits)).toBe(gone > 1);
      double.switches.ignoresRequest = () => false;
      await home.json('runs', 'resume', run, '--yes');
      expect(programOf(double)).toEqual(rotated);
      await home.json('runs', 'undo', run, '--yes');
      expect(programOf(double)).toEqual(before);
    },
  );

  it('that fail after the first one are not said to be refused altogether', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const first = double.count('PUT', placements);
    const isGone = () => double.count('PUT', placements) - first > 1;
    double.switches.failsWith500 = ({ method }) => method === 'PUT' && isGone();
    const file = home.write('s.csv', ...rotation);
    const ended = await home.run(['sessions', 'apply', file, '--yes', '--json']);
    expect(errorOf(ended)).toMatchObject({
      exitCode: 7,
      message: '3 of 3 rows could not be sent: the service has accepted only 1 interim placement',
    });
  });
});

it.each([
  [['A', 'B'], 1, 'the service has accepted 1 other'],
  [['A'], 2, 'the service has accepted 2 others'],
  [['A', 'B', 'C'], 0, 'the service does not accept requests now'],
])('says what the service does not accept: %j', async (failing, placed, why) => {
  const double = stage.double();
  const home = stage.home();
  const ids = await addTalks(double, [{ title: 'A' }, { title: 'B' }, { title: 'C' }]);
  double.switches.failsWith500 = ({ method, path }) => {
    return method === 'PUT' && failing.some((title) => path.includes(ids.get(title) ?? title));
  };
  const places = schedule([
    ['A', 'Main Hall', 540],
    ['B', 'Main Hall', 600],
    ['C', 'Main Hall', 660],
  ]);
  const ended = await home.run(['sessions', 'apply', home.write('s.csv', ...places), '--json']);
  expect(JSON.parse(ended.stdout).counts).toMatchObject({ placed, pending: failing.length });
  expect(errorOf(ended)).toMatchObject({
    exitCode: 7,
    message: `${failing.length} of 3 rows could not be sent: ${why}`,
  });
});

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

describe('a change of a status into an occupied place', () => {
  const talks: readonly PlacedTalk[] = [
    { title: 'First', room: 'Main Hall', time: '09:00' },
    { title: 'Second', status: 'pending', room: 'Main Hall', time: '09:15' },
    { title: 'Third', status: 'pending', room: 'Main Hall', time: '09:45' },
  ];
  const fix =
    'free the room in an earlier run: ' +
    'move one session of each pair, or change the status of the other one';

  it('is a clash in the plan of decisions', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, talks);
    const file = home.write(
      'd.csv',
      'title,status',
      'First,declined',
      'Second,accept_queue',
      'Third,pending',
    );
    const planned = await home.run(['submissions', 'plan', file, '--json']);
    expect(errorOf(planned)).toMatchObject({
      exitCode: 6,
      message: '1 clash; nothing was sent',
      details: [
        {
          line: 3,
          message:
            'the service refuses room Main Hall: "First" (line 2) 2027-05-20 11:00–11:30 and ' +
            '"Second" (line 3) ' +
            '2027-05-20 11:15–11:45; "Second" would become accept_queue',
        },
      ],
      fix,
    });
    expect(JSON.parse(planned.stdout)).toMatchObject({
      counts: { clashes: 1 },
      clashes: [{ code: 'service' }],
    });
    const refused = await home.run(['submissions', 'apply', file, '--yes']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      6,
      expect.stringContaining('11:15–11:45;'),
    ]);
    const events = double.count('GET', '/v1/events/{event_id}');
    expect(events).toBeGreaterThan(0);
    await home.json('submissions', 'plan', home.write('0.csv', 'title,status', 'Third,accepted'));
    expect(double.count('GET', '/v1/events/{event_id}')).toBe(events);
    // In two runs, it is none.
    await home.json(
      'submissions',
      'apply',
      home.write('1.csv', 'title,status', 'First,declined'),
      '--yes',
    );
    await home.json('submissions', 'apply', file, '--yes');
    expect(programOf(double)[1]).toContain('Second: accept_queue');
  });

  it('is one of two sessions that become accepted together, and none of others', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, [
      ...talks.slice(1),
      { title: 'Fourth', status: 'pending', room: 'Main Hall', time: '09:30' },
    ]);
    const all = home.write(
      'd.csv',
      'title,status',
      'Second,accepted',
      'Third,accepted',
      'Fourth,accepted',
    );
    const planned = await home.run(['submissions', 'plan', all, '--json']);
    expect(errorOf(planned)).toMatchObject({ exitCode: 6, message: '2 clashes; nothing was sent' });
    const two = home.write('e.csv', 'title,status', 'Second,accepted', 'Third,accepted');
    expect((await home.json('submissions', 'apply', two, '--yes')).counts).toMatchObject({
      updated: 2,
    });
  });

  it('is refused for one submission too, by its title before it is sent', async () => {
    const home = stage.home();
    const double = stage.double();
    const ids = await addTalks(double, [...talks, { title: 'Placeless', status: 'pending' }]);
    const update = (name: string, status: string) =>
      home.run(['submissions', 'update', name, '--status', status, '--json']);
    const path = '/v1/submissions/{submission_id}';
    const before = double.count('PATCH', path);
    for (const [name, sent] of [
      ['Second', 0],
      [ids.get('Second') ?? '', 4],
    ] as const) {
      expect(errorOf(await update(name, 'accept_queue'))).toMatchObject({
        exitCode: 6,
        message: 'the room is occupied; the submission was not changed',
        details: [
          {
            flag: '--status',
            message:
              'the service refuses room Main Hall: "First" 2027-05-20 11:00–11:30 and "Second" ' +
              '2027-05-20 11:15–11:45; "Second" would become accept_queue',
          },
        ],
      });
      expect(double.count('PATCH', path) - before).toBe(sent);
    }
    const lists = double.count('GET', '/v1/events/{event_id}/submissions');
    expect((await update('Placeless', 'accepted')).exitCode).toBe(0);
    expect((await update(ids.get('Third') ?? '', 'accepted')).exitCode).toBe(0);
    expect(double.count('GET', '/v1/events/{event_id}/submissions') - lists).toBe(1);
    expect((await update('Second', 'declined')).exitCode).toBe(0);
    const words = ['submissions', 'update', ids.get('Second') ?? '', '--status', 'accepted'];
    const alone = await home.run(words, { env: { PLENARY_EVENT: '' } });
    expect([alone.exitCode, alone.stderr]).toEqual([
      7,
      expect.stringContaining('another accepted session is in the room of this one at its time'),
    ]);
  });

  /** A folder with the program of an event, whose files can be edited. */
  async function pulled(home: ReturnType<typeof stage.home>) {
    await home.run(['program', 'pull', 'conf', '--private-columns']);
    return (name: string, from: RegExp, to: string) => {
      const path = `${home.path}/conf/${name}.csv`;
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
  }

  it('is one in a program whose run would move the other session later', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, talks.slice(0, 2));
    const edit = await pulled(home);
    edit('submissions', /(Second.*)pending/, '$1accepted');
    edit('schedule', /(First.*Main Hall,2027-05-20)(.)[\d:]+/, '$1$212:00');
    const planned = await home.run(['program', 'plan', 'conf', '--json']);
    expect(errorOf(planned)).toMatchObject({ exitCode: 6, fix });
    const moved = home.write('s.csv', 'title,room,start', 'First,Main Hall,2027-05-20T12:00Z');
    await home.json('sessions', 'apply', moved, '--yes');
    await home.json(
      'submissions',
      'apply',
      home.write('d.csv', 'title,status', 'Second,accepted'),
      '--yes',
    );
    expect(programOf(double)).toEqual([
      'First: accepted, Main Hall 12:00–12:30',
      'Second: accepted, Main Hall 09:15–09:45',
    ]);
  });

  it('is none in a program that calls off one session and then places another', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, [
      { title: 'First', room: 'Main Hall', time: '09:00' },
      { title: 'Second', status: 'pending', room: 'Lighthouse', time: '09:00' },
      { title: 'Third', room: 'Main Hall', time: '10:00' },
    ]);
    const edit = await pulled(home);
    edit('submissions', /(Second.*)pending/, '$1accepted');
    edit('schedule', /(Second.*)Lighthouse(,2027-05-20.)[\d:]+/, '$1Main Hall$209:45');
    const refused = await home.run(['program', 'plan', 'conf', '--json']);
    expect(errorOf(refused)).toMatchObject({
      exitCode: 6,
      details: [
        { message: expect.stringContaining('the service refuses room Main Hall: "Second"') },
      ],
    });
    edit('schedule', /(Second.*Main Hall,2027-05-20.)[\d:]+/, '$109:00');
    edit('submissions', /(First.*)accepted/, '$1withdrawn');
    await home.json('program', 'apply', 'conf', '--yes');
    expect(programOf(double)).toEqual([
      'First: withdrawn, Main Hall 09:00–09:30',
      'Second: accepted, Main Hall 09:00–09:30',
      'Third: accepted, Main Hall 10:00–10:30',
    ]);
  });
});
